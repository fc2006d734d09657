/**
 * Finds what `JSON.parse` would silently change: numbers it rounds, keys it drops, nesting without end.
 *
 * One pass over the bytes, several times faster than the parse it goes with. It does not check the
 * grammar (`JSON.parse` does), so it must accept any bytes without failing.
 */
import { keyLedger } from "./keys.ts";

/** Deepest nesting accepted, the same as serde_json's; every walk over a value may thus recurse. */
export const MAX_DEPTH = 128;

/** What was found, and where: offsets in bytes from the start. */
export interface ScanProblem {
  /** What `JSON.parse` would have changed. */
  readonly kind: "number_unsafe" | "number_form" | "duplicate_key" | "too_deep";
  /** Where it begins. */
  readonly offset: number;
  /** Just after it. */
  readonly end: number;
}

/** Digits of 2^53 - 1: fewer are always safe, more never. */
const SAFE_DIGITS = 16;

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const BACKSLASH = 92;
const LOWER_E = 101;

/** What a byte outside strings means. */
const OTHER = 0;
const STRING = 1;
const NUMBER = 2;
const COMMA = 3;
const OPEN_OBJECT = 4;
const OPEN_LIST = 5;
const CLOSE = 6;

const MEANING = new Uint8Array(256);
MEANING[QUOTE] = STRING;
MEANING[MINUS] = NUMBER;
MEANING.fill(NUMBER, ZERO, NINE + 1);
for (const [char, meaning] of [[",", COMMA], ["{", OPEN_OBJECT], ["[", OPEN_LIST]] as const) {
  MEANING[char.charCodeAt(0)] = meaning;
}
MEANING["}".charCodeAt(0)] = CLOSE;
MEANING["]".charCodeAt(0)] = CLOSE;

// Kept between calls: to allocate them would take longer than to scan a short line. Scanning neither
// waits nor calls out, so no two scans overlap.
const keys = keyLedger(MAX_DEPTH);
/** For each open bracket, whether what is around it is an object. */
const outer = new Uint8Array(MAX_DEPTH + 1);

/**
 * Where the keys of the outermost object stand in the bytes of the last scan, if that found no problem:
 * start and end of each by turns. Empty when there are more than a few, or escapes in them.
 */
export function outermostKeys(): readonly number[] {
  return keys.outermost();
}

/** Returns the first problem in the first `length` bytes, or `undefined`. Never throws. */
export function scanJson(bytes: Uint8Array, length: number): ScanProblem | undefined {
  keys.reset();
  let depth = 0;
  /** 1 when the innermost bracket is an object's. */
  let object = 0;
  /** 1 when the next string is a key. */
  let key = 0;
  let at = 0;
  while (at < length) {
    const meaning = MEANING[bytes[at]!]!;
    at++;
    if (meaning === OTHER) continue;
    if (meaning === STRING) {
      const start = at;
      let escaped = false;
      let byte = bytes[at]!;
      while (byte !== QUOTE && at < length) {
        if (byte === BACKSLASH) {
          escaped = true;
          at++;
        }
        at++;
        byte = bytes[at]!;
      }
      if (key === 1) {
        key = 0;
        if (!keys.add(bytes, start, at, escaped)) {
          return { kind: "duplicate_key", offset: start - 1, end: Math.min(at + 1, length) };
        }
      }
      at++;
    } else if (meaning === NUMBER) {
      const start = at - 1;
      let byte = bytes[at]!;
      while (byte >= ZERO && byte <= NINE && at < length) {
        at++;
        byte = bytes[at]!;
      }
      if (at < length && (byte === DOT || byte === LOWER_E || byte === UPPER_E)) {
        return { kind: "number_form", offset: start, end: numberEnd(bytes, at, length) };
      }
      if (bytes[start] === MINUS) return { kind: "number_form", offset: start, end: at };
      if (at - start >= SAFE_DIGITS && !isSafe(bytes, start, at)) {
        return { kind: "number_unsafe", offset: start, end: at };
      }
    } else if (meaning === COMMA) {
      key = object;
    } else if (meaning === CLOSE) {
      if (depth === 0) continue;
      if (object === 1) keys.close();
      object = outer[depth]!;
      depth--;
      key = 0;
    } else {
      if (depth === MAX_DEPTH) return { kind: "too_deep", offset: at - 1, end: at };
      depth++;
      outer[depth] = object;
      object = meaning === OPEN_OBJECT ? 1 : 0;
      key = object;
      if (object === 1) keys.open();
    }
  }
  return undefined;
}

/** The end of a number with a fraction or an exponent, for the message. */
function numberEnd(bytes: Uint8Array, from: number, length: number): number {
  let at = from;
  for (; at < length; at++) {
    const byte = bytes[at]!;
    const belongs = (byte >= ZERO && byte <= NINE) || byte === DOT || byte === LOWER_E ||
      byte === UPPER_E || byte === PLUS || byte === MINUS;
    if (!belongs) break;
  }
  return at;
}

function isSafe(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === SAFE_DIGITS &&
    Number.isSafeInteger(Number(String.fromCharCode(...bytes.subarray(start, end))));
}
