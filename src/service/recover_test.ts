/** What is read back from a journal that was damaged in any way. */
import assert from "node:assert/strict";
import { GateError } from "../platform/diagnostic.ts";
import { type Entry, FORMAT, type Header, VERSION, writeLine } from "./record.ts";
import { recover } from "./recover.ts";

const HEADER: Header = {
  format: FORMAT,
  version: VERSION,
  graph: 1,
  settings: { repository: null, branch: null, outbox: "outbox" },
};
const ENTRIES: readonly Entry[] = [
  {
    seq: 1,
    event: { type: "TaskDeclared", eid: 1, task: 1, deps: [], retries: 0 },
    decision: ["applied", { type: "ready", task: 1, generation: 0 }],
    facts: { name: "größe" },
  },
  {
    seq: 2,
    event: { type: "AttemptClaimed", eid: 2, key: [1, 1, 0, 1, 1] },
    decision: ["applied"],
  },
  {
    seq: 3,
    event: { type: "ProcessExited", eid: 3, key: [1, 1, 0, 1, 1], role: "worker", code: 1 },
    decision: ["applied"],
  },
];

/** The lines of the journal, and where each begins. */
function journal(): { readonly bytes: Uint8Array; readonly starts: readonly number[] } {
  const starts: number[] = [];
  const bytes: number[] = [];
  let crc = 0;
  for (const record of [HEADER, ...ENTRIES]) {
    starts.push(bytes.length);
    const line = writeLine(crc, record);
    bytes.push(...line.bytes);
    crc = line.crc;
  }
  return { bytes: new Uint8Array(bytes), starts };
}

function read(bytes: Uint8Array) {
  const entries: Entry[] = [];
  const recovery = recover(bytes, "journal.ndjson", (entry) => entries.push(entry));
  return { entries, recovery };
}

function codeOf(bytes: Uint8Array): string {
  try {
    read(bytes);
    return "none";
  } catch (cause) {
    assert(cause instanceof GateError);
    return cause.diagnostic.code;
  }
}

Deno.test("recover() reads what was written", () => {
  const { bytes } = journal();
  const { entries, recovery } = read(bytes);
  assert.deepEqual(entries, ENTRIES.map((entry, at) => ({ crc: crcOf(bytes, at + 1), ...entry })));
  assert.deepEqual(
    { ...recovery, header: undefined, crc: undefined },
    { header: undefined, crc: undefined, entries: 3, size: bytes.length, torn: 0, unended: false },
  );
});

/** The checksum that a line states, as text. */
function crcOf(bytes: Uint8Array, line: number): string {
  return JSON.parse(new TextDecoder().decode(bytes).split("\n")[line]!).crc;
}

Deno.test("recover() stops at a record torn at any byte, and loses none before it", () => {
  const { bytes, starts } = journal();
  for (let size = starts[1]!; size < bytes.length; size++) {
    const { entries, recovery } = read(bytes.subarray(0, size));
    const begun = starts.filter((start) => start <= size);
    const start = begun.at(-1)!;
    // Only the last byte, the line end, may be missing from a record that counts.
    const whole = bytes[size] === 0x0a;
    assert.equal(entries.length, begun.length - 2 + (whole ? 1 : 0), `cut at ${size}`);
    assert.equal(recovery.torn, whole ? 0 : size - start, `cut at ${size}`);
    assert.equal(recovery.unended, whole, `cut at ${size}`);
  }
});

Deno.test("recover() takes zeros behind the last record for a torn one", () => {
  const { bytes } = journal();
  const padded = new Uint8Array(bytes.length + 100);
  padded.set(bytes);
  assert.equal(read(padded).recovery.torn, 100);
});

Deno.test("recover() refuses a journal in which any byte was changed", () => {
  const { bytes } = journal();
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [0x01, 0x20]) {
      const changed = bytes.slice();
      changed[at]! ^= bit;
      assert.equal(codeOf(changed), "journal_corrupt", `byte ${at}, bit ${bit}`);
    }
  }
});

Deno.test("recover() refuses a journal whose records were left out, repeated or moved", () => {
  const { bytes, starts } = journal();
  const line = (at: number) => bytes.subarray(starts[at], starts[at + 1]);
  const of = (...order: number[]) => new Uint8Array(order.flatMap((at) => [...line(at)]));
  assert.equal(codeOf(of(0, 1, 2, 3)), "none");
  for (const order of [[0, 2, 3], [0, 1, 3], [0, 1, 2, 2, 3], [0, 2, 1, 3], [1, 2, 3]]) {
    assert.equal(codeOf(of(...order)), "journal_corrupt", order.join());
  }
});

Deno.test("recover() says where the damage is", () => {
  const { bytes, starts } = journal();
  const changed = bytes.slice();
  changed[starts[2]! + 30]! ^= 1;
  assert.throws(() => read(changed), {
    diagnostic: {
      code: "journal_corrupt",
      severity: "error",
      message: `Failed to read the journal "journal.ndjson": line 3, at byte ${
        starts[2]
      }, is not what was written there`,
      location: { file: "journal.ndjson", line: 3 },
      hint:
        "Nothing was changed. Restore the journal from a copy; what it holds from that line on " +
        "was decided and acted on.",
    },
  });
});

Deno.test("recover() refuses an empty journal, and one of another version", () => {
  assert.equal(codeOf(new Uint8Array()), "journal_empty");
  assert.equal(codeOf(journal().bytes.subarray(0, 40)), "journal_empty");
  for (const version of [1, 3]) {
    const other = { ...HEADER, version } as unknown as Header;
    assert.equal(codeOf(writeLine(0, other).bytes), "journal_version");
  }
  // What an older version decided is never taken for what this one would decide.
  const older = { ...HEADER, version: 1 } as unknown as Header;
  assert.throws(() => recover(writeLine(0, older).bytes, "j", () => {}), (cause) => {
    assert(cause instanceof GateError);
    assert.match(cause.diagnostic.hint!, /lifecycle import --trusted OLD\/graph\.jsonl/);
    return true;
  });
});

Deno.test("recover() refuses a header without settings, and a record without an event", () => {
  const { settings: _, ...bare } = HEADER;
  assert.equal(codeOf(writeLine(0, bare as unknown as Header).bytes), "journal_corrupt");
  const header = writeLine(0, HEADER);
  const line = writeLine(header.crc, { seq: 1 } as unknown as Entry);
  assert.equal(codeOf(new Uint8Array([...header.bytes, ...line.bytes])), "journal_corrupt");
});

/** CRC-32 by its definition: reflected, polynomial 0xedb88320. */
function crc32(bytes: readonly number[]): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

Deno.test("a line's checksum is the CRC-32 of all that was written, checksums aside, up to its end", () => {
  // The check value that every description of CRC-32 gives.
  assert.equal(crc32([...new TextEncoder().encode("123456789")]), 0xcbf43926);
  const { bytes, starts } = journal();
  const parts = starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? bytes.length;
    return [...bytes.subarray(start + '{"crc":"89abcdef",'.length, end - 1)];
  });
  assert.equal(crcOf(bytes, 3), crc32(parts).toString(16).padStart(8, "0"));
});
