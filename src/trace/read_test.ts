import assert from "node:assert/strict";
import { readTraceFile, type TraceFile } from "./read.ts";
import type { Trace } from "./schema.ts";
import { writeTraceFile } from "./write.ts";

const FILE = "fixtures/traces/sample.ndjson";
const FACTS = {
  emitter: { backend: "native", lean: "4.28.0" },
  toolchain: "leanprover/lean4:v4.28.0",
  model: "0".repeat(64),
};

function trace(id: string, steps = 1): Trace {
  return {
    id,
    tags: ["sample"],
    names: {},
    graph: 1,
    events: Array.from({ length: steps }, (_, i) => ({ type: "Add", eid: i })),
    decisions: Array.from({ length: steps }, () => ["applied", { type: "grew", by: 1 }] as const),
    final: { sum: steps },
  };
}

const GOOD = writeTraceFile(FACTS, [trace("a/one", 2), trace("b/two"), trace("c/three", 3)]);
const LINES = GOOD.trimEnd().split("\n") as [string, string, string, string];

function read(content: string | Uint8Array): TraceFile {
  return readTraceFile(FILE, content);
}

/** The text of the good file with some lines replaced; `undefined` removes one. */
function tampered(edit: (lines: string[]) => (string | undefined)[]): string {
  return edit([...LINES]).filter((line) => line !== undefined).map((line) => `${line}\n`).join("");
}

/** The good file with `from` replaced once by `to`, on one line (1-based). */
function replaced(line: number, from: string, to: string): string {
  return tampered((lines) => {
    const old = lines[line - 1]!;
    assert.ok(old.includes(from), `Line ${line} has no ${from}`);
    lines[line - 1] = old.replace(from, to);
    return lines;
  });
}

/** Checks that reading gives exactly one finding, of this code and place. */
function check(
  content: string | Uint8Array,
  code: string,
  line?: number,
  column?: number,
): TraceFile {
  const file = read(content);
  assert.deepEqual(
    file.findings.map((finding) => finding.code),
    [code],
    JSON.stringify(file.findings),
  );
  const [finding] = file.findings;
  assert.deepEqual(finding!.location, {
    file: FILE,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  });
  assert.equal(finding!.severity, "error");
  assert.ok(finding!.hint, "A finding says what to do");
  assert.match(finding!.message, /^[A-Z].*[^.]$/);
  return file;
}

Deno.test("readTraceFile() reads a good file without findings", () => {
  const file = read(GOOD);
  assert.deepEqual(file.findings, []);
  assert.deepEqual([file.header?.traces, file.header?.steps], [3, 6]);
  assert.deepEqual(
    file.traces.map(({ trace, location }) => [trace.id, location.file, location.line]),
    [["a/one", FILE, 2], ["b/two", FILE, 3], ["c/three", FILE, 4]],
  );
  assert.deepEqual(file.traces[0]!.trace, trace("a/one", 2));
});

Deno.test("readTraceFile() reads bytes and text alike", () => {
  assert.deepEqual(read(new TextEncoder().encode(GOOD)), read(GOOD));
});

Deno.test("readTraceFile() sees no difference in a checkout with CRLF", () => {
  assert.deepEqual(read(GOOD.replaceAll("\n", "\r\n")), read(GOOD));
});

Deno.test("readTraceFile() refuses bytes that are not UTF-8", () => {
  const bytes = new TextEncoder().encode(GOOD);
  bytes[bytes.indexOf(10, bytes.indexOf(10) + 1) + 5] = 0xff;
  check(bytes, "trace_not_utf8", 3);
});

Deno.test("readTraceFile() refuses an empty file", () => {
  check("", "trace_file_empty");
  check(new Uint8Array(0), "trace_file_empty");
});

Deno.test("readTraceFile() refuses a byte order mark", () => {
  check(`\ufeff${GOOD}`, "trace_bom", 1, 1);
  check(new TextEncoder().encode(`\ufeff${GOOD}`), "trace_bom", 1, 1);
});

Deno.test("readTraceFile() refuses a last line without its end", () => {
  const file = check(GOOD.slice(0, -1), "trace_final_newline", 4);
  assert.equal(file.traces.length, 3, "The line itself is whole and is read");
});

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

Deno.test("readTraceFile() refuses a header without traces", () => {
  check(writeTraceFile(FACTS, []), "trace_none");
});

Deno.test("readTraceFile() refuses a removed line by the header's counts", () => {
  const file = read(tampered(([header, a, , c]) => [header, a, c]));
  assert.deepEqual(file.findings.map(({ code, message }) => [code, message]), [
    ["trace_count_mismatch", `The header of "${FILE}" says 3 traces, but the file has 2`],
    ["trace_count_mismatch", `The header of "${FILE}" says 6 steps, but the file has 5`],
  ]);
});

Deno.test("readTraceFile() refuses an edited count", () => {
  check(replaced(1, '"steps":6', '"steps":7'), "trace_count_mismatch", 1);
});

Deno.test("readTraceFile() refuses traces out of order", () => {
  check(tampered(([header, a, b, c]) => [header, b, a, c]), "trace_unsorted", 3);
  check(tampered(([header, a, b, c]) => [header, a, c, b]), "trace_unsorted", 4);
});

Deno.test("readTraceFile() orders ids by code units, not by locale", () => {
  const ids = ["a-b", "a.b", "a/b", "a0", "a_b", "ab"];
  assert.deepEqual(
    read(writeTraceFile(FACTS, ids.toReversed().map((id) => trace(id)))).findings,
    [],
  );
});

Deno.test("readTraceFile() refuses an id used twice", () => {
  check(
    tampered(([header, a, b, c]) => [header, a, b!.replace("b/two", "a/one"), c]),
    "trace_duplicate_id",
    3,
  );
});

Deno.test("readTraceFile() refuses a blank line", () => {
  check(tampered(([header, a, b, c]) => [header, a, "", b, c]), "trace_line_blank", 3);
  check(tampered((lines) => [...lines, ""]), "trace_line_blank", 5);
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

Deno.test("readTraceFile() reports everything that is wrong, not only the first", () => {
  const file = read(tampered(([header, a, b, c]) => [
    header!.replace('"version":1', '"version":9'),
    c,
    a!.replace('"sum":2', '"sum":2.5'),
    b!.replace("{", "{{"),
  ]));
  assert.deepEqual(file.findings.map(({ code, location }) => [code, location?.line]), [
    ["trace_header_unsupported", 1],
    ["trace_number_form", 3],
    ["trace_line_malformed", 4],
  ]);
});
