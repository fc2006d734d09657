import assert from "node:assert/strict";
import fc from "fast-check";
import { inexactPart } from "./inexact.ts";
import { safeJson } from "./testing/json_arbitrary.ts";

Deno.test("inexactPart() accepts every value that came from a safe document", () => {
  fc.assert(
    fc.property(safeJson, (value) => assert.equal(inexactPart(value), undefined)),
    { seed: 11, numRuns: 300 },
  );
});

Deno.test("inexactPart() names the path of what JSON would lose or change", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (
    const [value, path] of [
      [{ a: [1, { b: 2 ** 53 }] }, "a[1].b"],
      [{ a: -0 }, "a"],
      [[NaN], "[0]"],
      [[1.5], "[0]"],
      [[-3], "[0]"],
      [[10n], "[0]"],
      [{ a: undefined }, "a"],
      [{ a: () => 1 }, "a"],
      [{ a: new Date(0) }, "a"],
      [{ a: new Map() }, "a"],
    ] as [unknown, string][]
  ) {
    assert.equal(inexactPart(value)?.path, path);
  }
  assert.match(inexactPart(cyclic)!.message, /deeper/);
});
