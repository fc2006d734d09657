/**
 * Reads a journal back from its bytes. Pure.
 *
 * A last line without its end is what a crash leaves of a record that nobody has acted on: it is
 * told and left out. Anything else that does not follow is damage to records that were acted on,
 * and an error: to stop there silently would lose what stands behind it.
 */
import { Buffer, isAscii } from "node:buffer";
import { GateError, messageOf } from "../platform/diagnostic.ts";
import { digestOf } from "./checkpoint.ts";
import type { Settings } from "./facts.ts";
import { checkLine, type Checkpoint, type Entry, FORMAT, type Header, VERSION } from "./record.ts";

/** Where a journal's good part ends. */
export interface Recovery {
  readonly header: Header;
  /** Number of the last record; a checkpoint's counts when there is none behind it. */
  readonly entries: number;
  /** Checksum of the last good line. */
  readonly crc: number;
  /** Bytes of the good lines, the last one's LF included, whether it is there or not. */
  readonly size: number;
  /** Bytes of a torn last record, 0 when there is none. */
  readonly torn: number;
  /** The last record is whole but for its LF, which is to be written. */
  readonly unended: boolean;
}

/**
 * Reads all of a journal. Each entry is handed over as it is read.
 *
 * @param file What to call the journal in errors.
 * @throws {GateError} set-up: `journal_empty`, `journal_corrupt`, `journal_version`.
 */
export function recover(
  bytes: Uint8Array,
  file: string,
  onEntry: (entry: Entry, header: Header) => void,
): Recovery {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // The same text either way, and the first is read faster.
  const encoding = isAscii(bytes) ? "latin1" : "utf8";
  let header: Header | undefined;
  let [at, line, crc, seq] = [0, 0, 0, 0];
  let unended = false;
  while (at < buffer.length) {
    const lf = bytes.indexOf(0x0a, at);
    const end = lf === -1 ? buffer.length : lf;
    const next = checkLine(crc, bytes, at, end);
    if (next === undefined) {
      // A flipped LF would make a durable record look torn.
      const whole = lf === -1 && checkLine(crc, bytes, at, end - 1) !== undefined;
      if (lf !== -1 || whole) throw corrupt(file, line + 1, at);
      break;
    }
    const record = parse(buffer.toString(encoding, at, end), file, line + 1);
    if (header === undefined) {
      header = asHeader(record, file);
      if (header.checkpoint !== undefined) checkDigest(header.checkpoint, buffer, end, file);
      seq = header.after ?? 0;
    } else {
      const entry = record as Entry;
      if (entry.seq !== ++seq || entry.event?.eid !== seq) throw corrupt(file, line + 1, at);
      onEntry(entry, header);
    }
    [at, crc, unended] = [end + 1, next, lf === -1];
    line++;
  }
  if (header === undefined) throw empty(file, buffer.length);
  return {
    header,
    entries: seq,
    crc,
    size: at,
    torn: Math.max(0, buffer.length - at),
    unended,
  };
}

function parse(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GateError("setup", {
      code: "journal_corrupt",
      message: `Failed to read the journal "${file}" at line ${line}: ${messageOf(cause)}`,
      location: { file, line },
      hint: RESTORE,
    });
  }
}

const RESTORE =
  "Nothing was changed. Restore the journal from a copy; what it holds from that line " +
  "on was decided and acted on.";

function corrupt(file: string, line: number, at: number): GateError {
  return new GateError("setup", {
    code: "journal_corrupt",
    message:
      `Failed to read the journal "${file}": line ${line}, at byte ${at}, is not what was written there`,
    location: { file, line },
    hint: RESTORE,
  });
}

function empty(file: string, bytes: number): GateError {
  return new GateError("setup", {
    code: "journal_empty",
    message: `Failed to read the journal "${file}": its first record ${
      bytes === 0 ? "is missing" : "was torn"
    }`,
    location: { file },
    hint: "Restore the journal from a copy. Only if init itself was cut short, nothing was ever " +
      'recorded: then remove the file, and run "lifecycle init" again.',
  });
}

function isSettings(settings: Partial<Settings> | null | undefined): boolean {
  const { repository, branch, outbox } = settings ?? {};
  const names = [repository ?? "", branch ?? "", outbox];
  return names.every((name) => typeof name === "string");
}

/** The ledger is the last field, so that its bytes end two braces before the line. */
function checkDigest(
  { digest }: Checkpoint,
  bytes: Uint8Array & Pick<Buffer, "indexOf">,
  end: number,
  file: string,
): void {
  const start = bytes.indexOf(LEDGER) + LEDGER.length;
  if (digestOf(bytes.subarray(start, end - 2)) !== digest) throw corrupt(file, 1, start);
}

const LEDGER = '"ledger":';

function isCheckpointed({ after, checkpoint }: Partial<Header>): boolean {
  if (after === undefined && checkpoint === undefined) return true;
  const { previous, ledger } = checkpoint ?? {};
  return Number.isSafeInteger(after) && after! > 0 && typeof previous?.file === "string" &&
    typeof previous.crc === "string" && Array.isArray(ledger?.tasks);
}

function asHeader(record: unknown, file: string): Header {
  const header = record as Partial<Header>;
  if (header.format === FORMAT && header.version === VERSION) {
    if (
      Number.isSafeInteger(header.graph) && isSettings(header.settings) && isCheckpointed(header)
    ) return header as Header;
    throw corrupt(file, 1, 0);
  }
  throw new GateError("setup", {
    code: "journal_version",
    message:
      `Failed to read the journal "${file}": it is of the format "${header.format}", version ${
        JSON.stringify(header.version)
      }, and this program reads "${FORMAT}", version ${VERSION}`,
    location: { file, line: 1 },
    hint: header.format === FORMAT && (header.version as unknown) === 1
      ? 'It was decided by other rules. Make a new store with "lifecycle init", and take over what ' +
        'was done there: "lifecycle import --trusted OLD/graph.jsonl". Finish what is active with the ' +
        "program that wrote it first."
      : "Use the program that wrote it.",
  });
}
