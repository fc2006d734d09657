/**
 * Finds the rules' trigger words in raw text, many at once, without splitting it into tokens. A file
 * without any has no findings, and a token that holds none needs no look; what a hit means is decided
 * on the token it lies in.
 *
 * This is Wu and Manber's search: two code units at the end of a window say how far the window can
 * move, usually past several characters, so most of a text is never read.
 */

/** Shortest window; a shorter word is found with one character of whatever precedes it. */
const WINDOW = 4;
const SHIFT = WINDOW - 1;

/** Where a trigger word occurs. */
export interface Hit {
  /** Offset of the word in code units. */
  readonly offset: number;
  readonly word: string;
}

/** A compiled set of words. */
export type TriggerSearch = (text: string) => readonly Hit[];

/**
 * Compiles `words` (each of three or more code units) into a search for every occurrence of each,
 * in order of position. A three-letter word at the very start of a text is not found.
 */
export function compileTriggers(words: readonly string[]): TriggerSearch {
  const shifts = new Uint8Array(65536).fill(SHIFT);
  const buckets = new Map<number, string[]>();
  for (const word of new Set(words)) {
    const pad = Math.max(0, WINDOW - word.length);
    for (let at = 0; at + 1 < WINDOW; at++) {
      const shift = WINDOW - 2 - at;
      for (const key of keysAt(word, at - pad)) shifts[key] = Math.min(shifts[key]!, shift);
    }
    const last = keyOf(word.charCodeAt(WINDOW - 2 - pad), word.charCodeAt(WINDOW - 1 - pad));
    buckets.set(last, [...buckets.get(last) ?? [], word]);
  }
  return (text) => search(text, shifts, buckets);
}

function search(
  text: string,
  shifts: Uint8Array,
  buckets: ReadonlyMap<number, readonly string[]>,
): readonly Hit[] {
  const hits: Hit[] = [];
  const length = text.length;
  let at = WINDOW - 1;
  while (at < length) {
    const key = keyOf(text.charCodeAt(at - 1), text.charCodeAt(at));
    const shift = shifts[key]!;
    if (shift > 0) {
      at += shift;
      continue;
    }
    for (const word of buckets.get(key) ?? []) {
      const offset = at + 1 - Math.min(WINDOW, word.length);
      if (text.startsWith(word, offset)) hits.push({ offset, word });
    }
    at++;
  }
  return hits;
}

/** Hash of two code units. Characters that collide cost a look, never a hit. */
function keyOf(first: number, second: number): number {
  return ((first & 0xff) << 8) | (second & 0xff);
}

/** Keys of the pair at `at` of a word; before the word any character may stand. */
function keysAt(word: string, at: number): readonly number[] {
  if (at >= 0) return [keyOf(word.charCodeAt(at), word.charCodeAt(at + 1))];
  return Array.from({ length: 256 }, (_, any) => keyOf(any, word.charCodeAt(0)));
}
