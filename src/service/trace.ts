/**
 * A journal as a trace: the events, the decisions that were taken, and what the numbers stand for.
 */
import { encodeState } from "../lifecycle/codec.ts";
import type { State } from "../lifecycle/state.ts";
import type { WireDecision, WireEvent, WireState } from "../lifecycle/wire.ts";
import type { Facts } from "./facts.ts";
import type { Entry } from "./record.ts";
import type { WholeJournal } from "./segments.ts";

/** A trace, as the gate replays it. */
export interface JournalTrace {
  readonly graph: number;
  /** What numbers stand for, for readers. */
  readonly names: Readonly<Record<string, string>>;
  readonly events: readonly WireEvent[];
  readonly decisions: readonly WireDecision[];
  readonly final: WireState;
}

/**
 * The traces of a journal: one up to each checkpoint, which ends in the checkpoint's state, and the
 * whole, which ends in the state that resuming from the last checkpoint leads to. So engines that decide
 * them from the first event on show that a checkpoint stands for the records before it.
 */
export function tracesOf({ ledger, entries, checkpoints }: WholeJournal): readonly JournalTrace[] {
  const ends = [...checkpoints, { after: entries.length, state: ledger.state }];
  return ends.map(({ after, state }) => traceOf(state, entries.slice(0, after)));
}

function traceOf(state: State, entries: readonly Entry[]): JournalTrace {
  const names = entries.flatMap(({ event, facts }) =>
    facts === undefined ? [] : named(event, facts)
  );
  return {
    graph: state.graph,
    names: Object.fromEntries(names),
    events: entries.map(({ event }) => event),
    decisions: entries.map(({ decision }) => decision),
    // No event comes twice, so that each is evidence.
    final: {
      ...encodeState(state),
      evidence: entries.map(({ event, decision: [verdict] }) => [event.eid, verdict]),
    },
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
