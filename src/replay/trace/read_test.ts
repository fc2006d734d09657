import assert from "node:assert/strict";
import {
  check,
  FACTS,
  FILE,
  GOOD,
  LINES,
  read,
  replaced,
  tampered,
  trace,
} from "./testing/support.ts";
import { writeTraceFile } from "./write.ts";

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

Deno.test("readTraceFile() lists the first findings of a file and counts them all", () => {
  const { findings } = read(LINES[0] + "\n" + "x\n".repeat(1_000));
  assert.equal(findings.length, 51);
  assert.equal(findings[50]!.code, "trace_more");
  assert.equal(findings[50]!.message, `"${FILE}" has 1000 findings, of which 50 are listed`);
});
