/** A second project passes the gate through its config alone: nothing is welded to the lifecycle. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import { installStandin } from "./standin/install.ts";
import { REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject } from "./support/project.ts";

const COUNTER = join(REPOSITORY, "tests", "counter");
const PARTS = ["lean-gate.jsonc", "formal", "fixtures", "engine.py", "engine.ts", "fuzz.ts"];

Deno.test("verify agrees on the counter, with its own model and an engine in Python", async () => {
  await using project = await copyProject(COUNTER, PARTS);
  const { code, report, findings } = await verifyJson(["--lean", "embedded"], project.root);
  assert.equal(code, 0, JSON.stringify(findings));
  assert.equal(report.counts.modules, 2);
  assert.equal(report.counts.theorems, 1);
  assert.deepEqual(
    report.engines,
    ["python", "typescript"].map((name) => ({ name, version: "1.0.0", traces: 2, steps: 6 })),
  );
  assert.deepEqual([report.counts.fuzzed, report.counts.regressions], [100, 0]);
});

Deno.test("native Lean emits the very traces that embedded Lean emitted", async () => {
  await using owned = denoHost(new AbortController().signal);
  const elanHome = await owned.host.files.tempDir("lean-gate-elan");
  // The real elan; the Lean behind it is a stand-in, which embedded Lean does the work of.
  await installStandin(owned.host, elanHome);
  await using project = await copyProject(COUNTER, PARTS);
  const committed = await project.read("fixtures/counter.ndjson");
  assert.match(committed, /^\{.*"emitter":\{"backend":"embedded"/);
  const { code, report, findings } = await verifyJson(["--lean", "native"], project.root, {
    ELAN_HOME: elanHome,
  });
  assert.equal(code, 0, JSON.stringify(findings));
  assert.deepEqual(report.lean, {
    backend: "native",
    version: "4.28.0",
    pin: "leanprover/lean4:v4.28.0",
    isPinned: true,
  });
  assert.equal(report.stages.find(({ name }) => name === "emit")?.checked, 2);
});

Deno.test("verify refuses a counter whose engine passes the limit", async () => {
  await using project = await copyProject(COUNTER, PARTS);
  await project.edit("engine.py", "total <= LIMIT", "total <= LIMIT + 1");
  const { code, findings } = await verifyJson(["--only", "diff"], project.root);
  assert.equal(code, 1);
  assert.deepEqual(findings.map(({ code }) => code), ["divergence"]);
  assert.match(findings[0]!.message, /"python".*"up-to-the-limit" at step 3 of 3/);
});
