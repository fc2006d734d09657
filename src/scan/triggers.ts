/**
 * Finds the rules' trigger words in raw text, many at once, without splitting it into tokens. A file
 * without any has no findings, and a token that holds none needs no look; what a hit means is decided
 * on the token it lies in.
 *
 * Each word is looked for by six characters in a row, its neighbours included if it is shorter. Of
 * every four positions one then starts three characters of the six, so only each fourth is looked at.
 */
import { ASCII_CLASS, ID_REST, SPACE } from "../lean/chars.ts";

const STRIDE = 4;
const GRAM = 3;
const SPAN = STRIDE + GRAM - 1;
/** Stands for every character outside ASCII. */
const OTHER = 127;
/** Slots of the table; the filter has to stay in the processor's first cache. */
const SLOTS = 1 << 15;

/** Where a trigger word occurs. */
export interface Hit {
  /** Offset of the word in code units. */
  readonly offset: number;
  readonly word: string;
}

/** A compiled set of words. */
export type TriggerSearch = (text: string) => readonly Hit[];

/** A word and the offset from its start to where a slot's three characters stand. */
interface Placed {
  readonly word: string;
  readonly back: number;
  /** First and last code unit: most comparisons end with these, without a call. */
  readonly first: number;
  readonly last: number;
}

/**
 * Compiles `words` into a search for every occurrence of each, in order of position.
 *
 * Words are ASCII, of three or more code units. Some are found only where the name does not go on
 * after them, and those shorter than five only where no letter stands before. One of three must also
 * have white space or a comment after it, and then no small letter.
 */
export function compileTriggers(words: readonly string[]): TriggerSearch {
  const bySlot = new Map<number, Placed[]>();
  for (const word of new Set(words)) {
    const from = spanStart(word);
    for (let back = from; back < from + STRIDE; back++) {
      const first = word.charCodeAt(0);
      const last = word.charCodeAt(word.length - 1);
      for (const slot of slotsAt(word, back)) {
        bySlot.set(slot, [...bySlot.get(slot) ?? [], { word, back, first, last }]);
      }
    }
  }
  const table = pack(bySlot);
  return (text) => search(text, table);
}

/** What the search looks up, packed so that the part it reads at every step stays in cache. */
interface Table {
  /** The character that must follow a slot's three: 0 for an empty slot, OTHER where any may. */
  readonly nexts: Uint8Array;
  /** Index into `lists` of each slot. */
  readonly ids: Uint16Array;
  /** The distinct lists; slots that differ only in a neighbouring character share one. */
  readonly lists: readonly (readonly Placed[])[];
}

function pack(bySlot: ReadonlyMap<number, readonly Placed[]>): Table {
  const nexts = new Uint8Array(SLOTS);
  const ids = new Uint16Array(SLOTS);
  const lists: (readonly Placed[])[] = [[]];
  const known = new Map<string, number>();
  for (const [slot, list] of bySlot) {
    const name = list.map(({ word, back }) => `${word} ${back}`).join(",");
    const id = known.get(name) ?? lists.push(list) - 1;
    known.set(name, id);
    nexts[slot] = nextOf(list);
    ids[slot] = id;
  }
  return { nexts, ids, lists };
}

/** The character that follows the three in every word of a slot, or OTHER. */
function nextOf(list: readonly Placed[]): number {
  const found = new Set(list.map(({ word, back }) => word.charCodeAt(back + GRAM)));
  const [only = NaN] = found;
  return found.size > 1 || Number.isNaN(only) ? OTHER : only;
}

function search(text: string, { nexts, ids, lists }: Table): readonly Hit[] {
  const hits: Hit[] = [];
  const limit = text.length - GRAM + 1;
  let at = 0;
  for (; at < limit; at += STRIDE) {
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    const third = text.charCodeAt(at + 2);
    // Characters outside ASCII are rare, and have a slot only as a neighbour of a word.
    const next = nexts[slotOf(first, second, third)]!;
    if ((first | third) <= OTHER) {
      if (next === 0) continue;
      if (next !== OTHER && next !== text.charCodeAt(at + GRAM)) continue;
    }
    const slot = slotOf(Math.min(first, OTHER), second, Math.min(third, OTHER));
    compare(text, at, lists[ids[slot]!]!, hits);
  }
  for (; at < text.length; at += STRIDE) {
    // Past the end there is nothing to go on with a name, as after NUL.
    const second = at + 1 < text.length ? characterAt(text, at + 1) : 0;
    compare(text, at, lists[ids[slotOf(characterAt(text, at), second, 0)]!]!, hits);
  }
  return hits;
}

function compare(text: string, at: number, placed: readonly Placed[], hits: Hit[]): void {
  for (let k = 0; k < placed.length; k++) {
    const { word, back, first, last } = placed[k]!;
    const offset = at - back;
    if (text.charCodeAt(offset) !== first) continue;
    if (text.charCodeAt(offset + word.length - 1) !== last) continue;
    if (text.startsWith(word, offset)) hits.push({ offset, word });
  }
}

/** Slot of three characters of {@link characterAt}. Collisions cost a comparison. */
function slotOf(first: number, second: number, third: number): number {
  return (Math.imul(first, 0x3d4d51) ^ Math.imul(second, 0x9e37) ^ third) & (SLOTS - 1);
}

function characterAt(text: string, at: number): number {
  return Math.min(text.charCodeAt(at), OTHER);
}

/**
 * Offset in the word at which its six characters begin, -1 for the character before a short one:
 * those that other text is least likely to have.
 */
function spanStart(word: string): number {
  if (word.length < SPAN - 1) return -1;
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

/** The slots of every three characters that can stand at `at` of the word and after. */
function slotsAt(word: string, at: number): ReadonlySet<number> {
  const slots = new Set<number>();
  for (const first of charactersAt(word, at)) {
    for (const second of charactersAt(word, at + 1)) {
      for (const third of charactersAt(word, at + 2)) slots.add(slotOf(first, second, third));
    }
  }
  return slots;
}

/** The characters that may stand at `at` of a word: one inside it, a class beside it. */
function charactersAt(word: string, at: number): readonly number[] {
  if (at < 0) return BEFORE;
  if (at < word.length) return [word.charCodeAt(at)];
  if (word.length > 3) return AFTER;
  return at === word.length ? BLANK : NAME_START;
}

/** Printing characters, white space, and NUL for the end; Lean text has no other control characters. */
const ANY_CODES = Array.from({ length: 128 }, (_, code) => code);
const ANY = ANY_CODES.filter((code) =>
  code === 0 || code >= 0x20 || (ASCII_CLASS[code]! & SPACE) !== 0
);
/** What may follow a whole name part. */
const AFTER = ANY.filter((code) => code === OTHER || (ASCII_CLASS[code]! & ID_REST) === 0);
/** What may stand between a short keyword and the name it declares. */
const BLANK = AFTER.filter((code) => /[\s/-]/.test(String.fromCharCode(code)));
/** What may follow that; small letters are left out because the names looked for have none first. */
const NAME_START = ANY.filter((code) =>
  code === OTHER || /[A-Z\s/-]/.test(String.fromCharCode(code))
);
/** What may precede one; no hex number ends before `def` or `elab`, for `d` and `e` would go on with it. */
const BEFORE = ANY.filter((code) => !/[a-z_]/i.test(String.fromCharCode(code)));

/** Rough share of each character in Lean text, from the most common: a space, then small letters. */
const SHARES: readonly number[] = ANY_CODES.map((code) => {
  const rank = " etnaiosrlhdmcupfgbvyxwkqjz".indexOf(String.fromCharCode(code));
  return rank < 0 ? 0.003 : 0.14 / (rank + 1) + 0.005;
});
