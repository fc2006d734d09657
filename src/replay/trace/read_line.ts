/** Reads the lines of a trace file: the header and the traces, each by itself. */
import type { z } from "zod";
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { clip } from "../../platform/json/clip.ts";
import { type ExactResult, parseExact } from "../../platform/json/exact.ts";
import { isObject } from "../../platform/json/json.ts";
import { columnAt } from "../../platform/text/position.ts";
import { offsetOf, pathText } from "../../platform/json/json_path.ts";
import {
  type Trace,
  TRACE_FORMAT,
  TRACE_VERSION,
  type TraceHeader,
  TraceHeaderSchema,
  TraceSchema,
  wrongDecision,
} from "./schema.ts";
import { type TraceText, traceText } from "./text.ts";

/** Said wherever a file is not as the emitter writes it. */
export const REGENERATE =
  'Restore the file from version control or write it anew with "lean-gate fixtures --write".';

/**
 * Reads the header, which is `line` 1 of `file`.
 *
 * Adds what is wrong with it to `findings`.
 */
export function readHeader(
  file: string,
  line: string,
  findings: Diagnostic[],
): TraceHeader | undefined {
  const value = readJson(file, line, 1, "trace_header_malformed", findings)?.value;
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
      "Use the release of lean-gate that wrote the file, or write it anew.",
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

/**
 * Reads the trace on a 1-based line of `file`.
 *
 * Adds what is wrong with it to `findings`.
 */
export function readTrace(
  file: string,
  text: string,
  line: number,
  findings: Diagnostic[],
): { readonly trace: Trace; readonly text?: TraceText } | undefined {
  if (text.trim() === "") {
    findings.push(error("trace_line_blank", `Line ${line} of "${file}" is blank`, {
      location: locate(file, line),
      hint: REGENERATE,
    }));
    return undefined;
  }
  const json = readJson(file, text, line, "trace_line_malformed", findings);
  if (json === undefined) return undefined;
  const { value, keys } = json;
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
  const parts = traceText(text, keys);
  return parts === undefined ? { trace } : { trace, text: parts };
}

/** A place in a trace file. */
export function locate(
  file: string,
  line: number,
  column?: number,
): Location & { readonly line: number } {
  return column === undefined ? { file, line } : { file, line, column };
}

function readJson(
  file: string,
  text: string,
  line: number,
  syntaxCode: string,
  findings: Diagnostic[],
): Extract<ExactResult, { ok: true }> | undefined {
  const result = parseExact(text);
  if (result.ok) return result;
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
