/**
 * Syntax quotations `` `(…) ``. What one holds is not elaborated where it stands: a macro hands it on
 * to its uses, and a pattern only compares with it.
 */
import { isInPattern } from "./patterns.ts";
import {
  isSymbol,
  Kind,
  kindOf,
  next,
  previous,
  startOf,
  tokenAt,
  type Tokens,
} from "../../syntax/tokens.ts";

/** One quotation, from its backquote to its closing parenthesis. */
export interface Quotation {
  readonly start: number;
  readonly end: number;
  /** Whether it stands left of `=>` and so produces nothing. */
  readonly pattern: boolean;
}

/** The outermost quotations of `tokens` in order; an unclosed one runs to the end. */
export function findQuotations(tokens: Tokens): readonly Quotation[] {
  const found: Quotation[] = [];
  const { text } = tokens;
  for (let offset = text.indexOf("`("); offset >= 0; offset = text.indexOf("`(", offset + 1)) {
    const i = tokenAt(tokens, offset);
    if (startOf(tokens, i) !== offset || kindOf(tokens, i) !== Kind.Symbol) continue;
    const end = closing(tokens, i + 1);
    found.push({ start: i, end, pattern: isPattern(tokens, i, end) });
    offset = Math.max(offset, tokens.ends[end]! - 1);
  }
  return found;
}

/** The quotation that holds token `at`, if any. */
export function quotationAt(quotations: readonly Quotation[], at: number): Quotation | undefined {
  const candidate = quotations[firstEndingAt(quotations, at)];
  return candidate !== undefined && candidate.start <= at ? candidate : undefined;
}

/** Index of the first quotation that ends at token `at` or later. */
function firstEndingAt(quotations: readonly Quotation[], at: number): number {
  let low = 0;
  let high = quotations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (quotations[middle]!.end < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function closing(tokens: Tokens, open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.count; i++) {
    if (tokens.kinds[i] !== Kind.Symbol) continue;
    const unit = tokens.text.charCodeAt(startOf(tokens, i));
    if (unit === 0x28) depth++;
    else if (unit === 0x29 && --depth === 0) return i;
  }
  return tokens.count - 1;
}

function isPattern(tokens: Tokens, start: number, end: number): boolean {
  let before = previous(tokens, start);
  if (isSymbol(tokens, before, "`")) before = previous(tokens, before);
  const after = next(tokens, end);
  // Whatever the quotations beside it hold.
  const listed = ["|", ","].some((symbol) => isSymbol(tokens, before, symbol)) &&
    ["=>", "|", ","].some((symbol) => isSymbol(tokens, after, symbol));
  return listed || isInPattern(tokens, start, end);
}
