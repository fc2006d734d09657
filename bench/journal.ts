/** The lifecycle service's journal: what recording and restarting cost. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import { memoryHost } from "../src/platform/host/memory.ts";
import { encodeDecision, encodeEvent } from "../src/lifecycle/codec.ts";
import { reduce } from "../src/lifecycle/reduce.ts";
import { compact } from "../src/service/compact.ts";
import { init } from "../src/service/init.ts";
import { openJournal, readJournal } from "../src/service/journal.ts";
import { advance, openingLedger } from "../src/service/ledger.ts";
import { FORMAT, type Header, VERSION, writeLine } from "../src/service/record.ts";
import { storeAt } from "../src/service/store.ts";
import { OPENING } from "../src/service/testing/memory.ts";
import { successes } from "../src/service/testing/successes.ts";
import { least } from "./measure.ts";
import type { Row } from "./table.ts";

/** Records that are appended, each durably. */
const APPENDS = 200;
/** Records that are read back. */
const RECORDS = 100_000;

/** Appending against the bytes alone, a restart against `JSON.parse`, and one from a checkpoint. */
export async function journalRows(): Promise<Row[]> {
  return [await appendRow(), ...await restartRows()];
}

/** By the clock: both wait for the disk. The least of many turns, for the disk has other work too. */
async function appendRow(): Promise<Row> {
  const lines = linesOf(APPENDS).slice(1);
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const folder = await host.files.tempDir("lifecycle-bench");
  let runs = 0;

  async function bare(): Promise<number> {
    using file = await Deno.open(join(folder, `bare-${++runs}`), { write: true, create: true });
    const start = performance.now();
    for (const line of lines) {
      await file.write(line);
      await file.syncData();
    }
    return performance.now() - start;
  }

  async function service(): Promise<number> {
    const store = join(folder, String(++runs));
    const place = await init(host, { store, graph: 1, branch: "integration" });
    using journal = await openJournal(host, place, OPENING);
    const start = performance.now();
    for (const [body, facts] of successes(APPENDS)) await journal.record(body, facts);
    return performance.now() - start;
  }

  const best = { bare: Infinity, service: Infinity };
  for (let turn = 0; turn < 20; turn++) {
    best.bare = Math.min(best.bare, await bare());
    best.service = Math.min(best.service, await service());
  }
  return {
    work: `Service: ${APPENDS} events decided and recorded, each durably`,
    peer: "append and fsync of the same bytes",
    ratio: best.service / best.bare,
    bound: { most: 1.3 },
  };
}

async function restartRows(): Promise<Row[]> {
  const bytes = new Uint8Array(await new Blob(linesOf(RECORDS) as BlobPart[]).arrayBuffer());
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
  const store = storeAt("/store");
  const [{ host }, compacted] = [
    memoryHost({ files: { [store.journal]: bytes } }),
    memoryHost({ files: { [store.journal]: bytes } }),
  ];
  await compact(compacted.host, store, OPENING);
  for (const read of [host, compacted.host]) {
    assert.equal((await readJournal(read, store, reduce)).ledger.seq, RECORDS);
  }
  const time = await least(12, {
    parse: () => {
      for (const line of lines) JSON.parse(line);
    },
    restart: () => readJournal(host, store, reduce),
    checkpoint: () => readJournal(compacted.host, store, reduce),
  });
  const work = `Service: restart on a journal of ${RECORDS} events`;
  return [
    {
      work,
      peer: "`JSON.parse` of its lines",
      ratio: time.parse / time.restart,
      bound: { least: 1 / 3 },
    },
    {
      work: `${work}, from a checkpoint`,
      peer: "the same from the first",
      ratio: time.restart / time.checkpoint,
      bound: { least: 20 },
    },
  ];
}

/** The lines of a journal of so many records, behind its header; reduced as the service does. */
function linesOf(count: number): Uint8Array[] {
  const settings = { repository: null, branch: null, outbox: "outbox" };
  const header: Header = { format: FORMAT, version: VERSION, graph: 1, settings };
  let line = writeLine(0, header);
  const lines = [line.bytes];
  const ledger = openingLedger(header);
  for (const [body, facts] of successes(count)) {
    const seq = lines.length;
    const event = { eid: seq, body };
    const step = reduce(ledger.state, event);
    advance(ledger, event, step, facts);
    line = writeLine(line.crc, {
      seq,
      event: encodeEvent(event),
      decision: encodeDecision(step.decision),
      ...(facts === undefined ? {} : { facts }),
    });
    lines.push(line.bytes);
  }
  return lines;
}
