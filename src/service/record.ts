/**
 * Records of the journal as lines of bytes. Pure.
 *
 * A line is `{"crc":"89abcdef",…}` and LF. The checksum is the CRC-32 of the line before, carried
 * on over the bytes from behind the checksum to the end of the line: so a record that was changed,
 * left out or moved is noticed at the first line that no longer follows from what stands before it.
 */
import { crc32 } from "node:zlib";
import { WIRE_VERSION, type WireDecision, type WireEvent } from "../lifecycle/wire.ts";
import type { LedgerRows } from "./checkpoint.ts";
import type { Facts, Settings } from "./facts.ts";

/** First line: what kind of file this is, and what the service works on. */
export interface Header {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The graph that keys name. */
  readonly graph: number;
  readonly settings: Settings;
  /** Records in earlier segments. */
  readonly after?: number;
  /** What those amount to. */
  readonly checkpoint?: Checkpoint;
}

/** What stands for the segments before this one. */
export interface Checkpoint {
  /** The segment before, relative to the store, and the checksum of its last line. */
  readonly previous: { readonly file: string; readonly crc: string };
  /** SHA-256 of `ledger` as it is written. */
  readonly digest: string;
  readonly ledger: LedgerRows;
}

/** One event, the decision that was taken on it, and what its numbers stand for. */
export interface Entry {
  /** Counted from 1; also the event's `eid`. */
  readonly seq: number;
  /** When it was recorded, for readers: the reducer never sees it. */
  readonly at?: string;
  readonly event: WireEvent;
  readonly decision: WireDecision;
  readonly facts?: Facts;
}

/** The journal's format, as its header names it. */
export const FORMAT = "lifecycle/journal";
/** The version of the format that this code reads and writes: that of the events and decisions in it. */
export const VERSION = WIRE_VERSION;

/** Bytes before the checksummed part: `{"crc":"89abcdef",`. */
const PREFIX = 18;
const encoder = new TextEncoder();

/** A line that was written, and the checksum that the next one carries on. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** The line of a header or an entry, behind a line with the checksum `previous` (0 for the first). */
export function writeLine(previous: number, record: Header | Entry): Line {
  const rest = JSON.stringify(record).slice(1);
  const crc = crc32(rest, previous);
  return { bytes: encoder.encode(`{"crc":"${hex(crc)}",${rest}\n`), crc };
}

/**
 * The checksum of the line from `start` to its LF at `end`, or `undefined` when the line does not
 * carry on from `previous`.
 */
export function checkLine(
  previous: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number | undefined {
  if (end - start <= PREFIX) return undefined;
  const crc = crc32(bytes.subarray(start + PREFIX, end), previous);
  return stated(bytes, start) === crc ? crc : undefined;
}

const [OPENING, CLOSING] = [encoder.encode('{"crc":"'), encoder.encode('",')];
/** Value of each hexadecimal digit as `hex` writes it, by character; 16 for others. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return value === -1 ? 16 : value;
});

/** The checksum that a line states, or `undefined` when it states none. */
function stated(bytes: Uint8Array, start: number): number | undefined {
  for (let i = 0; i < 8; i++) if (bytes[start + i] !== OPENING[i]) return undefined;
  for (let i = 0; i < 2; i++) if (bytes[start + 16 + i] !== CLOSING[i]) return undefined;
  let value = 0;
  for (let i = 8; i < 16; i++) {
    const digit = DIGITS[bytes[start + i]!]!;
    if (digit === 16) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

/** A checksum as it is written. */
export function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}
