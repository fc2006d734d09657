/** Which tokens name an attribute: in `@[…]` and `attribute […]`, and nowhere else. */
import { isSymbol, isWord, Kind, kindOf, next, textOf, type Tokens } from "../../syntax/tokens.ts";

/** The tokens that name an attribute being set. Linear; removals (`-simp`) are left out. */
export function findAttributes(tokens: Tokens): ReadonlySet<number> {
  const found = new Set<number>();
  for (let i = 0; i < tokens.count; i++) {
    const open = listOpening(tokens, i);
    if (open >= 0) i = collect(tokens, open, found);
  }
  return found;
}

/** Token of the bracket that opens an attribute list introduced by token `i`, or -1. */
function listOpening(tokens: Tokens, i: number): number {
  if (isSymbol(tokens, i, "@")) return isSymbol(tokens, i + 1, "[") ? i + 1 : -1;
  if (!isWord(tokens, i, "attribute")) return -1;
  const open = next(tokens, i);
  return isSymbol(tokens, open, "[") ? open : -1;
}

/** Collects the names of the list that opens at `open`; returns the token that closes it. */
function collect(tokens: Tokens, open: number, found: Set<number>): number {
  let depth = 0;
  for (let i = open; i < tokens.count; i = next(tokens, i)) {
    if (kindOf(tokens, i) !== Kind.Symbol) continue;
    const symbol = textOf(tokens, i);
    if (symbol === "[" || symbol === "(" || symbol === "{" || symbol === "⟨") depth++;
    else if (symbol === "]" || symbol === ")" || symbol === "}" || symbol === "⟩") depth--;
    if (depth === 0) return i;
    if (depth === 1 && (symbol === "," || i === open)) {
      let name = next(tokens, i);
      while (isWord(tokens, name, "local") || isWord(tokens, name, "scoped")) {
        name = next(tokens, name);
      }
      if (kindOf(tokens, name) === Kind.Ident) found.add(name);
    }
  }
  return tokens.count;
}
