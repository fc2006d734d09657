/** Judges syntax by which a source can say something else than it seems to. */
import { declarationText } from "./declaration_text.ts";
import type { OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import type { AuditInput } from "./input.ts";
import { nameParts, shownName } from "./names.ts";

/** Syntax of others that is given another meaning, and own syntax that looks like it. */
export function judgeSyntax(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const about = (severity: "error" | "warning", rule: string, what: string) =>
    findingAbout(input, constant, rule, severity, `"${shownName(constant.name)}" ${what}`);
  const { reads, handwritten, runs, core, word, several, newTokens = [] } = constant;
  const unseen = newTokens.find((token) => UNSEEN.test(token));
  return [
    ...expansions(input, constant).map((what) => about("error", "shadow", what)),
    ...reads === undefined || isQuotation(constant)
      ? []
      : [about("error", "shadow", `reads text as the syntax "${shownName(reads)}" of others`)],
    ...core === undefined || isAlternative(input, constant)
      ? []
      : [about("error", "shadow", `is syntax that reads as that of others does: "${core}"`)],
    ...word === undefined ? [] : [
      about(
        "error",
        "shadow",
        `makes a token of the name "${word}": it means another thing then`,
      ),
    ],
    ...several === undefined || isQuotation(constant)
      ? []
      : [about("error", "shadow", `makes one token of what reads as several: "${several}"`)],
    ...unseen === undefined ? [] : [
      about("error", "shadow", `makes a token that nobody sees: "${escapeUnseen(unseen)}"`),
    ],
    ...handwritten !== true ? [] : [
      about("error", "shadow", "is a parser written as code: nothing says what it reads"),
    ],
    ...runs === undefined
      ? []
      : [about("warning", "meta", `is a macro that makes "${shownName(runs)}": it runs code`)],
  ];
}

/** Whether it reads quotations of a category of the package, as `declare_syntax_cat` lets it: by a token of its own. */
function isQuotation({ reads, tokens: [first = ""] = [], newTokens = [] }: OwnConstant): boolean {
  return reads === ".Lean.Parser.Term.quot" && first.startsWith("`(") && newTokens.includes(first);
}

/** White space, controls, invisible characters and combining marks. */
const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u;

function escapeUnseen(token: string): string {
  return [...token].map((char) =>
    UNSEEN.test(char) ? `\\u{${char.codePointAt(0)!.toString(16)}}` : char
  ).join("");
}

/** Which syntax of others a macro or an elaborator gives a meaning to. */
function expansions({ facts }: AuditInput, constant: OwnConstant): string[] {
  const { expands } = constant;
  if (expands === undefined) return [];
  if (expands.length === 0) {
    return ["expands or elaborates syntax, but by no attribute that its module records"];
  }
  return expands.filter(([kind, category]) =>
    !facts.own.has(kind) && !isOpen(kind, category, constant)
  )
    .map(([kind]) => `gives the syntax "${shownName(kind)}" of others another meaning`);
}

/**
 * Whether others may give it a meaning: what tactics come to is checked by the kernel, and syntax with a `%` is
 * never written by hand but made to be extended, by syntax of one's own.
 */
function isOpen(kind: string, category: string, { extends: isExtension }: OwnConstant): boolean {
  if ([".tactic", ".conv"].includes(category)) return true;
  return isExtension === true && String(nameParts(kind).at(-1)).includes("%");
}

/**
 * Whether Lean tries this syntax and that of others, and takes neither silently. A local one leaves no priority in
 * its module: its text must show the tokens, and no priority.
 */
function isAlternative(
  { facts, sources }: AuditInput,
  { name, alternative, isLocal, tokens = [] }: OwnConstant,
): boolean {
  if (alternative !== true || isLocal !== true) return alternative === true;
  const text = declarationText(facts, sources, name)?.text ?? "";
  const isShown = tokens.every((token) =>
    new RegExp(`"\\s*${RegExp.escape(token)}\\s*"`).test(text)
  );
  return isShown && !text.includes("priority");
}
