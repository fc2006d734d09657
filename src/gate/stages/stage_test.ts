import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { error, type FailureKind, GateError, warning } from "../../platform/diagnostic.ts";
import { type MemoryHost, memoryHost } from "../../platform/host/memory.ts";
import { runStage, type Stage, type StageOutcome } from "./stage.ts";

const GOOD: StageOutcome<never> = { checked: 3, summary: "3 files", findings: [] };

/** Runs one stage whose body is given. */
function run(body: Stage["run"], memory: MemoryHost = memoryHost()) {
  const context = {
    host: memory.host,
    project: testProject(),
    lean: "auto",
    progress: () => {},
  } as const;
  const stage: Stage = { name: "scan", lane: "engines", needs: [], uses: [], run: body };
  return runStage(stage, context, {});
}

const gives = (outcome: StageOutcome<never>) => run(() => Promise.resolve(outcome));

Deno.test("runStage() times a stage, and hands on its output and counts", async () => {
  const memory = memoryHost();
  const ran = await run(() => {
    memory.advance(1_499.6);
    return Promise.resolve({ ...GOOD, output: [], counts: { files: 3 } });
  }, memory);
  assert.deepEqual(ran, {
    report: {
      name: "scan",
      status: "passed",
      ms: 1_500,
      checked: 3,
      summary: "3 files",
      findings: [],
    },
    output: [],
    counts: { files: 3 },
  });
});

Deno.test("runStage() fails a stage for an error, and not for a warning", async () => {
  const odd = warning("odd", "It is odd");
  assert.equal((await gives({ ...GOOD, findings: [odd] })).report.status, "passed");
  const { report, failure } = await gives({
    ...GOOD,
    findings: [odd, error("sorry", "It is no proof")],
  });
  assert.equal(report.status, "failed");
  assert.equal(failure, undefined);
});

Deno.test("runStage() fails a stage that checked nothing", async () => {
  const { report } = await gives({ ...GOOD, checked: 0 });
  assert.equal(report.status, "failed");
  assert.deepEqual(report.findings.map(({ code, message }) => [code, message]), [
    ["checked_nothing", 'Stage "scan" found nothing to check'],
  ]);
  const odd = await gives({ ...GOOD, checked: 0, findings: [warning("odd", "It is odd")] });
  assert.deepEqual(odd.report.findings.map(({ code }) => code), ["odd", "checked_nothing"]);
});

Deno.test("runStage() does not add to an error that there was nothing to check", async () => {
  const missing = error("traces_missing", "There is no trace");
  const { report } = await gives({ ...GOOD, checked: 0, findings: [missing] });
  assert.deepEqual(report.findings, [missing]);
});

Deno.test("runStage() reports a GateError; all but a verdict end the run", async () => {
  const ends: [FailureKind, FailureKind | undefined][] = [
    ["verdict", undefined],
    ["usage", "usage"],
    ["setup", "setup"],
    ["interrupted", "interrupted"],
  ];
  for (const [kind, expected] of ends) {
    const ran = await run(() => {
      throw new GateError(kind, { code: "engine_missing", message: "There is no engine" });
    });
    assert.equal(ran.failure, expected, kind);
    assert.equal(ran.report.status, "failed");
    assert.equal(ran.report.checked, 0);
    assert.deepEqual(ran.report.findings, [error("engine_missing", "There is no engine")]);
    assert.deepEqual([ran.output, ran.withheld], [undefined, 'stage "scan" failed']);
  }
});

Deno.test("runStage() lets an unexpected exception through", async () => {
  const bug = new TypeError("a bug");
  await assert.rejects(run(() => Promise.reject(bug)), (cause) => cause === bug);
});

Deno.test("runStage() calls a stage interrupted, whatever its dying children said", async () => {
  const dying: Stage["run"][] = [
    () => Promise.resolve(GOOD),
    () => Promise.resolve({ ...GOOD, findings: [error("lean_error", "It was killed")] }),
    () => Promise.reject(new GateError("setup", { code: "engine_crashed", message: "Killed" })),
    () => Promise.reject(new TypeError("The stream was closed")),
  ];
  for (const body of dying) {
    const memory = memoryHost();
    const { report, failure } = await run((...args) => {
      memory.interrupt();
      return body(...args);
    }, memory);
    assert.equal(failure, "interrupted");
    assert.equal(report.status, "failed");
    assert.equal(report.summary, "interrupted");
    assert.deepEqual(report.findings.map(({ code }) => code), ["interrupted"]);
  }
});

Deno.test("runStage() starts nothing after an interrupt", async () => {
  const memory = memoryHost();
  memory.interrupt();
  const { failure } = await run(() => assert.fail("The stage was started"), memory);
  assert.equal(failure, "interrupted");
});
