import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../platform/json/json.ts";
import { isObject } from "../../platform/json/json.ts";
import { safeJson } from "../../platform/json/testing/json_arbitrary.ts";
import { simpler } from "./simplify.ts";

const of = (...events: Json[]) => [...simpler({ graph: 1, events })].map(({ events }) => events);
const has = (lists: readonly (readonly Json[])[], ...events: Json[]) =>
  lists.some((list) => JSON.stringify(list) === JSON.stringify(events));

/** Size: events, then parts of them, then the sum of all numbers. */
function sizeOf(events: readonly Json[]): [number, number, bigint] {
  let [parts, sum] = [0, 0n];
  const visit = (value: Json) => {
    parts += typeof value === "object" && value !== null ? 2 : 1;
    if (typeof value === "number") sum += BigInt(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) Object.values(value).forEach(visit);
  };
  events.forEach(visit);
  return [events.length, parts, sum];
}

/** Whether the first number in which they differ is lower. */
function isFirstLower(list: readonly Json[], than: readonly Json[]): boolean {
  const numbers = (json: readonly Json[]) => (JSON.stringify(json).match(/\d+/g) ?? []).map(BigInt);
  const [a, b] = [numbers(list), numbers(than)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}

Deno.test("simpler() only gives lists that are strictly smaller", () => {
  fc.assert(
    fc.property(fc.array(safeJson, { maxLength: 5 }), (events) => {
      const [length, parts, sum] = sizeOf(events);
      for (const list of of(...events)) {
        const [l, p, s] = sizeOf(list);
        const lower = s < sum || (s === sum && isFirstLower(list, events));
        assert.ok(l < length || (l === length && (p < parts || (p === parts && lower))));
      }
    }),
    { seed: 2_718, numRuns: 200 },
  );
});

Deno.test("simpler() leaves out each event, each run of them, and each two of them", () => {
  const lists = of("a", "b", "c", "d", "e");
  assert.ok(has(lists));
  assert.ok(has(lists, "a", "b", "c"));
  assert.ok(has(lists, "a", "c", "d", "e"));
  assert.ok(has(lists, "b", "c", "d"), "The first and the last one");
});

Deno.test("simpler() lowers a number everywhere, in one field, and in one place", () => {
  const lists = of({ a: 5, b: 5 }, { a: 5 });
  assert.ok(has(lists, { a: 0, b: 0 }, { a: 0 }));
  assert.ok(has(lists, { a: 1, b: 5 }, { a: 1 }));
  assert.ok(has(lists, { a: 4, b: 5 }, { a: 5 }));
});

Deno.test("simpler() closes the gaps between the numbers of a field", () => {
  assert.ok(has(of({ a: 10 }, { a: 900 }, { a: 10 }), { a: 1 }, { a: 2 }, { a: 1 }));
});

Deno.test("simpler() gives numbers out in the order of their use", () => {
  assert.ok(has(of({ a: 3 }, { a: 1 }, { a: 2 }), { a: 1 }, { a: 2 }, { a: 3 }));
  assert.ok(has(of({ a: 1 }, { a: 0 }), { a: 0 }, { a: 1 }));
  assert.ok(!has(of({ a: 2 }, { a: 1 }, { a: 1 }), { a: 1 }, { a: 2 }, { a: 2 }), "That is more");
});

Deno.test("simpler() takes events out as if they had never been counted", () => {
  const lists = of({ claim: 1 }, { claim: 2 }, { claim: 3 });
  assert.ok(has(lists, { claim: 1 }, { claim: 2 }));
});

Deno.test("simpler() leaves out the parts of an event", () => {
  const lists = of({ deps: [4, 6], seen: { status: "open" } });
  assert.ok(has(lists, { deps: [6], seen: { status: "open" } }));
  assert.ok(has(lists, { deps: [4, 6], seen: null }));
});
