import assert from "node:assert/strict";
import type { PlacedTrace } from "../trace/read.ts";
import { probeJudge, probesOf } from "./probes.ts";
import { sums } from "./testing/support.ts";

function placed(...events: number[]): PlacedTrace {
  const id = events.join("+");
  return {
    trace: { id, tags: [], names: {}, graph: 1, events, ...sums(...events) },
    location: { file: "a.ndjson", line: 2 },
  };
}

Deno.test("probesOf() gives true beginnings of some traces, the same each time", () => {
  const traces = Array.from({ length: 100 }, (_, i) => placed(i, 1, 2, 3));
  const probes = probesOf([placed(), placed(5), ...traces]);
  assert.equal(probes.length, 7);
  for (const { request, steps, placed: { trace } } of probes) {
    assert.ok(steps >= 1 && steps < trace.events.length);
    assert.deepEqual(request.events, trace.events.slice(0, steps));
  }
  assert.ok(new Set(probes.map(({ steps }) => steps)).size > 1);
  assert.deepEqual(probesOf([placed(), placed(5), ...traces]), probes);
  assert.deepEqual(probesOf([placed(), placed(5)]), []);
});

Deno.test("probeJudge() refuses who does not know the beginning, and a state that only one engine has", () => {
  const [probe] = probesOf([placed(1, 2, 3, 4)]);
  const begin = sums(...probe!.request.events as number[]);
  const judge = probeJudge();
  assert.equal(judge("one", probe!, begin), undefined);
  assert.equal(judge("two", probe!, structuredClone(begin)), undefined);
  const codes = [
    judge("echo", probe!, sums(1, 2, 3, 4)),
    judge("silent", probe!, { decisions: [], final: begin.final }),
    judge("lookup", probe!, { ...begin, final: { sum: 10 } }),
  ].map((finding) => finding?.code);
  assert.deepEqual(codes, Array(3).fill("divergence_beginning"));
});
