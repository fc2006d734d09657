/** What becomes of an attempt's worktree when its worker is gone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { supervise } from "./supervise.ts";
import { declare, kill } from "./tasks.ts";
import { gitStore } from "./testing/git.ts";
import { OPENING, within } from "./testing/memory.ts";

Deno.test("the worktree of a killed attempt goes with its worker, and its commits are kept", async () => {
  await using world = await gitStore();
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  const opening = { ...OPENING, waitMs: 10_000 };
  const { phase } = await supervise(world.host, world.store, opening, {
    task: "build",
    argv: [
      "sh",
      "-c",
      "echo one > result; git add result; git -c user.name=w -c user.email=w@x commit -qm one; echo up; exec sleep 600",
    ],
    onLine: (_stream, line) => {
      if (line === "up") void within(world, (service) => kill(service, "build"));
    },
    onRecorded: () => {},
  });
  assert.equal(phase, undefined);
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
  assert.equal(await world.git("show", "refs/lifecycle/kept/build-1:result"), "one");
});

Deno.test("a worker that cannot be started leaves no worktree", async () => {
  await using world = await gitStore();
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  const absent = {
    task: "build",
    argv: ["/no/such/worker"],
    onLine() {},
    onRecorded() {},
  } as const;
  await assert.rejects(supervise(world.host, world.store, OPENING, absent), /no such program/);
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
  assert.equal((await world.git("worktree", "list")).split("\n").length, 1);
});
