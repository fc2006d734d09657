import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { runStage } from "./stage.ts";
import { scanStage } from "./scan.ts";

const ESCAPE = "theorem one : 1 = 2 := by\n  sorry\n";

/** Runs the stage over these files, with this allowlist. */
async function scanned(files: Record<string, string>, ...allow: { reason: string }[]) {
  const { host } = memoryHost({ files });
  const project = testProject();
  const entries = allow.map((entry) => ({ rule: "sorry", file: "formal/A.lean", ...entry }));
  const config = { ...project.config, allow: entries };
  const run = { host, project: { ...project, config }, lean: "auto", progress: () => {} } as const;
  return (await runStage(scanStage, run, {})).report;
}

Deno.test("the scan stage names an escape by its rule, its place, and what to do instead", async () => {
  const report = await scanned({ "formal/A.lean": ESCAPE });
  assert.equal(report.status, "failed");
  assert.equal(report.checked, 1);
  const [{ code, severity, location, hint }] = report.findings as [typeof report.findings[0]];
  assert.deepEqual({ code, severity, location }, {
    code: "sorry",
    severity: "error",
    location: { file: "formal/A.lean", line: 2, column: 3, endLine: 2, endColumn: 8 },
  });
  assert.match(hint!, /^Prove the statement/);
});

Deno.test("the scan stage passes over what the config allows, and counts it", async () => {
  const report = await scanned({ "formal/A.lean": ESCAPE }, { reason: "shown in a talk" });
  assert.equal(report.status, "passed");
  assert.equal(report.summary, "1 Lean file, 1 finding allowed");
});

Deno.test("the scan stage refuses an allowance that nothing needs", async () => {
  const clean = { "formal/A.lean": "theorem one : 1 = 1 := rfl\n" };
  assert.equal((await scanned(clean)).status, "passed");
  const report = await scanned(clean, { reason: "no longer true" });
  assert.deepEqual(report.findings.map(({ code }) => code), ["allow"]);
});

Deno.test("the scan stage fails without a Lean file", async () => {
  const report = await scanned({ "formal/README.md": "sorry" });
  assert.deepEqual(report.findings.map(({ code }) => code), ["checked_nothing"]);
});
