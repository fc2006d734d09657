/**
 * Core symbols of more than one character whose longest match decides how the text after them
 * splits: `//-` is the subtype bar and a minus, `<--` an arrow and a minus, `0...<--` a range and a
 * comment, and `f ⁻¹' s` holds no char literal. Other symbols may safely be read one character at a time.
 */
const SYMBOLS: readonly string[] = [
  "//",
  "\\/",
  "/\\",
  "<-",
  "<->",
  "<|",
  "<|>",
  "<;>",
  "<=",
  "<$>",
  "<*>",
  "<*",
  "*>",
  "<&>",
  "|>.",
  "|>",
  "||",
  "|||",
  "->",
  "=>",
  "==",
  ":=",
  "::",
  "!=",
  ">=",
  ">>=",
  ">=>",
  "&&",
  "&&&",
  "++",
  "..",
  "...",
  "...<",
  "*...<",
  "<...<",
  "<=<",
  "<<<",
  "-/",
  "''",
  "⁻¹'",
  "¹'",
  "×'",
  "⊕'",
  "Σ'",
  "∑'",
  "∏'",
];

const BY_FIRST: ReadonlyMap<number, readonly string[]> = index(SYMBOLS);
const ASCII_FIRST: readonly (readonly string[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => BY_FIRST.get(code),
);

/** Length in code units of the symbol at `at`, whose first code unit is `unit`: at least one code point. */
export function symbolLength(text: string, at: number, unit: number): number {
  const candidates = unit < 128 ? ASCII_FIRST[unit] : BY_FIRST.get(unit);
  if (candidates !== undefined) {
    for (const symbol of candidates) if (text.startsWith(symbol, at)) return symbol.length;
  }
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function index(symbols: readonly string[]): Map<number, string[]> {
  const byFirst = new Map<number, string[]>();
  for (const symbol of symbols) {
    const first = symbol.charCodeAt(0);
    byFirst.set(first, [...byFirst.get(first) ?? [], symbol]);
  }
  for (const group of byFirst.values()) group.sort((a, b) => b.length - a.length);
  return byFirst;
}
