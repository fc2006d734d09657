import assert from "node:assert/strict";
import type { StageName, StageReport } from "../../src/gate/report/report.ts";
import { testContext } from "../testing/support.ts";
import { stageProgress } from "./stage_progress.ts";

const STEPS = ["scan", "build", "emit", "replay"];

function passed(name: StageName): StageReport {
  return { name, status: "passed", ms: 5, checked: 1, summary: "3 things", findings: [] };
}

/** The rows of the last drawing, without the control sequences of ECMA-48. */
function rows(err: readonly string[]): string[] {
  // deno-lint-ignore no-control-regex -- CSI sequences
  return err.at(-1)!.replaceAll(/\x1b\[\d*[A-Za-z]|\r/g, "").split("\n");
}

Deno.test("on a terminal the list shows what runs, what has ended and what is to come", () => {
  const { context, err, advance } = testContext({ env: { NO_COLOR: "1" } }, true);
  using progress = stageProgress(context, { steps: STEPS });
  progress.start("build");
  progress.note("build", "Value (1 of 14)");
  advance(2_000);
  progress.start("replay");
  const [scan, build, emit, replay] = rows(err);
  assert.deepEqual([scan, emit], ["· scan", "· emit"]);
  assert.match(build!, /^. build {6}Value \(1 of 14\) {2}2\.0 s$/);
  assert.match(replay!, /^. replay/);
  progress.end(passed("replay"));
  progress.start("scan");
  assert.equal(rows(err)[3], "✓ replay     3 things (5 ms)");
});

Deno.test("on a terminal the list makes room for what is printed, and ends with the last stage", () => {
  const { context, err, out } = testContext({ env: { NO_COLOR: "1" } }, true);
  using progress = stageProgress(context, { steps: STEPS });
  progress.start("scan");
  progress.start("build");
  progress.printed("scan", () => context.out.write("scan\n"));
  assert.deepEqual(out, ["scan\n"]);
  assert.equal(err.at(-2), "\r\x1b[J");
  assert.deepEqual(rows(err).slice(1), ["· emit", "· replay"]);
  progress.printed("build", () => {});
  assert.equal(err.at(-1), "\r\x1b[J");
});

Deno.test("elsewhere each stage has a plain line now and then", () => {
  const { context, err, advance } = testContext();
  using progress = stageProgress(context, { steps: STEPS });
  progress.start("build");
  progress.start("replay");
  progress.note("build", "one");
  assert.deepEqual(err, []);
  advance(5_000);
  progress.note("build", "two");
  progress.note("build", "three");
  progress.note("replay", "10 of 20");
  assert.deepEqual(err, ["build: two\n", "replay: 10 of 20\n"]);
});
