/**
 * The reducer as an engine: the module that an engine entry of `lean-gate.jsonc` names. It imports no
 * type of the gate; that its shape is an engine module is checked where the gate loads it.
 */
import { decodeEvents, encodeDecision, encodeState } from "./codec.ts";
import { reduce } from "./reduce.ts";
import { initialState } from "./state.ts";
import type { WireDecision, WireState } from "./wire.ts";

/** What the gate asks: the decisions on these events, from the initial state of the graph. */
interface Request {
  readonly graph: number;
  readonly events: unknown;
}

/** One decision for each event, and the state after the last. */
interface Answer {
  readonly decisions: readonly WireDecision[];
  readonly final: WireState;
}

/** An engine module. */
interface ReducerEngine {
  readonly name: string;
  readonly version: string;
  /** Throws a `CodecError` with path and reason when the events are malformed. */
  replay(request: Request): Answer;
}

/** The TypeScript reducer. */
const engine: ReducerEngine = {
  name: "typescript",
  version: "0.1.0",
  replay({ graph, events }) {
    const decisions: WireDecision[] = [];
    let state = initialState(graph);
    for (const event of decodeEvents(events)) {
      const step = reduce(state, event);
      decisions.push(encodeDecision(step.decision));
      state = step.state;
    }
    return { decisions, final: encodeState(state) };
  },
};

export default engine;
