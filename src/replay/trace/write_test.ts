import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../platform/json/json.ts";
import { readTraceFile } from "./read.ts";
import type { Trace } from "./schema.ts";
import { writeTraceFile } from "./write.ts";

const FACTS = {
  emitter: { backend: "embedded", lean: "4.28.0-pre" },
  toolchain: "leanprover/lean4:v4.28.0",
  model: "a".repeat(64),
};

Deno.test("writeTraceFile() writes the format of the specification to the byte", () => {
  const trace: Trace = {
    final: { n: 1 },
    decisions: [["applied", { type: "ready", task: 1, generation: 0 }]],
    events: [{ type: "TaskDeclared", eid: 1, task: 1, deps: [], retries: 0 }],
    graph: 1,
    names: { "task 1": "build" },
    tags: ["tour"],
    id: "tour/declare",
  };
  assert.equal(
    writeTraceFile(FACTS, [trace]),
    `{"format":"lean-gate/trace","version":1,"emitter":{"backend":"embedded","lean":"4.28.0-pre"},` +
      `"toolchain":"leanprover/lean4:v4.28.0","model":"${"a".repeat(64)}","traces":1,"steps":1}\n` +
      `{"id":"tour/declare","tags":["tour"],"names":{"task 1":"build"},"graph":1,` +
      `"events":[{"type":"TaskDeclared","eid":1,"task":1,"deps":[],"retries":0}],` +
      `"decisions":[["applied",{"type":"ready","task":1,"generation":0}]],"final":{"n":1}}\n`,
  );
});

const opaque: fc.Arbitrary<Json> = fc.oneof(
  fc.maxSafeNat(),
  fc.string(),
  fc.array(fc.maxSafeNat()),
  fc.dictionary(fc.string(), fc.maxSafeNat()),
);
const step = fc.tuple(opaque, fc.string(), fc.array(opaque, { maxLength: 3 }));
const trace: fc.Arbitrary<Trace> = fc.record({
  id: fc.stringMatching(/^[a-z0-9/._-]+$/),
  tags: fc.array(fc.string()),
  names: fc.dictionary(fc.string(), fc.string()),
  graph: fc.maxSafeNat(),
  steps: fc.array(step, { maxLength: 5 }),
  final: opaque,
}).map(({ steps, ...rest }) => ({
  ...rest,
  events: steps.map(([event]) => event),
  decisions: steps.map(([, verdict, effects]) => [verdict, ...effects] as const),
}));
const traces = fc.uniqueArray(trace, { minLength: 1, maxLength: 8, selector: ({ id }) => id });

Deno.test("writeTraceFile() and readTraceFile() are inverse, whatever the order given", () => {
  fc.assert(
    fc.property(traces, (traces) => {
      const text = writeTraceFile(FACTS, traces);
      assert.equal(writeTraceFile(FACTS, traces.toReversed()), text);
      const file = readTraceFile("x.ndjson", text);
      assert.deepEqual(file.findings, []);
      const byId = new Map(traces.map((trace) => [trace.id, trace]));
      assert.deepEqual(
        file.traces.map(({ trace }) => trace),
        [...byId.keys()].sort().map((id) => JSON.parse(JSON.stringify(byId.get(id)))),
      );
    }),
    { seed: 7, numRuns: 200 },
  );
});
