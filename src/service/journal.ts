/** The journal on disk: one writer at a time, and nothing is decided that is not durable. */
import { GateError, messageOf } from "../platform/diagnostic.ts";
import { encodeDecision, encodeEvent } from "../lifecycle/codec.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { Body } from "../lifecycle/event.ts";
import type { Host, LogFile } from "../platform/host/host.ts";
import type { Facts } from "./facts.ts";
import { advance, type Ledger, openingLedger, type Reduce, replayEntry } from "./ledger.ts";
import { takeLock } from "./lock.ts";
import { type Entry, type Header, writeLine } from "./record.ts";
import { recover, type Recovery } from "./recover.ts";
import type { Store } from "./store.ts";

/** A journal that this process alone may append to, until it is disposed. */
export interface Journal extends Disposable {
  readonly ledger: Ledger;
  /** What was found and mended at opening, in a sentence each. */
  readonly mended: readonly string[];
  /**
   * Decides an event and records both; the decision holds once this returns.
   *
   * @throws {GateError} set-up, `journal_unwritable`: then nothing was recorded.
   */
  record(body: Body, facts?: Facts): Promise<Decision>;
}

/** How to open a journal. */
export interface Opening {
  readonly reduce: Reduce;
  /** What the lock is taken for, as others who wait are told. */
  readonly purpose: string;
  /** How long to wait for the lock, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Takes the lock, reads the journal and mends its end.
 *
 * @throws {GateError} set-up: `journal_locked`, or what `recover` and `replayEntry` throw.
 */
export async function openJournal(host: Host, store: Store, opening: Opening): Promise<Journal> {
  const lock = await takeLock(host, store.lock, opening);
  let log: LogFile | undefined;
  try {
    const { ledger, recovery } = await readJournal(host, store, opening.reduce);
    log = await writing(store, () => host.files.openLog(store.journal));
    const mended = await mend(store, log, recovery);
    const { crc } = recovery;
    return writer(host, store, log, ledger, crc, opening.reduce, mended, () => lock.release());
  } catch (cause) {
    log?.close();
    lock.release();
    throw cause;
  }
}

/**
 * Reads the journal as it stands; needs no lock, and leaves out a record that is just being
 * written.
 */
export async function readJournal(
  host: Host,
  store: Store,
  reduce: Reduce,
  onEntry: (entry: Entry) => void = () => {},
): Promise<{ readonly ledger: Ledger; readonly recovery: Recovery }> {
  const bytes = await host.files.readBytes(store.journal) ?? new Uint8Array();
  let ledger: Ledger | undefined;
  const recovery = recover(bytes, store.journal, (entry, header) => {
    ledger ??= openingLedger(header);
    replayEntry(ledger, entry, reduce, store.journal);
    onEntry(entry);
  });
  return { ledger: ledger ?? openingLedger(recovery.header), recovery };
}

/**
 * Creates a journal with its header. It is there wholly or not at all.
 *
 * @throws {GateError} usage, `store_exists`; set-up, `journal_unwritable`.
 */
export async function createJournal(host: Host, store: Store, header: Header): Promise<void> {
  const { files } = host;
  await refuseExisting(host, store);
  await writing(store, async () => {
    await files.writeAtomic(store.journal, writeLine(0, header).bytes);
    await files.sync(store.journal);
    await files.sync(store.root);
  });
}

/** Throws GateError `store_exists` (usage) when there is a journal. */
export async function refuseExisting({ files }: Host, store: Store): Promise<void> {
  if (!await files.exists(store.journal)) return;
  throw new GateError("usage", {
    code: "store_exists",
    message: `There is a store in "${store.root}" already`,
    hint: 'Use it, or name another folder with --store. "lifecycle status" shows what it holds.',
  });
}

/** Drops a torn record, ends an unended one. */
async function mend(
  store: Store,
  log: LogFile,
  { size, torn, unended, entries }: Recovery,
): Promise<string[]> {
  if (unended) {
    await writing(store, () => log.append(new Uint8Array([0x0a])));
    return [`The last record of the journal, ${entries}, lacked its line end, which was written`];
  }
  if (torn === 0) return [];
  await writing(store, () => log.truncate(size));
  return [
    `The journal ended in a torn record of ${torn} bytes behind record ${entries}: it was dropped, ` +
    "for nobody had acted on it",
  ];
}

function writer(
  host: Host,
  store: Store,
  log: LogFile,
  ledger: Ledger,
  start: number,
  reduce: Reduce,
  mended: readonly string[],
  release: () => void,
): Journal {
  let crc = start;
  return {
    ledger,
    mended,
    async record(body, facts) {
      const seq = ledger.seq + 1;
      const event = { eid: seq, body };
      const step = reduce(ledger.state, event);
      const line = writeLine(crc, {
        seq,
        at: host.time(),
        event: encodeEvent(event),
        decision: encodeDecision(step.decision),
        ...(facts === undefined ? {} : { facts }),
      });
      await writing(store, () => log.append(line.bytes));
      crc = line.crc;
      advance(ledger, event, step, facts);
      return step.decision;
    },
    [Symbol.dispose]() {
      log.close();
      release();
    },
  };
}

/** Runs a write; a failure says what it means for the journal. */
export async function writing<T>(store: Store, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw new GateError("setup", {
      code: "journal_unwritable",
      message: `Failed to write the journal "${store.journal}": ${messageOf(cause)}`,
      hint:
        "Nothing was recorded of this step, and nothing was acted on. Free space or correct the " +
        'permissions, then run "lifecycle converge".',
    });
  }
}
