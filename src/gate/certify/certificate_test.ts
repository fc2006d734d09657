import assert from "node:assert/strict";
import { error } from "../../platform/diagnostic.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Trace } from "../../replay/trace/schema.ts";
import {
  certificateOf,
  judgeCertificate,
  newVocabulary,
  selectTraces,
  type Stated,
} from "./certificate.ts";

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

/** What a module says of the traces: nothing of "t1". */
function stated(traces: readonly PlacedTrace[]): Stated[] {
  return traces.map((placed): Stated => {
    const { id } = placed.trace;
    return {
      placed,
      called: id === "t1"
        ? { ok: false, phrase: 'threw "events[0]: expected an event"' }
        : { ok: true, value: { events: [], decisions: [], final: "none" } },
    };
  });
}

const frame = () => ({ imports: ["A.B"], model: "A.run", vocabulary: newVocabulary() });

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

Deno.test("certificateOf() states what the model's function gives, each at the line it notes", () => {
  const one = placed("t", "cover", 2);
  const trace: Trace = {
    ...one.trace,
    graph: 3,
    events: [1, 2],
    decisions: [["a"], ["b"]],
    final: 9,
  };
  const value = { events: ["x 1", "x 2"], decisions: ["a", "b"], final: "(f 9)" };
  const { text, parts, findings } = certificateOf(frame(), [
    { placed: { ...one, trace }, called: { ok: true, value } },
  ]);
  assert.deepEqual(findings, []);
  assert.equal(
    text,
    `import A.B

set_option maxRecDepth 100000

theorem _root_.LeanGate.certificate_1 : @Eq _
    (_root_.A.run 3 [x 1,
      x 2])
    ([a,
      b],
      (f 9)) := by
  rfl
`,
  );
  assert.deepEqual(parts.map(({ line }) => line), [5]);
});

Deno.test("certificateOf() refuses terms that are not those of the trace's events and decisions", () => {
  const traces = [[1, 2], [2, 1]].map((events, i): PlacedTrace => ({
    trace: {
      id: `t${i}`,
      tags: [],
      names: {},
      graph: 0,
      events,
      decisions: [["a"], ["b", 1]],
      final: events,
    },
    location: { file: "fixtures/t.ndjson", line: i + 2 },
  }));
  const [one, two] = [
    { events: ["e1", "e2"], decisions: ["a", "b 1"], final: "f 12" },
    { events: ["e2", "e1"], decisions: ["a", "b 1"], final: "f 21" },
  ] as const;
  const refused = (...values: readonly Json[]) =>
    certificateOf(
      frame(),
      values.map((value, i): Stated => ({ placed: traces[i]!, called: { ok: true, value } })),
    ).findings.map(({ message }) => message.replace(/^.*the module /, ""));
  assert.deepEqual(refused(one, two), []);
  const cases: [Json, RegExp][] = [
    ["", /^gave no lists of terms$/],
    ["example : True := trivial", /^gave no lists/],
    [{ ...two, more: 1 }, /^gave no lists/],
    [{ ...two, events: [] }, /^gave 0 events and 2 decisions of 2$/],
    [{ ...two, decisions: ["a"] }, /^gave 2 events and 1 decisions of 2$/],
    // Always the same, whatever the trace says.
    [one, /^gave "e1" as event: the same JSON had another term before$/],
    [{ ...two, events: ["e3", "e1"] }, /^gave "e3" as event: the same JSON had another term/],
    [{ ...two, final: "f 12" }, /as state: other JSON had the same term before$/],
    // What would end the statement, or comment the rest of it out.
    [{ ...two, final: "f) = f := rfl --" }, /closes nothing$/],
    [{ ...two, final: "f /-" }, /is no data$/],
    [{ ...two, events: ["e2], []) := rfl\ntheorem t : (([", "e1"] }, /closes nothing$/],
    [{ ...two, decisions: ["a", "(by sorry)"] }, /"by" is no data$/],
  ];
  for (const [value, phrase] of cases) {
    const [message, ...others] = refused(one, value);
    assert.match(message ?? "", phrase);
    assert.deepEqual(others, []);
  }
});

Deno.test("certificateOf() names the trace of which nothing can be said", () => {
  const { findings, parts } = certificateOf(frame(), stated(TRACES.slice(0, 3)));
  assert.deepEqual(ids(parts.map((part) => part.placed)), ["t0", "t2"]);
  assert.deepEqual(findings.map(({ code, location }) => ({ code, location })), [
    { code: "certificate_malformed", location: { file: "fixtures/t.ndjson", line: 3 } },
  ]);
});

Deno.test("judgeCertificate() lays Lean's error on the trace whose statement it is in", () => {
  const certificate = certificateOf(frame(), stated(TRACES.slice(2, 5)));
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
  const certificate = certificateOf(frame(), stated(TRACES.slice(2, 5)));
  const message = error("lean_error", "unknown module", { location: { file: "C.lean", line: 2 } });
  assert.deepEqual(judgeCertificate(certificate, [message]), [message]);
});
