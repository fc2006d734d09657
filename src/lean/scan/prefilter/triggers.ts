/**
 * Finds the rules' trigger words in raw UTF-8, many at once, without decoding it or splitting it into
 * tokens. A file without any has no findings, and a token that holds none needs no look; what a hit
 * means is decided on the token it lies in.
 *
 * Each word is looked for by six characters in a row, its neighbours included if it is shorter. Of
 * every four positions one then starts three characters of the six, so that only one place in four is
 * looked at. The loop over the bytes is `triggers.wat`; here are the tables that it goes by.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { ASCII_CLASS, ID_REST } from "../../syntax/chars.ts";
import { WASM } from "./triggers_wasm.ts";

/** A character that is not shown. */
const FORMAT = /\p{Cf}/u;
const STRIDE = 4;
const GRAM = 3;
const SPAN = STRIDE + GRAM - 1;
/** Words of fewer characters need one before them for the six. */
export const SHORT: number = SPAN - 1;
/** Stands for every byte outside ASCII. */
const OTHER = 127;
/** Slots of the table; the filter has to stay in the processor's first cache. */
const SLOT_BITS = 15;
/** Bytes that are looked through at a time; there is room for twelve hits in every four. */
const BLOCK = 0x4000;
/** Bytes around a block in which a word may begin and end. */
const MARGIN = 64;
/** How much of a word the loop compares: a number of eight bytes. */
const COMPARED = 8;
/** An entry: those bytes, their mask, and how they are placed. */
const ENTRY = 24;
/** Stands for a word in a hit on a mark. */
const MARK = 0xff;

/** Told of each hit, in no certain order: the offset in bytes, and the index of the word. */
export type See = (offset: number, word: number) => void;

/** What bytes hold besides words. */
export interface Content {
  /** Whether they are UTF-8 without a NUL. */
  readonly clean: boolean;
  /** Whether a format character stands among them, a byte order mark at their start aside. */
  readonly hasFormat: boolean;
}

/** A compiled set of words. */
export type TriggerSearch = (bytes: Uint8Array, see: See) => Content;

/** A word and the offset from its start to where a slot's three characters stand. */
interface Placed {
  readonly index: number;
  readonly back: number;
}

/**
 * Compiles `words` into a search for every occurrence of each.
 *
 * Words are ASCII, of three or more characters, or the single `?` or `#`. Some are found only where the name
 * does not go on after them, and those shorter than {@link SHORT} only where no letter stands before.
 * One of three must also have white space, a comment or a quoted name after it, and no small letter then.
 *
 * @throws RangeError for more words than the loop's tables have room for.
 */
export function compileTriggers(words: readonly string[]): TriggerSearch {
  if (words.length > MARK) throw new RangeError(`Expected at most ${MARK} words`);
  const codes = words.map((word) => Buffer.from(word, "latin1"));
  const marks = new Int32Array(128).fill(-1);
  for (const [index, word] of words.entries()) {
    if (word.length === 1) marks[word.charCodeAt(0)] = index;
  }
  const loop = instantiate();
  fill(loop, codes, chainsOf(words));
  return (bytes, see) => search(loop, bytes, codes, marks, see);
}

/** The words that may have the three characters of a slot somewhere, by slot. */
function chainsOf(words: readonly string[]): ReadonlyMap<number, readonly Placed[]> {
  const bySlot = new Map<number, Map<string, Placed>>();
  for (const [index, word] of words.entries()) {
    if (word.length === 1) continue;
    const from = spanStart(word);
    for (let back = from; back < from + STRIDE; back++) {
      for (const gram of gramsAt(word, back)) {
        const slot = slotOf(gram);
        const chain = bySlot.get(slot) ?? new Map<string, Placed>();
        // A word that comes twice, by two neighbours that share the slot, is compared once.
        bySlot.set(slot, chain.set(`${index} ${back}`, { index, back }));
      }
    }
  }
  return new Map([...bySlot].map(([slot, chain]) => [slot, [...chain.values()]]));
}

/** The loop of `triggers.wat`, and its memory: where the parts of it lie is told there. */
interface Loop {
  readonly search: (length: number) => number;
  readonly memory: Uint8Array;
  readonly view: DataView;
  readonly at: Readonly<Record<"slots" | "chains" | "entries" | "text" | "hits", number>>;
}

function instantiate(): Loop {
  const module = new WebAssembly.Module(Buffer.from(WASM, "base64"));
  const exports = new WebAssembly.Instance(module).exports;
  const { buffer } = exports.memory as WebAssembly.Memory;
  const address = (name: string): number => (exports[name] as WebAssembly.Global).value;
  return {
    search: exports.search as Loop["search"],
    memory: new Uint8Array(buffer),
    view: new DataView(buffer),
    at: {
      slots: address("slots"),
      chains: address("chains"),
      entries: address("entries"),
      text: address("text"),
      hits: address("hits"),
    },
  };
}

/** Writes the tables. Chains of the same words, by different neighbours, are written once. */
function fill(
  { memory, view, at }: Loop,
  codes: readonly Uint8Array[],
  chains: ReadonlyMap<number, readonly Placed[]>,
): void {
  const known = new Map<string, number>();
  let free = at.entries;
  for (const [slot, chain] of chains) {
    const name = chain.map(({ index, back }) => `${index} ${back}`).join();
    const start = known.get(name) ?? free;
    memory[at.slots + slot] = 1;
    view.setUint32(at.chains + 4 * slot, start, true);
    if (known.has(name)) continue;
    known.set(name, start);
    for (const [place, { index, back }] of chain.entries()) {
      const compared = codes[index]!.subarray(0, COMPARED);
      memory.set(compared, free);
      memory.fill(0xff, free + COMPARED, free + COMPARED + compared.length);
      view.setInt32(free + 2 * COMPARED, back, true);
      view.setUint8(free + 2 * COMPARED + 4, index);
      view.setUint8(free + 2 * COMPARED + 5, place + 1 < chain.length ? 1 : 0);
      free += ENTRY;
      if (free > at.text - MARGIN) throw new RangeError("Expected fewer words, or longer ones");
    }
  }
}

function search(
  { search, memory, view, at }: Loop,
  bytes: Uint8Array,
  codes: readonly Uint8Array[],
  marks: Int32Array,
  see: See,
): Content {
  let clean = isUtf8(bytes);
  let hasFormat = false;
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const from = Math.max(0, start - MARGIN);
    const part = bytes.subarray(from, start + BLOCK + MARGIN);
    const into = at.text + from - start;
    // Past either end there is nothing to go on with a name, as after NUL.
    memory.fill(0, at.text - MARGIN, into);
    memory.set(part, into);
    memory.fill(0, into + part.length, at.text + BLOCK + MARGIN);
    const count = search(Math.min(BLOCK, bytes.length - start));
    for (let k = 0; k < count; k++) {
      const hit = view.getInt32(at.hits + 4 * k, true);
      const offset = start + (hit >> 8);
      const index = hit & 0xff;
      if (index !== MARK) {
        if (ends(bytes, offset, codes[index]!)) see(offset, index);
      } else if (offset < bytes.length) {
        const byte = bytes[offset]!;
        if (byte === 0) clean = false;
        else if (byte >= 0x80) hasFormat ||= offset > 0 && startsFormat(bytes, offset);
        else if (marks[byte]! >= 0) see(offset, marks[byte]!);
      }
    }
  }
  return { clean, hasFormat };
}

/** Whether the UTF-8 sequence at `offset` is a character of category Cf. */
function startsFormat(bytes: Uint8Array, offset: number): boolean {
  const lead = bytes[offset]!;
  const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let code = lead & (0x7f >> size);
  for (let k = 1; k < size; k++) code = code << 6 | (bytes[offset + k] ?? 0) & 0x3f;
  // Quotes and dashes are common.
  if (code >= 0x2010 && code <= 0x2029) return false;
  return code <= 0x10ffff && FORMAT.test(String.fromCodePoint(code));
}

/** Whether the word at `offset`, of which the loop compared the start, goes on as it should. */
function ends(bytes: Uint8Array, offset: number, word: Uint8Array): boolean {
  for (let i = COMPARED; i < word.length; i++) if (bytes[offset + i] !== word[i]) return false;
  return true;
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
