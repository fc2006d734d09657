/** The journal on a disk that fails, under locks, and as it is read back. */
import assert from "node:assert/strict";
import type { Host, LogFile } from "../platform/host/host.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { createJournal, openJournal, readJournal } from "./journal.ts";
import type { Ledger } from "./ledger.ts";
import { FORMAT, VERSION } from "./record.ts";
import { claimBuild, memoryStore, OPENING, within } from "./testing/memory.ts";

const declared = (task: number) => ({ type: "taskDeclared", task, deps: [], retries: 0 }) as const;

/** What of a ledger follows from the journal. */
const contentOf = ({ state, seq, taskIds, supervised, transactions, receipts }: Ledger) => ({
  state,
  seq,
  taskIds,
  supervised,
  transactions,
  receipts,
});

Deno.test("a journal that is opened again amounts to what it did", async () => {
  const world = await memoryStore();
  const before = await within(world, async (service) => {
    await claimBuild(service);
    return contentOf(service.ledger);
  });
  const { ledger } = await readJournal(world.host, world.store, reduce);
  assert.deepEqual(contentOf(ledger), before);
  assert.equal(ledger.seq, 3);
});

Deno.test("openJournal() refuses a journal that another holds, and names the holder", async () => {
  const { host, store } = await memoryStore();
  using _first = await openJournal(host, store, { ...OPENING, purpose: "finish" });
  await assert.rejects(openJournal(host, store, OPENING), {
    diagnostic: {
      code: "journal_locked",
      severity: "error",
      message:
        `Failed to lock "${store.lock}": "pid 1: lifecycle finish" holds it, and did still after 0 s`,
      hint:
        "Wait for it to end, or wait longer with --wait. The lock ends with its process; there " +
        "is no file to remove.",
    },
  });
});

Deno.test("openJournal() tells a lock that another program holds", async () => {
  const { host, store } = await memoryStore();
  const foreign = await host.files.tryLock(store.lock);
  await foreign!.describe("backup 1.0");
  await assert.rejects(
    openJournal(host, store, OPENING),
    /another program \(the lock file says "backup 1\.0"\) holds it/,
  );
});

Deno.test("what a dead holder wrote into the lock file keeps nobody out", async () => {
  const { host, store } = await memoryStore();
  await host.files.writeAtomic(store.lock, "pid 99999: lifecycle finish");
  using journal = await openJournal(host, store, OPENING);
  assert.equal(journal.ledger.seq, 0);
});

Deno.test("a failure to open gives the lock back", async () => {
  const { host, store } = await memoryStore();
  const good = await host.files.readBytes(store.journal);
  await host.files.writeAtomic(store.journal, "garbage\n");
  await assert.rejects(openJournal(host, store, OPENING), /journal/);
  await host.files.writeAtomic(store.journal, good!);
  using journal = await openJournal(host, store, OPENING);
  assert.equal(journal.ledger.seq, 0);
});

/** The host with a log of which one append fails, after some of the bytes were written. */
function failing(host: Host, at: number, message: string): Host {
  let appends = 0;
  const openLog = async (path: string): Promise<LogFile> => {
    const log = await host.files.openLog(path);
    return {
      get size() {
        return log.size;
      },
      append: async (bytes) => {
        if (++appends === at) throw new Error(message);
        await log.append(bytes);
      },
      truncate: (size) => log.truncate(size),
      close: () => log.close(),
    };
  };
  return { ...host, files: { ...host.files, openLog } };
}

Deno.test("record() on a full disk records nothing, says so, and can go on", async () => {
  const { host, store } = await memoryStore();
  using journal = await openJournal(failing(host, 2, "No space left on device"), store, OPENING);
  await journal.record(declared(1), { name: "one" });
  const state = journal.ledger.state;
  await assert.rejects(journal.record(declared(2), { name: "two" }), {
    diagnostic: {
      code: "journal_unwritable",
      severity: "error",
      message: `Failed to write the journal "${store.journal}": No space left on device`,
      hint:
        "Nothing was recorded of this step, and nothing was acted on. Free space or correct the " +
        'permissions, then run "lifecycle converge".',
    },
  });
  assert.equal(journal.ledger.state, state);
  assert.equal(journal.ledger.taskIds.has("two"), false);
  // Space was freed: the next record carries on from the first.
  await journal.record(declared(2), { name: "two" });
  const { ledger } = await readJournal(host, store, reduce);
  assert.deepEqual([...ledger.taskIds.keys()], ["one", "two"]);
});

Deno.test("openJournal() on a disk that may only be read says so, and gives the lock back", async () => {
  const { host, store } = await memoryStore();
  const openLog = () => Promise.reject(new Error("Read-only file system"));
  const readOnly = { ...host, files: { ...host.files, openLog } };
  await assert.rejects(
    openJournal(readOnly, store, OPENING),
    /Failed to write the journal "\/project\/store\/journal\.ndjson": Read-only file system/,
  );
  using journal = await openJournal(host, store, OPENING);
  assert.equal(journal.ledger.seq, 0);
});

Deno.test("openJournal() drops a torn record, says so, and appends behind the last good one", async () => {
  const world = await memoryStore();
  const { host, store } = world;
  await within(world, async (service) => void await claimBuild(service));
  const whole = (await host.files.readBytes(store.journal))!;
  await host.files.writeAtomic(store.journal, whole.subarray(0, whole.length - 10));
  {
    using journal = await openJournal(host, store, OPENING);
    assert.equal(journal.ledger.seq, 2);
    assert.match(
      journal.mended.join(),
      /^The journal ended in a torn record of \d+ bytes behind record 2: /,
    );
    await journal.record(declared(3), { name: "three" });
  }
  const { ledger, recovery } = await readJournal(host, store, reduce);
  assert.deepEqual([ledger.seq, recovery.torn], [3, 0]);
});

Deno.test("openJournal() writes the line end that a last record lacks", async () => {
  const world = await memoryStore();
  const { host, store } = world;
  await within(world, async (service) => void await claimBuild(service));
  const whole = (await host.files.readBytes(store.journal))!;
  await host.files.writeAtomic(store.journal, whole.subarray(0, whole.length - 1));
  {
    using journal = await openJournal(host, store, OPENING);
    assert.equal(journal.ledger.seq, 3);
    assert.match(journal.mended.join(), /^The last record of the journal, 3, lacked its line end/);
  }
  assert.deepEqual(await host.files.readBytes(store.journal), whole);
});

Deno.test("readJournal() refuses a decision that the reducer does not take", async () => {
  const world = await memoryStore();
  await within(world, async (service) => void await claimBuild(service));
  const other: typeof reduce = (state, event) => {
    const step = reduce(state, event);
    if (event.body.type !== "attemptClaimed") return step;
    return { ...step, decision: { verdict: { type: "rejected", why: "notReady" }, effects: [] } };
  };
  await assert.rejects(readJournal(world.host, world.store, other), {
    diagnostic: {
      code: "journal_diverges",
      severity: "error",
      message:
        `The journal "${world.store.journal}" records another decision at line 4 than the reducer takes`,
      location: { file: world.store.journal, line: 4 },
      hint:
        "Nothing was changed. Use the program that wrote the journal, or look into what it did.",
      detail: [
        'event     {"type":"AttemptClaimed","eid":3,"key":[1,1,0,1,1]}',
        'recorded  ["applied"]',
        'reduced   ["rejected(notReady)"]',
      ].join("\n"),
    },
  });
});

Deno.test("createJournal() never replaces a journal", async () => {
  const { host, store } = await memoryStore();
  const settings = { repository: null, branch: null, outbox: "outbox" };
  await assert.rejects(
    createJournal(host, store, { format: FORMAT, version: VERSION, graph: 2, settings }),
    /There is a store in/,
  );
});
