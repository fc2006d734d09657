/**
 * Finds the rules' trigger words in raw UTF-8, many at once, without decoding it or splitting it into
 * tokens. A file without any has no findings, and a token that holds none needs no look; what a hit
 * means is decided on the token it lies in.
 *
 * Each word is looked for by six characters in a row, its neighbours included if it is shorter. Of
 * every four positions one then starts three characters of the six, so that four bytes are looked at as
 * one number. What else concerns every byte is asked of that number too: a question or a hash mark, and
 * a NUL.
 */
import { isUtf8 } from "node:buffer";
import { ASCII_CLASS, ID_REST } from "../lean/chars.ts";

const STRIDE = 4;
const GRAM = 3;
const SPAN = STRIDE + GRAM - 1;
/** Words of fewer characters need one before them for the six. */
export const SHORT: number = SPAN - 1;
/** Stands for every byte outside ASCII. */
const OTHER = 127;
/** Stands for the three characters of a slot that has more than one such. */
const SEVERAL = -1;
/** Slots of the table; the filter has to stay in the processor's first cache. */
const SLOT_BITS = 15;

// Four bytes at once: a byte of `(v - ONES) & ~v & HIGHS` is set where `v` has a zero byte.
const ONES = 0x01010101;
const HIGHS = 0x80808080 | 0;
const QUESTIONS = 0x3f3f3f3f;
const HASHES = 0x23232323;

/** Told of each hit, in no certain order: the offset in bytes, and the index of the word. */
export type See = (offset: number, word: number) => void;

/** A compiled set of words. Returns whether the bytes are UTF-8 without a NUL. */
export type TriggerSearch = (bytes: Uint8Array, see: See) => boolean;

/** A word and the offset from its start to where a slot's three characters stand. */
interface Placed {
  readonly index: number;
  readonly codes: Uint8Array;
  /** Of the codes, at hand: most comparisons end with these. */
  readonly first: number;
  readonly last: number;
  readonly length: number;
  readonly back: number;
  /** The three characters, from the lowest byte on. */
  readonly gram: number;
}

/**
 * Compiles `words` into a search for every occurrence of each.
 *
 * Words are ASCII, of three or more characters, or the single `?` or `#`. Some are found only where the name
 * does not go on after them, and those shorter than {@link SHORT} only where no letter stands before.
 * One of three must also have white space, a comment or a quoted name after it, and no small letter then.
 */
export function compileTriggers(words: readonly string[]): TriggerSearch {
  const bySlot = new Map<number, Placed[]>();
  const marks = new Int32Array(128).fill(-1);
  for (const [index, word] of words.entries()) {
    if (word.length === 1) {
      marks[word.charCodeAt(0)] = index;
      continue;
    }
    const from = spanStart(word);
    const codes = Uint8Array.from(word, (char) => char.charCodeAt(0));
    const [first, last, length] = [codes[0]!, codes.at(-1)!, codes.length];
    for (let back = from; back < from + STRIDE; back++) {
      for (const gram of gramsAt(word, back)) {
        const slot = slotOf(gram);
        bySlot.set(slot, [...bySlot.get(slot) ?? [], {
          index,
          codes,
          first,
          last,
          length,
          back,
          gram,
        }]);
      }
    }
  }
  const table = pack(bySlot);
  return (bytes, see) => search(bytes, table, marks, see);
}

/** What the search looks up, packed so that the part it reads at every step stays in cache. */
interface Table {
  /** The character that must follow a slot's three: 0 for an empty slot, OTHER where any may. */
  readonly nexts: Uint8Array;
  /** The three characters of each slot, or SEVERAL. */
  readonly grams: Int32Array;
  /** Index into `lists` of each slot. */
  readonly ids: Uint16Array;
  /** The distinct lists; slots that differ only in a neighbouring character share one. */
  readonly lists: readonly (readonly Placed[])[];
}

function pack(bySlot: ReadonlyMap<number, readonly Placed[]>): Table {
  const nexts = new Uint8Array(1 << SLOT_BITS);
  const grams = new Int32Array(1 << SLOT_BITS);
  const ids = new Uint16Array(1 << SLOT_BITS);
  const lists: (readonly Placed[])[] = [[]];
  const known = new Map<string, number>();
  for (const [slot, list] of bySlot) {
    // A word that comes twice, by two neighbours that share the slot, is compared once.
    const distinct = new Map(list.map((placed) => [`${placed.index} ${placed.back}`, placed]));
    const name = [...distinct.keys()].join(",");
    const id = known.get(name) ?? lists.push([...distinct.values()]) - 1;
    known.set(name, id);
    nexts[slot] = nextOf(list);
    const [gram = SEVERAL, ...others] = new Set(list.map(({ gram }) => gram));
    grams[slot] = others.length > 0 ? SEVERAL : gram;
    ids[slot] = id;
  }
  return { nexts, grams, ids, lists };
}

/** The character that follows the three in every word of a slot, or OTHER. */
function nextOf(list: readonly Placed[]): number {
  const found = new Set(list.map(({ codes, back }) => codes[back + GRAM]));
  const [only = OTHER] = found;
  return found.size > 1 ? OTHER : only;
}

function search(unaligned: Uint8Array, table: Table, marks: Int32Array, see: See): boolean {
  const bytes = unaligned.byteOffset % STRIDE === 0 ? unaligned : unaligned.slice();
  const { nexts, grams, ids, lists } = table;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let clean = isUtf8(bytes);
  for (let k = 0; k < words.length; k++) {
    let word = words[k]!;
    const question = word ^ QUESTIONS;
    const hash = word ^ HASHES;
    const zeros = ((word - ONES) & ~word) | ((question - ONES) & ~question) |
      ((hash - ONES) & ~hash);
    if ((zeros & HIGHS) !== 0) {
      if (!mark(bytes, k * STRIDE, k * STRIDE + STRIDE, marks, see)) clean = false;
    }
    if ((word & HIGHS) !== 0) word = folded(word);
    const gram = word & 0xffffff;
    const slot = slotOf(gram);
    const next = nexts[slot]!;
    if (next === 0 || (next !== OTHER && next !== word >>> 24)) continue;
    if (grams[slot] !== gram && grams[slot] !== SEVERAL) continue;
    compare(bytes, k * STRIDE, lists[ids[slot]!]!, see);
  }
  if (bytes.length % STRIDE !== 0) {
    const at = words.length * STRIDE;
    if (!mark(bytes, at, bytes.length, marks, see)) clean = false;
    // Past the end there is nothing to go on with a name, as after NUL.
    const three = (bytes[at] ?? 0) | (bytes[at + 1] ?? 0) << 8 | (bytes[at + 2] ?? 0) << 16;
    compare(bytes, at, lists[ids[slotOf(folded(three))]!]!, see);
  }
  return clean;
}

/** Tells of the marks among the bytes; false if there is a NUL. */
function mark(bytes: Uint8Array, from: number, to: number, marks: Int32Array, see: See): boolean {
  let clean = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === 0) clean = false;
    else if (byte < 0x80 && marks[byte]! >= 0) see(at, marks[byte]!);
  }
  return clean;
}

/** Four bytes with OTHER in the place of each that is not ASCII. */
function folded(word: number): number {
  const high = word & HIGHS;
  return (word | Math.imul(high >>> 7, 0x7f)) & ~high;
}

function compare(bytes: Uint8Array, at: number, placed: readonly Placed[], see: See): void {
  for (let k = 0; k < placed.length; k++) {
    const { index, codes, back, first, last, length } = placed[k]!;
    const offset = at - back;
    const end = offset + length;
    if (offset < 0 || end > bytes.length) continue;
    if (bytes[offset] !== first || bytes[end - 1] !== last) continue;
    let i = 1;
    while (i < length && bytes[offset + i] === codes[i]) i++;
    if (i === length) see(offset, index);
  }
}

/** Slot of three characters, each a byte from the lowest on. Collisions cost a comparison. */
function slotOf(gram: number): number {
  return Math.imul(gram, 0x64140609) >>> (32 - SLOT_BITS);
}

/**
 * Offset in the word at which its six characters begin, -1 for the character before a short one:
 * those that other text is least likely to have.
 */
function spanStart(word: string): number {
  if (word.length < SHORT) return -1;
  let best = 0;
  let least = Infinity;
  for (let from = 0; from + SPAN <= word.length + 1; from++) {
    let likelihood = 0;
    for (let at = from; at < from + STRIDE; at++) {
      likelihood += chance(word, at) * chance(word, at + 1) * chance(word, at + 2);
    }
    if (likelihood < least) {
      best = from;
      least = likelihood;
    }
  }
  return best;
}

/** Rough share of Lean text that the characters at `at` of the word make up. */
function chance(word: string, at: number): number {
  return charactersAt(word, at).reduce((sum, code) => sum + (SHARES[code] ?? 0), 0);
}

/** Every three characters that can stand at `at` of the word and after. */
function gramsAt(word: string, at: number): ReadonlySet<number> {
  const grams = new Set<number>();
  for (const first of charactersAt(word, at)) {
    for (const second of charactersAt(word, at + 1)) {
      for (const third of charactersAt(word, at + 2)) grams.add(first | second << 8 | third << 16);
    }
  }
  return grams;
}

/** The characters that may stand at `at` of a word: one inside it, a class beside it. */
function charactersAt(word: string, at: number): readonly number[] {
  if (at < 0) return BEFORE;
  if (at < word.length) return [word.charCodeAt(at)];
  if (word.length > 3) return AFTER;
  return at === word.length ? BLANK : NAME_START;
}

/** Every character; NUL stands for the end. */
const ANY = Array.from({ length: 128 }, (_, code) => code);
/** What may follow a whole name part. */
const AFTER = ANY.filter((code) => code === OTHER || (ASCII_CLASS[code]! & ID_REST) === 0);
/** What may stand between a short keyword and the name it declares. */
const BLANK = AFTER.filter((code) => code === OTHER || /[\s/-]/.test(String.fromCharCode(code)));
/** What may follow that; small letters are left out because the names looked for have none first. */
const NAME_START = ANY.filter((code) =>
  code === OTHER || /[A-Z_\s/-]/.test(String.fromCharCode(code))
);
/** What may precede one; no hex number ends before `def` or `elab`, for `d` and `e` would go on with it. */
const BEFORE = ANY.filter((code) => !/[a-z_]/i.test(String.fromCharCode(code)));

/** Rough share of each character in Lean text, from the most common: a space, then small letters. */
const SHARES: readonly number[] = ANY.map((code) => {
  const rank = " etnaiosrlhdmcupfgbvyxwkqjz".indexOf(String.fromCharCode(code));
  return rank < 0 ? 0.003 : 0.14 / (rank + 1) + 0.005;
});
