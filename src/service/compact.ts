/**
 * Compacts the journal: a checkpoint begins a new segment, and the segment before is kept.
 *
 * The segment is copied to its place first, and the new one renamed over the journal last. So at every
 * moment the journal is the old one or the new one, and whoever comes after a crash compacts again.
 */
import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { digestOf, rowsOf } from "./checkpoint.ts";
import { putFile } from "./durable.ts";
import { type Opening, openJournal, writing } from "./journal.ts";
import { openingLedger } from "./ledger.ts";
import { FORMAT, type Header, hex, VERSION, writeLine } from "./record.ts";
import { recover } from "./recover.ts";
import type { Store } from "./store.ts";

/** What was compacted. */
export interface Compacted {
  /** Records that the checkpoint stands for. */
  readonly records: number;
  /** Where the segment is kept, relative to the store. */
  readonly file: string;
  /** Bytes of the journal before and after. */
  readonly before: number;
  readonly now: number;
  /** See {@linkcode Opening}. */
  readonly mended: readonly string[];
}

/** Digits of a record's number in a segment's name, so that names sort as records do. */
const DIGITS = 12;

/**
 * Compacts the journal; `undefined` when nothing was recorded since the last checkpoint.
 *
 * @throws {GateError} set-up: `segment_in_the_way`, `journal_unwritable`, or what `openJournal` throws.
 */
export async function compact(
  host: Host,
  store: Store,
  opening: Opening,
): Promise<Compacted | undefined> {
  using journal = await openJournal(host, store, opening);
  const { ledger, mended } = journal;
  if (ledger.seq === ledger.after) return undefined;
  // As it stands now, with its end mended.
  const segment = (await host.files.readBytes(store.journal))!;
  const { crc } = recover(segment, store.journal, () => {});
  const name = `${String(ledger.after + 1).padStart(DIGITS, "0")}.ndjson`;
  const file = join(store.segments, name);
  await refuseOther(host, file, segment);
  const rows = rowsOf(ledger);
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    graph: ledger.graph,
    settings: ledger.settings,
    after: ledger.seq,
    checkpoint: {
      previous: { file: relative(store.root, file), crc: hex(crc) },
      digest: digestOf(JSON.stringify(rows)),
      ledger: rows,
    },
  };
  const { bytes } = writeLine(0, header);
  assert.deepEqual(rowsOf(openingLedger(recover(bytes, store.journal, () => {}).header)), rows);
  await writing(store, async () => {
    await host.files.mkdir(store.segments);
    await putFile(host, file, ReadableStream.from([segment]));
    await host.files.sync(store.root);
    await putFile(host, store.journal, ReadableStream.from([bytes]));
  });
  return {
    records: ledger.seq,
    file: relative(store.root, file),
    before: segment.length,
    now: bytes.length,
    mended,
  };
}

/** A crash may have left the segment as it was then: what is there must be its beginning. */
async function refuseOther(host: Host, file: string, segment: Uint8Array): Promise<void> {
  const there = await host.files.readBytes(file);
  if (there === undefined) return;
  if (there.length <= segment.length && there.every((byte, at) => byte === segment[at])) return;
  throw new GateError("setup", {
    code: "segment_in_the_way",
    message: `Failed to compact the journal: "${file}" is there already, and is no part of it`,
    hint: "Nothing was changed. Look into it, and move it elsewhere.",
  });
}
