import assert from "node:assert/strict";
import { testProject } from "./config/testing/support.ts";
import { error, GateError } from "../platform/diagnostic.ts";
import { type MemoryHost, memoryHost } from "../platform/host/memory.ts";
import { nothingFor, selectStages, STAGES, verify, type Watcher } from "./pipeline.ts";
import { parseShard } from "../replay/engines/shard.ts";
import { STAGE_NAMES, type StageName } from "./report/report.ts";
import type { Stage, StageOutcome } from "./stages/stage.ts";
import type { Toolchain } from "../lean/toolchain/toolchain.ts";

const GOOD: StageOutcome = { checked: 1, summary: "good", findings: [] };

/** Stages that all pass but for those given. */
function stages(odd: Partial<Record<StageName, Partial<Stage>>> = {}): Stage[] {
  return STAGE_NAMES.map((name) => ({ name, run: () => Promise.resolve(GOOD), ...odd[name] }));
}

function run(
  all: readonly Stage[],
  only: readonly StageName[] = STAGE_NAMES,
  watcher: Watcher = {},
  { host }: MemoryHost = memoryHost(),
) {
  return verify({ host, project: testProject(), lean: "auto" }, selectStages(only), watcher, all);
}

/** `name status`, of each stage. */
function statuses(report: Awaited<ReturnType<typeof run>>): string[] {
  return report.stages.map(({ name, status }) => `${name} ${status}`);
}

Deno.test("the stages stand in the order of the design", () => {
  const order = [
    "toolchain",
    "scan",
    "build",
    "audit",
    "emit",
    "replay",
    "diff",
    "fuzz",
    "journals",
    "coverage",
    "certify",
  ];
  assert.deepEqual(STAGES.map(({ name }) => name), order);
  assert.deepEqual([...STAGE_NAMES], order);
});

Deno.test("selectStages() adds what a stage cannot do without", () => {
  const closure = (...only: StageName[]) => [...selectStages(only)].sort();
  assert.deepEqual(closure("scan"), ["scan"]);
  assert.deepEqual(closure("build"), ["build", "toolchain"]);
  assert.deepEqual(closure("audit"), ["audit", "build", "toolchain"]);
  assert.deepEqual(closure("emit"), ["build", "emit", "toolchain"]);
  assert.deepEqual(closure("replay"), ["replay"]);
  assert.deepEqual(closure("diff"), ["diff", "replay"]);
  assert.deepEqual(closure("coverage"), ["coverage"]);
  assert.deepEqual(closure("certify"), ["build", "certify", "toolchain"]);
  assert.deepEqual(closure("diff", "scan"), ["diff", "replay", "scan"]);
  assert.deepEqual(closure(), []);
});

Deno.test("verify() runs every stage in order, and tells a watcher", async () => {
  const seen: string[] = [];
  const all = stages({
    build: {
      run({ progress }) {
        progress("Lifecycle.Value (1 of 14)");
        return Promise.resolve({ ...GOOD, counts: { modules: 14 } });
      },
    },
    scan: { run: () => Promise.resolve({ ...GOOD, counts: { files: 3 } }) },
  });
  const report = await run(all, STAGE_NAMES, {
    start: (stage) => seen.push(`start ${stage}`),
    note: (stage, note) => seen.push(`${stage}: ${note}`),
    end: ({ name, status }) => seen.push(`${status} ${name}`),
  });
  const expected = STAGE_NAMES.flatMap((name) => [`start ${name}`, `passed ${name}`]);
  assert.deepEqual(seen, expected.toSpliced(5, 0, "build: Lifecycle.Value (1 of 14)"));
  assert.equal(report.exitCode, 0);
  assert.deepEqual(report.counts, { files: 3, modules: 14 });
});

Deno.test("verify() skips what was not asked for", async () => {
  const report = await run(stages(), ["diff"]);
  assert.deepEqual(statuses(report), [
    "toolchain skipped",
    "scan skipped",
    "build skipped",
    "audit skipped",
    "emit skipped",
    "replay passed",
    "diff passed",
    "fuzz skipped",
    "journals skipped",
    "coverage skipped",
    "certify skipped",
  ]);
  assert.equal(report.exitCode, 0);
  assert.equal(report.lean, null);
});

Deno.test("verify() refuses to agree when nothing was asked for", async () => {
  assert.equal((await run(stages(), [])).exitCode, 1);
});

Deno.test("a failed check lets later stages report, and those it blocks say so", async () => {
  const report = await run(stages({
    scan: { run: () => Promise.resolve({ ...GOOD, findings: [error("sorry", "No proof")] }) },
    build: { run: () => Promise.resolve({ ...GOOD, facts: { built: false } }) },
    emit: { blockedBy: ({ built }) => built ? undefined : "the model was not built" },
    replay: {
      run: () => Promise.reject(new GateError("verdict", { code: "no", message: "No" })),
    },
  }));
  assert.deepEqual(statuses(report), [
    "toolchain passed",
    "scan failed",
    "build passed",
    "audit passed",
    "emit blocked",
    "replay failed",
    "diff passed",
    "fuzz passed",
    "journals passed",
    "coverage passed",
    "certify passed",
  ]);
  assert.equal(report.stages[4]?.summary, "the model was not built");
  assert.equal(report.exitCode, 1);
});

Deno.test("the emit stage is blocked unless the model was built", () => {
  const emit = STAGES.find(({ name }) => name === "emit");
  assert.equal(emit?.blockedBy?.({ built: true }), undefined);
  assert.equal(emit?.blockedBy?.({ built: false }), "the model was not built");
  assert.equal(emit?.blockedBy?.({}), "the model was not built");
});

Deno.test("a stage that the project has nothing for is skipped, and no verdict", async () => {
  const report = await run(stages({
    coverage: {
      skippedBy: () => "not configured",
      run: () => assert.fail("The stage was started"),
    },
  }));
  const stage = report.stages.find(({ name }) => name === "coverage");
  assert.equal(stage?.status, "skipped");
  assert.equal(stage?.summary, "not configured");
  assert.equal(report.exitCode, 0);
  assert.equal(report.coverage, null);
});

Deno.test("the coverage stage is skipped exactly when the config asks for none", () => {
  const skipped = (coverage?: { module: string }) => {
    const project = testProject();
    const config = { ...project.config, ...(coverage === undefined ? {} : { coverage }) };
    const { host } = memoryHost();
    const run = { host, project: { ...project, config }, lean: "auto", progress() {} } as const;
    return STAGES.find(({ name }) => name === "coverage")?.skippedBy?.(run);
  };
  assert.match(skipped() ?? "", /^not configured/);
  assert.equal(skipped({ module: "coverage.ts" }), undefined);
});

Deno.test("nothingFor() tells of a stage without its config, and of a shard that leaves out all that are asked for", () => {
  const project = testProject();
  const coverage = { module: "coverage.ts" };
  const measured = { ...project, config: { ...project.config, coverage } };
  const shard = parseShard("1/2");
  const idle = (names: readonly StageName[], run: Parameters<typeof nothingFor>[1]) =>
    nothingFor(names, run)?.name;
  assert.equal(idle(["scan", "coverage"], { project }), "coverage");
  assert.equal(idle(["coverage"], { project: measured }), undefined);
  assert.equal(idle(["scan", "coverage"], { project: measured, shard }), undefined);
  assert.equal(idle(["coverage", "coverage"], { project: measured, shard }), "coverage");
  assert.equal(idle([], { project, shard }), undefined);
});

Deno.test("a failed set-up ends the run with exit code 3", async () => {
  const ended: string[] = [];
  const report = await run(
    stages({
      toolchain: {
        run: () => Promise.reject(new GateError("setup", { code: "no_lean", message: "No Lean" })),
      },
      scan: { run: () => assert.fail("The scan was started") },
    }),
    ["toolchain", "scan", "replay"],
    { end: ({ name }) => ended.push(name) },
  );
  assert.deepEqual(
    report.stages.map(({ status, summary }) => `${status}: ${summary}`),
    [
      "failed: no_lean",
      "blocked: an earlier stage ended the run",
      "skipped: not asked for",
      "skipped: not asked for",
      "skipped: not asked for",
      "blocked: an earlier stage ended the run",
      "skipped: not asked for",
      "skipped: not asked for",
      "skipped: not asked for",
      "skipped: not asked for",
      "skipped: not asked for",
    ],
  );
  assert.deepEqual(ended, [...STAGE_NAMES]);
  assert.equal(report.exitCode, 3);
});

Deno.test("an interrupt ends the run with exit code 130", async () => {
  const memory = memoryHost();
  const report = await run(
    stages({
      build: {
        run() {
          memory.interrupt();
          return Promise.resolve(GOOD);
        },
      },
    }),
    STAGE_NAMES,
    {},
    memory,
  );
  assert.deepEqual(statuses(report).slice(2), [
    "build failed",
    "audit blocked",
    "emit blocked",
    "replay blocked",
    "diff blocked",
    "fuzz blocked",
    "journals blocked",
    "coverage blocked",
    "certify blocked",
  ]);
  assert.equal(report.exitCode, 130);
});

Deno.test("verify() reports which Lean was used from the toolchain stage on", async () => {
  const info = { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0" } as const;
  const toolchain = { info: { ...info, paths: { lean: "/bin/lean" } } } as unknown as Toolchain;
  const leans: unknown[] = [];
  const report = await run(
    stages({ toolchain: { run: () => Promise.resolve({ ...GOOD, facts: { toolchain } }) } }),
    ["build"],
    { end: (_stage, lean) => leans.push(lean) },
  );
  assert.deepEqual(report.lean, info);
  assert.deepEqual(leans, STAGE_NAMES.map(() => info));
});

Deno.test("verify() measures the whole run on the host's clock", async () => {
  const memory = memoryHost();
  const waits = (ms: number) => ({
    run() {
      memory.advance(ms);
      return Promise.resolve(GOOD);
    },
  });
  const all = stages({ scan: waits(20), build: waits(300.4) });
  const report = await run(all, STAGE_NAMES, {}, memory);
  assert.equal(report.ms, 320);
  assert.equal(report.stages[2]?.ms, 300);
});
