/** An engine: a reducer behind one interface, in this process or in a child. */
import type { Json } from "../trace/json.ts";

/** One replay to do: the events of a trace, from the initial state of `graph`. */
export interface ReplayRequest {
  readonly id: string;
  readonly graph: number;
  readonly events: readonly Json[];
}

/** What the engine decided: one decision (`[verdict, effect…]`) per event, and the state after the last. */
export interface ReplayAnswer {
  readonly decisions: readonly Json[];
  readonly final: Json;
}

/** An in-process engine, the default export of the module an engine entry of the config names. */
export interface EngineModule {
  readonly name: string;
  readonly version: string;
  /** Throws an Error with path and reason when the events are malformed. */
  replay(request: ReplayRequest): ReplayAnswer;
}
