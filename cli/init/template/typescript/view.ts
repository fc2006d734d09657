/** The traces as the reader of the HTML report sees them. */
import { type Event, start, type State, step } from "./turnstile.ts";

interface Step {
  readonly title: string;
  readonly detail: string;
  /** Subject of the step, and its phase before and after. */
  readonly about: string;
  readonly from: string;
  readonly to: string;
  readonly state: State;
}

interface View {
  readonly places: readonly {
    readonly id: string;
    readonly column: number;
    readonly row: number;
  }[];
  readonly tones: Readonly<Record<string, string>>;
  steps(trace: { readonly events: readonly unknown[] }): readonly Step[];
}

const view: View = {
  places: [{ id: "locked", column: 0, row: 0 }, { id: "unlocked", column: 1, row: 0 }],
  tones: { applied: "good", refused: "bad" },
  steps({ events }) {
    let state = start;
    return (events as readonly Event[]).map((event) => {
      const from = placeOf(state);
      state = step(state, event)[1];
      return { title: event.type, detail: "", about: "turnstile", from, to: placeOf(state), state };
    });
  },
};

export default view;

function placeOf({ locked }: State): string {
  return locked ? "locked" : "unlocked";
}
