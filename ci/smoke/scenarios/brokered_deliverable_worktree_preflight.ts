/**
 * A file is delivered through the broker from a worktree. The preflight refuses a dirty and a
 * foreign worktree; after the delivery, the provider fails.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { assertDoneOnce, verdicts } from "../world.ts";

/** The scenario. */
export const brokeredDeliverable: Scenario = {
  name: "brokered_deliverable_worktree_preflight",
  bites: ["first-result-wins", "preflight"],
  async play(world) {
    const worker = await world.script(
      "worker.sh",
      "echo draft > report.txt",
      // Dirty: the file is not committed.
      '"$LIFECYCLE" finish --deliver report.txt && exit 9',
      "echo final > report.txt",
      "git add report.txt && git commit --quiet --message=Report || exit 8",
      // Foreign: the repository's own worktree, which is somebody else's.
      '"$LIFECYCLE" finish --deliver report.txt --worktree "$FOREIGN" && exit 7',
      '"$LIFECYCLE" finish --deliver report.txt || exit 6',
      "cd /",
      '"$LIFECYCLE" fail --fault unavailable && exit 5',
      "exit 75",
    );
    world.setEnv("FOREIGN", world.repository);
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    await world.ok("supervise", "build", "--", worker);

    await assertDoneOnce(world, "build", "delivered");
    const outbox = join(world.store, "outbox");
    const delivered = await Array.fromAsync(Deno.readDir(outbox), ({ name }) => name);
    assert.deepEqual(delivered, ["build.0.report.txt"]);
    assert.equal(await Deno.readTextFile(join(outbox, "build.0.report.txt")), "final\n");
    assert.equal(await world.landed(), 0);

    const entries = await world.log();
    const looks = entries.filter(({ event }) => event.type === "CandidateValidated");
    assert.deepEqual(looks.map(({ event }) => event.passed), [false, false, true]);
    assert.match(String(looks[0]!.facts?.reason), /is dirty/);
    assert.match(String(looks[1]!.facts?.reason), /is foreign/);
    assert.deepEqual(verdicts(entries, "ProviderFault"), ["observed(afterSuccess)"]);
    assert.deepEqual(verdicts(entries, "ProcessExited"), ["observed(afterSuccess)"]);
    assert.equal((await world.status("ship")).state, "ready");
  },
};
