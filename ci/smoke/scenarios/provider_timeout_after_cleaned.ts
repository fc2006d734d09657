/** The provider reports a timeout after the transaction was cleaned: evidence, and nothing else. */
import assert from "node:assert/strict";
import type { Scenario } from "../scenario.ts";
import { assertDoneOnce, verdicts } from "../world.ts";

/** The scenario. */
export const providerTimeoutAfterCleaned: Scenario = {
  name: "provider_timeout_after_cleaned",
  bites: ["first-result-wins"],
  async play(world) {
    const worker = await world.script(
      "worker.sh",
      "echo done > result && git add result && git commit --quiet --message=Work || exit 9",
      '"$LIFECYCLE" finish || exit 8',
      // The folder we stand in was cleaned away.
      "cd /",
      '"$LIFECYCLE" fail --fault timeout && exit 7',
      "exit 75",
    );
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    await world.ok("supervise", "build", "--", worker);

    await assertDoneOnce(world, "build", "landed");
    assert.equal(await world.landed(), 1);
    const entries = await world.log();
    assert.deepEqual(verdicts(entries, "ProviderFault"), ["observed(afterSuccess)"]);
    const exits = entries.filter(({ event }) => event.type === "ProcessExited");
    assert.deepEqual(exits.map(({ event: { role, code } }) => [role, code]), [["worker", 75]]);
    assert.deepEqual(verdicts(entries, "ProcessExited"), ["observed(afterSuccess)"]);
    assert.equal((await world.status("ship")).state, "ready");
    const retry = await world.lifecycle("retry", "build");
    assert.equal(retry.code, 1);
    assert.match(retry.stderr, /rejected\(alreadyAccepted\)/);
  },
};
