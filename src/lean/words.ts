/**
 * A set of words with a cheap first look. Most names in a text are none of the words asked for, and
 * can be told so by their first character and their length, without making a string of them.
 */

/** Words to look for in a text. */
export interface WordSet {
  /** Whether the text from `start` to `end` may be one of the words. */
  mayHold(text: string, start: number, end: number): boolean;
  /** Whether the text from `start` to `end` is one of the words. */
  holds(text: string, start: number, end: number): boolean;
}

/** Builds the first look for `words`, which start in ASCII. Lengths from 31 on count as one. */
export function createWordSet(words: Iterable<string>): WordSet {
  const known = new Set(words);
  const lengths = new Int32Array(128);
  for (const word of known) {
    const first = word.charCodeAt(0);
    lengths[first] = lengths[first]! | (1 << Math.min(word.length, 31));
  }
  return {
    mayHold,
    holds: (text, start, end) => mayHold(text, start, end) && known.has(text.slice(start, end)),
  };

  function mayHold(text: string, start: number, end: number): boolean {
    const first = text.charCodeAt(start);
    return first < 128 && (lengths[first]! & (1 << Math.min(end - start, 31))) !== 0;
  }
}
