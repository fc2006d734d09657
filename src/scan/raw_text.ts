/**
 * Cheap looks at raw text around a trigger word, before anything is split into tokens. Each may say
 * yes too often, never no wrongly: where a comment could stand between, the answer is yes.
 */
import { ASCII_CLASS, ID_REST, isLetterLike, SPACE } from "../lean/chars.ts";
import type { WordSet } from "../lean/words.ts";

/**
 * Whether a name part that is exactly the text from `from` to `to` can lie there. Digits, hex letters
 * and closing quotes before it may end another token, as in `0x1fsorry` and `'a'sorry`.
 */
export function mayBeWord(text: string, from: number, to: number): boolean {
  const after = text.charCodeAt(to);
  if (after < 128 ? (ASCII_CLASS[after]! & ID_REST) !== 0 : isLetterLike(after)) return false;
  const before = text.charCodeAt(from - 1);
  if (!(before < 128)) return !isLetterLike(before);
  const lower = before | 0x20;
  return !((lower > 0x66 && lower <= 0x7a) || before === 0x5f);
}

/** Whether the code before `offset` can end in one of the ASCII characters `ends`. */
export function mayFollow(text: string, offset: number, ends: string): boolean {
  let at = offset - 1;
  while (at >= 0 && isBlank(text.charCodeAt(at))) at--;
  const char = text[at] ?? "";
  return char === "/" || ends.includes(char) || text.slice(at + 1, offset).includes("\n");
}

/** Whether the next word of code after `offset` can be one of `words`. */
export function mayPrecede(text: string, offset: number, words: WordSet): boolean {
  const at = afterBlanks(text, offset);
  const unit = text.charCodeAt(at);
  // A comment, an attribute or a quoted name: only the tokens can tell.
  if (unit === 0x2d || unit === 0x2f || unit === 0x40 || unit === 0xab) return true;
  return words.holds(text, at, partEnd(text, at));
}

/** The ASCII name part that follows `offset` and white space; empty when something else does. */
export function nextWord(text: string, offset: number): string {
  const at = afterBlanks(text, offset);
  const end = partEnd(text, at);
  // A part that goes on beyond ASCII is another name.
  return text.charCodeAt(end) >= 128 ? "" : text.slice(at, end);
}

function partEnd(text: string, at: number): number {
  let end = at;
  while (isPart(text.charCodeAt(end))) end++;
  return end;
}

function afterBlanks(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the question mark at `offset` can end a tactic's name: a word with no dot before it. */
export function mayEndTactic(text: string, offset: number): boolean {
  const after = text.charCodeAt(offset + 1);
  if (isPart(after) && after !== 0x21) return false;
  let at = offset - 1;
  while (at >= 0 && isPart(text.charCodeAt(at))) at--;
  if (at === offset - 1) return false;
  // `xs.head?` is a projection; a dot with nothing glued before it may be a bullet.
  return text.charCodeAt(at) !== 0x2e || at === 0 || isBlank(text.charCodeAt(at - 1));
}

function isBlank(unit: number): boolean {
  return unit < 128 && (ASCII_CLASS[unit]! & SPACE) !== 0;
}

function isPart(unit: number): boolean {
  return unit < 128 && (ASCII_CLASS[unit]! & ID_REST) !== 0;
}
