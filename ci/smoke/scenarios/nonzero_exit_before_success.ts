/** A nonzero exit before any success is a failure, and stays one. */
import assert from "node:assert/strict";
import type { Scenario } from "../scenario.ts";
import { verdicts } from "../world.ts";

/** The scenario. */
export const nonzeroExitBeforeSuccess: Scenario = {
  name: "nonzero_exit_before_success",
  bites: ["failed-stays"],
  async play(world) {
    const worker = await world.script(
      "worker.sh",
      "echo half > result && git add result && git commit --quiet --message=Half || exit 9",
      'echo "$LIFECYCLE_KEY" > "$LIFECYCLE_STORE/../key"',
      "exit 3",
    );
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    const wrapper = await world.lifecycle("supervise", "build", "--", worker);
    assert.equal(wrapper.code, 1, wrapper.stdout + wrapper.stderr);

    // The failed attempt's key, and its commit, make no success of it.
    const key = (await Deno.readTextFile(`${world.root}/key`)).trim();
    const finish = await world.lifecycle("finish", "--key", key);
    assert.equal(finish.code, 1, finish.stdout + finish.stderr);
    await world.ok("converge");

    const { status, phase } = await world.status("build");
    assert.deepEqual({ status, phase }, { status: "failed", phase: "failed" });
    assert.deepEqual(verdicts(await world.log(), "FinishBegun"), ["rejected(closed)"]);
    assert.equal(await world.landed(), 0);
    assert.equal(await world.count("succeeded"), 0);
    assert.equal(await world.count("attemptFailed"), 1);
    assert.equal((await world.status("ship")).state, "blocked");
  },
};
