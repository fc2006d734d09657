/** Running whatever is ready, alone and beside another. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../platform/host/deno.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { init } from "./init.ts";
import { readJournal } from "./journal.ts";
import { runAll } from "./run.ts";
import { declare } from "./tasks.ts";
import { OPENING, within } from "./testing/memory.ts";

Deno.test("two runs on one store claim each task once at a time, in order, and retry by policy", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = join(await Deno.realPath(await host.files.tempDir("lifecycle-test")), "store");
  const store = await init(host, { store: root, graph: 1, branch: "integration" });
  await within({ host, store }, async (service) => {
    await declare(service, { name: "a", after: [], retries: 1 });
    await declare(service, { name: "b", after: [], retries: 0 });
    await declare(service, { name: "c", after: ["a", "b"], retries: 0 });
  });
  // No task finishes; the attempts fail, "a" is retried once, and "c" is never begun.
  const run = {
    jobs: 2,
    retry: true,
    argv: ["sh", "-c", "exit 3"],
    outputBytes: 4096,
    onLine() {},
    onRecorded() {},
  } as const;
  const opening = { ...OPENING, waitMs: 30_000 };
  const ends = await Promise.all([1, 2].map(() => runAll(host, store, opening, run)));
  assert.deepEqual(ends.at(-1)!.undone, ["a", "b", "c"]);
  const claims: string[] = [];
  await readJournal(host, store, reduce, ({ event, decision: [verdict] }) => {
    if (event.type === "AttemptClaimed" && verdict === "applied") claims.push(event.key.join());
  });
  assert.deepEqual(claims.sort(), ["1,1,0,1,1", "1,1,1,2,2", "1,2,0,1,1"]);
});
