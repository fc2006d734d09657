/** A process of generation 0 comes back while generation 1 runs: it blesses and mutates nothing. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { assertStaleOnly } from "../stale.ts";

/** The scenario. */
export const staleGeneration: Scenario = {
  name: "stale_generation",
  bites: ["fence"],
  async play(world) {
    const [up, go, back] = ["up", "go", "back"].map((name) => join(world.root, name));
    // It has left its worker's process group, so that the wrapper's end does not reach it.
    const stale = await world.script(
      "stale.sh",
      `echo up > '${up}'`,
      `read -r _ < '${go}'`,
      "cd /",
      `"$LIFECYCLE" finish --commit "$STALE"; finish=$?`,
      `"$LIFECYCLE" fail; fail=$?`,
      `"$LIFECYCLE" fail --fault timeout; fault=$?`,
      `echo "$finish $fail $fault" > '${back}'`,
    );
    const first = await world.script(
      "first.sh",
      "echo old > result && git add result && git commit --quiet --message=Old || exit 9",
      "STALE=$(git rev-parse HEAD)",
      "export STALE",
      `setsid '${stale}' < /dev/null > /dev/null 2>&1 &`,
      `read -r _ < '${up}'`,
      "exit 1",
    );
    const second = await world.script(
      "second.sh",
      `echo go > '${go}'`,
      `read -r codes < '${back}'`,
      '[ "$codes" = "1 1 1" ] || exit 9',
      "echo new > result && git add result && git commit --quiet --message=New || exit 8",
      '"$LIFECYCLE" finish || exit 7',
    );
    await new Deno.Command("mkfifo", { args: [up!, go!, back!] }).output();
    await world.ok("declare", "build", "--retries", "1");
    await world.ok("declare", "ship", "--after", "build");
    const failed = await world.lifecycle("supervise", "build", "--", first);
    assert.equal(failed.code, 1, failed.stdout + failed.stderr);
    await world.ok("retry", "build");
    const wrapper = await world.lifecycle("supervise", "build", "--deadline", "300", "--", second);
    assert.equal(wrapper.code, 0, wrapper.stdout + wrapper.stderr);

    await assertStaleOnly(world, 0);
    const { status, generation } = await world.status("build");
    assert.deepEqual({ status, generation }, { status: "done", generation: 1 });
    assert.equal(await world.landed(), 1);
    assert.equal(await world.git("show", "integration:result"), "new\n");
    assert.equal(await world.count("succeeded"), 1);
    assert.equal(await world.count("projectDone"), 1);
    assert.equal((await world.status("ship")).state, "ready");
  },
};
