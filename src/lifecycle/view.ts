/**
 * The traces as a reader sees them: the module that the field `view` of `lean-gate.jsonc` names. It
 * imports no type of the gate; that its shape is a view module is checked where the gate loads it.
 */
import { decodeEvents, encodeState } from "./codec.ts";
import { type Place as TaskPlace, placeOf, taskIn } from "./coverage.ts";
import type { Body } from "./event.ts";
import { reduce } from "./reduce.ts";
import { initialState, type State } from "./state.ts";
import type { WireEvent, WireState } from "./wire.ts";

/** What the gate asks: the steps of this trace. */
interface Request {
  readonly graph: number;
  readonly events: unknown;
}

/** The place of a task, or of one that is not declared yet. */
type Standing = "undeclared" | TaskPlace;

/** Where a task can stand, and where that is drawn. */
interface Place {
  readonly id: Standing;
  readonly label: string;
  readonly column: number;
  readonly row: number;
}

/** What a reader is told of one step. */
interface Step {
  readonly title: string;
  readonly detail: string;
  readonly about: string;
  readonly from: Standing;
  readonly to: Standing;
  readonly state: WireState;
}

/** A view module. */
interface LifecycleView {
  readonly places: readonly Place[];
  readonly tones: Readonly<Record<string, "good" | "muted" | "info" | "warn" | "bad">>;
  /** Throws a `CodecError` with path and reason when the trace is malformed. */
  steps(trace: Request): readonly Step[];
}

/** The view of the lifecycle; states are the reducer's. The upper row is how a task succeeds. */
const view: LifecycleView = {
  places: [
    { id: "undeclared", label: "undeclared", column: 0, row: 0 },
    { id: "idle-open", label: "open", column: 1, row: 0 },
    { id: "running", label: "running", column: 2, row: 0 },
    { id: "finishing", label: "finishing", column: 3, row: 0 },
    { id: "validated", label: "validated", column: 4, row: 0 },
    { id: "promoting", label: "promoting", column: 5, row: 0 },
    { id: "accepted", label: "accepted", column: 6, row: 0 },
    { id: "cleaned", label: "cleaned", column: 7, row: 0 },
    { id: "idle-active", label: "active (legacy)", column: 0, row: 1 },
    { id: "idle-failed", label: "failed (legacy)", column: 1, row: 1 },
    { id: "failed", label: "failed", column: 3, row: 1 },
    { id: "deferred", label: "deferred", column: 5, row: 1 },
    { id: "idle-done", label: "done (legacy)", column: 0, row: 2 },
    { id: "idle-abandoned", label: "abandoned", column: 1, row: 2 },
    { id: "cancelled", label: "cancelled", column: 3, row: 2 },
  ],
  tones: { applied: "good", noop: "muted", observed: "info", rejected: "bad", hold: "warn" },
  steps({ graph, events }) {
    let state = initialState(graph);
    return decodeEvents(events).map(({ eid, body }, i) => {
      const from = standing(state, body);
      state = reduce(state, { eid, body }).state;
      const { type, eid: _, ...fields } = (events as readonly WireEvent[])[i]!;
      return {
        title: type,
        detail: Object.entries(fields).map(([key, value]) => `${key} ${said(value)}`).join(", "),
        about: `task ${taskOf(body)}`,
        from,
        to: standing(state, body),
        state: encodeState(state),
      };
    });
  },
};

export default view;

function standing(state: State, body: Body): Standing {
  const t = taskIn(state, body);
  return t === undefined ? "undeclared" : placeOf(t);
}

function taskOf(body: Body): number {
  return "key" in body ? body.key.task : body.task;
}

/** A key as `1·7·0·1·1`, anything else as JSON without its quotes. */
function said(value: unknown): string {
  return Array.isArray(value) && value.length > 1
    ? value.join("·")
    : JSON.stringify(value).replaceAll('"', "");
}
