import assert from "node:assert/strict";
import { parseMessage, parseMessages, toDiagnostic } from "./messages.ts";

const ERROR =
  '{"caption":"","data":"Type mismatch\\n  rfl","endPos":{"column":29,"line":5},"fileName":"Sub/B.lean",' +
  '"isSilent":false,"keepFullRange":false,"kind":"[anonymous]","pos":{"column":26,"line":5},"severity":"error"}';

Deno.test("parseMessages() takes Lean's messages and passes over everything else", () => {
  const output = [
    "[DEBUG:E] getopt_long returned: 74",
    ERROR,
    '{"severity":"error"}',
    '{"data":1}',
    "{",
    "[1]",
    `  ${ERROR.slice(0, -1)}`,
    ERROR.replace('"error"', '"fatal"'),
    ERROR.replace('"line":5},"severity', '"line":0},"severity'),
  ].join("\n");
  assert.deepEqual(parseMessages(output).map(({ fileName }) => fileName), ["Sub/B.lean"]);
});

Deno.test("toDiagnostic() counts columns from 1", () => {
  const message = parseMessage(ERROR);
  assert.ok(message);
  assert.deepEqual(toDiagnostic(message, "formal/Sub/B.lean"), {
    code: "lean_error",
    severity: "error",
    message: "Type mismatch\n  rfl",
    location: { file: "formal/Sub/B.lean", line: 5, column: 27, endLine: 5, endColumn: 30 },
    hint:
      "These are Lean's own words: correct the file there, and build it alone with --only build.",
  });
});

Deno.test("toDiagnostic() keeps warnings and drops information", () => {
  const warning = parseMessage(ERROR.replace('"error"', '"warning"'));
  assert.ok(warning);
  assert.equal(toDiagnostic(warning, "x")?.code, "lean_warning");
  const information = parseMessage(
    ERROR.replace('"error"', '"information"').replace(/"endPos":\{[^}]*\}/, '"endPos":null'),
  );
  assert.ok(information);
  assert.equal(toDiagnostic(information, "x"), undefined);
});

Deno.test("toDiagnostic() takes no declaration that rests on sorry, which Lean only warns of", () => {
  const [message] = parseMessages(JSON.stringify({
    caption: "",
    data: "declaration uses `sorry`",
    endPos: { column: 9, line: 3 },
    fileName: "A.lean",
    isSilent: false,
    keepFullRange: false,
    kind: "hasSorry",
    pos: { column: 8, line: 3 },
    severity: "warning",
  }));
  const finding = toDiagnostic(message!, "formal/A.lean");
  assert.equal(finding?.code, "lean_sorry");
  assert.equal(finding?.severity, "error");
});

Deno.test("parseMessages() sees a message behind what was printed without an end of line", () => {
  const message = JSON.stringify({
    caption: "",
    severity: "warning",
    data: 'declaration uses `sorry` {"caption":',
    fileName: "A.lean",
    pos: { line: 1, column: 0 },
    kind: "hasSorry",
  });
  for (const printed of ["x", '{"caption":', '{"caption":"","severity":"information"} ']) {
    assert.deepEqual(parseMessages(`${printed}${message}\n`).map(({ kind }) => kind), ["hasSorry"]);
  }
  assert.deepEqual(parseMessages('{\nx{\n{"caption":\n'), []);
});
