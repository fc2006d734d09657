/** The worker dies after its acceptance and before the cleanup: convergence completes it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { assertDoneOnce, verdicts } from "../world.ts";

/** The scenario. */
export const exitedWorkerFinishConvergence: Scenario = {
  name: "exited_worker_finish_convergence",
  bites: ["first-result-wins"],
  async play(world) {
    const git = (await which("git")).replaceAll("'", "'\\''");
    // The cleanup removes the worktree: there, whoever runs git is killed, as by a machine that goes down.
    await Deno.mkdir(join(world.root, "deadly"));
    await world.script(
      "deadly/git",
      '[ "$1 $2" = "worktree remove" ] && { kill -KILL $PPID; exit 137; }',
      `exec '${git}' "$@"`,
    );
    const path = Deno.env.get("PATH")!;
    world.setEnv("PATH", `${join(world.root, "deadly")}:${path}`);
    const worker = await world.script(
      "worker.sh",
      "echo done > result && git add result && git commit --quiet --message=Work || exit 9",
      '"$LIFECYCLE" finish',
      "exit 1",
    );
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    // The wrapper reports the exit, begins the cleanup that is still to be done, and dies of it too.
    const wrapper = await world.lifecycle("supervise", "build", "--", worker);
    assert.equal(wrapper.code, 137, wrapper.stdout + wrapper.stderr);
    world.setEnv("PATH", path);

    const before = await world.status("build");
    assert.equal(before.phase, "accepted");
    assert.equal((await world.status("ship")).state, "waiting");

    await world.ok("converge");
    await assertDoneOnce(world, "build", "landed");
    assert.equal(await world.landed(), 1);
    const entries = await world.log();
    assert.deepEqual(verdicts(entries, "ProcessExited"), ["observed(afterSuccess)"]);
    assert.deepEqual(verdicts(entries, "CleanupRecorded"), ["applied"]);
    assert.equal((await world.status("ship")).state, "ready");
    assert.equal(await world.ok("converge"), "Nothing is unfinished\n");
  },
};

async function which(program: string): Promise<string> {
  for (const folder of Deno.env.get("PATH")!.split(":")) {
    const path = join(folder, program);
    if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return path;
  }
  throw new Error(`"${program}" is not on PATH`);
}
