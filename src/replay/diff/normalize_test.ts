import assert from "node:assert/strict";
import fc from "fast-check";
import { isObject, type Json } from "../../platform/json/json.ts";
import { safeJson } from "../../platform/json/testing/json_arbitrary.ts";
import { canonical, differences, normalize, sameJson } from "./normalize.ts";

const OPTIONS = { seed: 3_141, numRuns: 400 };

/** The same value with the keys of every object in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toReversed().map(([key, part]) => [key, reversed(part)]),
  );
}

/** Every value that differs from the given one in a single place. */
function* altered(value: Json): Generator<Json> {
  yield value === null ? 0 : null;
  if (Array.isArray(value)) {
    yield [...value, null];
    for (let i = 0; i < value.length; i++) {
      yield value.toSpliced(i, 1);
      for (const part of altered(value[i]!)) yield value.with(i, part);
    }
  } else if (isObject(value)) {
    yield { ...value, "\u0000new": 1 };
    for (const key of Object.keys(value)) {
      const rest = Object.entries(value).filter(([name]) => name !== key);
      yield Object.fromEntries(rest);
      yield Object.fromEntries([...rest, [`${key}\u0000`, value[key]!]]);
      for (const part of altered(value[key]!)) yield Object.fromEntries([...rest, [key, part]]);
    }
  }
}

Deno.test("sameJson() does not see the order of keys", () => {
  fc.assert(
    fc.property(safeJson, (value) => assert.ok(sameJson(value, reversed(value)))),
    OPTIONS,
  );
});

Deno.test("sameJson() sees every single change, from both sides", () => {
  fc.assert(
    fc.property(safeJson, (value) => {
      for (const other of altered(value)) {
        assert.ok(!sameJson(value, other), JSON.stringify([value, other]));
        assert.ok(!sameJson(other, value), JSON.stringify([other, value]));
      }
    }),
    OPTIONS,
  );
});

Deno.test("sameJson() sees the order and the length of lists", () => {
  assert.ok(!sameJson([1, 2], [2, 1]));
  assert.ok(!sameJson([1], [1, 1]));
  assert.ok(!sameJson([[]], [[[]]]));
});

Deno.test("sameJson() tells apart values that look alike", () => {
  const alike: Json[] = [null, false, 0, "", [], {}, "0", [0], { 0: 0 }, "null", [null], {
    a: null,
  }];
  for (const a of alike) {
    for (const b of alike) assert.equal(sameJson(a, b), a === b, JSON.stringify([a, b]));
  }
});

Deno.test("sameJson() takes inherited names for ordinary keys", () => {
  const parse = (text: string): Json => JSON.parse(text);
  assert.ok(!sameJson(parse('{"__proto__":{}}'), parse('{"a":{}}')));
  assert.ok(!sameJson(parse('{"a":{}}'), parse('{"__proto__":{}}')));
  assert.ok(!sameJson(parse('{"__proto__":{}}'), parse("{}")));
  assert.ok(!sameJson(parse('{"constructor":{}}'), parse('{"toString":{}}')));
  assert.ok(sameJson(parse('{"__proto__":{"b":1}}'), parse('{"__proto__":{"b":1}}')));
  assert.ok(!sameJson(parse('{"__proto__":{"b":1}}'), parse('{"__proto__":{"b":2}}')));
});

Deno.test("canonical() is equal exactly for the same JSON", () => {
  fc.assert(
    fc.property(safeJson, safeJson, (a, b) => {
      assert.equal(canonical(a), canonical(reversed(a)));
      assert.equal(canonical(a) === canonical(b), sameJson(a, b));
      assert.ok(sameJson(normalize(a), a));
    }),
    OPTIONS,
  );
});

Deno.test("canonical() sorts keys by code units at every level", () => {
  assert.equal(canonical({ b: [{ d: 1, c: 2 }], a: 3, B: 4 }), '{"B":4,"a":3,"b":[{"c":2,"d":1}]}');
});

Deno.test("differences() is empty exactly for the same JSON", () => {
  fc.assert(
    fc.property(safeJson, safeJson, (a, b) => {
      assert.equal(differences(a, b, 1).length === 0, sameJson(a, b));
      assert.deepEqual(differences(a, reversed(a), 9), []);
    }),
    OPTIONS,
  );
});

Deno.test("differences() lists the paths, and what each side has there", () => {
  assert.deepEqual(
    differences(
      { tasks: [{ id: 1, status: "open" }, { id: 2 }], evidence: [[1, "applied"]] },
      { tasks: [{ id: 1, status: "done" }], evidence: [[1, "applied"], [2, "x"]], more: 1 },
      9,
    ),
    [
      { path: "tasks[0].status", expected: "open", got: "done" },
      { path: "tasks[1]", expected: { id: 2 }, got: undefined },
      { path: "evidence[1]", expected: undefined, got: [2, "x"] },
      { path: "more", expected: undefined, got: 1 },
    ],
  );
});

Deno.test("differences() stops at the limit", () => {
  assert.equal(differences([1, 2, 3], [4, 5, 6], 2).length, 2);
});
