import assert from "node:assert/strict";
import { found, stepFound } from "./search.js";

type Kind = readonly [string, string | null, string];
const LAND: Kind = ["Land", "open", "applied"];
const STALE: Kind = ["Claim", null, "rejected(stale)"];

const TRACES = [
  { id: "success/land", steps: 9, tags: ["success"], diverges: {}, kinds: [LAND, STALE] },
  { id: "fence/stale", steps: 120, tags: ["fence", "Slow"], diverges: { rust: 3 }, kinds: [STALE] },
  { id: "cover/000", steps: 2, tags: [], diverges: { typescript: 0 }, kinds: [] },
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

Deno.test("found() takes what is said of a step for one and the same step", () => {
  assert.deepEqual(ids("event:land"), ["success/land"]);
  assert.deepEqual(ids("at:OPEN verdict:applied"), ["success/land"]);
  assert.deepEqual(ids("event:land verdict:rejected"), []);
  assert.deepEqual(ids("verdict:rejected"), ["success/land", "fence/stale"]);
  assert.deepEqual(ids("verdict:rejected tag:fence"), ["fence/stale"]);
});

Deno.test("stepFound() is the first step that a query speaks of", () => {
  const steps = [["Land", "", null, "open"], ["Claim", "", null, null], ["Land", "", null, "shut"]];
  const decisions = [["applied"], ["rejected(stale)"], ["applied", {}]];
  assert.equal(stepFound({ steps, decisions }, "event:land at:shut land"), 3);
  assert.equal(stepFound({ steps, decisions }, "verdict:rejected"), 2);
  assert.equal(stepFound({ decisions }, "verdict:rejected"), 2);
  assert.equal(stepFound({ steps, decisions }, "tag:fence"), 1);
});
