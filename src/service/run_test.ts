/** Running whatever is ready, alone and beside another. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../platform/host/deno.ts";
import type { Host } from "../platform/host/host.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { CLASSES } from "../lifecycle/value.ts";
import { compact } from "./compact.ts";
import { init } from "./init.ts";
import { readJournal } from "./journal.ts";
import { type Run, runAll } from "./run.ts";
import type { Store } from "./store.ts";
import { type Declaration, declare } from "./tasks.ts";
import { OPENING, within } from "./testing/memory.ts";

interface World extends AsyncDisposable {
  readonly host: Host;
  readonly store: Store;
  run(run?: Partial<Run>): ReturnType<typeof runAll>;
  /** The keys of the applied claims, sorted. */
  claims(): Promise<readonly string[]>;
}

/** A store with these tasks, whose workers may report by the file `$OUT`. */
async function declared(...tasks: readonly Partial<Declaration>[]): Promise<World> {
  const owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = join(await Deno.realPath(await host.files.tempDir("lifecycle-test")), "store");
  const store = await init(host, { store: root, graph: 1, branch: "integration" });
  await within({ host, store }, async (service) => {
    for (const task of tasks) {
      await declare(service, { name: "a", after: [], retries: 0, ...task });
    }
  });
  return {
    host,
    store,
    run: (run = {}) =>
      runAll(host, store, { ...OPENING, waitMs: 30_000 }, {
        jobs: 2,
        retry: CLASSES,
        drain: new AbortController().signal,
        outputBytes: 4096,
        onLine() {},
        onRecorded() {},
        ...run,
      }),
    async claims() {
      const claims: string[] = [];
      await readJournal(host, store, reduce, ({ event, decision: [verdict] }) => {
        if (event.type === "AttemptClaimed" && verdict === "applied") claims.push(event.key.join());
      });
      return claims.sort();
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

const FAILS = ["sh", "-c", "exit 3"] as const;

Deno.test("two runs on one store claim each task once at a time, in order, and retry by policy", async () => {
  const c = { name: "c", after: ["a", "b"] };
  await using world = await declared({ retries: 1 }, { name: "b" }, c);
  // No task finishes; the attempts fail, "a" is retried once, and "c" is never begun.
  const ends = await Promise.all([1, 2].map(() => world.run({ argv: FAILS })));
  assert.deepEqual(ends.at(-1)!.undone, ["a", "b", "c"]);
  assert.deepEqual(await world.claims(), ["1,1,0,1,1", "1,1,1,2,2", "1,2,0,1,1"]);
});

Deno.test("a failure of a class that the policy leaves out is not retried", async () => {
  await using world = await declared({ retries: 5 });
  await world.run({ argv: FAILS, retry: ["fault"] });
  assert.deepEqual(await world.claims(), ["1,1,0,1,1"]);
  await world.run({ argv: FAILS, retry: ["fault", "exit"] });
  assert.equal((await world.claims()).length, 6);
});

Deno.test("each task runs the command it was declared with, also from a checkpoint", async () => {
  const said = (word: string) => ["sh", "-c", `echo ${word} $LIFECYCLE_TASK; exit 1`] as const;
  await using world = await declared(
    { command: said("own") },
    { name: "b" },
    { name: "c", command: said("another") },
  );
  await compact(world.host, world.store, OPENING);
  const lines: string[] = [];
  const onLine = (_: string, line: string) => lines.push(line);
  await world.run({ argv: said("common"), onLine });
  assert.deepEqual(lines.sort(), ["another c", "common b", "own a"]);
});

Deno.test("a task without a command is left to others", async () => {
  await using world = await declared({ command: FAILS }, { name: "b" });
  assert.deepEqual((await world.run()).undone, ["a", "b"]);
  assert.deepEqual(await world.claims(), ["1,1,0,1,1"]);
});

Deno.test("a run that is to drain lets its workers end, and begins no other", async () => {
  await using world = await declared({}, { name: "b" }, { name: "c" });
  const drain = new AbortController();
  const lines: string[] = [];
  const { undone } = await world.run({
    jobs: 1,
    drain: drain.signal,
    argv: ["sh", "-c", "echo begun; sleep 0.3; echo ended; exit 1"],
    onLine(_, line) {
      lines.push(line);
      drain.abort();
    },
  });
  assert.deepEqual(lines, ["begun", "ended"]);
  assert.deepEqual([undone, await world.claims()], [["a", "b", "c"], ["1,1,0,1,1"]]);
});

Deno.test("a worker that is not there ends its own task alone, and is told at the end", async () => {
  await using world = await declared(
    { command: ["no-such-worker"], retries: 1 },
    { name: "b", command: FAILS },
  );
  await assert.rejects(world.run({ jobs: 1 }), /"no-such-worker": there is no such program/);
  // It is released, which costs the retry, and fails when released again.
  assert.deepEqual(await world.claims(), ["1,1,0,1,1", "1,1,0,2,2", "1,2,0,1,1"]);
});
