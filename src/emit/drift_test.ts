import assert from "node:assert/strict";
import type { Diagnostic } from "../diagnostic.ts";
import { readTraceFile } from "../trace/read.ts";
import type { Trace } from "../trace/schema.ts";
import { FACTS, trace } from "../trace/test_support.ts";
import { type HeaderFacts, writeTraceFile } from "../trace/write.ts";
import { drift } from "./drift.ts";

const TRACES = [trace("a/one", 2), trace("b/two"), trace("c/three", 3)];

function file(name: string, traces: readonly Trace[] = TRACES, facts: HeaderFacts = FACTS) {
  return readTraceFile(`fixtures/${name}`, writeTraceFile(facts, traces));
}

type Files = ReturnType<typeof file>[];

/** The differences, each as `code file:line message`. */
function found(committed: Files, emitted: Files): string[] {
  const findings = differences(committed, emitted);
  for (const { severity, hint } of findings) {
    assert.equal(severity, "error");
    assert.match(hint ?? "", /lean-gate fixtures --write$/);
  }
  return findings.map(({ code, message, location }) => {
    const { file, line } = location!;
    return `${code} ${line === undefined ? file : `${file}:${line}`} ${message}`;
  });
}

function differences(committed: Files, emitted: Files): Diagnostic[] {
  return drift(committed, emitted, "fixtures", "lean-gate fixtures --write");
}

/** The trace with the decision of a step replaced. */
function decided(old: Trace, step: number, effect: { readonly [key: string]: number }): Trace {
  const decisions = old.decisions.with(step - 1, ["applied", effect]);
  return { ...old, decisions };
}

Deno.test("drift() finds nothing between equal files", () => {
  assert.deepEqual(
    found([file("a.ndjson"), file("b.ndjson")], [file("a.ndjson"), file("b.ndjson")]),
    [],
  );
});

Deno.test("drift() does not mind who emitted, the order of keys, or CRLF", () => {
  const native = file("a.ndjson");
  const embedded = file("a.ndjson", TRACES, {
    ...FACTS,
    emitter: { backend: "embedded", lean: "4.28.0-pre" },
  });
  assert.deepEqual(found([embedded], [native]), []);
  const text = writeTraceFile(FACTS, TRACES);
  const reordered = text.replaceAll('{"type":"grew","by":1}', '{"by":1,"type":"grew"}');
  assert.notEqual(reordered, text);
  assert.deepEqual(found([readTraceFile("fixtures/a.ndjson", reordered)], [native]), []);
  const crlf = text.replaceAll("\n", "\r\n");
  assert.deepEqual(found([readTraceFile("fixtures/a.ndjson", crlf)], [native]), []);
});

Deno.test("drift() reports a file that only one side has", () => {
  assert.deepEqual(found([file("a.ndjson"), file("old.ndjson")], [file("a.ndjson")]), [
    'drift_file_extra fixtures/old.ndjson The model does not emit "fixtures/old.ndjson"',
  ]);
  assert.deepEqual(found([], [file("new.ndjson")]), [
    'drift_file_missing fixtures/new.ndjson "fixtures/new.ndjson" is emitted but not in "fixtures"',
  ]);
});

Deno.test("drift() reports a header that differs, and in what", () => {
  const changed = (facts: Partial<HeaderFacts>) => file("a.ndjson", TRACES, { ...FACTS, ...facts });
  const [zeros, ones] = ["0".repeat(64), "1".repeat(64)];
  const says =
    'drift_header fixtures/a.ndjson:1 The header of "fixtures/a.ndjson" differs from the model\'s in';
  assert.deepEqual(found([file("a.ndjson")], [changed({ model: ones })]), [
    `${says} "model": "${zeros}" is committed, "${ones}" emitted`,
  ]);
  assert.deepEqual(
    found([file("a.ndjson")], [changed({ toolchain: "leanprover/lean4:v4.29.0" })]),
    [
      `${says} "toolchain": "leanprover/lean4:v4.28.0" is committed, "leanprover/lean4:v4.29.0" emitted`,
    ],
  );
});

Deno.test("drift() reports notes that differ", () => {
  const noted = (depth: number) => {
    const text = writeTraceFile(FACTS, TRACES).replace("}\n", `,"notes":{"depth":${depth}}}\n`);
    return readTraceFile("fixtures/a.ndjson", text);
  };
  assert.deepEqual(noted(4).findings, []);
  assert.deepEqual(found([noted(4)], [noted(4)]), []);
  const [finding] = found([noted(4)], [noted(5)]);
  assert.match(
    finding!,
    /^drift_header .* "notes": {"depth":4} is committed, {"depth":5} emitted$/,
  );
});

Deno.test("drift() reports a header that could not be read", () => {
  const text = writeTraceFile(FACTS, TRACES).replace("lean-gate/trace", "other");
  const [finding] = found([readTraceFile("fixtures/a.ndjson", text)], [file("a.ndjson")]);
  assert.match(finding!, /^drift_header .* "version": nothing is committed, 1 emitted$/);
});

Deno.test("drift() reports traces that only one side has", () => {
  const codes = (committed: readonly Trace[], emitted: readonly Trace[]) =>
    found([file("a.ndjson", committed)], [file("a.ndjson", emitted)])
      .filter((line) => !line.startsWith("drift_header"));
  assert.deepEqual(codes(TRACES, TRACES.toSpliced(1, 1)), [
    'drift_trace_extra fixtures/a.ndjson:3 The model does not emit trace "b/two"',
  ]);
  assert.deepEqual(codes(TRACES.toSpliced(0, 2), TRACES), [
    'drift_trace_missing fixtures/a.ndjson "fixtures/a.ndjson" lacks traces "a/one", "b/two"',
  ]);
});

Deno.test("drift() lists the first five traces and counts the rest", () => {
  const many = Array.from({ length: 7 }, (_, i) => trace(`z/${i}`));
  const [, missing] = found([file("a.ndjson")], [file("a.ndjson", [...TRACES, ...many])]);
  assert.match(missing!, / lacks traces "z\/0", "z\/1", "z\/2", "z\/3", "z\/4" and 2 more$/);
});

Deno.test("drift() reports a decision that changed, with its step and both sides", () => {
  const emitted = TRACES.with(2, decided(TRACES[2]!, 2, { grew: 5 }));
  const committed = [file("a.ndjson")];
  assert.deepEqual(found(committed, [file("a.ndjson", emitted)]), [
    'drift_trace_changed fixtures/a.ndjson:4 The model emits trace "c/three" otherwise',
  ]);
  assert.deepEqual(differences(committed, [file("a.ndjson", emitted)])[0]?.detail?.split("\n"), [
    '"c/three", step 2, decision:',
    '- ["applied",{"type":"grew","by":1}]',
    '+ ["applied",{"grew":5}]',
  ]);
});

Deno.test("drift() looks past the order of keys to what really changed", () => {
  const old = decided(decided(trace("a", 2), 1, { x: 1, y: 2 }), 2, { z: 1 });
  const made = decided(decided(trace("a", 2), 1, { y: 2, x: 1 }), 2, { z: 3 });
  const [finding] = differences([file("a.ndjson", [old])], [file("a.ndjson", [made])]);
  assert.deepEqual(finding?.detail?.split("\n"), [
    '"a", step 2, decision:',
    '- ["applied",{"z":1}]',
    '+ ["applied",{"z":3}]',
  ]);
});

Deno.test("drift() reports an event that was added, and a final state that changed", () => {
  const detail = (made: Partial<Trace>) => {
    const emitted = file("a.ndjson", [{ ...trace("a"), ...made }]);
    const changed = differences([file("a.ndjson", [trace("a")])], [emitted])
      .find(({ code }) => code === "drift_trace_changed");
    return changed?.detail?.split("\n");
  };
  const { events, decisions } = trace("a", 2);
  assert.deepEqual(detail({ events, decisions }), [
    '"a", step 2, event:',
    "- nothing",
    '+ {"type":"Add","eid":1}',
  ]);
  assert.deepEqual(detail({ final: { sum: 7 } }), ['"a", final.sum:', "- 1", "+ 7"]);
  assert.deepEqual(detail({ tags: [] }), ['"a", tags[0]:', '- "sample"', "+ nothing"]);
});

Deno.test("drift() reports what a committed file has beyond the model's traces", () => {
  const text = writeTraceFile(FACTS, TRACES) + "{garbage\n";
  const [finding, ...others] = found([readTraceFile("fixtures/a.ndjson", text)], [
    file("a.ndjson"),
  ]);
  assert.match(
    finding!,
    /^drift_file_malformed fixtures\/a\.ndjson:5 The model does not emit this: /,
  );
  assert.deepEqual(others, []);
});
