import { CORE_NOTATION, STATING } from "../../syntax/core_names.ts";
import type { Quotation } from "../syntax/quotations.ts";
import { isSymbol, isWord, Kind, kindOf, next, textOf, type Tokens } from "../../syntax/tokens.ts";

/**
 * The operator of a pattern such as `` `($a = $b) `` that consists of one core operator between
 * antiquotations, or the word such as `∃` or `theorem` that it begins with: a rule for it redefines what the core
 * reads there. -1 for any other pattern.
 */
export function coreOperator(tokens: Tokens, quotation: Quotation): number {
  let operator = -1;
  let i = next(tokens, quotation.start + 1);
  const isCategory = isWord(tokens, i, "term") || isWord(tokens, i, "command");
  if (isCategory && isSymbol(tokens, next(tokens, i), "|")) i = next(tokens, next(tokens, i));
  if (STATING.has(textOf(tokens, i)) && !isGlued(tokens, i)) return i;
  for (; i < quotation.end; i = next(tokens, i)) {
    if (isSymbol(tokens, i, "$")) {
      i = antiquotationEnd(tokens, i);
      continue;
    }
    if (operator >= 0 || !CORE_NOTATION.has(textOf(tokens, i))) return -1;
    operator = i;
  }
  return operator;
}

/** Whether token `i` is the beginning of a longer one, as in `∃ᵉ`: then no name and no bracket follows it. */
function isGlued(tokens: Tokens, i: number): boolean {
  return kindOf(tokens, i + 1) === Kind.Symbol && !/^[$({[⟨]/.test(textOf(tokens, i + 1));
}

/** Last token of the antiquotation `$x`, `$x:term` or `$_` whose dollar is at `at`. */
function antiquotationEnd(tokens: Tokens, at: number): number {
  const name = at + 1;
  if (isSymbol(tokens, name + 1, ":") && kindOf(tokens, name + 2) === Kind.Ident) return name + 2;
  return name;
}
