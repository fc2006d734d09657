/**
 * Which cell of the reducer's table each step of a trace falls into: the module that the field
 * `coverage` of `lean-gate.jsonc` names. Mirrors `formal/Lifecycle/Cover/Cells.lean`. It imports no type
 * of the gate; that its shape is a coverage module is checked where the gate loads it.
 */
import { decodeDecisions, decodeEvents } from "./codec.ts";
import { type Decision, type Why, WHYS } from "./decision.ts";
import { effectTypes, encodeVerdict } from "./decision_codec.ts";
import type { Body } from "./event.ts";
import { reduce } from "./reduce.ts";
import { findTask, initialState, lastClosed, type State, type Task } from "./state.ts";
import type { Status } from "./value.ts";
import type { WireEvent } from "./wire.ts";

/** What the gate asks: the steps of this trace. */
interface Request {
  readonly graph: number;
  readonly events: unknown;
  readonly decisions: unknown;
}

/** What one step covers. */
interface Step {
  /** Event, standing and verdict; `null` for a step that the log's guards answered before the table. */
  readonly cell: readonly [event: string, standing: Standing, verdict: string] | null;
  /** The reason that the verdict gives; `null` for `applied`. */
  readonly reason: Why | null;
  /** The types of the effects, in order. */
  readonly effects: readonly string[];
}

/** The phase of a task's attempt, as far as the rules tell phases apart, or its status without one. */
export type Place =
  | "running"
  | "finishing"
  | "validated"
  | "promoting"
  | "deferred"
  | "accepted"
  | "cleaned"
  | "failed"
  | "cancelled"
  | `idle-${Status}`;

/**
 * Where the task stands that an event concerns: its place, what is known of the worker that it may have to
 * wait for, and whether it is held.
 */
export type Standing = "undeclared" | `${Place}${"" | "-stopping" | "-gone"}${"" | "-held"}`;

/** A coverage module. */
interface LifecycleCoverage {
  /** Every reason that a verdict may give. */
  readonly reasons: readonly string[];
  /** Every type of effect. */
  readonly effects: readonly string[];
  /** Throws a `CodecError` with path and reason when the trace is malformed. */
  steps(trace: Request): readonly Step[];
}

/** The coverage of the lifecycle. Verdicts and effects are the trace's own, states are the reducer's. */
const coverage: LifecycleCoverage = {
  reasons: WHYS,
  effects: effectTypes,
  steps({ graph, events, decisions }) {
    const answers = decodeDecisions(decisions);
    let state = initialState(graph);
    return decodeEvents(events).map((event, i) => {
      const before = state;
      state = reduce(before, event).state;
      const { type } = (events as readonly WireEvent[])[i]!;
      return stepOf(type, standing(before, event.body), answers[i]!);
    });
  },
};

export default coverage;

function stepOf(type: string, standing: Standing, { verdict, effects }: Decision): Step {
  const reason = verdict.type === "applied" ? null : verdict.why;
  return {
    cell: reason === "duplicate" || reason === "eidConflict"
      ? null
      : [type, standing, encodeVerdict(verdict)],
    reason,
    effects: effects.map(({ type }) => type),
  };
}

/** The task that a body concerns. */
export function taskIn({ tasks }: State, body: Body): Task | undefined {
  return findTask("key" in body ? body.key.task : body.task, tasks);
}

/** Where the task stands that the body concerns. */
export function standing(state: State, body: Body): Standing {
  const t = taskIn(state, body);
  if (t === undefined) return "undeclared";
  return `${placeOf(t)}${workerName(t)}${t.held === null ? "" : "-held"}`;
}

/** What the name of a standing adds for a worker that is not simply there, or has to be waited for. */
function workerName(t: Task): "" | "-stopping" | "-gone" {
  if (t.current === null) {
    return (lastClosed(t)?.worker ?? "gone") === "gone" ? "" : "-stopping";
  }
  return t.current.worker === "present" ? "" : `-${t.current.worker}`;
}

/** The place of a task. */
export function placeOf(t: Task): Place {
  if (t.current === null) return `idle-${t.status}`;
  const { phase } = t.current;
  switch (phase.type) {
    case "finishing":
      return phase.validated ? "validated" : "finishing";
    case "promoting":
      return phase.deferred.type === "none" ? "promoting" : "deferred";
    default:
      return phase.type;
  }
}
