/**
 * Finds what `JSON.parse` would silently change: numbers it rounds, keys it drops, nesting without end.
 *
 * One pass over the text by character codes, several times faster than the parse it goes with. It
 * does not check the grammar (`JSON.parse` does), so it must accept any text without failing.
 */

/** Deepest nesting accepted, the same as serde_json's; every walk over a value may thus recurse. */
export const MAX_DEPTH = 128;

/** What was found, and where: offsets in UTF-16 units from the start of the text. */
export interface ScanProblem {
  readonly kind: "number_unsafe" | "number_form" | "duplicate_key" | "too_deep";
  readonly offset: number;
  readonly end: number;
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const UPPER_E = 69;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const LOWER_E = 101;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Digits of 2^53 - 1: fewer are always safe, more never. */
const SAFE_DIGITS = 16;
/** Keys of one object compared pairwise; larger objects get a set, so that the scan stays linear. */
const PAIRWISE_KEYS = 16;

/** Returns the first problem of the text, or `undefined`. Never throws. */
export function scanJson(text: string): ScanProblem | undefined {
  const length = text.length;
  const keys = keyLedger(text);
  // One entry per open bracket: whether it is an object.
  const objects: boolean[] = [];
  let inObject = false;
  let expectKey = false;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at + 1;
      let escaped = false;
      for (at = start; at < length; at++) {
        const inner = text.charCodeAt(at);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) {
          escaped = true;
          at++;
        }
      }
      if (expectKey) {
        expectKey = false;
        if (!keys.add(start, at, escaped)) {
          return { kind: "duplicate_key", offset: start - 1, end: Math.min(at + 1, length) };
        }
      }
      at++;
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const start = at;
      let plain = code !== MINUS;
      for (at++; at < length; at++) {
        const inner = text.charCodeAt(at);
        if (inner >= ZERO && inner <= NINE) continue;
        if (inner !== DOT && inner !== LOWER_E && inner !== UPPER_E && inner !== MINUS) {
          // A plus sign belongs to the number only within an exponent.
          if (inner !== 43 || plain) break;
        }
        plain = false;
      }
      if (!plain) return { kind: "number_form", offset: start, end: at };
      if (at - start >= SAFE_DIGITS && !Number.isSafeInteger(Number(text.slice(start, at)))) {
        return { kind: "number_unsafe", offset: start, end: at };
      }
    } else {
      if (code === COMMA) {
        expectKey = inObject;
      } else if (code === COLON) {
        expectKey = false;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (objects.length >= MAX_DEPTH) return { kind: "too_deep", offset: at, end: at + 1 };
        inObject = code === OPEN_OBJECT;
        objects.push(inObject);
        expectKey = inObject;
        if (inObject) keys.open();
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        if (objects.pop()) keys.close();
        inObject = objects.length > 0 && objects[objects.length - 1]!;
        expectKey = false;
      }
      at++;
    }
  }
  return undefined;
}

/** The keys seen so far in each open object, as spans of the text. */
function keyLedger(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  /** Where the keys of each open object begin in `starts`. */
  const bases: number[] = [];
  /** Per open object, all its keys decoded, once it has many keys or one with an escape. */
  const sets: (Set<string> | undefined)[] = [];

  function decoded(start: number, end: number): string {
    const raw = text.slice(start, end);
    if (!raw.includes("\\")) return raw;
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return raw;
    }
  }

  return {
    open() {
      bases.push(starts.length);
      sets.push(undefined);
    },
    close() {
      const base = bases.pop()!;
      starts.length = base;
      ends.length = base;
      sets.pop();
    },
    /** Records a key of the innermost object; `false` when it has been there before. */
    add(start: number, end: number, escaped: boolean): boolean {
      const base = bases[bases.length - 1]!;
      let set = sets[sets.length - 1];
      if (set === undefined && (escaped || starts.length - base >= PAIRWISE_KEYS)) {
        set = new Set();
        for (let i = base; i < starts.length; i++) set.add(decoded(starts[i]!, ends[i]!));
        sets[sets.length - 1] = set;
      }
      if (set !== undefined) {
        const size = set.size;
        return set.add(decoded(start, end)).size > size;
      }
      for (let i = base; i < starts.length; i++) {
        const other = starts[i]!;
        if (ends[i]! - other === end - start && sameSpan(text, other, start, end - start)) {
          return false;
        }
      }
      starts.push(start);
      ends.push(end);
      return true;
    },
  };
}

function sameSpan(text: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false;
  }
  return true;
}
