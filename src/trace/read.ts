/** Reads a trace file. Everything wrong with it is a finding with file, line and column. */
import type { z } from "zod";
import { type Diagnostic, error, type Extra, type Location } from "../diagnostic.ts";
import { clip } from "./clip.ts";
import { parseExact } from "./exact.ts";
import type { Json } from "./json.ts";
import { columnAt, offsetOf, pathText } from "./position.ts";
import {
  type Trace,
  TRACE_FORMAT,
  TRACE_VERSION,
  type TraceHeader,
  TraceHeaderSchema,
  TraceSchema,
  wrongDecision,
} from "./schema.ts";

/** A trace and where it stands. */
export interface PlacedTrace {
  readonly trace: Trace;
  readonly location: Location & { readonly line: number };
}

/** Content of a trace file: what could be read, and everything that was wrong. */
export interface TraceFile {
  readonly file: string;
  readonly header?: TraceHeader;
  /** The well-formed traces, in the order of the file. */
  readonly traces: readonly PlacedTrace[];
  readonly findings: readonly Diagnostic[];
}

/** Said wherever the file is not as the emitter writes it. */
const REGENERATE =
  'Restore the file from version control or write it anew with "deno task fixtures"';

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
  const lines = decoded.replaceAll("\r\n", "\n").split("\n");
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
  return { file, ...(header && { header }), traces, findings };
}

function readHeader(file: string, line: string, findings: Diagnostic[]): TraceHeader | undefined {
  const value = readJson(file, line, 1, "trace_header_malformed", findings);
  if (value === undefined) return undefined;
  const report = (
    code: string,
    message: string,
    path: readonly (string | number)[],
    hint: string,
  ) =>
    findings.push(error(code, message, {
      location: locate(file, 1, columnAt(line, offsetOf(line, path))),
      hint,
    }));
  if (!isObject(value) || !Object.hasOwn(value, "format")) {
    report(
      "trace_header_missing",
      `The first line of "${file}" is not a header with the field "format"`,
      [],
      REGENERATE,
    );
    return undefined;
  }
  if (value["format"] !== TRACE_FORMAT || value["version"] !== TRACE_VERSION) {
    const wrong = value["format"] !== TRACE_FORMAT ? "format" : "version";
    report(
      "trace_header_unsupported",
      `The header of "${file}" has ${wrong} ${
        clip(JSON.stringify(value[wrong] ?? null), 80)
      }, but this gate reads "${TRACE_FORMAT}" version ${TRACE_VERSION}`,
      [wrong],
      "Use the release of lean-gate that wrote the file, or write it anew",
    );
    return undefined;
  }
  const parsed = TraceHeaderSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path, reason } of issuesOf(parsed.error)) {
    report(
      "trace_header_malformed",
      `The header of "${file}" is malformed at "${pathText(path)}": ${reason}`,
      path,
      REGENERATE,
    );
  }
  return undefined;
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
    const trace = readTrace(file, lines[i]!, i + 1, findings);
    if (trace !== undefined) traces.push({ trace, location: { file, line: i + 1 } });
  }
  return traces;
}

function readTrace(
  file: string,
  text: string,
  line: number,
  findings: Diagnostic[],
): Trace | undefined {
  if (text.trim() === "") {
    findings.push(error("trace_line_blank", `Line ${line} of "${file}" is blank`, {
      location: locate(file, line),
      hint: REGENERATE,
    }));
    return undefined;
  }
  const value = readJson(file, text, line, "trace_line_malformed", findings);
  if (value === undefined) return undefined;
  const report = (code: string, path: readonly (string | number)[], reason: string) => {
    const named = isObject(value) && typeof value["id"] === "string"
      ? `Trace "${clip(value["id"], 80)}"`
      : "The trace";
    const where = path.length === 0 ? "" : ` at "${pathText(path)}"`;
    findings.push(error(code, `${named} is malformed${where}: ${reason}`, {
      location: locate(file, line, columnAt(text, offsetOf(text, path))),
      hint: REGENERATE,
    }));
  };
  const parsed = TraceSchema.safeParse(value);
  if (!parsed.success) {
    for (const { path, reason } of issuesOf(parsed.error)) {
      report("trace_field_wrong", path, reason);
    }
    return undefined;
  }
  const trace = parsed.data;
  const wrong = wrongDecision(trace.decisions);
  if (wrong >= 0) {
    report(
      "trace_field_wrong",
      ["decisions", wrong],
      "Expected a list whose first item is the verdict, a string",
    );
    return undefined;
  }
  if (trace.decisions.length !== trace.events.length) {
    report(
      "trace_length_mismatch",
      ["decisions"],
      `${trace.decisions.length} decisions for ${trace.events.length} events`,
    );
    return undefined;
  }
  return trace;
}

/** Ids must rise in code-unit order; an equal neighbour or an earlier equal id is a duplicate. */
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

function readJson(
  file: string,
  text: string,
  line: number,
  syntaxCode: string,
  findings: Diagnostic[],
): Json | undefined {
  const result = parseExact(text);
  if (result.ok) return result.value;
  const { kind, offset, message } = result.problem;
  findings.push(error(
    kind === "syntax" ? syntaxCode : `trace_${kind}`,
    `Failed to read line ${line} of "${file}": ${message}`,
    { location: locate(file, line, columnAt(text, offset)), hint: REGENERATE },
  ));
  return undefined;
}

/** Zod's issues, an unknown field placed at itself rather than at its parent. */
function issuesOf(problem: z.ZodError): { path: (string | number)[]; reason: string }[] {
  return problem.issues.flatMap((issue) => {
    const path = issue.path.map((part) => typeof part === "symbol" ? String(part) : part);
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...path, key], reason: `Unknown field "${key}"` }))
      : [{ path, reason: issue.message }];
  });
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

function locate(file: string, line: number, column?: number): Location & { readonly line: number } {
  return column === undefined ? { file, line } : { file, line, column };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
