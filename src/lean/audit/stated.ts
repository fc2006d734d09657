/** The theorems that a source states. */
import { lex } from "../syntax/lexer.ts";
import { Kind, kindOf, next, startOf, textOf } from "../syntax/tokens.ts";
import { findQuotations, quotationAt } from "../scan/syntax/quotations.ts";
import { createLocator } from "../../platform/text/position.ts";

/** A theorem as written; the place, 1-based in code points, is that of its name. */
export interface StatedTheorem {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** Every `theorem NAME` that is code, but for those that a quotation hands on to a macro's uses. */
export function statedTheorems(text: string): StatedTheorem[] {
  const tokens = lex(text);
  const quotations = findQuotations(tokens);
  const locate = createLocator(tokens.text);
  const stated: StatedTheorem[] = [];
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (textOf(tokens, i) !== "theorem" || quotationAt(quotations, i) !== undefined) continue;
    const name = next(tokens, i);
    if (kindOf(tokens, name) !== Kind.Ident) continue;
    const { line, column } = locate(startOf(tokens, name));
    stated.push({ name: textOf(tokens, name), line, column });
  }
  return stated;
}
