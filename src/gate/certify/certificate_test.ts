import assert from "node:assert/strict";
import { error } from "../../platform/diagnostic.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { certificateOf, judgeCertificate, selectTraces, type Stated } from "./certificate.ts";

function placed(id: string, tag: string, line: number): PlacedTrace {
  return {
    trace: { id, tags: [tag], names: {}, graph: 0, events: [], decisions: [], final: null },
    location: { file: "fixtures/t.ndjson", line },
  };
}

const TRACES = Array.from(
  { length: 40 },
  (_, i) => placed(`t${i}`, i < 3 ? "incident" : "cover", i + 2),
);

const HEADER = "module\n\nnamespace A";

/** What a module says of the traces: nothing of "t1". */
function stated(traces: readonly PlacedTrace[]): Stated[] {
  return traces.map((placed) => {
    const { id } = placed.trace;
    return {
      placed,
      called: id === "t1"
        ? { ok: false, phrase: 'threw "events[0]: expected an event"' }
        : { ok: true, value: `-- ${id}\nexample : 1 = 1 := by\n  rfl` },
    };
  });
}

const ids = (traces: readonly PlacedTrace[]) => traces.map(({ trace }) => trace.id);

Deno.test("selectTraces() takes every trace with a tag that is always taken", () => {
  const selection = { always: ["incident"], sample: 0, seed: 0 };
  assert.deepEqual(ids(selectTraces(TRACES, selection)), ["t0", "t1", "t2"]);
});

Deno.test("selectTraces() takes as many of the others as asked, by the seed alone", () => {
  const selection = { always: ["incident"], sample: 5, seed: 1 };
  const taken = ids(selectTraces(TRACES, selection));
  assert.equal(taken.length, 8);
  assert.equal(new Set(taken).size, 8);
  assert.deepEqual(ids(selectTraces(TRACES.toReversed(), selection)).sort(), taken.toSorted());
  assert.notDeepEqual(ids(selectTraces(TRACES, { ...selection, seed: 2 })), taken);
});

Deno.test("selectTraces() takes all when more are asked for than there are", () => {
  assert.equal(selectTraces(TRACES, { always: [], sample: 1000, seed: 0 }).length, 40);
});

Deno.test("certificateOf() writes the statements below the header, each at the line it notes", () => {
  const { text, parts } = certificateOf(HEADER, stated(TRACES.slice(2, 4)));
  const lines = text.split("\n");
  assert.deepEqual(lines.slice(0, 3), ["module", "", "namespace A"]);
  assert.deepEqual(parts.map(({ line }) => lines[line - 1]), ["-- t2", "-- t3"]);
});

Deno.test("certificateOf() names the trace of which nothing can be said", () => {
  const { findings, parts } = certificateOf(HEADER, stated(TRACES.slice(0, 3)));
  assert.deepEqual(ids(parts.map((part) => part.placed)), ["t0", "t2"]);
  assert.deepEqual(findings.map(({ code, location }) => ({ code, location })), [
    { code: "certificate_malformed", location: { file: "fixtures/t.ndjson", line: 3 } },
  ]);
});

Deno.test("judgeCertificate() lays Lean's error on the trace whose statement it is in", () => {
  const certificate = certificateOf(HEADER, stated(TRACES.slice(2, 5)));
  const line = certificate.parts[1]!.line + 2;
  const message = error("lean_error", "The rfl tactic failed", {
    location: { file: "Certificate1.lean", line, column: 3 },
  });
  const [finding] = judgeCertificate(certificate, [message]);
  assert.equal(finding?.code, "certificate_refused");
  assert.match(finding!.message, /"t3"/);
  assert.equal(finding!.detail, "The rfl tactic failed");
  assert.deepEqual(finding!.location, { file: "fixtures/t.ndjson", line: 5 });
});

Deno.test("judgeCertificate() leaves an error of the header as it is", () => {
  const certificate = certificateOf(HEADER, stated(TRACES.slice(2, 5)));
  const message = error("lean_error", "unknown module", { location: { file: "C.lean", line: 2 } });
  assert.deepEqual(judgeCertificate(certificate, [message]), [message]);
});
