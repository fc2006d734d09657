/** Where worktrees are made, in which repository, and what becomes of one without its worker. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Command, Host } from "../platform/host/host.ts";
import { findTask } from "../lifecycle/state.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { finish } from "./finish.ts";
import { init } from "./init.ts";
import type { Service } from "./service.ts";
import { findStore } from "./store.ts";
import { supervise } from "./supervise.ts";
import { declare, kill } from "./tasks.ts";
import { gitStore } from "./testing/git.ts";
import { claimTask, OPENING, within } from "./testing/memory.ts";
import { repositoryOf } from "./world.ts";

/** What of a supervision nobody looks at. */
const QUIET = { outputBytes: 4096, onLine() {}, onRecorded() {} } as const;

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
    ...QUIET,
    onLine: (_stream, line) => {
      if (line === "up") void within(world, (service) => kill(service, "build"));
    },
  });
  assert.equal(phase, undefined);
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
  assert.equal(await world.git("show", "refs/lifecycle/kept/build-1:result"), "one");
});

Deno.test("an attempt whose worktree cannot be made is given back, and shown", async () => {
  await using world = await gitStore();
  const { host, store } = world;
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 1 }));
  await host.files.writeAtomic(store.worktrees, "in the way\n");
  const shown: string[] = [];
  const supervision = {
    task: "build",
    argv: ["true"],
    ...QUIET,
    onRecorded: ({ recorded }: Service) =>
      void shown.push(
        ...recorded.map(({ body }) => "act" in body ? body.act.type : body.type),
      ),
  } as const;
  await assert.rejects(supervise(host, store, OPENING, supervision), /git worktree add/);
  assert.deepEqual(shown, ["attemptClaimed", "attemptReleased"]);
  await within(world, ({ ledger }) => {
    assert.equal(findTask(1, ledger.state.tasks)?.ready, true);
    return Promise.resolve();
  });
});

Deno.test("a folder in the place of a worktree is neither worked in nor removed", async () => {
  await using world = await gitStore();
  const { host, store } = world;
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  const theirs = join(store.worktrees, "build-1", "theirs");
  await host.files.writeAtomic(theirs, "work\n");
  const supervision = { task: "build", argv: ["true"], ...QUIET } as const;
  await assert.rejects(supervise(host, store, OPENING, supervision), (cause) => {
    assert(cause instanceof GateError);
    assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", "worktree_in_the_way"]);
    return true;
  });
  assert.equal(await host.files.readText(theirs), "work\n");
  await within(world, ({ ledger }) => {
    assert.equal(ledger.seq, 1);
    return Promise.resolve();
  });
});

Deno.test("a store that is reached by a link takes what its worker delivers", async () => {
  await using world = await gitStore();
  const { host, store, root } = world;
  const link = join(root, "link");
  await Deno.symlink(store.root, link);
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  const found = await findStore(host, link);
  assert.equal(found.root, store.root);
  const key = await within({ host, store: found }, (service) => claimTask(service, "build"));
  await world.commit(key, "result", "one\n");
  // A worker's working folder has no link in it.
  const worker = { ...host, cwd: join(store.worktrees, "build-1") };
  const offer = { contract: "deliver", file: "result", worktree: "." } as const;
  const finished = await within(
    { host: worker, store: await findStore(worker, link) },
    (service) => finish(service, key, offer, reduce),
  );
  assert.deepEqual(finished, { accepted: true, reasons: [] });
});

Deno.test("init() by a link names the repository from where the store is", async () => {
  await using world = await gitStore();
  const { host, root, repository } = world;
  await host.files.mkdir(join(root, "far", "away"));
  await Deno.symlink(join(root, "far", "away"), join(root, "near"));
  const choices = { repository, branch: "linked", graph: 1 };
  const store = await init(host, { ...choices, store: join(root, "near", "store") });
  assert.equal(store.root, join(root, "far", "away", "store"));
  await within({ host, store }, (service) => {
    assert.equal(repositoryOf(service)?.folder, repository);
    return Promise.resolve();
  });
});

Deno.test("no worker is started where the branch is gone", async () => {
  await using world = await gitStore();
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  await world.git("update-ref", "-d", "refs/heads/integration");
  const elsewhere = {
    task: "build",
    argv: ["touch", join(world.root, "started")],
    ...QUIET,
  } as const;
  await assert.rejects(
    supervise(world.host, world.store, OPENING, elsewhere),
    /has no branch "refs\/heads\/integration"/,
  );
  assert.equal(await world.host.files.exists(join(world.root, "started")), false);
  await within(world, ({ ledger }) => {
    assert.equal(ledger.seq, 1);
    return Promise.resolve();
  });
});

Deno.test("a repository that the environment names is neither landed in nor worked in", async () => {
  await using world = await gitStore();
  const foreign = join(world.root, "foreign");
  await world.git("init", "--quiet", foreign);
  /** As if the service had been started with `GIT_DIR`, by a git hook say. */
  const hooked = (command: Command): Command =>
    command.inherits?.("GIT_DIR") === false
      ? command
      : { ...command, env: { GIT_DIR: join(foreign, ".git"), ...command.env } };
  const host: Host = {
    ...world.host,
    run: (command) => world.host.run(hooked(command)),
    spawn: (command) => world.host.spawn(hooked(command)),
  };
  await within({ ...world, host }, (s) => declare(s, { name: "build", after: [], retries: 0 }));
  const seen: string[] = [];
  await supervise(host, world.store, OPENING, {
    task: "build",
    argv: ["git", "rev-parse", "--show-toplevel", "HEAD"],
    ...QUIET,
    onLine: (_stream, line) => seen.push(line),
  });
  const own = join(world.store.worktrees, "build-1");
  assert.deepEqual(seen, [own, await world.git("rev-parse", "integration")]);
});

Deno.test("init() makes no branch for a store that is there, and names what git refuses", async () => {
  await using world = await gitStore();
  const choices = { repository: world.repository, graph: 1 };
  const again = { ...choices, store: world.store.root, branch: "other" };
  const fresh = { ...choices, store: join(world.root, "fresh") };
  for (
    const [changed, code] of [
      [again, "store_exists"],
      [{ branch: "a..b" }, "branch_name"],
      [{ branch: "" }, "branch_name"],
      [{ branch: "other", repository: join(world.root, "nowhere") }, "repository_missing"],
      [{ branch: "other", repository: world.root }, "repository_missing"],
      [{ branch: "main" }, "branch_checked_out"],
    ] as const
  ) {
    await assert.rejects(init(world.host, { ...fresh, ...changed }), (cause) => {
      assert(cause instanceof GateError);
      assert.deepEqual([cause.kind, cause.diagnostic.code], ["usage", code]);
      return true;
    });
  }
  const branches = await world.git("for-each-ref", "--format=%(refname:short)", "refs/heads");
  assert.deepEqual(branches.split("\n"), ["integration", "main"]);
  assert.equal(await world.host.files.exists(fresh.store), false);
});

Deno.test("a worker that cannot be started leaves no worktree", async () => {
  await using world = await gitStore();
  await within(world, (service) => declare(service, { name: "build", after: [], retries: 0 }));
  const absent = {
    task: "build",
    argv: ["/no/such/worker"],
    ...QUIET,
  } as const;
  await assert.rejects(supervise(world.host, world.store, OPENING, absent), /no such program/);
  assert.equal(await world.host.files.exists(join(world.store.worktrees, "build-1")), false);
  assert.equal((await world.git("worktree", "list")).split("\n").length, 1);
});
