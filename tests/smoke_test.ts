/**
 * One of the smoke scenarios, as `deno task smoke` plays them all: the compiled service in real
 * processes, and the same without the rule. Also that the journals which verify replays are of the
 * scenarios there are.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { build, play } from "../ci/smoke/run.ts";
import { SCENARIOS } from "../ci/smoke/scenarios.ts";
import { REPOSITORY } from "./support/cli.ts";

const JOURNALS = join(REPOSITORY, "fixtures", "journals");

Deno.test("a late exit after the success changes nothing, and without the rule it does", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    const { candidate, without } = await build(folder, "script");
    const scenario = SCENARIOS.find(({ name }) => name === "late_exit_after_success")!;
    const { failure, journal } = await play(scenario, candidate, false);
    assert.equal(failure, undefined);
    assert.equal(journal, await Deno.readTextFile(join(JOURNALS, `${scenario.name}.ndjson`)));
    const old = await play(scenario, without("first-result-wins"), false);
    assert(old.failure instanceof assert.AssertionError);
    assert.match(old.failure.message, /failed/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("each scenario has left a journal, and each journal is a scenario's", async () => {
  const files = await Array.fromAsync(Deno.readDir(JOURNALS), ({ name }) => name);
  assert.deepEqual(files.sort(), SCENARIOS.map(({ name }) => `${name}.ndjson`).sort());
});

Deno.test("the scenarios are the ones that were promised, and each names a rule that it bites on", () => {
  assert.deepEqual(SCENARIOS.map(({ name }) => name).sort(), [
    "brokered_deliverable_worktree_preflight",
    "exited_worker_finish_convergence",
    "late_exit_after_success",
    "legacy_done",
    "nonzero_exit_before_success",
    "provider_timeout_after_cleaned",
    "stale_generation",
  ]);
  assert(SCENARIOS.every(({ bites }) => bites.length > 0));
});
