/** What is open around a token, as far as it decides whether a tactic starts there. */

/** What an open frame waits for. */
export const Frame = {
  /** A tactic block; `column` is -1 until its first token. */
  Tactics: 0,
  /** A bracket. */
  Bracket: 1,
  /** Alternatives whose arrows lead to tactics. */
  TacticArms: 2,
  /** Alternatives of a term `match` or `fun`. */
  TermArms: 3,
  /** Alternatives of `first`, which have no arrows. */
  First: 4,
  /** A `fun` whose arrow is to come. */
  Binder: 5,
  /** A term `match` whose `with` is to come. */
  Match: 6,
  /** A quantifier whose comma is to come. */
  Quantifier: 7,
} as const;

/** A frame that is open. */
export interface OpenFrame {
  readonly kind: number;
  column: number;
  /** First word of the current tactic of a block; `|` in arms whose next arrow is to come. */
  head: string;
}

/** A frame that has just opened. */
export function frame(kind: number, column: number): OpenFrame {
  return { kind, column, head: "" };
}

/** Whether the frame holds alternatives. */
export function isArms(open: OpenFrame): boolean {
  return open.kind === Frame.TacticArms || open.kind === Frame.TermArms ||
    open.kind === Frame.First;
}
