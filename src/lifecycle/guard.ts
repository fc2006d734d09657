/**
 * The outcome of an event for the one task it concerns, and the guards that answer before any rule of
 * a phase may: the fence of keys and the identity of the transaction. Mirrors
 * `formal/Lifecycle/Guard.lean`.
 */
import type { Effect, Why } from "./decision.ts";
import type { Act } from "./event.ts";
import type { Phase, Task } from "./state.ts";
import type { Contract, Key, Projection, Tx } from "./value.ts";

/**
 * What an event does to its task. Only `applied` carries a task: that nothing else can change a
 * lifecycle holds by the shape of this type.
 */
export type Outcome =
  | { readonly type: "applied"; readonly next: Task; readonly effects: readonly Effect[] }
  /** Evidence without authority; it may change the projection and request idempotent effects again. */
  | {
    readonly type: "observed";
    readonly why: Why;
    readonly seen: Projection;
    readonly effects: readonly Effect[];
  }
  | { readonly type: "noop"; readonly why: Why }
  | { readonly type: "rejected"; readonly why: Why }
  | { readonly type: "hold"; readonly why: Why };

/** The outcome that changes the task. */
export function applied(next: Task, effects: readonly Effect[]): Outcome {
  return { type: "applied", next, effects };
}

/** Evidence that what is displayed has been seen so. */
export function observed(why: Why, seen: Projection, effects: readonly Effect[]): Outcome {
  return { type: "observed", why, seen, effects };
}

/** Evidence that leaves the projection as it is. */
export function observe(t: Task, why: Why, effects: readonly Effect[]): Outcome {
  return observed(why, t.projection, effects);
}

/** There is nothing to do. */
export function noop(why: Why): Outcome {
  return { type: "noop", why };
}

/** The event is refused. */
export function rejected(why: Why): Outcome {
  return { type: "rejected", why };
}

/** An operator must look. */
export function hold(why: Why): Outcome {
  return { type: "hold", why };
}

/** Whether an act claims a durable acceptance. */
export function claimsAcceptance(act: Act): boolean {
  return act.type === "outcomeAccepted" || (act.type === "promotionProbed" && act.found !== null);
}

/** The answer to an act whose key is exactly that of a closed attempt. */
export function closedOutcome(t: Task, act: Act): Outcome {
  if (claimsAcceptance(act)) return hold("acceptedAfterClose");
  switch (act.type) {
    case "attemptReleased":
    case "killRequested":
      return noop("already");
    default:
      return observe(t, "closed", []);
  }
}

/** The answer to a key that is neither current nor closed: generation, attempt, fence, in this order. */
export function foreignOutcome(t: Task, key: Key): Outcome {
  if (key.generation < t.generation) return observe(t, "staleGeneration", []);
  if (t.generation < key.generation) return rejected("unknownAttempt");
  if (key.attempt < t.attempts) return observe(t, "staleAttempt", []);
  if (t.attempts < key.attempt) return rejected("unknownAttempt");
  if (key.fence < t.fence) return observe(t, "staleFence", []);
  return rejected("unknownAttempt");
}

/** The transaction that a phase has, or `null`. */
export function txOf(phase: Phase): Tx | null {
  switch (phase.type) {
    case "finishing":
    case "promoting":
    case "accepted":
    case "cleaned":
      return phase.tx;
    case "running":
    case "failed":
    case "cancelled":
      return null;
  }
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
export function withoutTx(phase: Phase, act: Act): Outcome | null {
  if (phase.type === "running") {
    return act.type === "finishBegun" ? null : rejected("noTransaction");
  }
  return claimsAcceptance(act) ? hold("acceptedAfterClose") : rejected("closed");
}

/** The answer that the identity of the transaction gives, before any rule of the phase. */
export function txGuard(phase: Phase, act: Act): Outcome | null {
  const names = namesOf(act);
  if (names === null) return null;
  const own = txOf(phase);
  return own === null ? withoutTx(phase, act) : mismatch(own, names);
}

/** The answer to a request or an observation of another generation than the task's. */
export function generationGuard(t: Task, generation: number, stale: Outcome): Outcome | null {
  if (generation < t.generation) return stale;
  if (t.generation < generation) return rejected("unknownGeneration");
  return null;
}
