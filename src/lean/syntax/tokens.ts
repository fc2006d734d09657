/**
 * Lean tokens as parallel arrays: a 50 MB file has some fifteen million of them, too many for
 * objects. Token `i` spans `text.slice(start(i), ends[i])`, and the tokens tile the text.
 */

/** What a token is. Kinds up to {@link LAST_TRIVIA} carry no code. */
export const Kind = {
  Whitespace: 0,
  Bom: 1,
  LineComment: 2,
  BlockComment: 3,
  DocComment: 4,
  ModuleDoc: 5,
  Ident: 6,
  Number: 7,
  Char: 8,
  Str: 9,
  RawStr: 10,
  /** `"…{` of an interpolated string; the tokens that follow are code. */
  InterpStart: 11,
  /** `}…{` between two holes. */
  InterpMid: 12,
  /** `}…"` after the last hole. */
  InterpEnd: 13,
  /** A name literal such as `` `Nat.add `` or ``` ``sorryAx ```. */
  NameLit: 14,
  /** A command that starts with `#`, such as `#eval`. */
  Hash: 15,
  Symbol: 16,
  /** A character that no Lean token can start with: NUL, a control character, a stray quote. */
  Bad: 17,
} as const;

/** One of the values of {@link Kind}. */
export type TokenKind = typeof Kind[keyof typeof Kind];

/** The last kind that carries no code. */
export const LAST_TRIVIA: number = Kind.ModuleDoc;

/** The tokens of one source text. */
export interface Tokens {
  readonly text: string;
  /** How many tokens there are; the arrays may be longer. */
  readonly count: number;
  /** {@link Kind} of each token. */
  readonly kinds: Uint8Array;
  /** End offset of each token in UTF-16 code units, exclusive. */
  readonly ends: Int32Array;
}

/** Start offset of token `i` in code units. */
export function startOf(tokens: Tokens, i: number): number {
  return i === 0 ? 0 : tokens.ends[i - 1]!;
}

/** Source text of token `i`; empty for an index outside the stream. */
export function textOf(tokens: Tokens, i: number): string {
  if (i < 0 || i >= tokens.count) return "";
  return tokens.text.slice(startOf(tokens, i), tokens.ends[i]!);
}

/** Kind of token `i`, or -1 outside the stream. */
export function kindOf(tokens: Tokens, i: number): number {
  return i < 0 || i >= tokens.count ? -1 : tokens.kinds[i]!;
}

/** Index of the next token after `i` that carries code, or `count`. */
export function next(tokens: Tokens, i: number): number {
  let k = i + 1;
  while (k < tokens.count && tokens.kinds[k]! <= LAST_TRIVIA) k++;
  return k;
}

/** Index of the token before `i` that carries code, or -1. */
export function previous(tokens: Tokens, i: number): number {
  let k = i - 1;
  while (k >= 0 && tokens.kinds[k]! <= LAST_TRIVIA) k--;
  return k;
}

/** Whether token `i` is a symbol with exactly this text. */
export function isSymbol(tokens: Tokens, i: number, symbol: string): boolean {
  return kindOf(tokens, i) === Kind.Symbol && spells(tokens, i, symbol);
}

/** Whether token `i` is an identifier with exactly this text; `«…»` never equals a plain word. */
export function isWord(tokens: Tokens, i: number, word: string): boolean {
  return kindOf(tokens, i) === Kind.Ident && spells(tokens, i, word);
}

/** Index of the token that contains code unit `offset` (which must lie inside the text). */
export function tokenAt(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.ends[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spells(tokens: Tokens, i: number, word: string): boolean {
  const start = startOf(tokens, i);
  return tokens.ends[i]! - start === word.length && tokens.text.startsWith(word, start);
}

/** Whether token `i` is on another line than the code before it. */
export function isOnNewLine(tokens: Tokens, i: number): boolean {
  const before = tokens.ends[previous(tokens, i)] ?? 0;
  return tokens.text.slice(before, startOf(tokens, i)).includes("\n");
}
