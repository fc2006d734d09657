/** Compaction: what a checkpoint stands for, and what a crash or damage makes of it. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { encodeDecision, encodeState } from "../lifecycle/codec.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { initialState, type State } from "../lifecycle/state.ts";
import { emptyTable } from "../lifecycle/table.ts";
import { anyLog } from "../lifecycle/testing/arbitrary.ts";
import { GateError } from "../platform/diagnostic.ts";
import { type Checkpoint, type Header, writeLine } from "./record.ts";
import { contentOf, digestOf, type LedgerRows, rowsOf } from "./checkpoint.ts";
import { compact } from "./compact.ts";
import { converge } from "./converge.ts";
import { siblingOf } from "./durable.ts";
import { finish } from "./finish.ts";
import { followJournal } from "./follow.ts";
import { readJournal } from "./journal.ts";
import { openingLedger } from "./ledger.ts";
import type { Entry } from "./record.ts";
import { recover } from "./recover.ts";
import { readWhole } from "./segments.ts";
import { claimBuild, type MemoryStore, memoryStore, OPENING, within } from "./testing/memory.ts";
import { Crash, crashing } from "./testing/crashing.ts";
import { exited, retry } from "./tasks.ts";
import { tracesOf } from "./trace.ts";

const FIRST = "segments/000000000001.ndjson";

const die = () => {
  throw new Crash("died");
};

/** A store whose task "build" is at work. */
async function claimed(): Promise<MemoryStore & { readonly segment: string }> {
  const world = await memoryStore();
  await within(world, claimBuild);
  return { ...world, segment: join(world.store.root, FIRST) };
}

const KEY = { graph: 1, task: 1, generation: 0, attempt: 1, fence: 1 };

/** Finishes "build", whose worker then ends. */
async function finishBuild(world: MemoryStore): Promise<void> {
  await within(world, async (service) => {
    await finish(service, KEY, { contract: "report", text: "good" }, reduce);
    await exited(service, KEY, 0);
  });
}

async function codeOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "none";
  } catch (cause) {
    assert(cause instanceof GateError, String(cause));
    return cause.diagnostic.code;
  }
}

const types = (entries: readonly Entry[]) => entries.map(({ event: { type } }) => type);

Deno.test("compact() begins a segment with what the records before amount to, and keeps them", async () => {
  const world = await claimed();
  const { host, store } = world;
  const old = (await host.files.readText(store.journal))!;
  const before = (await readJournal(host, store, reduce)).ledger;
  const done = await compact(host, store, OPENING);
  assert.deepEqual([done?.records, done?.file, done?.before], [3, FIRST, old.length]);
  assert.equal(await host.files.readText(world.segment), old);
  const now = await readJournal(host, store, reduce);
  assert.deepEqual(rowsOf(now.ledger), rowsOf(before));
  assert.deepEqual([now.ledger.seq, now.ledger.after, now.recovery.entries], [3, 3, 3]);
  await finishBuild(world);
  const { ledger, entries, checkpoints } = await readWhole(host, store, reduce);
  assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, at) => at + 1));
  assert.deepEqual(types(entries).slice(0, 4), [
    "TaskDeclared",
    "TaskDeclared",
    "AttemptClaimed",
    "FinishBegun",
  ]);
  assert.deepEqual(checkpoints.map(({ after }) => after), [3]);
  assert.equal(ledger.seq, entries.length);
});

Deno.test("compact() goes on from segment to segment, and does nothing without a record", async () => {
  const world = await claimed();
  const { host, store } = world;
  await compact(host, store, OPENING);
  assert.equal(await compact(host, store, OPENING), undefined);
  await within(world, async (service) => void await exited(service, KEY, 1));
  await compact(host, store, OPENING);
  await within(world, async (service) => void await retry(service, "build"));
  const { entries, checkpoints } = await readWhole(host, store, reduce);
  assert.deepEqual(checkpoints.map(({ after }) => after), [3, 5]);
  assert.deepEqual((await host.files.list(store.segments))!.map(({ name }) => name), [
    "000000000001.ndjson",
    "000000000004.ndjson",
  ]);
  assert.equal(entries.at(-1)!.event.type, "RetryRequested");
});

Deno.test("the traces of a journal end where each checkpoint stands, and where the whole does", async () => {
  const world = await claimed();
  await compact(world.host, world.store, OPENING);
  await finishBuild(world);
  const traces = tracesOf(await readWhole(world.host, world.store, reduce));
  assert.deepEqual(traces.map(({ events }) => events.length), [3, 10]);
  const [build] = traces[1]!.final.tasks;
  assert.deepEqual([build!.status, build!.current!.phase.type], ["done", "cleaned"]);
  assert.deepEqual(traces[0]!.final.evidence, [[1, "applied"], [2, "applied"], [3, "applied"]]);
});

/** The state without its evidence, which a journal's number for each event makes needless. */
const without = (state: State): State => ({ ...state, evidence: emptyTable() });

Deno.test("deciding on from a checkpoint is deciding on from the state, in every reachable one", () => {
  fc.assert(
    fc.property(anyLog, anyLog, (before, after) => {
      let state = initialState(1);
      let eid = 0;
      for (const { body } of before) state = reduce(state, { eid: ++eid, body }).state;
      const ledger = { ...openingLedger(HEADER), state };
      const rows: LedgerRows = JSON.parse(JSON.stringify(rowsOf(ledger)));
      let resumed = contentOf(1, rows).state;
      assert.deepEqual(encodeState(resumed), encodeState(without(state)));
      for (const { body } of after) {
        const event = { eid: ++eid, body };
        const [whole, step] = [reduce(state, event), reduce(resumed, event)];
        assert.deepEqual(encodeDecision(step.decision), encodeDecision(whole.decision));
        [state, resumed] = [whole.state, step.state];
      }
      assert.deepEqual(rowsOf({ ...ledger, state: resumed }), rowsOf({ ...ledger, state }));
    }),
    { numRuns: 300 },
  );
});

const HEADER: Header = {
  format: "lifecycle/journal",
  version: 2,
  graph: 1,
  settings: { repository: null, branch: null, outbox: "outbox" },
};

Deno.test("a crash before each step of compact(), torn at every byte, loses nothing", async () => {
  const counting = crashing((await claimed()).host, Infinity, die);
  const counted = await claimed();
  const whole = crashing(counted.host, Infinity, die);
  await compact(whole.host, counted.store, OPENING);
  assert.equal(counting.steps(), 0);
  const steps = whole.steps();
  // Two files, each removed beside its place, written, synced, renamed, and its folder synced.
  assert.equal(steps, 11);
  const before = (await readWhole(counted.host, counted.store, reduce)).entries;
  let points = 0;
  for (let at = 1; at <= steps; at++) {
    for (const torn of [undefined, 0.5]) {
      const world = await claimed();
      await assert.rejects(
        compact(crashing(world.host, at, die, torn).host, world.store, OPENING),
        /died/,
      );
      await assertGoesOn(world, before, `step ${at}`);
      points++;
    }
  }
  // Each file as it is when the power fails at any byte of it, before its rename.
  const written = {
    [counted.store.journal]: (await counted.host.files.readBytes(counted.store.journal))!,
    [counted.segment]: (await counted.host.files.readBytes(counted.segment))!,
  };
  for (const [path, bytes] of Object.entries(written)) {
    for (let size = 0; size <= bytes.length; size++) {
      const world = await claimed();
      await world.host.files.mkdir(dirname(path));
      if (path === world.store.journal) {
        await world.host.files.writeAtomic(world.segment, written[world.segment]!);
      }
      await world.host.files.writeAtomic(siblingOf(path), bytes.subarray(0, size));
      await assertGoesOn(world, before, `byte ${size} of ${path}`);
      points++;
    }
  }
  assert.ok(points > 1000, `${points} points`);
});

/** Asserts that the journal is what it was, can be added to, compacted, and read as a whole. */
async function assertGoesOn(world: MemoryStore, before: readonly Entry[], what: string) {
  const { host, store } = world;
  await within(world, async (service) => {
    await converge(service);
    assert.equal(service.ledger.seq, before.length, what);
  });
  await compact(host, store, OPENING);
  await finishBuild(world);
  await compact(host, store, OPENING);
  const { entries, ledger } = await readWhole(host, store, reduce);
  assert.deepEqual(entries.slice(0, before.length), before, what);
  assert.deepEqual([ledger.seq, ledger.after], [10, 10], what);
}

Deno.test("a checkpoint that is cut or changed at any byte is refused, never taken for another", async () => {
  const { host, store } = await claimed();
  await compact(host, store, OPENING);
  const bytes = (await host.files.readBytes(store.journal))!;
  // Without its line end it is whole, and the end is written.
  for (let size = 0; size < bytes.length - 1; size++) {
    await host.files.writeAtomic(store.journal, bytes.subarray(0, size));
    assert.equal(await codeOf(() => readJournal(host, store, reduce)), "journal_empty");
  }
  for (let at = 0; at < bytes.length - 1; at++) {
    await host.files.writeAtomic(store.journal, bytes.with(at, bytes[at]! ^ 1));
    assert.notEqual(await codeOf(() => readJournal(host, store, reduce)), "none", `byte ${at}`);
  }
});

/** Writes the journal's first line anew, as a program with another mind would. */
async function forge(
  world: MemoryStore,
  header: Header,
  change: (checkpoint: Checkpoint) => Checkpoint,
) {
  const { host, store } = world;
  const { crc: _, ...rest } = header as Header & { crc: string };
  const line = writeLine(0, { ...rest, checkpoint: change(header.checkpoint!) });
  await host.files.writeAtomic(store.journal, line.bytes);
}

Deno.test("a forged checkpoint is refused by its digest, or by the records before it", async () => {
  const world = await claimed();
  const { host, store } = world;
  await compact(host, store, OPENING);
  const { header } = recover((await host.files.readBytes(store.journal))!, "journal", () => {});
  const richer = (checkpoint: Checkpoint): Checkpoint => {
    const [build, ship] = checkpoint.ledger.tasks;
    const tasks = [build!.with(3, 99) as typeof build & object, ship!];
    return { ...checkpoint, ledger: { ...checkpoint.ledger, tasks } };
  };
  await forge(world, header, richer);
  assert.equal(await codeOf(() => readJournal(host, store, reduce)), "journal_corrupt");
  await forge(world, header, (checkpoint) => {
    const forged = richer(checkpoint);
    return { ...forged, digest: digestOf(JSON.stringify(forged.ledger)) };
  });
  // Nothing is wrong with it by itself; the records before it tell otherwise.
  assert.equal(await codeOf(() => readJournal(host, store, reduce)), "none");
  assert.equal(await codeOf(() => readWhole(host, store, reduce)), "checkpoint_diverges");
});

Deno.test("a segment that is gone, torn or another's is told when the whole is read", async () => {
  const world = await claimed();
  const { host, store, segment } = world;
  await compact(host, store, OPENING);
  const good = (await host.files.readBytes(segment))!;
  const whole = () => codeOf(() => readWhole(host, store, reduce));
  await host.files.remove(segment);
  assert.equal(await whole(), "segment_missing");
  // What works from the checkpoint on does not need it.
  await finishBuild(world);
  const lf = good.lastIndexOf(0x0a, good.length - 2);
  for (const bytes of [good.subarray(0, -5), good.subarray(0, lf + 1), new Uint8Array()]) {
    await host.files.writeAtomic(segment, bytes);
    assert.match(await whole(), /^journal_(corrupt|empty)$/);
  }
  await host.files.writeAtomic(segment, good);
  assert.equal(await whole(), "none");
});

Deno.test("compact() never overwrites a segment that is no part of the journal", async () => {
  const { host, store, segment } = await claimed();
  const old = await host.files.readText(store.journal);
  await host.files.mkdir(store.segments);
  await host.files.writeAtomic(segment, "another's\n");
  assert.equal(await codeOf(() => compact(host, store, OPENING)), "segment_in_the_way");
  assert.equal(await host.files.readText(segment), "another's\n");
  assert.equal(await host.files.readText(store.journal), old);
});

Deno.test("a follower misses no record of a journal that is compacted", async () => {
  const world = await claimed();
  const { host, store } = world;
  const seen: number[] = [];
  const follower = followJournal(host, store, reduce, 1);
  const next = () => follower.next(({ seq }) => seen.push(seq));
  await next();
  await finishBuild(world);
  await compact(host, store, OPENING);
  await next();
  await within(world, async (service) => void await exited(service, KEY, 0));
  await next();
  assert.deepEqual(seen, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
