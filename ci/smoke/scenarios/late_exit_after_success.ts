/** The worker lands, then its wrapper is forced to exit nonzero: the task is Done all the same. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { assertDoneOnce, verdicts } from "../world.ts";

/** The scenario. */
export const lateExitAfterSuccess: Scenario = {
  name: "late_exit_after_success",
  bites: ["first-result-wins"],
  async play(world) {
    const worker = await world.script(
      "worker.sh",
      "echo done > result && git add result && git commit --quiet --message=Work || exit 9",
      '"$LIFECYCLE" finish || exit 8',
      // The wrapper is our parent. Its end takes us with it, by a signal, which is an exit code too.
      "kill -TERM $PPID",
      "exec sleep 600",
    );
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");

    const wrapper = await world.lifecycle("supervise", "build", "--", worker);
    assert.equal(wrapper.code, 130, wrapper.stdout + wrapper.stderr);

    // The signal leaves no time for the cleanup, which waited for the worker's end.
    assert.equal((await world.status("build")).phase, "accepted");
    await world.ok("converge");
    await assertDoneOnce(world, "build", "landed");
    assert.equal(await world.landed(), 1);
    assert.equal(await world.git("show", "integration:result"), "done\n");
    const entries = await world.log();
    const exits = entries.filter(({ event }) => event.type === "ProcessExited");
    assert.deepEqual(exits.map(({ event: { role, code } }) => [role, code]), [
      ["worker", 143],
      ["wrapper", 130],
    ]);
    assert.deepEqual(verdicts(entries, "ProcessExited"), [
      "observed(afterSuccess)",
      "observed(afterSuccess)",
    ]);
    assert.equal(verdicts(entries, "CleanupRecorded").join(), "applied");
    await assert.rejects(Deno.stat(join(world.store, "worktrees", "build-1")), "cleaned");

    // One "ready" for each of the two tasks, and the dependent can be claimed.
    assert.equal(await world.count("ready"), 2);
    assert.equal((await world.status("ship")).state, "ready");
    // Whoever looks again finds nothing to do.
    assert.equal(await world.ok("converge"), "Nothing is unfinished\n");
  },
};
