/**
 * Beginnings of traces, which the fixtures do not have: a reducer decides them as it decides the whole, while
 * an engine that looks its answers up does not know them. Pure.
 */
import { createHash } from "node:crypto";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import { sameJson } from "../diff/normalize.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { ReplayAnswer, ReplayRequest } from "./engine.ts";

/** The beginning of one trace. */
export interface Probe {
  readonly request: ReplayRequest;
  readonly placed: PlacedTrace;
  /** Events of the beginning. */
  readonly steps: number;
}

/** One trace in so many is asked about, at least the first. */
const EACH = 16;

/** The same beginnings for the same traces. */
export function probesOf(traces: readonly PlacedTrace[]): Probe[] {
  return traces.filter(({ trace }) => trace.events.length > 1)
    .filter((_, i) => i % EACH === 0)
    .map((placed) => {
      const { trace: { id, graph, events }, location } = placed;
      const digest = createHash("sha256").update(JSON.stringify(events)).digest();
      const steps = 1 + digest.readUInt32BE() % (events.length - 1);
      const name = `${id}, up to step ${steps}`;
      return {
        request: { id: name, graph, events: events.slice(0, steps), location },
        placed,
        steps,
      };
    });
}

/**
 * Judges the answers to probes of all engines.
 *
 * The states of the first that answers are the others' measure.
 */
export function probeJudge(): (
  engine: string,
  probe: Probe,
  answer: ReplayAnswer,
) => Diagnostic | undefined {
  const finals = new Map<string, { readonly engine: string; readonly final: Json }>();
  return (engine, { request, placed, steps }, { decisions, final }) => {
    const first = finals.get(request.id);
    if (first === undefined) finals.set(request.id, { engine, final });
    const expected = placed.trace.decisions.slice(0, steps);
    const phrase = !sameJson(expected, decisions)
      ? "decides the beginning of a trace otherwise than the trace"
      : first !== undefined && !sameJson(first.final, final)
      ? `has another state than "${first.engine}" after the beginning of a trace`
      : undefined;
    if (phrase === undefined) return undefined;
    return error("divergence_beginning", `Engine "${engine}" ${phrase}: "${request.id}"`, {
      location: placed.location,
      hint: "Let the engine decide each event from the state that the events before it left.",
    });
  };
}
