/** Landing on a branch that others move too, in a real repository. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Host } from "../platform/host/host.ts";
import { reduce } from "../lifecycle/reduce.ts";
import type { Key } from "../lifecycle/value.ts";
import { converge } from "./converge.ts";
import { finish } from "./finish.ts";
import type { Service } from "./service.ts";
import { abandon, declare, exited, kill, retry } from "./tasks.ts";
import { gitStore } from "./testing/git.ts";
import { claimBuild, claimTask, within } from "./testing/memory.ts";

const LAND = { contract: "land" } as const;

/** Types of what was recorded, with the verdict where it is not `applied`. */
function told({ recorded }: Service): string[] {
  return recorded.map(({ body, decision: { verdict } }) => {
    const name = "act" in body ? body.act.type : body.type;
    return verdict.type === "applied" ? name : `${name} ${verdict.type}(${verdict.why})`;
  });
}

/** Claims "build", and a second task beside it. */
async function claimBoth(service: Service): Promise<{ readonly key: Key; readonly other: Key }> {
  const key = await claimBuild(service);
  await declare(service, { name: "other", after: [], retries: 0 });
  return { key, other: await claimTask(service, "other") };
}

/**
 * The host on which `before` runs once, before the first git command whose first argument is
 * `verb`.
 */
function interposed(host: Host, verb: string, before: () => Promise<unknown>): Host {
  let done = false;
  return {
    ...host,
    async run(command) {
      if (!done && command.argv[1] === verb) {
        done = true;
        await before();
      }
      return await host.run(command);
    },
  };
}

Deno.test("finish() lands by moving the branch from what it was to the commit", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const commit = await world.commit(key, "result", "one\n");
  const finished = await within(world, (service) => finish(service, key, LAND, reduce));
  assert.deepEqual(finished, { accepted: true, reasons: [] });
  assert.equal(await world.git("rev-parse", "integration"), commit);
  // The worker may be at work in its folder until it has ended.
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), true);
  await within(world, (service) => exited(service, key, 0));
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
});

Deno.test("a branch that moved meanwhile is a probe's answer, and the landing is planned anew", async () => {
  await using world = await gitStore();
  const { key, other } = await within(world, claimBoth);
  const commit = await world.commit(key, "result", "one\n");
  const theirs = await world.commit(other, "theirs", "two\n");
  // Between the plan and the swap, somebody else lands.
  const host = interposed(
    world.host,
    "update-ref",
    () => world.git("update-ref", "refs/heads/integration", theirs),
  );
  const events = await within({ ...world, host }, async (service) => {
    assert.equal((await finish(service, key, LAND, reduce)).accepted, true);
    return told(service);
  });
  assert.deepEqual(events, [
    "finishBegun",
    "candidateValidated",
    "promotionIntended",
    "promotionProbed observed(promotionAbsent)",
    "outcomeAccepted",
  ]);
  // Both are there, joined by one merge that has the branch as its first parent.
  assert.equal(
    await world.git("rev-parse", "integration^1", "integration^2"),
    `${theirs}\n${commit}`,
  );
  assert.equal(await world.git("show", "integration:result", "integration:theirs"), "one\ntwo");
});

Deno.test("a landing that conflicts fails the attempt, and leaves the branch as it is", async () => {
  await using world = await gitStore();
  const { key, other } = await within(world, claimBoth);
  await world.commit(key, "result", "one\n");
  const theirs = await world.commit(other, "result", "two\n");
  const host = interposed(
    world.host,
    "update-ref",
    () => world.git("update-ref", "refs/heads/integration", theirs),
  );
  const { events, result } = await within({ ...world, host }, async (service) => {
    const result = await finish(service, key, LAND, reduce);
    return { events: told(service), result };
  });
  assert.deepEqual(events.slice(3), [
    "failRequested",
    "promotionProbed",
    "projectionObserved observed(projectionAgrees)",
  ]);
  assert.deepEqual(result, {
    accepted: false,
    reasons: ['it conflicts with "refs/heads/integration" in result'],
  });
  assert.equal(await world.git("rev-parse", "integration"), theirs);
});

Deno.test("a conflict that is there before the intent leaves the attempt at work", async () => {
  await using world = await gitStore();
  const { key, other } = await within(world, claimBoth);
  await world.commit(key, "result", "one\n");
  const theirs = await world.commit(other, "result", "two\n");
  await world.git("update-ref", "refs/heads/integration", theirs);
  const events = await within(world, async (service) => {
    assert.equal((await finish(service, key, LAND, reduce)).accepted, false);
    return told(service);
  });
  // Validated, then refused after all: the worker may rebase and finish again.
  assert.deepEqual(events, ["finishBegun", "candidateValidated", "candidateValidated"]);
});

Deno.test("a landing whose branch never stands still is left to be converged", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  await world.commit(key, "result", "one\n");
  // A branch that nobody may move: its lock file is held.
  const lock = join(world.repository, ".git", "refs", "heads", "integration.lock");
  await Deno.writeTextFile(lock, "");
  await within(world, async (service) => {
    const result = await finish(service, key, LAND, reduce);
    assert.equal(result.accepted, false);
    assert.equal(result.reasons.length, 1);
    assert.match(result.reasons.join(), /"build" is not promoted after 4 tries/);
  });
  await Deno.remove(lock);
  await within(world, converge);
  assert.equal(await world.git("show", "integration:result"), "one");
});

Deno.test("finish() refuses a dirty, a foreign and an empty worktree, and the attempt goes on", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const own = join(world.store.worktrees, "build-1");
  const reasons = async (offer: Parameters<typeof finish>[2]) =>
    (await within(world, (service) => finish(service, key, offer, reduce))).reasons.join();
  assert.match(await reasons(LAND), /on "refs\/heads\/integration" already/);
  await Deno.writeTextFile(join(own, "stray"), "");
  assert.match(await reasons(LAND), /"worktrees\/build-1" is dirty: untracked stray/);
  await Deno.remove(join(own, "stray"));
  await world.commit(key, "result", "one\n");
  const foreign = { ...LAND, worktree: world.repository };
  assert.match(await reasons(foreign), /"\.\.\/repository" is foreign/);
  const orphan = await world.git("commit-tree", "HEAD^{tree}", "-m", "Orphan");
  assert.match(await reasons({ ...LAND, commit: orphan }), /does not have commit "[0-9a-f]{40}"/);
  const outside = { contract: "deliver", file: join(world.repository, "README") } as const;
  assert.match(
    await reasons(outside),
    /"\.\.\/repository\/README" is not in the attempt's worktree/,
  );
  assert.equal(await reasons(LAND), "");
});

Deno.test("finish() refuses a branch that is checked out", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  await world.commit(key, "result", "one\n");
  await world.git("checkout", "--quiet", "integration");
  const { reasons } = await within(world, (service) => finish(service, key, LAND, reduce));
  assert.match(reasons.join(), /is checked out in "\.\.\/repository"/);
});

Deno.test("commits that come after the acceptance are kept and recorded, and not landed", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const commit = await world.commit(key, "result", "one\n");
  let late = "";
  // Once the branch has moved, the worker commits again.
  const run: Host["run"] = async (command) => {
    const done = await world.host.run(command);
    if (command.argv[1] === "update-ref" && late === "") late = await world.commitBehind("late");
    return done;
  };
  const host = { ...world.host, run };
  const events = await within({ ...world, host }, async (service) => {
    await finish(service, key, LAND, reduce);
    await exited(service, key, 0);
    return told(service);
  });
  assert.deepEqual(events.slice(-3, -1), [
    "lateCommitSeen observed(lateCommit)",
    "cleanupRecorded",
  ]);
  assert.equal(await world.git("rev-parse", "integration"), commit);
  assert.equal(await world.git("rev-parse", "refs/lifecycle/kept/build-1"), late);
});

Deno.test("a retry removes the failed attempt's worktree, and keeps its commits", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const commit = await world.commit(key, "result", "one\n");
  await within(world, async (service) => {
    await exited(service, key, 1);
    assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), true);
    await retry(service, "build");
  });
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
  assert.equal(await world.git("rev-parse", "refs/lifecycle/kept/build-1"), commit);
});

Deno.test("kill and abandon while a landing is in flight look first, and never undo a success", async () => {
  await using world = await gitStore();
  for (const request of [kill, abandon]) {
    const name = request === kill ? "one" : "two";
    const key: Key = await within(world, async (service) => {
      await declare(service, { name, after: [], retries: 0 });
      return await claimTask(service, name);
    });
    const commit = await world.commit(key, name, "text\n");
    // The swap is carried out, but the service dies before it hears of it.
    const run: Host["run"] = async (command) => {
      const done = await world.host.run(command);
      if (command.argv[1] === "update-ref") throw new Error("died");
      return done;
    };
    const dying = { ...world, host: { ...world.host, run } };
    await assert.rejects(within(dying, (service) => finish(service, key, LAND, reduce)), /died/);
    const events = await within(world, async (service) => {
      await request(service, name);
      await exited(service, key, 0);
      return told(service);
    });
    assert.deepEqual(events.slice(1), [
      "promotionProbed",
      "processExited observed(afterSuccess)",
      "cleanupRecorded",
      "projectionObserved observed(projectionAgrees)",
    ]);
    assert.equal(
      await world.git("rev-parse", `integration:${name}`),
      await world.git("rev-parse", `${commit}:${name}`),
    );
  }
});

Deno.test("a landing that comes about after its attempt was killed is held for an operator, once", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const commit = await world.commit(key, "result", "one\n");
  const dead = interposed(world.host, "update-ref", () => Promise.reject(new Error("died")));
  const dying = { ...world, host: dead };
  await assert.rejects(within(dying, (service) => finish(service, key, LAND, reduce)), /died/);
  await within(world, async (service) => {
    await kill(service, "build");
    await exited(service, key, 143);
  });
  const converged = () =>
    within(world, async (service) => {
      await converge(service);
      return told(service);
    });
  assert.deepEqual(await converged(), []);
  // The git that the dead service had started gets to it only now.
  await world.git("update-ref", "refs/heads/integration", commit);
  assert.deepEqual(await converged(), ["promotionProbed hold(acceptedAfterClose)"]);
  assert.deepEqual(await converged(), []);
});

Deno.test("no effect begins before its decision is in the journal", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  await world.commit(key, "result", "one\n");
  const { files } = world.host;
  const seen: string[] = [];
  const recorded = async (effect: string, type: string) => {
    const journal = (await files.readText(world.store.journal))!;
    seen.push(`${effect} ${journal.includes(`"type":"${type}"`)}`);
  };
  const host: Host = {
    ...world.host,
    async run(command) {
      const [, verb, what] = command.argv;
      if (verb === "update-ref") await recorded("land", "PromotionIntended");
      if (`${verb} ${what}` === "worktree remove") await recorded("clean up", "OutcomeAccepted");
      return await world.host.run(command);
    },
  };
  await within({ ...world, host }, async (service) => {
    await finish(service, key, LAND, reduce);
    await exited(service, key, 0);
  });
  assert.deepEqual(seen, ["land true", "clean up true"]);
});
