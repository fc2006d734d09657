/** Writes trace files: the same header and traces always give the same bytes. */
import { type Trace, TRACE_FORMAT, TRACE_VERSION, type TraceHeader } from "./schema.ts";

/** What the caller knows of a header. */
export type HeaderFacts = Pick<TraceHeader, "emitter" | "toolchain" | "model">;

/**
 * Returns the text of the trace file.
 *
 * Header, then the traces sorted by id, each on a line ended by LF.
 */
export function writeTraceFile(facts: HeaderFacts, traces: readonly Trace[]): string {
  const sorted = traces.toSorted((a, b) => a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  const steps = sorted.reduce((steps, trace) => steps + trace.events.length, 0);
  const header = writeHeader(facts, { traces: sorted.length, steps });
  return [header, ...sorted.map(writeTrace), ""].join("\n");
}

/** The header line, without its end. */
export function writeHeader(
  { emitter: { backend, lean }, toolchain, model }: HeaderFacts,
  { traces, steps, notes }: Pick<TraceHeader, "traces" | "steps" | "notes">,
): string {
  const header: TraceHeader = {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    emitter: { backend, lean },
    toolchain,
    model,
    traces,
    steps,
    ...(notes === undefined ? {} : { notes }),
  };
  return JSON.stringify(header);
}

/** One trace line, without its end. */
export function writeTrace(trace: Trace): string {
  const { id, tags, names, graph, events, decisions, final } = trace;
  return JSON.stringify({ id, tags, names, graph, events, decisions, final });
}
