import assert from "node:assert/strict";
import fc from "fast-check";
import { GateError } from "../../platform/diagnostic.ts";
import { itemsOf, parseShard, partOf, takeShard } from "./shard.ts";

Deno.test("the shards of n are the whole, without anything twice, and evenly so", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 40 }), (length, of) => {
      const items = Array.from({ length }, (_, i) => i);
      const shards = Array.from({ length: of }, (_, i) => itemsOf(items, { index: i + 1, of }));
      assert.deepEqual(shards.flat().toSorted((a, b) => a - b), items);
      const sizes = shards.map((shard) => shard.length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
      for (const shard of shards) assert.deepEqual(shard, shard.toSorted((a, b) => a - b));
    }),
    { seed: 1_618, numRuns: 200 },
  );
});

Deno.test("parseShard() takes 1/n to n/n, and refuses everything else", () => {
  assert.deepEqual(parseShard("1/1"), { index: 1, of: 1 });
  assert.deepEqual(parseShard("12/40"), { index: 12, of: 40 });
  const refused = ["0/3", "4/3", "x", "", "1", "1/", "/3", "1/0", "-1/3", "1/3/3", "1.5/3", "01/3"];
  for (const text of [...refused, " 1/3", "1/3 ", "1e0/3", "1/9999999"]) {
    assert.throws(() => parseShard(text), (cause) => {
      assert.ok(cause instanceof SyntaxError);
      assert.ok(cause.message.endsWith(`got "${text}"`));
      return true;
    });
  }
});

Deno.test("takeShard() refuses a shard that gets nothing of something", () => {
  assert.deepEqual(takeShard(["a", "b"], { index: 2, of: 2 }, "traces"), ["b"]);
  assert.deepEqual(takeShard(["a", "b"], undefined, "traces"), ["a", "b"]);
  assert.deepEqual(takeShard([], { index: 2, of: 2 }, "traces"), []);
  assert.throws(() => takeShard(["a", "b"], { index: 3, of: 3 }, "traces"), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.deepEqual([cause.kind, cause.diagnostic.code], ["usage", "shard_empty"]);
    assert.equal(cause.message, "Shard 3/3 has none of the 2 traces");
    return true;
  });
});

Deno.test("partOf() speaks of a part alone", () => {
  assert.equal(partOf(12, undefined), "");
  assert.equal(partOf(12, { index: 1, of: 3 }), " of 12 (shard 1/3)");
});
