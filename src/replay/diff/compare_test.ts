import assert from "node:assert/strict";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Decision } from "../trace/schema.ts";
import { compare, type Divergence } from "./compare.ts";

const DECISIONS: readonly Decision[] = [
  ["applied", { type: "ready", task: 1 }],
  ["noop(duplicate)"],
  ["applied", { type: "ready", task: 2 }, { type: "ready", task: 3 }],
];
const FINAL: Json = { tasks: [1, 2, 3], open: true };
const PLACED: PlacedTrace = {
  trace: {
    id: "sample/one",
    tags: [],
    names: {},
    graph: 1,
    events: ["a", "b", "c"],
    decisions: DECISIONS,
    final: FINAL,
  },
  location: { file: "fixtures/traces/x.ndjson", line: 4 },
};

function judged(decisions: readonly Decision[], final: Json = FINAL): Divergence | undefined {
  return compare("rust", PLACED, { decisions, final });
}

Deno.test("compare() finds no divergence in the model's own answer", () => {
  assert.equal(judged(DECISIONS), undefined);
});

Deno.test("compare() does not mind the order of keys", () => {
  assert.equal(
    judged([["applied", { task: 1, type: "ready" }], ...DECISIONS.slice(1)], {
      open: true,
      tasks: [1, 2, 3],
    }),
    undefined,
  );
});

Deno.test("compare() finds another verdict at its step", () => {
  const divergence = judged(DECISIONS.with(1, ["applied"]), { other: "state" });
  assert.deepEqual(divergence, {
    kind: "decision",
    engine: "rust",
    placed: PLACED,
    step: 2,
    expected: ["noop(duplicate)"],
    got: ["applied"],
  });
});

Deno.test("compare() finds another, a missing, an added and a moved effect", () => {
  const [a, b] = [{ type: "ready", task: 2 }, { type: "ready", task: 3 }];
  const others: Decision[] = [
    ["applied", a, { ...b, task: 4 }],
    ["applied", a],
    ["applied"],
    ["applied", a, b, b],
    ["applied", b, a],
  ];
  for (const got of others) {
    const divergence = judged(DECISIONS.with(2, got));
    assert.ok(divergence?.kind === "decision");
    assert.equal(divergence.step, 3);
    assert.deepEqual(divergence.got, got);
  }
});

Deno.test("compare() reports the first of several divergent steps", () => {
  const divergence = judged([["applied"], ["applied"], ["applied"]]);
  assert.ok(divergence?.kind === "decision");
  assert.equal(divergence.step, 1);
});

Deno.test("compare() finds missing and extra decisions", () => {
  const short = judged(DECISIONS.slice(0, 2));
  assert.ok(short?.kind === "length");
  assert.deepEqual(
    [short.step, short.expected, short.got, short.expectedLength, short.gotLength],
    [3, DECISIONS[2], undefined, 3, 2],
  );
  const long = judged([...DECISIONS, ["applied"]]);
  assert.ok(long?.kind === "length");
  assert.deepEqual(
    [long.step, long.expected, long.got, long.expectedLength, long.gotLength],
    [4, undefined, ["applied"], 3, 4],
  );
  assert.equal(judged([])?.kind, "length");
});

Deno.test("compare() puts a divergent step before a missing decision", () => {
  assert.equal(judged([["applied"]])?.kind, "decision");
});

Deno.test("compare() finds another final state after equal decisions", () => {
  const divergence = judged(DECISIONS, { tasks: [1, 2], open: true });
  assert.deepEqual(divergence, {
    kind: "final",
    engine: "rust",
    placed: PLACED,
    expected: FINAL,
    got: { tasks: [1, 2], open: true },
  });
});
