/** Counts what a source proves. */
import { decodeSource } from "./decode.ts";
import { lex } from "./lexer.ts";
import { next, textOf } from "./tokens.ts";

/** Theorems that a Lean source states: `theorem` as code, not in comments, strings or names. */
export function countTheorems(source: Uint8Array): number {
  const tokens = lex(decodeSource(source).text);
  let count = 0;
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (textOf(tokens, i) === "theorem") count++;
  }
  return count;
}
