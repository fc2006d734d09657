/**
 * The outcome of an event for the one task it concerns, and the guards that answer before any rule of
 * a phase may: the fence of keys and the identity of the transaction. Mirrors
 * `formal/Lifecycle/Guard.lean`.
 */
import type { Effect, Why } from "./decision.ts";
import { acceptanceOf, type Act, showsGone, type TaskAct } from "./event.ts";
import { loseClosed } from "./moves.ts";
import type { Waits } from "./readiness.ts";
import { type Attempt, claimable, type Hold, type Task, txOf } from "./state.ts";
import type { Contract, Key, Tx } from "./value.ts";

/**
 * What an event does to its task. An `observed` outcome stores a task that differs only in its
 * projection and its workers; a `hold` may store nothing but the hold.
 */
export type Outcome =
  | { readonly type: "applied"; readonly next: Task; readonly effects: readonly Effect[] }
  /** Evidence without authority; it may request idempotent effects again. */
  | {
    readonly type: "observed";
    readonly why: Why;
    readonly next: Task;
    readonly effects: readonly Effect[];
  }
  | { readonly type: "noop"; readonly why: Why }
  | { readonly type: "rejected"; readonly why: Why }
  | { readonly type: "hold"; readonly why: Why; readonly held: Hold | null };

/** The outcome that changes the task. */
export function applied(next: Task, effects: readonly Effect[]): Outcome {
  return { type: "applied", next, effects };
}

/** Evidence; the task differs at most in its projection and its workers. */
export function observed(why: Why, next: Task, effects: readonly Effect[] = []): Outcome {
  return { type: "observed", why, next, effects };
}

/** There is nothing to do. */
export function noop(why: Why): Outcome {
  return { type: "noop", why };
}

/** The event is refused. */
export function rejected(why: Why): Outcome {
  return { type: "rejected", why };
}

/** A verdict that waits for an operator. */
export function hold(t: Task, why: Why): Outcome {
  return { type: "hold", why, held: t.held };
}

/** A late acceptance: it holds the task, unless an earlier one does. */
export function holdAcceptance(t: Task, key: Key, receipt: number): Outcome {
  return { type: "hold", why: "acceptedAfterClose", held: t.held ?? { key, receipt } };
}

/** The worker of a closed attempt is gone: the next attempt may have waited for that. */
function goneOutcome(waits: Waits, t: Task, key: Key): Outcome {
  const next = loseClosed(t, key);
  return claimable(waits, next) && !next.ready ? applied(next, []) : observed("closed", next);
}

/** The answer to an act whose key is exactly that of a closed attempt. */
export function closedOutcome(waits: Waits, t: Task, key: Key, act: Act): Outcome {
  const receipt = acceptanceOf(act);
  if (receipt !== null) return holdAcceptance(t, key, receipt);
  if (showsGone(act)) return goneOutcome(waits, t, key);
  switch (act.type) {
    case "attemptReleased":
    case "killRequested":
      return noop("already");
    default:
      return observed("closed", t);
  }
}

/** The answer to a key that is neither current nor closed: generation, attempt, fence, in this order. */
export function foreignOutcome(t: Task, key: Key): Outcome {
  if (key.generation < t.generation) return observed("staleGeneration", t);
  if (t.generation < key.generation) return rejected("unknownAttempt");
  if (key.attempt < t.attempts) return observed("staleAttempt", t);
  if (t.attempts < key.attempt) return rejected("unknownAttempt");
  if (key.fence < t.fence) return observed("staleFence", t);
  return rejected("unknownAttempt");
}

/** What an act names of a transaction, as far as it names it. */
export interface Names {
  readonly tx: number;
  readonly candidate: number | null;
  readonly contract: Contract | null;
}

/** The transaction, candidate and contract that an act names, or `null`. */
export function namesOf(act: Act): Names | null {
  switch (act.type) {
    case "finishBegun":
      return { tx: act.tx, candidate: act.candidate, contract: act.contract };
    case "candidateValidated":
    case "promotionIntended":
    case "outcomeAccepted":
      return { tx: act.tx, candidate: act.candidate, contract: null };
    case "promotionProbed":
    case "cleanupRecorded":
      return { tx: act.tx, candidate: null, contract: null };
    default:
      return null;
  }
}

/** The answer to an act that names a transaction other than the attempt's. */
export function mismatch(own: Tx, { tx, candidate, contract }: Names): Outcome | null {
  if (tx !== own.tx) return rejected("txMismatch");
  if (candidate !== null && candidate !== own.candidate) return rejected("candidateMismatch");
  if (contract !== null && contract !== own.contract) return rejected("txMismatch");
  return null;
}

/** The answer to an act that names a transaction in a phase that has none. */
export function withoutTx(t: Task, { key, phase }: Attempt, act: Act): Outcome | null {
  if (phase.type === "running") {
    return act.type === "finishBegun" ? null : rejected("noTransaction");
  }
  const receipt = acceptanceOf(act);
  return receipt === null ? rejected("closed") : holdAcceptance(t, key, receipt);
}

/** The answer that the identity of the transaction gives, before any rule of the phase. */
export function txGuard(t: Task, a: Attempt, act: Act): Outcome | null {
  const names = namesOf(act);
  if (names === null) return null;
  const own = txOf(a.phase);
  return own === null ? withoutTx(t, a, act) : mismatch(own, names);
}

/** The answer to what is said of another generation than the task's. */
export function generationGuard(t: Task, generation: number, act: TaskAct): Outcome | null {
  if (generation < t.generation) {
    return act.type === "projectionObserved"
      ? observed("staleGeneration", t)
      : rejected("staleGeneration");
  }
  return t.generation < generation ? rejected("unknownGeneration") : null;
}
