/** The turnstile as an engine of lean-gate: replays the events of a trace. */
import { type Event, start, step } from "./turnstile.ts";

interface Answer {
  /** For each event the verdict, then the effects: here there are none. */
  readonly decisions: readonly (readonly string[])[];
  /** The state after the last event. */
  readonly final: unknown;
}

interface Engine {
  readonly name: string;
  readonly version: string;
  replay(request: { readonly events: readonly unknown[] }): Answer;
}

const engine: Engine = {
  name: "typescript",
  version: "0.1.0",
  replay({ events }) {
    let state = start;
    const decisions = events.map((event) => {
      const [verdict, next] = step(state, event as Event);
      state = next;
      return [verdict];
    });
    return { decisions, final: state };
  },
};

export default engine;
