/**
 * Where Lean's comments and literals end. Each function takes the text and the offset where the
 * construct starts and returns the exclusive end offset; an unterminated one ends with the text.
 */
import { ASCII_CLASS, DIGIT } from "./chars.ts";

const QUOTE = 0x22;
const HASH = 0x23;
const PRIME = 0x27;
const DASH = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
const OPEN_BRACE = 0x7b;

/** End of the line comment at `at`: before the line feed, the only character that ends a Lean line. */
export function lineCommentEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/**
 * End of the block comment whose opener is `at` (`/-`, `/--` or `/-!`, of `opener` code units).
 * Comments nest; a doc comment's opener is read whole, so the `-` of `/--` cannot close it.
 */
export function blockCommentEnd(text: string, at: number, opener: number): number {
  let depth = 1;
  let i = at + opener;
  const length = text.length;
  while (i < length) {
    const unit = text.charCodeAt(i++);
    if (unit === DASH) {
      if (text.charCodeAt(i) === SLASH) {
        i++;
        if (--depth === 0) return i;
      }
    } else if (unit === SLASH && text.charCodeAt(i) === DASH) {
      i++;
      depth++;
    }
  }
  return length;
}

/** End of the string whose opening quote is at `at`. A backslash always takes one character along. */
export function stringEnd(text: string, at: number): number {
  let i = at + 1;
  const length = text.length;
  while (i < length) {
    const unit = text.charCodeAt(i++);
    if (unit === QUOTE) return i;
    if (unit === BACKSLASH) i++;
  }
  return length;
}

/**
 * End of one text chunk of an interpolated string; `at` is the offset after its `"` or `}`. The
 * chunk includes the `"` or `{` that ends it.
 */
export function chunkEnd(text: string, at: number): number {
  let i = at;
  const length = text.length;
  while (i < length) {
    const unit = text.charCodeAt(i++);
    if (unit === QUOTE || unit === OPEN_BRACE) return i;
    if (unit === BACKSLASH) i++;
  }
  return length;
}

/** End of the raw string whose `r` is at `at`, or -1 when `r` starts no raw string. */
export function rawStringEnd(text: string, at: number): number {
  let i = at + 1;
  while (text.charCodeAt(i) === HASH) i++;
  if (text.charCodeAt(i) !== QUOTE) return -1;
  const hashes = i - at - 1;
  const length = text.length;
  for (;;) {
    i = text.indexOf('"', i + 1);
    if (i < 0) return length;
    let seen = 0;
    while (seen < hashes && text.charCodeAt(i + 1 + seen) === HASH) seen++;
    if (seen === hashes) return i + 1 + hashes;
  }
}

/** End of the char literal at `at`, or -1 when the quote there opens none. */
export function charEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at + 1);
  if (unit === PRIME || at + 1 >= text.length) return -1;
  let i = at + 2;
  if (unit === BACKSLASH) {
    const escape = text.charCodeAt(at + 2);
    i = at + 3 + (escape === 0x78 ? 2 : escape === 0x75 ? 4 : 0);
  } else if (unit >= 0xd800 && unit <= 0xdbff) i = at + 3;
  return text.charCodeAt(i) === PRIME ? i + 1 : -1;
}

/** End of the number at `at`. `fieldIndex` is the `1` of `p.1`, which has no fraction or exponent. */
export function numberEnd(text: string, at: number, fieldIndex: boolean): number {
  if (fieldIndex) return digitsEnd(text, at, 10);
  if (text.charCodeAt(at) === 0x30) {
    const radix = radixOf(text.charCodeAt(at + 1));
    if (radix !== 10) return digitsEnd(text, at + 2, radix);
  }
  let i = digitsEnd(text, at, 10);
  if (text.charCodeAt(i) === DOT && text.charCodeAt(i + 1) !== DOT) i = digitsEnd(text, i + 1, 10);
  const unit = text.charCodeAt(i);
  if (unit === 0x65 || unit === 0x45) {
    const sign = text.charCodeAt(i + 1);
    const digits = sign === 0x2b || sign === DASH ? i + 2 : i + 1;
    if (isDigit(text.charCodeAt(digits), 10)) i = digitsEnd(text, digits, 10);
  }
  return i;
}

function digitsEnd(text: string, at: number, radix: number): number {
  let i = at;
  for (;;) {
    let k = i;
    while (text.charCodeAt(k) === UNDERSCORE) k++;
    if (!isDigit(text.charCodeAt(k), radix)) return i;
    i = k + 1;
  }
}

function isDigit(unit: number, radix: number): boolean {
  if (unit < 128 && (ASCII_CLASS[unit]! & DIGIT) !== 0) return unit - 0x30 < radix;
  const lower = unit | 0x20;
  return radix === 16 && lower >= 0x61 && lower <= 0x66;
}

function radixOf(unit: number): number {
  const lower = unit | 0x20;
  return lower === 0x78 ? 16 : lower === 0x6f ? 8 : lower === 0x62 ? 2 : 10;
}
