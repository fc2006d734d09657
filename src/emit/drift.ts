/** Compares the traces that the model emits with those that are committed. Pure. */
import { type Diagnostic, error } from "../diagnostic.ts";
import { differences, sameJson } from "../diff/normalize.ts";
import type { Json } from "../trace/json.ts";
import type { TraceFile } from "../trace/read.ts";
import type { Trace, TraceHeader } from "../trace/schema.ts";

/** Traces that are listed by name; the rest is counted. */
const LISTED = 5;

/** Findings for every difference between two folders of trace files; `update` is the command that mends them. */
export function drift(
  committed: readonly TraceFile[],
  emitted: readonly TraceFile[],
  folder: string,
  update: string,
): Diagnostic[] {
  const hint = `If the model is right, update the fixtures: ${update}`;
  const kept = new Map(committed.map((file) => [file.file, file]));
  const made = new Map(emitted.map((file) => [file.file, file]));
  const findings: Diagnostic[] = [];
  for (const { file } of committed) {
    if (made.has(file)) continue;
    findings.push(error("drift_file_extra", `The model does not emit "${file}"`, {
      location: { file },
      hint,
    }));
  }
  for (const file of emitted) {
    const old = kept.get(file.file);
    if (old === undefined) {
      findings.push(
        error("drift_file_missing", `"${file.file}" is emitted but not in "${folder}"`, {
          location: { file: file.file },
          hint,
        }),
      );
    } else findings.push(...driftOfFile(old, file, hint));
  }
  return findings;
}

function driftOfFile(old: TraceFile, made: TraceFile, hint: string): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const header = headerDifference(old.header, made.header);
  if (header !== undefined) {
    findings.push(
      error("drift_header", `The header of "${old.file}" differs from the model's in ${header}`, {
        location: { file: old.file, line: 1 },
        hint,
      }),
    );
  }
  const before = new Map(old.traces.map((placed) => [placed.trace.id, placed]));
  const after = new Map(made.traces.map((placed) => [placed.trace.id, placed]));
  const gone = old.traces.filter(({ trace }) => !after.has(trace.id));
  const added = made.traces.filter(({ trace }) => !before.has(trace.id));
  const changed = made.traces.filter(({ trace }) => {
    const twin = before.get(trace.id);
    return twin !== undefined && !sameJson({ ...twin.trace }, { ...trace });
  });
  if (gone.length > 0) {
    findings.push(error("drift_trace_extra", `The model does not emit ${named(gone.map(idOf))}`, {
      location: gone[0]!.location,
      hint,
    }));
  }
  if (added.length > 0) {
    findings.push(error("drift_trace_missing", `"${old.file}" lacks ${named(added.map(idOf))}`, {
      location: { file: old.file },
      hint,
    }));
  }
  if (changed.length > 0) {
    const first = before.get(changed[0]!.trace.id)!;
    findings.push(
      error("drift_trace_changed", `The model emits ${named(changed.map(idOf))} otherwise`, {
        location: first.location,
        hint,
        detail: changeOf(first.trace, changed[0]!.trace),
      }),
    );
  }
  const [malformed] = old.findings;
  if (findings.length === 0 && malformed !== undefined) {
    // The traces that could be read are the model's, but the file has more than them.
    findings.push(
      error("drift_file_malformed", `The model does not emit this: ${malformed.message}`, {
        location: malformed.location ?? { file: old.file },
        hint,
      }),
    );
  }
  return findings;
}

function idOf({ trace }: { readonly trace: Trace }): string {
  return trace.id;
}

/** The first fact of the header that differs. Who emitted the file is no fact of the model. */
function headerDifference(
  old: TraceHeader | undefined,
  made: TraceHeader | undefined,
): string | undefined {
  for (const field of ["version", "toolchain", "model", "traces", "steps", "notes"] as const) {
    const [was, is] = [old?.[field], made?.[field]];
    if (same(was, is)) continue;
    return `"${field}": ${textOf(was)} is committed, ${textOf(is)} emitted`;
  }
  return undefined;
}

/** Where a trace first differs, as two lines. */
function changeOf(old: Trace, made: Trace): string {
  const steps = Math.max(old.events.length, made.events.length);
  for (let i = 0; i < steps; i++) {
    for (const part of ["events", "decisions"] as const) {
      const [was, is] = [old[part][i], made[part][i]];
      if (same(was, is)) continue;
      const what = part === "events" ? "event" : "decision";
      return sides(`"${old.id}", step ${i + 1}, ${what}`, was, is);
    }
  }
  const parts = ({ tags, names, graph, final }: Trace) => ({ tags, names, graph, final });
  // A state is long: only the first place at which it differs is shown.
  const [first] = differences(parts(old), parts(made), 1);
  return sides(`"${old.id}", ${first?.path}`, first?.expected, first?.got);
}

function sides(place: string, was: Json | undefined, is: Json | undefined): string {
  return `${place}:\n- ${textOf(was)}\n+ ${textOf(is)}`;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function named(ids: readonly string[]): string {
  const listed = ids.slice(0, LISTED).map((id) => `"${id}"`).join(", ");
  const noun = ids.length === 1 ? "trace" : "traces";
  return ids.length > LISTED
    ? `${noun} ${listed} and ${ids.length - LISTED} more`
    : `${noun} ${listed}`;
}
