/** The turnstile in TypeScript: decides what `step` in `formal/Turnstile.lean` decides. */

export type Event = { readonly type: "coin" } | { readonly type: "push" };
export type Verdict = "applied" | "refused";

export interface State {
  readonly locked: boolean;
  readonly coins: number;
  readonly passed: number;
}

export const start: State = { locked: true, coins: 0, passed: 0 };

/** The verdict on an event, and the state after it. */
export function step(s: State, event: Event): readonly [Verdict, State] {
  switch (event.type) {
    case "coin":
      return s.locked ? ["applied", { ...s, locked: false, coins: s.coins + 1 }] : ["refused", s];
    case "push":
      return s.locked ? ["refused", s] : ["applied", { ...s, locked: true, passed: s.passed + 1 }];
    default:
      throw new Error(`Unknown event ${JSON.stringify(event)}`);
  }
}
