/** Counts what a source proves. */
import { lex } from "./lexer.ts";
import { next, textOf } from "./tokens.ts";

/** Theorems that a Lean source states: `theorem` as code, not in comments, strings or names. */
export function countTheorems(text: string): number {
  const tokens = lex(text);
  let count = 0;
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (textOf(tokens, i) === "theorem") count++;
  }
  return count;
}
