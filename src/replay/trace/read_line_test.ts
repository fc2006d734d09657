import assert from "node:assert/strict";
import { check, LINES, read, replaced, tampered } from "./testing/support.ts";

Deno.test("readTraceFile() refuses a file without header", () => {
  check(tampered((lines) => lines.slice(1)), "trace_header_missing", 1, 1);
  check(tampered((lines) => ["[]", ...lines.slice(1)]), "trace_header_missing", 1, 1);
});

Deno.test("readTraceFile() refuses a header that is not JSON", () => {
  check(tampered((lines) => ["{]", ...lines.slice(1)]), "trace_header_malformed", 1, 2);
});

Deno.test("readTraceFile() refuses other formats and versions", () => {
  check(replaced(1, "lean-gate/trace", "other/trace"), "trace_header_unsupported", 1, 11);
  check(
    replaced(1, '"version":1', '"version":2'),
    "trace_header_unsupported",
    1,
    LINES[0].indexOf('"version":') + 11,
  );
});

Deno.test("readTraceFile() refuses wrong, missing and unknown header fields", () => {
  check(
    replaced(1, "0".repeat(64), "0".repeat(63)),
    "trace_header_malformed",
    1,
    LINES[0].indexOf('"model":') + 9,
  );
  check(replaced(1, '"toolchain":"leanprover/lean4:v4.28.0",', ""), "trace_header_malformed", 1, 1);
  check(
    replaced(1, '"traces":3', '"traces":"3"'),
    "trace_header_malformed",
    1,
    LINES[0].indexOf('"traces":') + 10,
  );
  check(replaced(1, "{", '{"note":1,'), "trace_header_malformed", 1, 9);
});

Deno.test("readTraceFile() refuses a line that is not JSON, and reads the others", () => {
  const file = check(
    replaced(3, '"graph":1', '"graph":'),
    "trace_line_malformed",
    3,
    LINES[2].indexOf('"graph":') + 9,
  );
  assert.deepEqual(file.traces.map(({ trace }) => trace.id), ["a/one", "c/three"]);
});

Deno.test("readTraceFile() refuses numbers beyond 2^53 with their position", () => {
  check(
    replaced(4, '"sum":3', '"sum":9007199254740993'),
    "trace_number_unsafe",
    4,
    LINES[3].indexOf('"sum":') + 7,
  );
});

Deno.test("readTraceFile() counts columns in code points", () => {
  // One code point, two UTF-16 units, four bytes.
  const line = LINES[2].replace('"tags":["sample"]', '"tags":["\u{1F600}"]');
  const number = line.indexOf('"sum":') + '"sum":'.length;
  check(
    tampered(([header, a, , c]) => [header, a, line.replace('"sum":1', '"sum":-1'), c]),
    "trace_number_form",
    3,
    number + 1 - 1,
  );
});

Deno.test("readTraceFile() refuses fractions, exponents and signs", () => {
  for (const number of ["1.0", "1e0", "-1"]) {
    check(
      replaced(3, '"sum":1', `"sum":${number}`),
      "trace_number_form",
      3,
      LINES[2].indexOf('"sum":') + 7,
    );
  }
});

Deno.test("readTraceFile() refuses a repeated key", () => {
  check(
    replaced(3, '"sum":1', '"sum":1,"sum":2'),
    "trace_duplicate_key",
    3,
    LINES[2].indexOf('"sum":') + 9,
  );
});

Deno.test("readTraceFile() refuses endless nesting", () => {
  check(
    replaced(3, '"sum":1', `"sum":${"[".repeat(200)}${"]".repeat(200)}`),
    "trace_too_deep",
    3,
    LINES[2].indexOf('"sum":') + 7 + 128 - 2,
  );
});

Deno.test("readTraceFile() refuses wrong, missing and unknown trace fields", () => {
  const at = (part: string) => LINES[2].indexOf(part) + 1;
  const cases: [from: string, to: string, column: number][] = [
    ['"id":"b/two"', '"id":"B/two"', at('"b/two"')],
    ['"id":"b/two"', '"id":7', at('"b/two"')],
    ['"id":"b/two",', "", 1],
    ['"tags":["sample"]', '"tags":[7]', at('"sample"')],
    ['"names":{}', '"names":{"n":7}', at('{},"graph"') + 5],
    ['"graph":1', '"graph":"1"', at('"graph":') + 8],
    ['"final":{"sum":1}', '"last":1', 0],
    ['"final":', '"note":1,"final":', at('"final"') + 7],
    ['["applied"', '[["applied"]', at('["applied"')],
  ];
  for (const [from, to, column] of cases) {
    const file = read(replaced(3, from, to));
    assert.ok(file.findings.length > 0, to);
    for (const finding of file.findings) {
      assert.equal(finding.code, "trace_field_wrong", to);
      assert.equal(finding.location?.line, 3);
    }
    if (column > 0) assert.equal(file.findings[0]!.location?.column, column, to);
  }
});

Deno.test("readTraceFile() refuses an empty decision", () => {
  check(
    replaced(3, '[["applied",{"type":"grew","by":1}]]', "[[]]"),
    "trace_field_wrong",
    3,
    LINES[2].indexOf('[["applied"') + 2,
  );
});

Deno.test("readTraceFile() refuses decisions that do not match the events in number", () => {
  check(
    replaced(3, '"decisions":[', '"decisions":[["applied"],'),
    "trace_length_mismatch",
    3,
    LINES[2].indexOf('[["applied"') + 1,
  );
});
