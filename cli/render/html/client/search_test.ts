import assert from "node:assert/strict";
import { found } from "./search.js";

const TRACES = [
  { id: "success/land", steps: 9, tags: ["success"], diverges: {} },
  { id: "fence/stale", steps: 120, tags: ["fence", "Slow"], diverges: { rust: 3 } },
  { id: "cover/000", steps: 2, tags: [], diverges: { typescript: 0 } },
];

const ids = (query: string) => found(TRACES, query).map(({ id }) => id);

Deno.test("found() takes every term, in any case", () => {
  assert.deepEqual(ids(""), TRACES.map(({ id }) => id));
  assert.deepEqual(ids("  LAND "), ["success/land"]);
  assert.deepEqual(ids("s f"), ["fence/stale"]);
  assert.deepEqual(ids("land stale"), []);
});

Deno.test("found() selects by tag, divergence and length", () => {
  assert.deepEqual(ids("tag:slow"), ["fence/stale"]);
  assert.deepEqual(ids("tag:slo"), []);
  assert.deepEqual(ids("diverges"), ["fence/stale", "cover/000"]);
  assert.deepEqual(ids("diverges:typescript"), ["cover/000"]);
  assert.deepEqual(ids("diverges:constructor"), []);
  assert.deepEqual(ids("steps>8"), ["success/land", "fence/stale"]);
  assert.deepEqual(ids("steps<9"), ["cover/000"]);
});
