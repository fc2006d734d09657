/**
 * What the journal costs, as ratios within one run: appending against a bare append and fsync of the same
 * bytes, and reading 100,000 records back against `JSON.parse` of the same lines.
 */
import { join } from "node:path";
import { denoHost } from "../host/deno.ts";
import { memoryHost } from "../host/memory.ts";
import { encodeDecision, encodeEvent } from "../lifecycle/codec.ts";
import { reduce } from "../lifecycle/reduce.ts";
import { initialState } from "../lifecycle/state.ts";
import { init } from "./init.ts";
import { openJournal, readJournal } from "./journal.ts";
import { FORMAT, VERSION, writeLine } from "./record.ts";
import { type Store, storeAt } from "./store.ts";
import { OPENING } from "./testing/memory.ts";
import { successes } from "./testing/successes.ts";

/** Records that are appended. */
const APPENDS = 200;
/** Records that are read back. */
const RECORDS = 100_000;

/** The lines of a journal of so many records, the header first. */
function linesOf(count: number): Uint8Array[] {
  const settings = { repository: null, branch: null, outbox: "outbox" };
  let line = writeLine(0, { format: FORMAT, version: VERSION, graph: 1, settings });
  const lines = [line.bytes];
  let state = initialState(1);
  for (const [body, facts] of successes(count)) {
    const seq = lines.length;
    const event = { eid: seq, body };
    const { decision, ...step } = reduce(state, event);
    state = step.state;
    line = writeLine(line.crc, {
      seq,
      event: encodeEvent(event),
      decision: encodeDecision(decision),
      ...(facts === undefined ? {} : { facts }),
    });
    lines.push(line.bytes);
  }
  return lines;
}

const owned = denoHost(new AbortController().signal);
const folder = await owned.host.files.tempDir("lifecycle-bench");
const short = linesOf(APPENDS);
let stores = 0;

/** A new store on the disk. */
async function newStore(): Promise<Store> {
  const store = join(folder, String(++stores));
  return await init(owned.host, { store, graph: 1, branch: "integration" });
}

Deno.bench(
  "append and fsync: the bytes alone",
  { group: "append", baseline: true },
  async (bench) => {
    using file = await Deno.open(join(folder, `bare-${++stores}`), { write: true, create: true });
    bench.start();
    for (const line of short.slice(1)) {
      await file.write(line);
      await file.syncData();
    }
    bench.end();
  },
);

Deno.bench("append and fsync: decided, by the service", { group: "append" }, async (bench) => {
  const store = await newStore();
  using journal = await openJournal(owned.host, store, OPENING);
  bench.start();
  for (const [body, facts] of successes(APPENDS)) await journal.record(body, facts);
  bench.end();
});

const long = new Uint8Array(await new Blob(linesOf(RECORDS) as BlobPart[]).arrayBuffer());
const text = new TextDecoder().decode(long).trimEnd().split("\n");
const store = storeAt("/store");
const { host } = memoryHost({ files: { [store.journal]: long } });

Deno.bench(
  "100,000 records: JSON.parse",
  { group: "restart", baseline: true, n: 5, warmup: 1 },
  () => {
    for (const line of text) JSON.parse(line);
  },
);

Deno.bench(
  "100,000 records: the service restarts",
  { group: "restart", n: 5, warmup: 1 },
  async () => {
    await readJournal(host, store, reduce);
  },
);

globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
