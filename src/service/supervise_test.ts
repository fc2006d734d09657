/** The wrapper, with real workers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../platform/host/deno.ts";
import type { Host } from "../platform/host/host.ts";
import { encodeDecision } from "../lifecycle/codec.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { findTask } from "../lifecycle/state.ts";
import { converge } from "./converge.ts";
import { init } from "./init.ts";
import { readJournal } from "./journal.ts";
import { OUTPUT_BYTES, readOutput } from "./output.ts";
import type { Entry } from "./record.ts";
import type { Store } from "./store.ts";
import { supervise, type Supervision } from "./supervise.ts";
import { declare, kill } from "./tasks.ts";
import { OPENING, within } from "./testing/memory.ts";

/** A store with the task "build", on the real host. */
interface World extends AsyncDisposable {
  readonly host: Host;
  readonly store: Store;
  readonly interrupt: AbortController;
  /** Supervises "build". */
  supervise(script: string, rest?: Partial<Supervision>): ReturnType<typeof supervise>;
  /** Each event behind the claim, with its verdict. */
  told(): Promise<string[]>;
}

async function realStore(): Promise<World> {
  const interrupt = new AbortController();
  const owned = denoHost(interrupt.signal);
  const { host } = owned;
  const folder = await host.files.tempDir("lifecycle-test");
  const store = await init(host, { store: join(folder, "store"), graph: 1, branch: "integration" });
  await within(
    { host, store },
    (service) => declare(service, { name: "build", after: [], retries: 1 }),
  );
  return {
    host,
    store,
    interrupt,
    supervise: (script, rest = {}) =>
      supervise(host, store, { ...OPENING, waitMs: 10_000 }, {
        task: "build",
        argv: ["sh", "-c", script],
        outputBytes: OUTPUT_BYTES,
        onLine: () => {},
        onRecorded: () => {},
        ...rest,
      }),
    async told() {
      const entries: Entry[] = [];
      await readJournal(host, store, reduce, (entry) => entries.push(entry));
      return entries.slice(2).map(({ event, decision: [verdict] }) => {
        const code = event.type === "ProcessExited" ? ` ${event.role} ${event.code}` : "";
        return `${event.type}${code} ${verdict}`;
      });
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

Deno.test("supervise() tells the worker its attempt, and passes on what it writes", async () => {
  await using world = await realStore();
  const lines: string[] = [];
  const script = 'echo "$LIFECYCLE_KEY $LIFECYCLE_TASK $LIFECYCLE_STORE"; echo oops >&2';
  await world.supervise(script, { onLine: (stream, line) => lines.push(`${stream}: ${line}`) });
  const { store } = world;
  assert.deepEqual(lines.sort(), ["stderr: oops", `stdout: 1,1,0,1,1 build ${store.root}`]);
});

Deno.test("supervise() reports a nonzero exit, and an exit that completes nothing", async () => {
  for (const [code, expected] of [[3, "ProcessExited worker 3"], [0, "ProcessExited worker 0"]]) {
    await using world = await realStore();
    const { exit, phase } = await world.supervise(`exit ${code}`);
    assert.deepEqual([exit?.code, phase], [code, "failed"]);
    assert.deepEqual(await world.told(), [
      `${expected} applied`,
      "ProjectionObserved observed(projectionAgrees)",
    ]);
    assert.deepEqual(await world.host.files.list(world.store.owners), []);
  }
});

Deno.test("supervise() ends a worker at the deadline, and reports the provider's timeout first", async () => {
  await using world = await realStore();
  const { phase } = await world.supervise("exec sleep 600", { deadlineMs: 50 });
  assert.equal(phase, "failed");
  assert.deepEqual(await world.told(), [
    "ProviderFault applied",
    "ProjectionObserved observed(projectionAgrees)",
    "ProcessExited worker 143 observed(afterFailure)",
  ]);
});

Deno.test("supervise() ends a worker whose attempt is killed; the task is ready again", async () => {
  await using world = await realStore();
  const killed = Promise.withResolvers<void>();
  const supervised = world.supervise("echo up; exec sleep 600", {
    onLine: () =>
      void within(world, (service) => kill(service, "build")).then(() => killed.resolve()),
  });
  await killed.promise;
  const { phase } = await supervised;
  assert.equal(phase, undefined);
  assert.deepEqual(await world.told(), [
    "KillRequested applied",
    "ProcessExited worker 143 applied",
  ]);
  assert.deepEqual(await world.host.files.list(world.store.stops), []);
});

Deno.test("supervise() that is interrupted kills its attempt, which is ready with all its retries", async () => {
  await using world = await realStore();
  await world.supervise("echo up; exec sleep 600", { onLine: () => world.interrupt.abort() });
  assert.deepEqual(await world.told(), [
    "KillRequested applied",
    "ProcessExited worker 143 applied",
    "ProcessExited wrapper 130 observed(closed)",
  ]);
  const { ledger } = await readJournal(world.host, world.store, reduce);
  const { ready, retries } = findTask(1, ledger.state.tasks)!;
  assert.deepEqual({ ready, retries }, { ready: true, retries: 1 });
});

Deno.test("supervise() gives the attempt back when the worker cannot be started", async () => {
  await using world = await realStore();
  const absent = { argv: ["no-such-worker"] as const };
  await assert.rejects(world.supervise("", absent), /"no-such-worker": there is no such program/);
  assert.deepEqual(await world.told(), ["AttemptReleased applied"]);
  assert.equal((await world.supervise("exit 1")).phase, "failed");
});

Deno.test("supervise() runs nothing when the claim is refused", async () => {
  await using world = await realStore();
  await world.supervise("exit 1");
  const lines: string[] = [];
  const { refused } = await world.supervise("echo ran", { onLine: (_, line) => lines.push(line) });
  assert.deepEqual([refused && encodeDecision(refused), lines], [["rejected(notReady)"], []]);
});

Deno.test("a supervisor that lives is not taken for gone", async () => {
  await using world = await realStore();
  const converged = Promise.withResolvers<number>();
  const supervised = world.supervise("echo up; exec sleep 600", {
    onLine: () =>
      void within(world, async (service) => {
        await converge(service);
        converged.resolve(service.recorded.length);
        await kill(service, "build");
      }),
  });
  assert.equal(await converged.promise, 0);
  await supervised;
});

Deno.test("supervise() ends a worker that shows no sign of life, and reports its provider", async () => {
  await using world = await realStore();
  const script = 'touch "$LIFECYCLE_HEARTBEAT"; while :; do read -r _ || exec sleep 600; done';
  const { phase } = await world.supervise(script, { heartbeatMs: 50 });
  assert.equal(phase, "failed");
  const [fault, , exit] = await world.told();
  assert.equal(fault, "ProviderFault applied");
  assert.match(exit!, /^ProcessExited worker \d+ observed\(afterFailure\)$/);
});

Deno.test("supervise() keeps what a worker writes", async () => {
  await using world = await realStore();
  await world.supervise("echo one; echo two >&2; exit 1");
  const kept = await readOutput(world.host, world.store, "build-1");
  assert.deepEqual(kept?.trim().split("\n").sort(), ["one", "two"]);
});
