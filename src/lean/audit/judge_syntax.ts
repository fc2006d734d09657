/** Judges syntax by which a source can say something else than it seems to. */
import type { Severity } from "../../platform/diagnostic.ts";
import { STATING } from "../syntax/core_names.ts";
import type { OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import type { Matter } from "./matter.ts";
import { nameParts, shownName } from "./names.ts";

/** Core syntax with another meaning, and syntax that begins as the core's does: errors where it declares. */
export function judgeSyntax(matter: Matter, constant: OwnConstant): AuditFinding[] {
  const { name, symbol } = constant;
  const { own, expands } = matter.facts;
  // A local attribute leaves nothing in the module; the kind that such a macro asks for is there all the same.
  const attributed = expands.get(name);
  const syntax = attributed === undefined || own.has(attributed) ? constant.syntax : attributed;
  const about = (severity: Severity, what: string) =>
    findingAbout(
      matter,
      constant,
      "shadow",
      severity,
      `"${shownName(name)}" ${what}: a source may not say what it seems to`,
    );
  const rewritten = syntax === undefined ? undefined : severityOf(syntax);
  const begun = symbol === undefined ? undefined : severityOfToken(symbol.trim(), name);
  return [
    ...rewritten === undefined
      ? []
      : [about(rewritten, `gives the core syntax "${shownName(syntax!)}" another meaning`)],
    ...begun === undefined ? [] : [about(begun, `is syntax that begins with "${symbol!.trim()}"`)],
  ];
}

/** Tactics and the like are left out, for what they come to is checked; so is what is made to be extended. */
function severityOf(kind: string): Severity | undefined {
  const parts = nameParts(kind).map(String);
  const [lean, parser, category] = parts;
  const last = parts.at(-1) ?? "";
  if (lean !== "Lean" || parser !== "Parser") {
    return /^(?:term|command)[^%]*$/u.test(last) ? "warning" : undefined;
  }
  if (category === "Command") return "error";
  return category === "Term" && !/^do./u.test(last) ? "warning" : undefined;
}

/** What begins a term does so only among terms: by default, a kind is called after its category. */
function severityOfToken(token: string, name: string): Severity | undefined {
  if (!STATING.has(token)) return undefined;
  if (/^\w/u.test(token)) return "error";
  return String(nameParts(name).at(-1)).startsWith("term") ? "warning" : undefined;
}
