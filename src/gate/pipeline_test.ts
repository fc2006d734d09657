import assert from "node:assert/strict";
import { testProject } from "./config/testing/support.ts";
import { error, type FailureKind, GateError } from "../platform/diagnostic.ts";
import { type MemoryHost, memoryHost } from "../platform/host/memory.ts";
import { nothingFor, selectStages, STAGES, verify, type Watcher } from "./pipeline.ts";
import { parseShard } from "../replay/engines/shard.ts";
import { STAGE_NAMES, type StageName } from "./report/report.ts";
import { judgeOf } from "../replay/diff/diff.ts";
import type { Outputs, Stage, StageOutcome } from "./stages/stage.ts";
import type { Toolchain } from "../lean/toolchain/toolchain.ts";

const GOOD: StageOutcome<never> = { checked: 1, summary: "good", findings: [] };

/** The Lean of these tests. */
const INFO = {
  backend: "native",
  version: "4.28.0",
  pin: "leanprover/lean4:v4.28.0",
  isPinned: true,
} as const;

/** Outputs that say nothing: the stages of these tests only pass them on. */
const OUTPUTS = {
  toolchain: { info: { ...INFO, paths: {} } } as unknown as Toolchain,
  scan: [],
  build: { modules: ["A"] },
  audit: { accepted: [], looks: [], sources: new Map() },
  replay: {
    folder: { files: [], traces: [], steps: 0, findings: [] },
    judges: [judgeOf("sums")],
    engines: [],
  },
  journals: [],
  coverage: { cells: [], unlisted: [], unusedReasons: [], unusedEffects: [], unknownWords: [] },
} satisfies Outputs;

/** The outcome of a stage that passes. */
function good(name: StageName): StageOutcome<never> {
  return name in OUTPUTS ? { ...GOOD, output: OUTPUTS[name as keyof Outputs] as never } : GOOD;
}

/** Stages that all pass but for those given. */
function stages(odd: Partial<Record<StageName, Partial<Stage>>> = {}): Stage[] {
  return STAGES.map(({ name, lane, needs, uses }): Stage => ({
    ...{ name, lane, needs, uses },
    run: () => Promise.resolve(good(name)),
    ...odd[name],
  }));
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
    "kernels",
    "statements",
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

Deno.test("verify() runs a stage once what it needs is there, and tells a watcher", async () => {
  const seen: string[] = [];
  const all = stages({
    build: {
      run({ progress }) {
        progress("Lifecycle.Value (1 of 14)");
        return Promise.resolve({ ...good("build"), counts: { modules: 14 } });
      },
    },
    scan: { run: () => Promise.resolve({ ...good("scan"), counts: { files: 3 } }) },
  });
  const report = await run(all, STAGE_NAMES, {
    start: (stage) => seen.push(`start ${stage}`),
    note: (stage, note) => seen.push(`${stage}: ${note}`),
    end: ({ name, status }) => seen.push(`${status} ${name}`),
  });
  const at = (line: string) => {
    assert.ok(seen.includes(line), line);
    return seen.indexOf(line);
  };
  for (const { name, needs, uses } of STAGES) {
    assert.ok(at(`start ${name}`) < at(`passed ${name}`));
    for (const before of [...needs, ...uses]) {
      assert.ok(at(`passed ${before}`) < at(`start ${name}`), `${name} after ${before}`);
    }
  }
  assert.ok(at("build: Lifecycle.Value (1 of 14)") < at("passed build"));
  assert.deepEqual(statuses(report), STAGE_NAMES.map((name) => `${name} passed`));
  assert.equal(report.exitCode, 0);
  assert.deepEqual(report.counts, { files: 3, modules: 14 });
});

Deno.test("verify() reports what the engines do while Lean is still building", async () => {
  const build = Promise.withResolvers<StageOutcome<never>>();
  const ended: StageName[] = [];
  const all = stages({ build: { run: () => build.promise } });
  const report = await run(all, STAGE_NAMES, {
    end({ name }) {
      ended.push(name);
      if (name === "coverage") build.resolve(good("build"));
    },
  });
  assert.deepEqual(ended.slice(0, 7).sort(), [
    "coverage",
    "diff",
    "fuzz",
    "journals",
    "replay",
    "scan",
    "toolchain",
  ]);
  assert.equal(report.exitCode, 0);
});

Deno.test("verify() runs one stage of the engines at a time, and those of Lean as memory allows", async () => {
  for (const [memory, most] of [[1, 1], [64, 2]] as const) {
    const running = { lean: 0, engines: 0 };
    const peak = { lean: 0, engines: 0 };
    const odd = Object.fromEntries(STAGES.map(({ name, lane }) => [name, {
      async run() {
        peak[lane] = Math.max(peak[lane], ++running[lane]);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running[lane]--;
        return good(name);
      },
    }]));
    const world = memoryHost();
    const host = { ...world.host, cpus: 2, freeMemory: () => memory * 2 ** 30 };
    await run(stages(odd), STAGE_NAMES, {}, { ...world, host });
    assert.deepEqual(peak, { lean: most, engines: 1 });
  }
});

Deno.test("verify() skips what was not asked for", async () => {
  const report = await run(stages(), ["diff"]);
  assert.deepEqual(statuses(report), [
    "toolchain skipped",
    "scan skipped",
    "build skipped",
    "audit skipped",
    "kernels skipped",
    "statements skipped",
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
    build: {
      run() {
        const { checked, summary, findings } = GOOD;
        return Promise.resolve({ checked, summary, findings, withheld: "the model was not built" });
      },
    },
    replay: {
      run: () => Promise.reject(new GateError("verdict", { code: "no", message: "No" })),
    },
  }));
  assert.deepEqual(statuses(report), [
    "toolchain passed",
    "scan failed",
    "build passed",
    "audit blocked",
    "kernels blocked",
    "statements blocked",
    "emit blocked",
    "replay failed",
    "diff blocked",
    "fuzz passed",
    "journals passed",
    "coverage passed",
    "certify blocked",
  ]);
  assert.equal(report.stages[3]?.summary, "the model was not built");
  assert.equal(report.stages[8]?.summary, 'stage "replay" failed');
  assert.equal(report.exitCode, 1);
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

Deno.test("a failed set-up stops what needs it, lets the rest report, and ends with exit code 3", async () => {
  const ended: string[] = [];
  const report = await run(
    stages({
      toolchain: {
        run: () => Promise.reject(new GateError("setup", { code: "no_lean", message: "No Lean" })),
      },
    }),
    ["build", "scan", "replay"],
    { end: ({ name }) => ended.push(name) },
  );
  assert.deepEqual(
    report.stages.map(({ name, status, summary }) => `${name} ${status}: ${summary}`),
    [
      "toolchain failed: no_lean",
      "scan passed: good",
      'build blocked: stage "toolchain" failed',
      "audit skipped: not asked for",
      "kernels skipped: not asked for",
      "statements skipped: not asked for",
      "emit skipped: not asked for",
      "replay passed: good",
      "diff skipped: not asked for",
      "fuzz skipped: not asked for",
      "journals skipped: not asked for",
      "coverage skipped: not asked for",
      "certify skipped: not asked for",
    ],
  );
  assert.deepEqual(ended.sort(), [...STAGE_NAMES].sort());
  assert.equal(report.exitCode, 3);
});

Deno.test("wrong usage decides the exit code before a failed set-up, and an interrupt before both", async () => {
  const failing = (kind: FailureKind) => ({
    run: () => Promise.reject(new GateError(kind, { code: "no", message: "No" })),
  });
  const code = async (odd: Partial<Record<StageName, Partial<Stage>>>) =>
    (await run(stages(odd))).exitCode;
  assert.equal(await code({ toolchain: failing("setup"), fuzz: failing("usage") }), 2);
  assert.equal(await code({ scan: failing("verdict"), fuzz: failing("setup") }), 3);
  assert.equal(await code({ fuzz: failing("usage"), journals: failing("interrupted") }), 130);
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
  assert.equal(report.stages[2]?.status, "failed");
  assert.deepEqual(report.stages.slice(3, 5).map(({ status }) => status), ["blocked", "blocked"]);
  // One finding says it; no stage starts after it.
  assert.equal(report.stages.filter(({ status }) => status === "failed").length, 1);
  assert.equal(report.exitCode, 130);
});

Deno.test("verify() reports which Lean was used from the toolchain stage on", async () => {
  const leans: unknown[] = [];
  const report = await run(stages(), ["build"], {
    end: ({ status }, lean) => status === "passed" && leans.push(lean),
  });
  assert.deepEqual(report.lean, INFO);
  assert.deepEqual(leans, [INFO, INFO]);
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
