/** Writes states. */
import { encodeVerdict } from "./decision_codec.ts";
import { encodeKey, encodeProjection } from "./event_codec.ts";
import { type Attempt, closedOf, evidenceOf, type State, type Task, tasksOf } from "./state.ts";
import type { WireAttempt, WireState, WireTask } from "./wire.ts";

/** Writes a state: tasks in order of declaration, evidence as `[eid, verdict]`, oldest first. */
export function encodeState(s: State): WireState {
  return {
    graph: s.graph,
    tasks: tasksOf(s).map(encodeTask),
    evidence: evidenceOf(s).map(({ event, verdict }) => [event.eid, encodeVerdict(verdict)]),
  };
}

function encodeTask(t: Task): WireTask {
  return {
    id: t.id,
    deps: t.deps,
    retries: t.retries,
    generation: t.generation,
    attempts: t.attempts,
    fence: t.fence,
    ready: t.ready,
    status: t.status,
    projection: encodeProjection(t.projection),
    current: t.current === null ? null : encodeAttempt(t.current),
    closed: closedOf(t).map(encodeAttempt),
    origin: t.origin,
  };
}

/** Phases are written as they are. */
function encodeAttempt({ key, phase }: Attempt): WireAttempt {
  return { key: encodeKey(key), phase };
}
