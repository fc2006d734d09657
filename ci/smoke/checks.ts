/** What no single story shows: crashes at every point, many at once, and a disk that refuses. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { assertDoneOnce, verdicts, type World } from "./world.ts";

/** A check; it returns what it has tried, in a few words. */
export interface Check {
  readonly name: string;
  play(world: World, builds: { readonly crashing: string }): Promise<string>;
}

/** Kills the service at every durable step of a landing, restarts it and converges. */
const crashInjection: Check = {
  name: "crash_injection",
  async play(world, { crashing }) {
    const stepsFile = join(world.root, "steps");
    const worker = await world.script(
      "worker.sh",
      "echo done > result && git add result && git commit --quiet --message=Work || exit 9",
    );
    // An attempt that is ready to be finished, as it is before every crash.
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    const environment = await world.ok("claim", "build");
    for (const [, name, value] of environment.matchAll(/^export (LIFECYCLE_\w+)=(.*)$/gm)) {
      world.setEnv(name!, value!);
    }
    await world.run(worker, [], join(world.store, "worktrees", "build-1"));
    const before = await world.log();
    const saved = join(world.root, "saved");
    const points: number[] = [];
    // First the finish, then the cleanup, which waits for the worker's end.
    for (const command of ["finish", "exited"]) {
      await world.save(saved);
      world.setEnv("LIFECYCLE_CRASH_STEPS", stepsFile);
      world.setEnv("LIFECYCLE_CRASH_AT", "Infinity");
      await world.run(crashing, [command]);
      const steps = Number(await Deno.readTextFile(stepsFile));
      for (let at = 1; at <= steps; at++) {
        await world.restore(saved);
        world.setEnv("LIFECYCLE_CRASH_AT", String(at));
        const died = await world.run(crashing, [command]);
        assert.equal(died.code, 137, `${command} ${at}: ${died.stdout}${died.stderr}`);
        // The worker starts again: what is unfinished is carried on, and finished if it had not begun.
        await world.ok("converge");
        await world.ok("finish");
        await world.ok("exited");
        await assertDoneOnce(world, "build", "landed");
        assert.equal(await world.landed(), 1, `${command} ${at}`);
        assert.equal(await world.count("ready"), 2, `${command} ${at}`);
        assert.deepEqual((await world.log()).slice(0, before.length), before, `${command} ${at}`);
        assert.equal(await world.ok("converge"), "Nothing is unfinished\n", `${command} ${at}`);
      }
      points.push(steps);
      await world.restore(saved);
      await Deno.remove(saved, { recursive: true });
      await world.ok(command);
    }
    assert(points[0]! >= 20 && points[1]! >= 10, points.join());
    return `killed at each of ${points[0]} points of the finish and ${points[1]} of the cleanup, ` +
      "nothing lost or done twice";
  },
};

/** Kills a run, and a compaction, at every durable step; the next run completes the work. */
const crashedRun: Check = {
  name: "crashed_run",
  async play(world, { crashing }) {
    const stepsFile = join(world.root, "steps");
    const saved = join(world.root, "saved");
    // Its own service does not die: only the run does, in whose steps the worker's are not counted.
    const worker = await world.script(
      "worker.sh",
      "unset LIFECYCLE_CRASH_AT LIFECYCLE_CRASH_STEPS",
      'echo "$LIFECYCLE_TASK" > "$LIFECYCLE_TASK" && git add . || exit 9',
      'git commit --quiet --message="$LIFECYCLE_TASK" || exit 8',
      'exec "$LIFECYCLE" finish',
    );
    await world.ok("declare", "build", "--retries", "9", "--", worker);
    const points: number[] = [];
    for (const [command, ...args] of [["run", "--retry"], ["compact"]] as const) {
      const before = await world.log();
      await world.save(saved);
      world.setEnv("LIFECYCLE_CRASH_STEPS", stepsFile);
      world.setEnv("LIFECYCLE_CRASH_AT", "Infinity");
      const whole = await world.run(crashing, [command, ...args]);
      assert.equal(whole.code, 0, whole.stdout + whole.stderr);
      const steps = Number(await Deno.readTextFile(stepsFile));
      for (let at = 1; at <= steps; at++) {
        await world.restore(saved);
        world.setEnv("LIFECYCLE_CRASH_AT", String(at));
        const died = await world.run(crashing, [command, ...args]);
        // A worker that is quicker or slower may have taken a step of the run over.
        assert(died.code === 137 || died.code === 0, `${command} ${at}: ${died.stderr}`);
        await world.ok("converge");
        if (command === "compact") await world.ok("compact");
        else await world.ok("run", "--retry");
        const log = await world.log();
        assert.deepEqual(log.slice(0, before.length), before, `${command} ${at}`);
        assert.deepEqual(log.map(({ seq }) => seq), log.map((_, i) => i + 1));
        const succeeded = log.flatMap(({ decision: [, ...effects] }) => effects)
          .filter(({ type }) => type === "succeeded");
        assert.equal(succeeded.length, 1, `${command} ${at}`);
        assert.equal(await world.landed(), 1, `${command} ${at}`);
        assert.equal(await world.git("show", "integration:build"), "build\n");
      }
      points.push(steps);
      await world.restore(saved);
      await Deno.remove(saved, { recursive: true });
      if (command === "run") await world.ok("run", "--retry");
    }
    assert(points[0]! >= 30 && points[1]! >= 10, points.join());
    return `killed at each of ${points[0]} points of a run and ${points[1]} of a compaction, ` +
      "landed once, no record lost";
  },
};

/** Ctrl-C drains a run, and a second one kills what is at work. */
const drainedRun: Check = {
  name: "drained_run",
  async play(world) {
    const polite = await world.script(
      "polite.sh",
      "kill -INT $PPID",
      // It goes on when the run has heard of it.
      'until grep -q Draining "$LIFECYCLE_STORE/../err"; do sleep 0.05; done',
      'exec "$LIFECYCLE" finish --report "in time"',
    );
    const stubborn = await world.script(
      "stubborn.sh",
      "kill -INT $PPID",
      'until grep -q Draining "$LIFECYCLE_STORE/../err"; do sleep 0.05; done',
      "kill -INT $PPID",
      "exec sleep 600",
    );
    const runner = await world.script("runner.sh", 'exec "$LIFECYCLE" run --jobs 1 2> err');
    await world.ok("declare", "one", "--", polite);
    await world.ok("declare", "two", "--retries", "1", "--", stubborn);
    const drained = await world.run(runner, []);
    assert.equal(drained.code, 130, drained.stdout);
    assert.deepEqual(
      [(await world.status("one")).state, (await world.status("two")).attempts],
      ["done", 0],
    );
    const killed = await world.run(runner, []);
    assert.equal(killed.code, 130, killed.stdout);
    const { state, attempts, retries } = await world.status("two");
    assert.deepEqual([state, attempts, retries], ["ready", 1, 1]);
    return "the first lets the worker finish, the second keeps the retries";
  },
};

/** Twenty workers finish at once, in processes of their own. */
const manyAtOnce: Check = {
  name: "twenty_workers_at_once",
  async play(world) {
    const names = Array.from({ length: 20 }, (_, i) => `task-${i + 1}`);
    const worker = await world.script(
      "worker.sh",
      'echo "$LIFECYCLE_TASK" > "$LIFECYCLE_TASK" && git add . || exit 9',
      'git commit --quiet --message="$LIFECYCLE_TASK" || exit 8',
      'exec "$LIFECYCLE" finish --wait 300',
    );
    for (const name of names) await world.ok("declare", name);
    const ended = await Promise.all(
      names.map((name) => world.lifecycle("supervise", name, "--wait", "300", "--", worker)),
    );
    for (const { code, stdout, stderr } of ended) assert.equal(code, 0, stdout + stderr);
    for (const name of names) {
      const { status, phase } = await world.status(name);
      assert.deepEqual([status, phase], ["done", "cleaned"], name);
      assert.equal(await world.git("show", `integration:${name}`), `${name}\n`);
    }
    assert.equal(await world.count("succeeded"), names.length);
    assert.equal(await world.count("projectDone"), names.length);
    // Each record follows from the one before: reading the journal would have failed otherwise.
    const entries = await world.log();
    assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, i) => i + 1));
    return `${names.length} landings, ${entries.length} records in one order`;
  },
};

/** A service that asks while another holds the journal waits, or is refused. */
const twoAtOnce: Check = {
  name: "two_services_at_once",
  async play(world) {
    const both = await Promise.all([
      world.lifecycle("declare", "one"),
      world.lifecycle("declare", "two"),
    ]);
    assert.deepEqual(both.map(({ code }) => code), [0, 0]);
    assert.equal((await world.log()).length, 2);
    const lock = join(world.store, "journal.lock");
    using file = await Deno.open(lock, { read: true, write: true });
    await file.lock(true);
    const refused = await world.lifecycle("declare", "three", "--wait", "0.1");
    assert.equal(refused.code, 3);
    assert.match(
      refused.stderr,
      /error\[journal_locked\] Failed to lock .*: another program holds/,
    );
    assert.equal((await world.log()).length, 2);
    return "one waits, one is refused, no record is lost";
  },
};

/** A disk that is full, and a store that may not be written. */
const refusingDisk: Check = {
  name: "refusing_disk",
  async play(world) {
    await world.ok("declare", "one");
    const journal = join(world.store, "journal.ndjson");
    const before = await Deno.readTextFile(journal);
    // No file may grow beyond what the journal has: the system refuses as it does on a full disk.
    const limited = await world.script(
      "limited.sh",
      "trap '' XFSZ",
      `ulimit -f ${Math.ceil(before.length / 512)} || exit 9`,
      '"$LIFECYCLE" declare two',
      "code=$?",
      '"$LIFECYCLE" declare three-with-a-name-that-takes-up-much-room-in-the-file-here; second=$?',
      '"$LIFECYCLE" declare four-with-a-name-that-takes-up-much-room-in-the-file-there; third=$?',
      "exit $((code > second ? code : (second > third ? second : third)))",
    );
    const full = await world.run(limited, []);
    assert.equal(full.code, 3, full.stdout + full.stderr);
    assert.match(full.stderr, /error\[journal_unwritable\] Failed to write the journal/);
    const after = await Deno.readTextFile(journal);
    assert(after.startsWith(before), "what was recorded is still there");
    // Space is there again: the service goes on behind the last whole record.
    await world.ok("declare", "five");
    assert.equal((await world.status("one")).status, "open");
    return "told, and the journal goes on behind the last whole record";
  },
};

/** A wrapper is killed: its worker is shown, and ended by convergence, never by a number alone. */
const orphanedWorker: Check = {
  name: "orphaned_worker",
  async play(world) {
    const worker = await world.script(
      "worker.sh",
      'echo $PPID > "$LIFECYCLE_STORE/../wrapper"',
      'mkfifo "$LIFECYCLE_STORE/../never"',
      "kill -KILL $PPID",
      'read -r _ < "$LIFECYCLE_STORE/../never"',
    );
    await world.ok("declare", "build");
    await world.ok("declare", "ship", "--after", "build");
    const wrapper = await world.lifecycle("supervise", "build", "--", worker);
    assert.equal(wrapper.code, 137, wrapper.stdout + wrapper.stderr);
    const { state: before, phase, worker: left } = await world.status("build");
    assert.deepEqual([before, phase, left?.state], ["active", "running", "orphaned"]);
    assert.match(
      await world.ok("status"),
      /process \d+, is orphaned: "lifecycle converge" ends it/,
    );
    await world.ok("converge");
    const after = await world.status("build");
    assert.deepEqual([after.state, after.worker], ["failed", null]);
    assert.deepEqual(verdicts(await world.log(), "OwnerLost"), ["applied"]);
    // Whoever is to reap it may be late.
    const state = await world.run("cut", ["-d", " ", "-f", "3", `/proc/${left!.pid}/stat`]);
    assert.match(state.stdout, /^(Z|X|)\n?$/, "the worker has ended");
    const [wait] = (await world.status("ship")).waitsFor;
    assert.deepEqual(wait, { task: "build", state: "failed" });
    return "shown as orphaned, ended by converge, what it blocks is named";
  },
};

/** Every check. */
export const CHECKS: readonly Check[] = [
  crashInjection,
  crashedRun,
  drainedRun,
  manyAtOnce,
  twoAtOnce,
  refusingDisk,
  orphanedWorker,
];
