import assert from "node:assert/strict";
import { error, warning } from "../../src/platform/diagnostic.ts";
import { summarize } from "../../src/gate/report/report.ts";
import { unrun } from "../../src/gate/stages/stage.ts";
import { jsonFinding, renderJson } from "./json.ts";

const SORRY = error("sorry", "'sorry' is no proof", {
  location: { file: "formal/A.lean", line: 3, column: 14, endLine: 3, endColumn: 19 },
  hint: "Prove it.",
  detail: "\x1b[31m",
});

Deno.test("jsonFinding() has the place beside the other fields", () => {
  assert.deepEqual(jsonFinding(SORRY), {
    code: "sorry",
    severity: "error",
    message: "'sorry' is no proof",
    file: "formal/A.lean",
    line: 3,
    column: 14,
    endLine: 3,
    endColumn: 19,
    hint: "Prove it.",
    detail: "\x1b[31m",
  });
  assert.deepEqual(jsonFinding(warning("odd", "It is odd")), {
    code: "odd",
    severity: "warning",
    message: "It is odd",
  });
});

Deno.test("renderJson() is one document of the report, with a final line end", () => {
  const text = renderJson(summarize({
    lean: { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0", isPinned: true },
    stages: [
      { name: "scan", status: "failed", ms: 7, checked: 2, summary: "2", findings: [SORRY] },
      unrun("diff", "skipped", "not asked for"),
    ],
    counts: { files: 2 },
    engines: [{ name: "rust", version: "0.1.0", traces: 3, steps: 9 }],
    ms: 8,
  }));
  assert.ok(text.endsWith("}\n"));
  assert.deepEqual(JSON.parse(text), {
    schema: "lean-gate/report/1",
    ok: false,
    exitCode: 1,
    lean: { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0", isPinned: true },
    stages: [
      {
        name: "scan",
        status: "failed",
        ms: 7,
        checked: 2,
        summary: "2",
        findings: [jsonFinding(SORRY)],
      },
      {
        name: "diff",
        status: "skipped",
        ms: 0,
        checked: 0,
        summary: "not asked for",
        findings: [],
      },
    ],
    counts: { files: 2 },
    engines: [{ name: "rust", version: "0.1.0", traces: 3, steps: 9 }],
    divergences: [],
    coverage: null,
    ms: 8,
  });
});
