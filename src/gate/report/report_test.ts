import assert from "node:assert/strict";
import type { FailureKind } from "../../platform/diagnostic.ts";
import { type StageName, type StageStatus, summarize } from "./report.ts";

/** Sums up a run whose stages ended so. */
function verdict(
  statuses: readonly StageStatus[],
  failure?: FailureKind,
): { ok: boolean; exitCode: number } {
  const names: StageName[] = ["toolchain", "scan", "build", "emit", "replay", "diff"];
  const stages = statuses.map((status, i) => ({
    name: names[i]!,
    status,
    ms: 0,
    checked: 1,
    summary: "",
    findings: [],
  }));
  const { ok, exitCode } = summarize({
    lean: null,
    stages,
    counts: {},
    engines: [],
    ms: 0,
    ...(failure === undefined ? {} : { failure }),
  });
  return { ok, exitCode };
}

Deno.test("summarize() agrees when everything that was asked for passed", () => {
  assert.deepEqual(verdict(["passed", "passed"]), { ok: true, exitCode: 0 });
  assert.deepEqual(verdict(["skipped", "passed"]), { ok: true, exitCode: 0 });
});

Deno.test("summarize() refuses a failed stage, and one that could not judge", () => {
  assert.deepEqual(verdict(["passed", "failed"]), { ok: false, exitCode: 1 });
  assert.deepEqual(verdict(["passed", "blocked"]), { ok: false, exitCode: 1 });
});

Deno.test("summarize() refuses a run of which nothing ran", () => {
  assert.deepEqual(verdict([]), { ok: false, exitCode: 1 });
  assert.deepEqual(verdict(["skipped", "skipped"]), { ok: false, exitCode: 1 });
});

Deno.test("summarize() gives what ended the run its own exit code", () => {
  assert.deepEqual(verdict(["failed", "blocked"], "usage"), { ok: false, exitCode: 2 });
  assert.deepEqual(verdict(["failed", "blocked"], "setup"), { ok: false, exitCode: 3 });
  assert.deepEqual(verdict(["failed", "blocked"], "interrupted"), { ok: false, exitCode: 130 });
  assert.deepEqual(verdict(["passed"], "setup"), { ok: false, exitCode: 3 });
});

Deno.test("summarize() names the version of its shape, and keeps what it was given", () => {
  const report = summarize({
    lean: { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0", isPinned: true },
    stages: [],
    counts: { files: 2 },
    engines: [{ name: "rust", version: "1", traces: 2, steps: 3 }],
    ms: 5,
  });
  assert.deepEqual(report, {
    schema: "lean-gate/report/1",
    ok: false,
    exitCode: 1,
    lean: { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0", isPinned: true },
    stages: [],
    counts: { files: 2 },
    engines: [{ name: "rust", version: "1", traces: 2, steps: 3 }],
    divergences: [],
    coverage: null,
    ms: 5,
  });
});

Deno.test("summarize() keeps what the traces cover", () => {
  const coverage = {
    reachable: 2,
    hit: 1,
    missing: [["Add", "full", "refused"]] as const,
    unlisted: [],
    unusedReasons: ["full"],
    unusedEffects: [],
  };
  const facts = { lean: null, stages: [], counts: {}, engines: [], ms: 0 };
  assert.deepEqual(summarize({ ...facts, coverage }).coverage, coverage);
});

Deno.test("summarize() agrees over no error, whatever the status of its stage", () => {
  const finding = { code: "divergence", severity: "error", message: "M" } as const;
  const stage = {
    name: "diff",
    status: "passed",
    ms: 0,
    checked: 4,
    summary: "4 diverge",
  } as const;
  const facts = { lean: null, counts: {}, engines: [], ms: 0 };
  const report = summarize({ ...facts, stages: [{ ...stage, findings: [finding] }] });
  assert.deepEqual([report.ok, report.exitCode], [false, 1]);
  const warned = { ...finding, severity: "warning" } as const;
  assert.equal(summarize({ ...facts, stages: [{ ...stage, findings: [warned] }] }).ok, true);
});
