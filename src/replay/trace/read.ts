/** Reads a trace file. Everything wrong with it is a finding with file, line and column. */
import { type Diagnostic, error, type Extra, type Location } from "../../platform/diagnostic.ts";
import { locate, readHeader, readTrace, REGENERATE } from "./read_line.ts";
import type { Trace, TraceHeader } from "./schema.ts";
import type { TraceText } from "./text.ts";

/** A trace and its location. */
export interface PlacedTrace {
  /** Well-formed. */
  readonly trace: Trace;
  /** Its file and line. */
  readonly location: Location & { readonly line: number };
  /** What stands there, if the line is written as the emitter writes it. */
  readonly text?: TraceText;
}

/** Content of a trace file: what could be read, and everything that was wrong. */
export interface TraceFile {
  /** Path relative to the project root. */
  readonly file: string;
  /** Absent when it could not be read. */
  readonly header?: TraceHeader;
  /** The well-formed traces, in the order of the file. */
  readonly traces: readonly PlacedTrace[];
  /** The first things that are wrong, and how many more there are; good exactly when empty. */
  readonly findings: readonly Diagnostic[];
}

/** Findings of one file that are listed in full. */
const LISTED_FINDINGS = 50;
/**
 * Reads the content of `file` (a path for messages only). CRLF line ends are taken for LF. Never
 * throws: a file is good exactly when `findings` is empty.
 */
export function readTraceFile(file: string, content: string | Uint8Array): TraceFile {
  const decoded = typeof content === "string" ? content : decode(content);
  if (typeof decoded !== "string") {
    return failed(file, "trace_not_utf8", "is not valid UTF-8", locate(file, decoded.line));
  }
  if (decoded === "") return failed(file, "trace_file_empty", "is empty", { file });
  if (decoded.startsWith("\ufeff")) {
    return failed(file, "trace_bom", "starts with a byte order mark", locate(file, 1, 1));
  }
  const lines = decoded.split(decoded.includes("\r\n") ? /\r?\n/ : "\n");
  const findings: Diagnostic[] = [];
  if (lines.at(-1) === "") lines.pop();
  else {
    findings.push(error(
      "trace_final_newline",
      `The last line of "${file}" has no line end, so the file may be cut off`,
      { location: locate(file, lines.length), hint: REGENERATE },
    ));
  }
  const header = readHeader(file, lines[0]!, findings);
  const traces = readTraces(file, lines, findings);
  checkOrder(traces, findings);
  // Lines that could not be read would make every count wrong; their own findings say enough.
  const readable = traces.length === lines.length - 1;
  if (header && readable) checkCounts(file, header, traces, findings);
  return { file, ...(header && { header }), traces, findings: firstOf(file, findings) };
}

function firstOf(file: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  if (findings.length <= LISTED_FINDINGS) return findings;
  return [
    ...findings.slice(0, LISTED_FINDINGS),
    error(
      "trace_more",
      `"${file}" has ${findings.length} findings, of which ${LISTED_FINDINGS} are listed`,
      { location: { file }, hint: REGENERATE },
    ),
  ];
}

function readTraces(file: string, lines: readonly string[], findings: Diagnostic[]): PlacedTrace[] {
  const traces: PlacedTrace[] = [];
  if (lines.length === 1) {
    findings.push(error("trace_none", `No trace follows the header of "${file}"`, {
      location: { file },
      hint: REGENERATE,
    }));
  }
  for (let i = 1; i < lines.length; i++) {
    const read = readTrace(file, lines[i]!, i + 1, findings);
    if (read !== undefined) traces.push({ ...read, location: { file, line: i + 1 } });
  }
  return traces;
}

/**
 * Ids must rise in code-unit order.
 *
 * An equal neighbour or an earlier equal id is a duplicate.
 */
function checkOrder(traces: readonly PlacedTrace[], findings: Diagnostic[]): void {
  const seen = new Map<string, PlacedTrace>();
  let last: PlacedTrace | undefined;
  for (const placed of traces) {
    const { id } = placed.trace;
    const first = seen.get(id);
    if (first !== undefined) {
      findings.push(error(
        "trace_duplicate_id",
        `Trace id "${id}" is used twice, first on line ${first.location.line}`,
        { location: placed.location, hint: REGENERATE },
      ));
      continue;
    }
    seen.set(id, placed);
    if (last !== undefined && id < last.trace.id) {
      findings.push(error(
        "trace_unsorted",
        `Trace "${id}" stands after "${last.trace.id}", but traces are sorted by id`,
        { location: placed.location, hint: REGENERATE },
      ));
    } else {
      last = placed;
    }
  }
}

function checkCounts(
  file: string,
  header: TraceHeader,
  traces: readonly PlacedTrace[],
  findings: Diagnostic[],
): void {
  const counted = {
    traces: traces.length,
    steps: traces.reduce((steps, { trace }) => steps + trace.events.length, 0),
  };
  for (const what of ["traces", "steps"] as const) {
    if (header[what] === counted[what]) continue;
    findings.push(error(
      "trace_count_mismatch",
      `The header of "${file}" says ${header[what]} ${what}, but the file has ${counted[what]}`,
      { location: locate(file, 1), hint: REGENERATE },
    ));
  }
}

function decode(bytes: Uint8Array): string | { line: number } {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { line: firstInvalidLine(bytes) };
  }
}

function firstInvalidLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let line = 1, start = 0; start <= bytes.length; line++) {
    const end = bytes.indexOf(10, start);
    const stop = end < 0 ? bytes.length : end;
    try {
      decoder.decode(bytes.subarray(start, stop));
    } catch {
      return line;
    }
    start = stop + 1;
  }
  return 1;
}

function failed(file: string, code: string, what: string, location: Location): TraceFile {
  const extra: Extra = { location, hint: REGENERATE };
  return { file, traces: [], findings: [error(code, `Trace file "${file}" ${what}`, extra)] };
}
