import assert from "node:assert/strict";
import { type Diagnostic, error, warning } from "../../src/platform/diagnostic.ts";
import { type StageReport, summarize } from "../../src/gate/report/report.ts";
import { duration, indent, printable, styleFor } from "./style.ts";
import { findingLines, placeOf, stageLines, titleLine, verdictLine } from "./text.ts";

const PLAIN = styleFor(false);

const SORRY = error("sorry", "'sorry' is no proof", {
  location: { file: "formal/A.lean", line: 3, column: 14 },
  hint: "Prove it.",
  detail: "theorem a : b := by\n  sorry",
});

function stage(status: StageReport["status"], findings: readonly Diagnostic[] = []): StageReport {
  return { name: "scan", status, ms: 1_234, checked: 14, summary: "14 Lean files", findings };
}

function report(stages: readonly StageReport[], failure?: "setup" | "usage" | "interrupted") {
  return summarize({
    lean: null,
    stages,
    counts: {},
    engines: [],
    ms: 125_000,
    ...(failure === undefined ? {} : { failure }),
  });
}

Deno.test("duration() says a duration as a reader does", () => {
  const said: [number, string][] = [
    [0, "0 ms"],
    [7.4, "7 ms"],
    [999, "999 ms"],
    [999.6, "1.0 s"],
    [1_234, "1.2 s"],
    [59_949, "59.9 s"],
    [59_960, "1 min 0 s"],
    [119_700, "2 min 0 s"],
    [125_000, "2 min 5 s"],
  ];
  for (const [ms, text] of said) assert.equal(duration(ms), text, `${ms} ms`);
});

Deno.test("printable() shows control characters, and leaves all other text as it is", () => {
  assert.equal(printable("\x1b[31mred\x07\r"), "\\x1b[31mred\\x07\\x0d");
  assert.equal(printable("\x9b2J"), "\\x9b2J");
  assert.equal(printable("a\u202eb\u2066c\u061cd\u2028"), "a\\u202eb\\u2066c\\u061cd\\u2028");
  assert.equal(printable("∀ a,\tb\n🙂 é"), "∀ a,\tb\n🙂 é");
  assert.equal(printable("one\r\ntwo"), "one\ntwo");
});

Deno.test("indent() leaves empty lines empty", () => {
  assert.equal(indent("a\n\nb", "  "), "  a\n\n  b");
});

Deno.test("titleLine() says which Lean the report speaks of", () => {
  const lean = {
    backend: "embedded",
    version: "4.28.0-pre",
    pin: "leanprover/lean4:v4.28.0",
    isPinned: true,
  };
  assert.equal(
    titleLine(lean, PLAIN),
    "lean-gate verify: embedded Lean 4.28.0-pre, pinned leanprover/lean4:v4.28.0",
  );
  assert.equal(
    titleLine({ ...lean, pin: "leanprover/lean4:v4.32.2", isPinned: false }, PLAIN),
    "lean-gate verify: embedded Lean 4.28.0-pre, not the pinned leanprover/lean4:v4.32.2",
  );
  assert.equal(titleLine(null, PLAIN), "lean-gate verify: no Lean used");
});

Deno.test("placeOf() says as much of the place as is known", () => {
  const place = (location?: Diagnostic["location"]) =>
    placeOf(error("code", "Message", location === undefined ? {} : { location }));
  assert.equal(place(), "");
  assert.equal(place({ file: "a" }), "a:");
  assert.equal(place({ file: "a", line: 2 }), "a:2:");
  assert.equal(place({ file: "a", line: 2, column: 7 }), "a:2:7:");
});

Deno.test("findingLines() has place, severity, code and message, then detail and hint", () => {
  assert.deepEqual(findingLines(SORRY, PLAIN).split("\n"), [
    "formal/A.lean:3:14: error[sorry] 'sorry' is no proof",
    "  theorem a : b := by",
    "    sorry",
    "  help: Prove it.",
  ]);
  assert.equal(findingLines(warning("odd", "It is odd"), PLAIN), "warning[odd] It is odd");
});

Deno.test("findingLines() lets nothing that a child wrote reach the terminal raw", () => {
  const text = findingLines(
    error("engine_crashed", "It said \x1b[2J", { detail: "\x1b]0;title\x07", hint: "\x08" }),
    PLAIN,
  );
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f]/);
});

Deno.test("stageLines() has one line for the stage, and its findings below", () => {
  assert.equal(stageLines(stage("passed"), PLAIN), "✓ scan       14 Lean files (1.2 s)");
  assert.equal(stageLines(stage("skipped"), PLAIN), "- scan       14 Lean files");
  assert.equal(stageLines(stage("blocked"), PLAIN), "! scan       14 Lean files");
  assert.deepEqual(stageLines(stage("failed", [SORRY]), PLAIN).split("\n").slice(0, 2), [
    "✗ scan       14 Lean files (1.2 s)",
    "    formal/A.lean:3:14: error[sorry] 'sorry' is no proof",
  ]);
});

Deno.test("verdictLine() says agreed only of a run that agreed", () => {
  assert.equal(
    verdictLine(report([stage("passed")]), PLAIN),
    "Agreed: everything that was asked for ran and agreed (2 min 5 s)",
  );
  assert.equal(
    verdictLine(report([stage("passed", [warning("odd", "It is odd")])]), PLAIN),
    "Agreed: everything that was asked for ran and agreed, 1 warning (2 min 5 s)",
  );
  assert.equal(
    verdictLine(report([stage("failed", [SORRY, SORRY, warning("odd", "It is odd")])]), PLAIN),
    "Refused: 2 errors, 1 warning, exit code 1 (2 min 5 s)",
  );
  assert.equal(
    verdictLine(report([stage("failed", [SORRY])], "setup"), PLAIN),
    "No verdict: 1 error, exit code 3 (2 min 5 s)",
  );
  assert.equal(
    verdictLine(report([stage("failed", [SORRY])], "interrupted"), PLAIN),
    "Interrupted: exit code 130 (2 min 5 s)",
  );
});

Deno.test("styleFor() paints with SGR codes, or not at all", () => {
  assert.equal(styleFor(true).bad("no"), "\x1b[31mno\x1b[39m");
  assert.equal(styleFor(true).bold("no"), "\x1b[1mno\x1b[22m");
  assert.equal(PLAIN.bad("no"), "no");
});
