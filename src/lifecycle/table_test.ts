import assert from "node:assert/strict";
import fc from "fast-check";
import { append, emptyTable, lookup, replace, rows, type Table } from "./table.ts";
import { tableOf } from "./table_of.ts";
import { unshared } from "./testing/objects.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** Keys close together, keys spread out, and keys that differ in one digit only. */
const keys = fc.uniqueArray(
  fc.oneof(
    fc.nat(70),
    fc.nat(5000),
    fc.maxSafeNat(),
    fc.nat(52).map((n) => 2 ** n),
    fc.nat(40).map((n) => MAX - n),
  ),
  { maxLength: 80 },
);

function appended(keys: readonly number[]): Table<string> {
  return keys.reduce((table, key) => append(table, key, `${key}`), emptyTable<string>());
}

Deno.test("lookup() finds every row and no other", () => {
  fc.assert(fc.property(keys, keys, (known, others) => {
    const table = appended(known);
    assert.equal(table.size, known.length);
    for (const key of known) assert.equal(lookup(table, key), `${key}`);
    for (const key of others) {
      assert.equal(lookup(table, key), known.includes(key) ? `${key}` : undefined);
    }
  }));
});

Deno.test("rows() keeps the order of addition, whatever is replaced", () => {
  fc.assert(fc.property(keys, fc.array(fc.nat()), (known, picks) => {
    const expected = known.map((key) => `${key}`);
    let table = appended(known);
    for (const pick of picks) {
      if (known.length === 0) continue;
      const at = pick % known.length;
      expected[at] += "'";
      table = replace(table, known[at]!, expected[at]!);
    }
    assert.deepEqual(rows(table), expected);
    assert.equal(table.size, known.length);
    known.forEach((key, i) => assert.equal(lookup(table, key), expected[i]));
  }));
});

Deno.test("tableOf() is what appending one after the other leads to", () => {
  fc.assert(fc.property(keys, (known) => {
    const table = tableOf(known.map((key) => `${key}`), Number);
    assert.deepEqual(table, appended(known));
  }));
});

Deno.test("append() and replace() leave earlier tables as they were", () => {
  fc.assert(fc.property(keys, fc.nat(), (known, pick) => {
    const versions = [emptyTable<string>()];
    for (const key of known) versions.push(append(versions.at(-1)!, key, `${key}`));
    const branch = versions[pick % versions.length]!;
    const before = structuredClone(versions);
    for (const key of known) {
      if (lookup(branch, key) === undefined) append(branch, key, "other");
      else replace(branch, key, "other");
    }
    assert.deepEqual(versions, before);
    versions.forEach((table, i) => assert.deepEqual(rows(table), known.slice(0, i).map(String)));
  }));
});

Deno.test("append() reaches the greatest integer of the wire", () => {
  const table = appended([MAX, 0, MAX - 1, 2 ** 52, 2 ** 30, 2 ** 30 - 1, 2 ** 32]);
  for (const key of [MAX, 0, MAX - 1, 2 ** 52, 2 ** 30, 2 ** 30 - 1, 2 ** 32]) {
    assert.equal(lookup(table, key), `${key}`);
  }
  for (const key of [1, 2 ** 31, 2 ** 51, MAX - 2]) assert.equal(lookup(table, key), undefined);
});

Deno.test("append() copies a bounded part of a long table", () => {
  let table = emptyTable<{ readonly n: number }>();
  for (let n = 0; n < 40_000; n++) table = append(table, n, { n });
  const fresh = unshared(table, append(table, 40_000, { n: 40_000 }));
  assert(fresh <= 16, `${fresh} new objects`);
});
