import assert from "node:assert/strict";
import { GateError } from "../../../platform/diagnostic.ts";
import type { KnownFinding } from "./baseline.ts";
import { readBaseline, writeBaseline } from "./baseline_file.ts";

const ENTRIES: readonly KnownFinding[] = [
  { rule: "axiom", file: "A.lean", token: "axiom", count: 1 },
  { rule: "sorry", file: "é/B.lean", declaration: "N.«a b»", token: "sorry", count: 2 },
];

/** Code, message and place of the failure to read the text. */
function refusal(text: string): [string, number, number] {
  try {
    readBaseline("base.json", text);
  } catch (cause) {
    assert.ok(cause instanceof GateError && cause.kind === "usage");
    const { code, message, location } = cause.diagnostic;
    assert.equal(code, "baseline_malformed");
    assert.match(message, /^Failed to read the baseline "base.json": /);
    return [
      message.slice('Failed to read the baseline "base.json": '.length),
      location!.line!,
      location!.column!,
    ];
  }
  throw new Error("It was read");
}

Deno.test("writeBaseline() writes an entry a line, and readBaseline() reads them back", () => {
  const text = writeBaseline(ENTRIES);
  assert.equal(
    text,
    `{
  "schema": "lean-gate/baseline/1",
  "findings": [
    {"rule":"axiom","file":"A.lean","token":"axiom","count":1},
    {"rule":"sorry","file":"é/B.lean","declaration":"N.«a b»","token":"sorry","count":2}
  ]
}
`,
  );
  const { findings, placeOf } = readBaseline("base.json", text);
  assert.deepEqual(findings, ENTRIES);
  assert.deepEqual(placeOf(1), { line: 5, column: 5 });
  assert.deepEqual(readBaseline("base.json", writeBaseline([])).findings, []);
});

Deno.test("readBaseline() reads what an editor has made of it", () => {
  const text = "\ufeff" + writeBaseline(ENTRIES).replaceAll("\n", "\r\n");
  assert.deepEqual(readBaseline("base.json", text).findings, ENTRIES);
});

Deno.test("readBaseline() names the place of what is no JSON", () => {
  const text = writeBaseline(ENTRIES);
  assert.deepEqual(refusal("").slice(1), [1, 1]);
  assert.deepEqual(refusal('{\n  "schema": ').slice(1), [2, 13]);
  assert.deepEqual(refusal(text.replace('"token"', "<<<<<<< HEAD")).slice(1), [4, 37]);
  assert.deepEqual(refusal("[".repeat(100_000))[1], 1);
});

Deno.test("readBaseline() names the place of what is not as it must be", () => {
  const text = writeBaseline(ENTRIES);
  assert.deepEqual(refusal("[]").slice(1), [1, 1]);
  assert.deepEqual(refusal(text.replace("baseline/1", "baseline/2")), [
    'Expected "lean-gate/baseline/1" at "schema"',
    2,
    13,
  ]);
  assert.deepEqual(refusal(text.replace('"count":2', '"count":0')), [
    'Expected at least 1 at "findings[1].count"',
    5,
    text.split("\n")[4]!.indexOf("2}") + 1,
  ]);
  assert.deepEqual(refusal(text.replace('"rule":"axiom"', '"rule":"axioms"')), [
    'Expected a rule of the scan at "findings[0].rule"',
    4,
    13,
  ]);
  const twice = writeBaseline([ENTRIES[0]!, ENTRIES[0]!]);
  assert.deepEqual(refusal(twice), ["An entry is listed twice", 5, 5]);
});
