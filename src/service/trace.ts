/**
 * A journal as a trace: the events, the decisions that were taken, and what the numbers stand for.
 */
import { decodeEvent, encodeState } from "../lifecycle/codec.ts";
import { finalState } from "../lifecycle/reduce.ts";
import { initialState } from "../lifecycle/state.ts";
import type { WireDecision, WireEvent, WireState } from "../lifecycle/wire.ts";
import type { Facts } from "./facts.ts";
import type { Ledger } from "./ledger.ts";
import type { Entry } from "./record.ts";

/** A trace, as the gate replays it. */
export interface JournalTrace {
  readonly graph: number;
  /** What numbers stand for, for readers. */
  readonly names: Readonly<Record<string, string>>;
  readonly events: readonly WireEvent[];
  readonly decisions: readonly WireDecision[];
  readonly final: WireState;
}

/** The trace of a ledger's journal. */
export function traceOf(ledger: Ledger, entries: readonly Entry[]): JournalTrace {
  const names = entries.flatMap(({ event, facts }) =>
    facts === undefined ? [] : named(event, facts)
  );
  return {
    graph: ledger.graph,
    names: Object.fromEntries(names),
    events: entries.map(({ event }) => event),
    decisions: entries.map(({ decision }) => decision),
    final: encodeState(
      finalState(initialState(ledger.graph), entries.map(({ event }) => decodeEvent(event))),
    ),
  };
}

function named(event: WireEvent, { name, candidate, receipt, commit }: Facts): [string, string][] {
  const { eid } = event;
  return [
    ...(name === undefined || !("task" in event) ? [] : [[`task ${event.task}`, name] as const]),
    ...(candidate === undefined ? [] : [
      [
        `candidate ${eid}`,
        candidate.type === "commit" ? candidate.commit : candidate.type,
      ] as const,
    ]),
    ...(receipt === undefined ? [] : [[`receipt ${eid}`, receipt] as const]),
    ...(commit === undefined ? [] : [[`commit ${eid}`, commit] as const]),
  ].map(([key, value]) => [key, value]);
}
