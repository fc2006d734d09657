/** Makes a whole {@linkcode Table} at once, for a restart: no reduction does. */
import { bitOf, countBits, emptyTable, type Row, type Table } from "./table.ts";

/** The table of values that are appended one after the other, made at once. Keys must differ. */
export function tableOf<V>(values: readonly V[], keyOf: (value: V) => number): Table<V> {
  let { height, span } = emptyTable<V>();
  let root: Building<V> = { bits: 0, slots: [] };
  values.forEach((value, order) => {
    const key = keyOf(value);
    for (; key >= span; height++, span *= 32) {
      if (order > 0) root = { bits: 1, slots: [root] };
    }
    add(root, height - 1, { key, order, value });
  });
  return { size: values.length, height, span, root };
}

/** A node that only its maker knows yet. */
interface Building<V> {
  bits: number;
  readonly slots: (Building<V> | Row<V>)[];
}

/** As {@linkcode put}, of a row with a new key, in place. */
function add<V>(branch: Building<V>, level: number, row: Row<V>): void {
  const bit = bitOf(row.key, level);
  const at = countBits(branch.bits & (bit - 1));
  if ((branch.bits & bit) === 0) {
    branch.bits |= bit;
    if (at === branch.slots.length) branch.slots.push(row);
    else branch.slots.splice(at, 0, row);
    return;
  }
  const slot = branch.slots[at]!;
  if ("slots" in slot) return add(slot, level - 1, row);
  const next: Building<V> = { bits: 0, slots: [] };
  add(next, level - 1, slot);
  add(next, level - 1, row);
  branch.slots[at] = next;
}
