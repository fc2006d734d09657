/** How the error rules report: an escape that a macro hides is reported as that. */
import type { Report } from "../finding.ts";
import { placeOf, type Source } from "../syntax/source.ts";
import { textOf } from "../../syntax/tokens.ts";

/**
 * Reports the escape at token `at` under the rule's own id where it stands, as `macro_hidden` inside
 * a macro or quotation, and not at all inside a pattern.
 */
export function reportEscape(source: Source, at: number, message: string, report: Report): void {
  const place = placeOf(source, at);
  if (place === "pattern") return;
  if (place === "plain") return report(at, message);
  report(at, `A macro, notation or quotation expands to '${textOf(source.tokens, at)}'`, {
    rule: "macro_hidden",
    severity: "error",
  });
}
