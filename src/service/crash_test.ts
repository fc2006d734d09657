/**
 * The service dies at every point of a finish, and at every byte of its last records: nothing
 * happens twice, nothing is lost.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Host } from "../platform/host/host.ts";
import type { Key } from "../lifecycle/value.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { finish, type Offer } from "./finish.ts";
import { converge } from "./converge.ts";
import { writeGraph } from "./graph.ts";
import { readJournal } from "./journal.ts";
import type { Entry } from "./record.ts";
import { currentOf, openService, type Service } from "./service.ts";
import { exited } from "./tasks.ts";
import type { Store } from "./store.ts";
import { Crash, crashing } from "./testing/crashing.ts";
import { claimBuild, type MemoryStore, memoryStore, OPENING, within } from "./testing/memory.ts";
import { gitStore } from "./testing/git.ts";

const die = () => {
  throw new Crash("died");
};

/** Finishes on a host that may die, then as a restarted worker does: converge, and finish again. */
async function finishThroughCrash(
  host: Host,
  dying: Host,
  store: Store,
  key: Key,
  offer: Offer,
): Promise<void> {
  try {
    using service = await openService(dying, store, OPENING);
    await finish(service, key, offer, reduce);
    await workerEnds(service, key);
    await writeGraph(service);
  } catch (cause) {
    // What a dead host throws may have been wrapped on its way.
    assert.match(String(cause), /died/);
  }
  using service = await openService(host, store, OPENING);
  await converge(service);
  await finish(service, key, offer, reduce);
  await workerEnds(service, key);
  await writeGraph(service);
}

/** Reports that the worker has ended, unless that is known. */
async function workerEnds(service: Service, key: Key): Promise<void> {
  if (currentOf(service, key)?.worker !== "gone") await exited(service, key, 0);
}

async function entriesOf(host: Host, store: Store): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  await readJournal(host, store, reduce, (entry) => entries.push(entry));
  return entries;
}

/**
 * Asserts that the task "build" succeeded once, by every account, and that "ship" became ready
 * once.
 */
async function assertOnce(host: Host, store: Store, what: string): Promise<void> {
  const entries = await entriesOf(host, store);
  const effects = entries.flatMap(({ decision: [, ...effects] }) => effects);
  const applied = entries.filter(({ decision: [verdict] }) => verdict === "applied");
  const done = applied.filter(({ decision }) => JSON.stringify(decision).includes('"projectDone"'));
  assert.equal(done.length, 1, `${what}: Done`);
  const count = (type: string) => effects.filter((effect) => effect.type === type).length;
  assert.equal(count("succeeded"), 1, `${what}: succeeded`);
  assert.equal(count("attemptFailed"), 0, `${what}: failed`);
  assert.equal(effects.filter((it) => it.type === "ready" && it.task === 2).length, 1, what);
  const { ledger } = await readJournal(host, store, reduce);
  const graph = (await host.files.readText(store.graph))!.trim().split("\n");
  const [build, ship] = graph.map((line) => JSON.parse(line));
  assert.deepEqual([build.status, ship.status, ship.ready], ["done", "open", true], what);
  assert.equal(ledger.receipts.size, 1, `${what}: receipts`);
}

/** The records that were durable before must be the first of those after. */
async function assertKept(before: readonly Entry[], host: Host, store: Store, what: string) {
  const after = await entriesOf(host, store);
  assert.deepEqual(after.slice(0, before.length), before, what);
}

/** How many steps an undisturbed run has. */
async function stepsOf(prepare: () => Promise<Prepared>): Promise<number> {
  const { host, store, key, offer, ...prepared } = await prepare();
  const counting = crashing(host, Infinity, die);
  await finishThroughCrash(host, counting.host, store, key, offer);
  await prepared[Symbol.asyncDispose]?.();
  return counting.steps();
}

interface Prepared extends Partial<AsyncDisposable> {
  readonly host: Host;
  readonly store: Store;
  readonly key: Key;
  readonly offer: Offer;
}

async function preparedDelivery(): Promise<MemoryStore & Prepared> {
  const world = await memoryStore();
  await world.host.files.writeAtomic("result.txt", "the result\n");
  const key = await within(world, claimBuild);
  return { ...world, key, offer: { contract: "deliver", file: "result.txt" } };
}

Deno.test("a delivery survives a crash before each of its durable steps", async () => {
  const steps = await stepsOf(preparedDelivery);
  // Seven records; the staged and the delivered file take a write, a sync, a rename and a sync each.
  assert.ok(steps >= 15, `${steps} steps`);
  for (let at = 1; at <= steps; at++) {
    for (const torn of [undefined, 0.5]) {
      const { host, store, key, offer } = await preparedDelivery();
      const before = await entriesOf(host, store);
      const dying = crashing(host, at, die, torn);
      await finishThroughCrash(host, dying.host, store, key, offer);
      await assertOnce(host, store, `step ${at}`);
      await assertKept(before, host, store, `step ${at}`);
      assert.deepEqual(
        (await host.files.list(join(store.root, "outbox")))!.map(({ name }) => name),
        ["build.0.result.txt"],
      );
    }
  }
});

const LAST = ["OutcomeAccepted", "CleanupRecorded", "ProjectionObserved"];

/** Finishes, then cuts the journal at every byte of its last records, and converges each time. */
async function cutEverywhere(
  { host, store, key, offer }: Prepared,
  last: readonly string[],
  check: (what: string) => Promise<void>,
): Promise<number> {
  await finishThroughCrash(host, host, store, key, offer);
  const bytes = (await host.files.readBytes(store.journal))!;
  const entries = await entriesOf(host, store);
  const types = entries.slice(-last.length).map(({ event: { type } }) => type);
  assert.deepEqual(types, last);
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
  const start = bytes.length - lines.slice(-last.length).join("\n").length - 1;
  for (let size = start; size <= bytes.length; size++) {
    await host.files.writeAtomic(store.journal, bytes.subarray(0, size));
    await finishThroughCrash(host, host, store, key, offer);
    await assertOnce(host, store, `cut at ${size}`);
    await assertKept(entries.slice(0, -last.length), host, store, `cut at ${size}`);
    await check(`cut at ${size}`);
  }
  return bytes.length - start + 1;
}

Deno.test("a delivery survives the loss of any part of its last records", async () => {
  const prepared = await preparedDelivery();
  const outbox = join(prepared.store.root, "outbox");
  const points = await cutEverywhere(prepared, [...LAST, "ProcessExited"], async (what) => {
    assert.equal((await prepared.host.files.list(outbox))!.length, 1, what);
  });
  assert.ok(points > 300, `${points} points`);
});

Deno.test("a landing survives the loss of any part of its last records", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  const commit = await world.commit(key, "result", "the result\n");
  const { host, store } = world;
  const branch = join(world.repository, ".git", "refs", "heads", "integration");
  const points = await cutEverywhere(
    { host, store, key, offer: { contract: "land" } },
    ["OutcomeAccepted", "ProcessExited", "CleanupRecorded", "ProjectionObserved"],
    // Read as git keeps it, for there are hundreds.
    async (what) => assert.equal(await Deno.readTextFile(branch), `${commit}\n`, what),
  );
  assert.ok(points > 300, `${points} points`);
});

Deno.test("a landing survives a crash before each of its durable steps", async () => {
  await using world = await gitStore();
  const key = await within(world, claimBuild);
  await world.commit(key, "result", "the result\n");
  const offer = { contract: "land" } as const;
  await world.save();
  const before = await entriesOf(world.host, world.store);
  const counting = crashing(world.host, Infinity, die);
  await finishThroughCrash(world.host, counting.host, world.store, key, offer);
  const steps = counting.steps();
  assert.ok(steps >= 20, `${steps} steps`);
  for (let at = 1; at <= steps; at++) {
    await world.restore();
    const dying = crashing(world.host, at, die, 0.7);
    await finishThroughCrash(world.host, dying.host, world.store, key, offer);
    await assertOnce(world.host, world.store, `step ${at}`);
    await assertKept(before, world.host, world.store, `step ${at}`);
    assert.equal(await world.git("rev-list", "--count", "main..integration"), "1", `step ${at}`);
    assert.equal(await world.git("show", "integration:result"), "the result");
    assert.equal((await world.git("worktree", "list")).split("\n").length, 1);
  }
});

Deno.test("a service that forgets what is durable is noticed", async () => {
  const { host, store, key, offer } = await preparedDelivery();
  const journal = (await host.files.readBytes(store.journal))!;
  await finishThroughCrash(host, host, store, key, offer);
  const before = await entriesOf(host, store);
  // The whole of the finish is lost, with its effects in place.
  await host.files.writeAtomic(store.journal, journal);
  await finishThroughCrash(host, host, store, key, { contract: "report", text: "another" });
  await assert.rejects(assertKept(before, host, store, "lost"));
});
