/** Earlier segments of the journal: read as one with the present one. */
import { join } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import type { State } from "../lifecycle/state.ts";
import { digestOf, rowsOf } from "./checkpoint.ts";
import { type Ledger, openingLedger, type Reduce, replayEntry } from "./ledger.ts";
import { type Entry, type Header, hex } from "./record.ts";
import { recover, type Recovery } from "./recover.ts";
import type { Store } from "./store.ts";

/** A journal that was read from its first record. */
export interface WholeJournal {
  /** What it amounts to, resumed from the last checkpoint. */
  readonly ledger: Ledger;
  readonly entries: readonly Entry[];
  /** Each checkpoint's state, and how many records led to it; oldest first. */
  readonly checkpoints: readonly { readonly after: number; readonly state: State }[];
}

interface Segment {
  readonly file: string;
  readonly header: Header;
  readonly entries: readonly Entry[];
  readonly recovery: Recovery;
}

/**
 * Reads all segments, and decides every record anew, both from the first and from the checkpoint
 * before it. Both must amount to the same. Needs no lock.
 *
 * @throws {GateError} set-up: `segment_missing`, `checkpoint_diverges`, or what `recover` and
 * `replayEntry` throw.
 */
export async function readWhole(
  host: Host,
  store: Store,
  reduce: Reduce,
): Promise<WholeJournal> {
  const segments = await segmentsOf(host, store);
  const whole = openingLedger(segments[0]!.header);
  const checkpoints: { readonly after: number; readonly state: State }[] = [];
  let ledger = whole;
  for (const { file, header, entries } of segments) {
    if (header.checkpoint !== undefined) {
      checkSame(whole, header.checkpoint.digest, file);
      ledger = openingLedger(header);
      checkpoints.push({ after: ledger.after, state: ledger.state });
    }
    for (const entry of entries) {
      replayEntry(ledger, entry, reduce, file);
      if (whole !== ledger) replayEntry(whole, entry, reduce, file);
    }
  }
  checkSame(whole, digestOf(JSON.stringify(rowsOf(ledger))), store.journal);
  return { ledger, entries: segments.flatMap(({ entries }) => entries), checkpoints };
}

/** The segments of a journal, from the first to the present one. */
async function segmentsOf(host: Host, store: Store): Promise<readonly Segment[]> {
  const segments = [await readSegment(host, store.journal)];
  for (;;) {
    const { file, header: { after, checkpoint } } = segments[0]!;
    if (checkpoint === undefined) return segments;
    const before = await readSegment(host, join(store.root, checkpoint.previous.file));
    const { entries, crc, torn } = before.recovery;
    if (entries !== after || hex(crc) !== checkpoint.previous.crc || torn > 0) {
      throw new GateError("setup", {
        code: "journal_corrupt",
        message:
          `Failed to read the journal "${file}": it continues record ${after} of "${checkpoint.previous.file}", which ends with record ${entries}${
            torn > 0 ? ", torn" : ""
          }, or with other bytes`,
        location: { file, line: 1 },
        hint: "Nothing was changed. Restore the segment from a copy.",
      });
    }
    segments.unshift(before);
  }
}

async function readSegment(host: Host, file: string): Promise<Segment> {
  const bytes = await host.files.readBytes(file);
  if (bytes === undefined) {
    throw new GateError("setup", {
      code: "segment_missing",
      message: `Failed to read the whole journal: there is no segment "${file}"`,
      location: { file },
      hint:
        "Put the segment back from where it was archived. Only what looks at records before the " +
        "checkpoint needs it.",
    });
  }
  const entries: Entry[] = [];
  const recovery = recover(bytes, file, (entry) => entries.push(entry));
  return { file, header: recovery.header, entries, recovery };
}

/** Throws when the records from the first on amount to something else than the checkpoint's. */
function checkSame(whole: Ledger, digest: string, file: string): void {
  if (digestOf(JSON.stringify(rowsOf(whole))) === digest) return;
  throw new GateError("setup", {
    code: "checkpoint_diverges",
    message:
      `The checkpoint of "${file}" is not what the records before it amount to (at record ${whole.seq})`,
    location: { file, line: 1 },
    hint: "Nothing was changed. Use the program that wrote it, or look into what it did.",
  });
}
