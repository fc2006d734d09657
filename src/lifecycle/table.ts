/**
 * A persistent table: rows found by a natural key, kept in the order in which they were added.
 *
 * States share what did not change, so that adding to a log of 100,000 entries copies a few short
 * arrays instead of the log; and as nothing is ever overwritten, every earlier state stays what it
 * was. The form is a trie over the key's digits in base 32, the most significant first, so that keys
 * which follow each other stay together. Tables with the same rows, added in the same order, are
 * structurally equal.
 */

/** Rows by key, in order of addition. Read it with {@linkcode lookup} and {@linkcode rows}. */
export interface Table<V> {
  /** How many rows there are. */
  readonly size: number;
  /** How many digits a key may have. */
  readonly height: number;
  /** `32 ** height`: every key is less. */
  readonly span: number;
  /** The topmost node. */
  readonly root: Branch<V>;
}

/** A node of the trie: bit `d` of `bits` is set when there is a slot for the digit `d`. */
export interface Branch<V> {
  /** Which digits have a slot. */
  readonly bits: number;
  /** One for each bit that is set, lowest first. */
  readonly slots: readonly (Branch<V> | Row<V>)[];
}

/** A leaf of the trie. */
export interface Row<V> {
  /** What it is found by. */
  readonly key: number;
  /** How many rows were added before. */
  readonly order: number;
  /** What it holds. */
  readonly value: V;
}

/** The table without rows. */
export function emptyTable<V>(): Table<V> {
  return EMPTY;
}

const EMPTY: Table<never> = { size: 0, height: 1, span: 32, root: { bits: 0, slots: [] } };

/** The value of the row with this key, or `undefined`. */
export function lookup<V>({ height, root }: Table<V>, key: number): V | undefined {
  // A key with more digits than the table has room for ends at a row with another key, or at none.
  let branch = root;
  for (let level = height - 1;; level--) {
    const bit = bitOf(key, level);
    if ((branch.bits & bit) === 0) return undefined;
    const slot = branch.slots[countBits(branch.bits & (bit - 1))]!;
    if (!("slots" in slot)) return slot.key === key ? slot.value : undefined;
    branch = slot;
  }
}

/** The table with a row behind the others. The key must be new. */
export function append<V>(table: Table<V>, key: number, value: V): Table<V> {
  let { height, span, root } = table;
  for (; key >= span; height++, span *= 32) {
    // A node without rows needs no place.
    if (table.size > 0) root = { bits: 1, slots: [root] };
  }
  const row = { key, order: table.size, value };
  return { size: table.size + 1, height, span, root: put(root, height - 1, row) };
}

/** The table with the value of one row replaced, in its place. The key must be known. */
export function replace<V>(table: Table<V>, key: number, value: V): Table<V> {
  const { size, height, span, root } = table;
  return { size, height, span, root: put(root, height - 1, { key, order: size, value }) };
}

/** The values, in order of addition. */
export function rows<V>(table: Table<V>): V[] {
  const values = new Array<V>(table.size);
  collect(table.root, values);
  return values;
}

function collect<V>(branch: Branch<V>, values: V[]): void {
  for (const slot of branch.slots) {
    if ("slots" in slot) collect(slot, values);
    else values[slot.order] = slot.value;
  }
}

/** Adds the row, or gives a row of the same key its value. */
function put<V>({ bits, slots }: Branch<V>, level: number, row: Row<V>): Branch<V> {
  const bit = bitOf(row.key, level);
  const at = countBits(bits & (bit - 1));
  if ((bits & bit) === 0) return { bits: bits | bit, slots: slots.toSpliced(at, 0, row) };
  const slot = slots[at]!;
  if ("slots" in slot) return { bits, slots: slots.with(at, put(slot, level - 1, row)) };
  const next = slot.key === row.key
    ? { key: row.key, order: slot.order, value: row.value }
    : put(put({ bits: 0, slots: [] }, level - 1, slot), level - 1, row);
  return { bits, slots: slots.with(at, next) };
}

/** The bit of the key's digit at a level. Bit operations reach 32 bits, a key has 53. */
export function bitOf(key: number, level: number): number {
  return level < 6
    ? 1 << ((key >>> (5 * level)) & 31)
    : 1 << ((Math.floor(key / 2 ** 30) >>> (5 * (level - 6))) & 31);
}

/** How many bits are set. */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
