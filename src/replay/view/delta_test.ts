import assert from "node:assert/strict";
import fc from "fast-check";
import {
  changed,
  changeLines,
  same,
  stateAfter,
  touched,
} from "../../../cli/render/html/client/delta.js";
import { safeJson } from "../../platform/json/testing/json_arbitrary.ts";
import type { Json } from "../../platform/json/json.ts";
import { changes } from "./delta.ts";

Deno.test("the page makes of a value and its changes the next value, whatever both are", () => {
  // Parsed, so that every object has the same prototype.
  const json = fc.oneof(safeJson, fc.array(fc.nat(3))).map((value): Json =>
    JSON.parse(JSON.stringify(value))
  );
  fc.assert(fc.property(json, json, (before, after) => {
    const text = JSON.stringify(before);
    assert.deepEqual(changed(before, changes(before, after)), after);
    assert.equal(JSON.stringify(before), text);
  }));
});

Deno.test("changes() says nothing of what stays, and little of a list that grows", () => {
  const before = { tasks: [{ id: 1, at: "a" }, { id: 2, at: "a" }], log: [1, 2, 3], old: true };
  assert.deepEqual(changes(before, structuredClone(before)), []);
  const after = { tasks: [{ id: 1, at: "a" }, { id: 2, at: "b" }], log: [1, 2, 3, 4], fresh: null };
  assert.deepEqual(changes(before, after), [
    [["old"]],
    [["tasks", 1, "at"], "b"],
    [["log"], 3, 0, [4]],
    [["fresh"], null],
  ]);
});

Deno.test("changes() keeps both ends of a list from which an item goes", () => {
  assert.deepEqual(changes([1, 2, 3, 4], [1, 4]), [[[], 1, 2, []]]);
  assert.deepEqual(changes([1, 1], [1]), [[[], 1, 1, []]]);
});

Deno.test("a key named __proto__ is a key like any other", () => {
  const proto = (value: Json): Json => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);
  for (const [before, after] of [[{}, proto(1)], [proto(1), proto(2)], [proto(1), {}]] as const) {
    assert.equal(JSON.stringify(changed(before, changes(before, after))), JSON.stringify(after));
  }
});

Deno.test("stateAfter() is the state of every step, in whatever order they are looked at", () => {
  const states = Array.from(
    { length: 300 },
    (_, i): Json => ({ last: i, log: [i, i + 1], odd: i % 2 }),
  );
  const steps = states.map((
    state,
    i,
  ) => ["", "", null, null, null, changes(states[i - 1] ?? null, state)]);
  for (const i of [0, 299, 63, 64, 65, 127, 128, 1, 298]) {
    assert.deepEqual(stateAfter(steps, i), states[i], `step ${i}`);
  }
});

Deno.test("touched() names what changed by its place in the value after", () => {
  assert.deepEqual(
    touched([[["a", 0], 1], [["gone"]], [["log"], 3, 1, ["x", "y"]]]),
    new Set([
      '["a",0]',
      '["log",3]',
      '["log",4]',
    ]),
  );
});

Deno.test("changeLines() is a line for each change", () => {
  const lines = changeLines([
    [["a", 0, "b"], 1],
    [["gone"]],
    [["log"], 3, 1, ["x", 2]],
    [[0], null],
  ]);
  assert.deepEqual(lines, [
    "a[0].b: 1",
    "gone: removed",
    "log[3]: 1 removed",
    'log[3]: + "x"',
    "log[4]: + 2",
    "[0]: null",
  ]);
});

Deno.test("same() is blind to the order of keys, and to nothing else", () => {
  assert.equal(same({ a: 1, b: [2] }, { b: [2], a: 1 }), true);
  for (const [a, b] of [[[1, 2], [2, 1]], [{ a: 1 }, {}], [[], {}], [null, {}], ["1", 1]]) {
    assert.equal(same(a, b), false, JSON.stringify([a, b]));
  }
});
