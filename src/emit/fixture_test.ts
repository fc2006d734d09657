import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readTraceFile } from "../trace/read.ts";
import { writeTrace } from "../trace/write.ts";
import { FACTS, trace } from "../trace/test_support.ts";
import { fixtureOf, modelDigest } from "./fixture.ts";

const FILE = "fixtures/a.ndjson";
const [ONE, TWO] = [writeTrace(trace("a/one", 2)), writeTrace(trace("b/two"))];

/** The text made of what the emitter wrote. */
function made(emitted: string): string {
  const fixture = fixtureOf(FILE, emitted, FACTS);
  assert.ok(fixture.ok, JSON.stringify(fixture));
  return fixture.text;
}

Deno.test("fixtureOf() sorts the traces, heads them, and keeps their bytes", () => {
  const lines = made(`${TWO}\n${ONE}\n`).split("\n");
  assert.deepEqual(JSON.parse(lines[0]!), {
    format: "lean-gate/trace",
    version: 1,
    emitter: { backend: "native", lean: "4.28.0" },
    toolchain: "leanprover/lean4:v4.28.0",
    model: "0".repeat(64),
    traces: 2,
    steps: 3,
  });
  assert.deepEqual(lines.slice(1), [ONE, TWO, ""]);
});

Deno.test("fixtureOf() makes what the trace reader accepts", () => {
  assert.deepEqual(readTraceFile(FILE, made(`${TWO}\n${ONE}\n`)).findings, []);
});

Deno.test("fixtureOf() ends every line with LF, whatever the emitter ends it with", () => {
  const expected = made(`${ONE}\n${TWO}\n`);
  for (const emitted of [`${ONE}\r\n${TWO}\r\n`, `${ONE}\n${TWO}`, `\n${ONE}\n\n${TWO}\n`]) {
    assert.equal(made(emitted), expected);
  }
});

Deno.test("fixtureOf() puts the notes of a first line into the header", () => {
  const notes = { depth: 4, universe: "two tasks" };
  const lines = made(`${JSON.stringify({ notes })}\n${ONE}\n`).split("\n");
  assert.deepEqual(JSON.parse(lines[0]!).notes, notes);
  assert.deepEqual(lines.slice(1), [ONE, ""]);
});

Deno.test("fixtureOf() refuses a line that is no trace, and shows it", () => {
  const bad = [
    "{",
    "[]",
    "7",
    '{"id":1,"events":[]}',
    '{"id":"a"}',
    '{"id":"a","events":{}}',
    '{"notes":{}}',
  ];
  for (const line of bad) {
    const fixture = fixtureOf(FILE, `${ONE}\n\n${line}\n`, FACTS);
    assert.ok(!fixture.ok, line);
    const { code, message, location, detail, hint } = fixture.finding;
    assert.equal(code, "emitter_malformed");
    assert.equal(message, `Line 3 that the emitter wrote for "${FILE}" is no trace`);
    assert.deepEqual(location, { file: FILE });
    assert.equal(detail, line);
    assert.ok(hint);
  }
});

Deno.test("fixtureOf() shows only the beginning of a long line", () => {
  const fixture = fixtureOf(FILE, "x".repeat(10_000), FACTS);
  assert.equal(!fixture.ok && fixture.finding.detail, `${"x".repeat(200)}…`);
});

const SOURCES = [
  { path: "B.lean", text: "def b := 2\n" },
  { path: "A.lean", text: "def a := 1\n" },
];

Deno.test("modelDigest() is the SHA-256 of paths, lengths and texts in order of path", () => {
  const expected = createHash("sha256")
    .update("A.lean\n11\ndef a := 1\nB.lean\n11\ndef b := 2\n").digest("hex");
  assert.equal(modelDigest(SOURCES), expected);
  assert.equal(modelDigest(SOURCES.toReversed()), expected);
});

Deno.test("modelDigest() does not mind CRLF", () => {
  const crlf = SOURCES.map(({ path, text }) => ({ path, text: text.replaceAll("\n", "\r\n") }));
  assert.equal(modelDigest(crlf), modelDigest(SOURCES));
});

Deno.test("modelDigest() changes with a text, a name, and what moves between files", () => {
  const [b, a] = SOURCES as [typeof SOURCES[0], typeof SOURCES[0]];
  const others = [
    [b, { ...a, text: "def a := 3\n" }],
    [b, { ...a, path: "C.lean" }],
    [b],
    [{ ...b, text: "" }, { ...a, text: a.text + b.text }],
    [{ path: "A.lean", text: `${a.text}B.lean\n11\n${b.text}` }],
  ];
  const digests = new Set([SOURCES, ...others].map(modelDigest));
  assert.equal(digests.size, others.length + 1);
});
