/**
 * Convergence: what is unfinished is carried on, and nothing else; the projection has no authority.
 */
import assert from "node:assert/strict";
import { encodeDecision } from "../lifecycle/codec.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { converge, convergeAll } from "./converge.ts";
import { finish } from "./finish.ts";
import { type Row, writeGraph } from "./graph.ts";
import { taskNamed } from "./ledger.ts";
import { ownerLock } from "./owner.ts";
import type { Service } from "./service.ts";
import {
  abandon,
  claim,
  declare,
  exited,
  fail,
  importLegacy,
  kill,
  nextKey,
  request,
  retry,
  waive,
} from "./tasks.ts";
import { claimBuild, claimTask, type MemoryStore, memoryStore, within } from "./testing/memory.ts";

const REPORT = { contract: "report", text: "All is well" } as const;

/** Each event that was recorded, with its decision. */
function told({ recorded }: Service): string[] {
  return recorded.map(({ body, decision }) => {
    const name = "act" in body ? body.act.type : body.type;
    const [verdict, ...effects] = encodeDecision(decision);
    return [name, verdict, ...effects.map(({ type }) => type)].join(" ");
  });
}

const converged = (world: MemoryStore) =>
  within(world, async (service) => {
    await converge(service);
    return told(service);
  });

async function rows({ host, store }: MemoryStore): Promise<Row[]> {
  const text = await host.files.readText(store.graph);
  return text!.trim().split("\n").map((line) => JSON.parse(line));
}

/** A store in which "build" is done, and "ship" ready. */
async function doneStore(): Promise<MemoryStore> {
  const world = await memoryStore();
  await within(world, async (service) => {
    await finish(service, await claimBuild(service), REPORT, reduce);
    await writeGraph(service);
  });
  return world;
}

Deno.test("a report is recorded in its place, and stands as the receipt", async () => {
  const world = await doneStore();
  const { host, store } = world;
  assert.equal(await host.files.readText(`${store.reports}/build.0.txt`), "All is well");
  const [build, ship] = await rows(world);
  assert.deepEqual([build!.status, build!.result, ship!.ready], [
    "done",
    "reports/build.0.txt",
    true,
  ]);
});

Deno.test("converge() records nothing where nothing is unfinished", async () => {
  assert.deepEqual(await converged(await doneStore()), []);
  const world = await memoryStore();
  await within(world, async (service) => {
    await claimBuild(service);
    await writeGraph(service);
  });
  // The worker of a claim without a supervisor may be at work.
  assert.deepEqual(await converged(world), []);
});

Deno.test("converge() writes anew a projection that is missing, and records that it was", async () => {
  const world = await doneStore();
  const before = await rows(world);
  await world.host.files.remove(world.store.graph);
  assert.deepEqual(await converged(world), [
    "projectionObserved observed(projectionContradiction) projectDone",
    "projectionObserved observed(projectionAgrees)",
  ]);
  assert.deepEqual(await rows(world), before);
  assert.deepEqual(await converged(world), []);
});

Deno.test("converge() does not believe a projection that shows a success as failed", async () => {
  const world = await doneStore();
  const text = (await world.host.files.readText(world.store.graph))!;
  const lie = text.replace('"done"', '"failed"').replace(/"receipt":\d+/, '"receipt":null');
  assert.notEqual(lie, text);
  await world.host.files.writeAtomic(world.store.graph, lie);
  assert.deepEqual(await converged(world), [
    "projectionObserved observed(projectionContradiction) projectDone",
    "projectionObserved observed(projectionAgrees)",
  ]);
  assert.equal(await world.host.files.readText(world.store.graph), text);
});

Deno.test("converge() holds a projection that shows a success which nothing stands behind", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    const key = await claimBuild(service);
    await fail(service, key, {});
    await exited(service, key, 1);
    await writeGraph(service);
  });
  const text = (await world.host.files.readText(world.store.graph))!;
  await world.host.files.writeAtomic(world.store.graph, text.replace('"failed"', '"done"'));
  assert.deepEqual(await converged(world), ["projectionObserved hold(doneWithoutTransaction)"]);
  assert.equal(await world.host.files.readText(world.store.graph), text);
});

Deno.test("converge() makes nothing of a projection that is garbage", async () => {
  const world = await doneStore();
  const before = await rows(world);
  await world.host.files.writeAtomic(world.store.graph, 'null\n{"task":1,"status":"won"}\n\0\n');
  await converged(world);
  assert.deepEqual(await rows(world), before);
});

Deno.test("converge() fails an attempt whose supervisor is gone, and no other", async () => {
  const world = await memoryStore();
  const [dead, alive] = await within(world, async (service) => {
    for (const name of ["dead", "alive"]) {
      await declare(service, { name, after: [], retries: 0 });
      await claim(service, nextKey(service, taskNamed(service.ledger, name)), true);
    }
    const keyOf = (name: string) => taskNamed(service.ledger, name).current!.key;
    return [ownerLock(service, keyOf("dead")), ownerLock(service, keyOf("alive"))];
  });
  await world.host.files.mkdir(world.store.owners);
  (await world.host.files.tryLock(dead!))!.release();
  const owner = await world.host.files.tryLock(alive!);
  const lost = [
    "ownerLost applied attemptFailed projectFailed",
    "projectionObserved observed(projectionAgrees)",
  ];
  assert.deepEqual(await converged(world), lost);
  owner!.release();
  assert.deepEqual(await converged(world), lost);
});

Deno.test("kill asks the supervisor to stop the worker, and a claim waits for its end", async () => {
  const world = await memoryStore();
  const { host, store } = world;
  await host.files.mkdir(store.owners);
  await within(world, async (service) => {
    await declare(service, { name: "build", after: [], retries: 1 });
    const key = nextKey(service, taskNamed(service.ledger, "build"));
    const owner = await host.files.tryLock(ownerLock(service, key));
    await claim(service, key, true);
    await kill(service, "build");
    assert.equal(await host.files.exists(`${store.stops}/build-1`), true);
    await claimTask(service, "build");
    await exited(service, key, 143);
    owner!.release();
    // The next attempt has a higher number and fence.
    assert.deepEqual(await claimTask(service, "build"), { ...key, attempt: 2, fence: 2 });
    assert.deepEqual(told(service).slice(2), [
      "killRequested applied stopProcess",
      "attemptClaimed rejected(notReady)",
      "processExited applied ready",
      "attemptClaimed applied",
    ]);
  });
});

Deno.test("a worker without a supervisor is the operator's to end, and is said to be", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    await claimBuild(service);
    await kill(service, "build");
    assert.match(service.unfinished.join(), /end it, then run "lifecycle exited --key 1,1,0,1,1"$/);
  });
  await within(world, async (service) => {
    await converge(service);
    assert.deepEqual(told(service), []);
    assert.equal(service.unfinished.length, 1);
  });
});

Deno.test("abandon, retry, grants and reopening answer as the table has it", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    const attempt = async () => {
      const key = await claimTask(service, "build");
      await exited(service, key, 1);
    };
    await exited(service, await claimBuild(service), 1);
    await retry(service, "build");
    await attempt();
    await retry(service, "build");
    await request(service, "build", { type: "retriesGranted", count: 1 });
    await retry(service, "build");
    await abandon(service, "build");
    await abandon(service, "build");
    await retry(service, "build");
    await waive(service, "ship", "build");
    await request(service, "build", { type: "reopenRequested" });
    assert.deepEqual(told(service).slice(3), [
      "processExited applied attemptFailed projectFailed",
      "projectionObserved observed(projectionAgrees)",
      "retryRequested applied openGeneration ready",
      "attemptClaimed applied",
      "processExited applied attemptFailed projectFailed",
      "projectionObserved observed(projectionAgrees)",
      "retryRequested hold(retriesExhausted)",
      "retriesGranted applied",
      "retryRequested applied openGeneration ready",
      "abandonRequested applied projectAbandoned",
      "projectionObserved observed(projectionAgrees)",
      "abandonRequested noop(already)",
      "retryRequested rejected(abandoned)",
      "dependencyWaived applied ready",
      "reopenRequested applied openGeneration ready",
    ]);
  });
});

Deno.test("a projection whose write was lost is written by converge, and only then agrees", async () => {
  const world = await memoryStore();
  const { host, store } = world;
  // Writes of the graph are lost, as by a crash behind the decision.
  const writeAtomic = async (path: string, content: string | Uint8Array) => {
    if (path === store.graph) throw new Error("lost");
    await host.files.writeAtomic(path, content);
  };
  const losing = { ...world, host: { ...host, files: { ...host.files, writeAtomic } } };
  await within(losing, async (service) => {
    await finish(service, await claimBuild(service), REPORT, reduce);
    assert.equal(told(service).at(-1), "cleanupRecorded applied projectDone ready");
    assert.match(service.unfinished.join(), /graph\.jsonl" was not written/);
  });
  assert.deepEqual(await converged(world), [
    "convergeRequested observed(converging) projectDone",
    "projectionObserved observed(projectionAgrees)",
  ]);
  assert.deepEqual(await converged(world), []);
  // Written, and the service died before it looked: the next look is enough.
  const other = await memoryStore();
  await within(other, async (service) => {
    await finish(service, await claimBuild(service), REPORT, reduce);
  });
  assert.deepEqual(await converged(other), []);
});

Deno.test("a ready that was lost is told again on request", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    await declare(service, { name: "build", after: [], retries: 1 });
    await convergeAll(service, taskNamed(service.ledger, "build"));
    assert.equal(told(service).at(-1), "convergeRequested observed(converging) ready");
  });
});

Deno.test("a finish that is asked for again carries on with the first candidate", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    const key = await claimBuild(service);
    assert.equal((await finish(service, key, REPORT, reduce)).accepted, true);
    const recorded = service.recorded.length;
    const again = { contract: "report", text: "Something else" } as const;
    assert.equal((await finish(service, key, again, reduce)).accepted, true);
    assert.equal(service.recorded.length, recorded);
  });
  assert.equal(
    await world.host.files.readText(`${world.store.reports}/build.0.txt`),
    "All is well",
  );
});

Deno.test("an empty report is refused, and the attempt may finish with another", async () => {
  const world = await memoryStore();
  await within(world, async (service) => {
    const key = await claimBuild(service);
    const empty = await finish(service, key, { contract: "report", text: " \n" }, reduce);
    assert.deepEqual(empty, { accepted: false, reasons: ["The report is empty"] });
    assert.equal((await finish(service, key, REPORT, reduce)).accepted, true);
  });
});

Deno.test("what stands in the way of a delivery is not overwritten", async () => {
  const world = await memoryStore();
  const { host, store } = world;
  await host.files.writeAtomic("result.txt", "mine\n");
  await host.files.writeAtomic(`${store.root}/outbox/build.0.result.txt`, "theirs\n");
  await within(world, async (service) => {
    const key = await claimBuild(service);
    const offer = { contract: "deliver", file: "result.txt" } as const;
    assert.deepEqual(await finish(service, key, offer, reduce), {
      accepted: false,
      reasons: ['"outbox/build.0.result.txt" is there already, with other content'],
    });
  });
  const there = await host.files.readText(`${store.root}/outbox/build.0.result.txt`);
  assert.equal(there, "theirs\n");
});

Deno.test("a file whose name would be too long in the outbox is refused before the intent", async () => {
  const world = await memoryStore();
  // Beside its place it is written as `.build.0.NAME.tmp`, 13 bytes more.
  const [long, good] = ["n".repeat(243), "n".repeat(242)];
  for (const name of [long, good]) await world.host.files.writeAtomic(name, "mine\n");
  await within(world, async (service) => {
    const key = await claimBuild(service);
    const deliver = (file: string) => finish(service, key, { contract: "deliver", file }, reduce);
    assert.deepEqual(await deliver(long), {
      accepted: false,
      reasons: [`The name "build.0.${long}" is 1 bytes too long`],
    });
    assert.deepEqual(await deliver(good), { accepted: true, reasons: [] });
  });
});

Deno.test("only a trusted legacy Done lets its dependents begin", async () => {
  for (const trusted of [false, true]) {
    const world = await memoryStore();
    await within(world, async (service) => {
      const record = { name: "build", status: "done", after: [], retries: 0 } as const;
      await importLegacy(service, record, trusted);
      await declare(service, { name: "ship", after: ["build"], retries: 0 });
      assert.equal(taskNamed(service.ledger, "ship").ready, trusted);
      await writeGraph(service);
    });
    assert.deepEqual(await converged(world), []);
  }
});
