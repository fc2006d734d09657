/**
 * A set of words with a cheap first look. Most names in a text are none of the words asked for, and
 * can be told so by their length, their first and their last character, without making a string of them.
 */

/** Words to look for in a text. */
export interface WordSet {
  /** Whether a text of this length, from the first code unit to the last, may be one of the words. */
  mayHold(first: number, last: number, length: number): boolean;
  /** Whether `text` is one of the words. */
  has(text: string): boolean;
}

/** Builds the first look for `words`. Lengths from 31 on count as one; words outside ASCII are all let pass. */
export function createWordSet(words: Iterable<string>): WordSet {
  const known = new Set<string>();
  // By the first character: a bit for each length, and one for each class of last characters.
  const lengths = new Int32Array(128);
  const lasts = new Int32Array(128);
  let wide = false;
  for (const word of words) {
    const first = word.charCodeAt(0);
    known.add(word);
    if (first >= 128) wide = true;
    lengths[first] = lengths[first]! | bitOf(Math.min(word.length, 31));
    lasts[first] = lasts[first]! | bitOf(word.charCodeAt(word.length - 1));
  }
  return {
    mayHold: (first, last, length) =>
      first < 128
        ? (lengths[first]! & bitOf(Math.min(length, 31))) !== 0 &&
          (lasts[first]! & bitOf(last)) !== 0
        : wide,
    has: (text) => known.has(text),
  };
}

/** A bit for the number, the same for those that are equal modulo 32. */
function bitOf(number: number): number {
  return 1 << (number & 31);
}
