/**
 * Cheap looks at raw UTF-8 around a trigger word, before anything is decoded or split into tokens. Each
 * may say yes too often, never no wrongly: where a comment, a quoted name or a letter outside ASCII could
 * stand, the answer is yes.
 */
import { ASCII_CLASS, DIGIT, ID_FIRST, ID_REST, SPACE } from "../../syntax/chars.ts";
import { isDisguised } from "../../syntax/look_alikes.ts";
import { createWordSet, type WordSet } from "../../syntax/words.ts";
import { ARROWED, COMBINATORS, DISCHARGERS } from "../syntax/tactic_words.ts";

/** `)`, `]` and `}`. */
const CLOSERS: readonly number[] = [0x29, 0x5d, 0x7d];

/**
 * Whether a name part that is exactly the bytes from `from` to `to` can lie there. Digits, hex letters
 * and closing quotes before it may end another token, as in `0x1fsorry` and `'a'sorry`.
 */
export function mayBeWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (isPart(bytes[to])) return false;
  const before = bytes[from - 1] ?? 0;
  const lower = before | 0x20;
  if (!((lower > 0x66 && lower <= 0x7a) || before === 0x5f)) return true;
  // A number may lack its digits: `0xsorry`.
  return (lower === 0x78 || lower === 0x6f) && bytes[from - 2] === 0x30;
}

/** Whether the code before `offset` can end in one of the ASCII texts `ends`. */
export function mayFollow(bytes: Uint8Array, offset: number, ends: readonly string[]): boolean {
  let end = offset;
  for (; isBlank(bytes[end - 1]); end--) if (bytes[end - 1] === 0x0a) return true;
  const before = bytes[end - 1] ?? 0;
  return before >= 0x80 || before === 0x2f ||
    ends.some((text) => asciiText(bytes, end - text.length, end) === text);
}

/** Whether `offset` is first on its line or may stand there behind one of the ASCII texts `texts`. */
export function mayStandBehind(
  bytes: Uint8Array,
  offset: number,
  texts: readonly string[],
): boolean {
  let at = offset;
  let blank = true;
  for (; at > 0 && bytes[at - 1] !== 0x0a; at--) {
    const byte = bytes[at - 1]!;
    if (byte >= 0x80 || offset - at > LINE_REACH) return true;
    if (!isBlank(byte)) blank = false;
  }
  if (blank) return true;
  const line = asciiText(bytes, at, offset);
  return texts.some((text) => line.includes(text));
}

/** Whether a bracket such as `(h : ` that ends at `offset` opens a term: `=>` or `:=` stands before it. */
export function isAscription(bytes: Uint8Array, offset: number): boolean {
  let at = offset - 1;
  while (isBlank(bytes[at])) at--;
  if (bytes[at] !== 0x3a) return false;
  do at--; while (isBlank(bytes[at]) || isPart(bytes[at]));
  if (bytes[at] !== 0x28) return false;
  do at--; while (isBlank(bytes[at]));
  const before = bytes[at - 1];
  return bytes[at] === 0x3e ? before === 0x3d : bytes[at] === 0x3d && before === 0x3a;
}

/** Whether a bracket closes at `offset` and a dot goes on with what is in it. */
export function isProjected(bytes: Uint8Array, offset: number): boolean {
  return CLOSERS.includes(bytes[offset] ?? 0) && bytes[offset + 1] === 0x2e;
}

/** Whether `:= true` can follow `offset`. */
export function maySetTrue(bytes: Uint8Array, offset: number): boolean {
  const at = afterBlanks(bytes, offset);
  if (startsComment(bytes, at)) return true;
  return bytes[at] === 0x3a && bytes[at + 1] === 0x3d && mayLeadTo(bytes, at + 2, "t");
}

/** Words that a tactic may follow on their line. */
const OPENERS: WordSet = createWordSet([
  ...COMBINATORS,
  "by",
  "by?",
  "decreasing_by",
  "with",
  "then",
  "else",
  "in",
]);
const DISCHARGER_ENDS: readonly string[] = [...DISCHARGERS];
/** And symbols, by their last character; `=>` and `<;>` are among them, and the end of a comment. */
const OPENING = "|>;([{,/";

/** Whether a tactic may start at `offset`: first on its line, or after what opens a block or goes on with it. */
export function mayStartTactic(bytes: Uint8Array, offset: number): boolean {
  let at = offset - 1;
  for (;; at--) {
    const byte = bytes[at];
    if (byte === undefined || byte === 0x0a || byte >= 0x80) return true;
    // A dot is a bullet where a tactic may start.
    if (!isBlank(byte) && byte !== 0x2e) break;
  }
  const end = at + 1;
  if (!isPart(bytes[at])) {
    return OPENING.includes(String.fromCharCode(bytes[at]!)) || setsTactic(bytes, end);
  }
  while (isPart(bytes[at])) at--;
  const before = bytes[at] ?? 0;
  let start = at + 1;
  // `!by` is no name, but `!` and `by`.
  while (start < end && (ASCII_CLASS[bytes[start]!]! & (ID_FIRST | DIGIT)) === 0) start++;
  const first = bytes[start] ?? 0;
  // Part of a longer name, or behind `#eval`, or the count of an `iterate`.
  if (before >= 0x80 || before === 0x23 || (ASCII_CLASS[first]! & DIGIT) !== 0) return true;
  return OPENERS.mayHold(first, bytes[end - 1]!, end - start) &&
    OPENERS.has(asciiText(bytes, start, end));
}

/** What follows the first of several patterns of an arm, or a constructor that is declared. */
const PATTERNS = /^((\s*\|\s*(?<name>\w+))*\s*=>|\s*\((\w+\s+)*\w+\s*:(?!=))/;

/** Whether the bytes from `offset` to `to`, behind a `|`, are surely a pattern or a constructor: `| a | b =>`, `| a (n m : Nat)`. */
export function isPattern(bytes: Uint8Array, offset: number, to: number): boolean {
  let before = offset - 1;
  while (isBlank(bytes[before])) before--;
  if (bytes[before] !== 0x7c) return false;
  const list = PATTERNS.exec(asciiText(bytes, to, Math.min(bytes.length, to + LINE_REACH)));
  return list !== null && !ARROWED.has(list.groups!.name ?? "");
}

/** Whether the bytes before `end` can be the `:=` of an option whose value is a tactic. */
function setsTactic(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 1] === 0x3d && bytes[end - 2] === 0x3a &&
    mayFollow(bytes, end - 2, DISCHARGER_ENDS);
}

/** Whether what follows `offset` and white space is one of the ASCII characters `starts`, or cannot be told. */
export function mayLeadTo(bytes: Uint8Array, offset: number, starts: string): boolean {
  const at = afterBlanks(bytes, offset);
  const byte = bytes[at] ?? 0;
  return byte >= 0x80 || startsComment(bytes, at) || starts.includes(String.fromCharCode(byte));
}

/** Whether the name that a definition behind `offset` has may look like another one. */
export function mayBeDisguised(bytes: Uint8Array, offset: number): boolean {
  const start = afterBlanks(bytes, offset);
  let last = partEnd(bytes, start);
  while (bytes[last] === 0x2e) last = partEnd(bytes, last + 1);
  const byte = bytes[last] ?? 0;
  // A comment, an attribute or the second word of `class inductive`: only the tokens can tell.
  if (startsComment(bytes, start) || byte === 0x40) return true;
  if (byte < 0x80) return /^(inductive|abbrev)$/.test(asciiText(bytes, start, last));
  while (last < bytes.length && !isBlank(bytes[last])) last++;
  const name = new TextDecoder().decode(bytes.subarray(start, last));
  return name.includes("«") || isDisguised(name);
}

/** The ASCII name part that follows `offset` and white space; empty when something else does. */
export function nextWord(bytes: Uint8Array, offset: number): string {
  const at = afterBlanks(bytes, offset);
  const end = partEnd(bytes, at);
  // A part that goes on beyond ASCII is another name.
  return (bytes[end] ?? 0) >= 0x80 ? "" : asciiText(bytes, at, end);
}

/** The bytes from `from` to `to`, which are ASCII, as text. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/** Whether the question mark at `offset` can end a tactic's name: a word with no dot before it. */
export function mayEndTactic(bytes: Uint8Array, offset: number): boolean {
  const after = bytes[offset + 1];
  if (isPart(after) && after !== 0x21) return false;
  let at = offset - 1;
  while (isPart(bytes[at])) at--;
  const before = bytes[at] ?? 0;
  if (before >= 0x80) return true;
  if (at === offset - 1) return false;
  // `xs.head?` is a projection; a dot that no term ends before may be a bullet.
  if (before === 0x2e && (isPart(bytes[at - 1]) || CLOSERS.includes(bytes[at - 1] ?? 0))) {
    return false;
  }
  return mayStartTactic(bytes, at + 1) || asciiText(bytes, at + 1, offset + 1).endsWith("by?");
}

/** How far back a line's start is looked for. */
const LINE_REACH = 200;

/**
 * Whether `offset` surely lies in a line comment or in other text: its line starts with `--`, and nothing
 * up to it can end a string, a quoted name or a block comment that came from above, or open a hole.
 */
export function isInLineComment(bytes: Uint8Array, offset: number): boolean {
  let at = offset;
  let start = -1; // of what is no white space
  for (; at > 0 && bytes[at - 1] !== 0x0a; at--) {
    if (offset - at > LINE_REACH) return false;
    const byte = bytes[at - 1]!;
    if (byte === 0x22 || byte === 0x7b || byte >= 0x80) return false;
    if (byte === 0x2f && bytes[at - 2] === 0x2d) return false;
    if (!isBlank(byte)) start = at - 1;
  }
  return start >= 0 && bytes[start] === 0x2d && bytes[start + 1] === 0x2d && start + 1 < offset;
}

function partEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isPart(bytes[end])) end++;
  return end;
}

function startsComment(bytes: Uint8Array, at: number): boolean {
  return (bytes[at] === 0x2d || bytes[at] === 0x2f) && bytes[at + 1] === 0x2d;
}

function afterBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (isBlank(bytes[at])) at++;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte !== undefined && byte < 128 && (ASCII_CLASS[byte]! & SPACE) !== 0;
}

/** Whether a byte is ASCII and may go on with a name. */
export function isPart(byte: number | undefined): boolean {
  return byte !== undefined && byte < 128 && (ASCII_CLASS[byte]! & ID_REST) !== 0;
}
