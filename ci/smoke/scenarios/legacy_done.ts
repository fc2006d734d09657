/** A legacy Done without a transaction is not blessed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";

/** The scenario. */
export const legacyDone: Scenario = {
  name: "legacy_done",
  bites: ["legacy"],
  async play(world) {
    const file = join(world.root, "old.ndjson");
    await Deno.writeTextFile(
      file,
      '{"name":"build","status":"done"}\n{"name":"test","status":"active"}\n',
    );
    await world.ok("import", file);
    await world.ok("declare", "ship", "--after", "build");

    assert.equal((await world.status("build")).status, "done");
    // Nobody is known to work on what was active.
    assert.equal((await world.status("test")).status, "failed");
    assert.equal((await world.status("ship")).state, "blocked");
    const claim = await world.lifecycle("claim", "ship");
    assert.equal(claim.code, 1);
    assert.match(claim.stderr, /rejected\(notReady\)/);
    assert.equal(await world.ok("converge"), "Nothing is unfinished\n");
    assert.equal(await world.count("succeeded"), 0);
    assert.equal(await world.count("projectDone"), 0);
    assert.equal(await world.count("ready"), 0);
  },
};
