/**
 * Decisions: one verdict, and the effects it requests, in order. Mirrors
 * `formal/Lifecycle/Decision.lean`.
 *
 * Effects are requests; adapters carry them out idempotently and report back with further events.
 */
import type { ValueKinds } from "./value.ts";
import type { Variants } from "./variant.ts";

/** Every {@linkcode Why}, in the model's order. */
export const WHYS = [
  // nothing to do
  "duplicate",
  "already",
  "agrees",
  // evidence without authority
  "staleGeneration",
  "staleAttempt",
  "staleFence",
  "afterSuccess",
  "afterFailure",
  "lateCommit",
  "workInProgress",
  "projectionContradiction",
  "projectionAgrees",
  "converging",
  "promotionInFlight",
  "promotionAbsent",
  "finishInProgress",
  "alreadyDeferred",
  "closed",
  "afterIntent",
  // refused
  "eidConflict",
  "wrongGraph",
  "unknownTask",
  "unknownAttempt",
  "unknownGeneration",
  "taskExists",
  "unknownDependency",
  "noTransaction",
  "txMismatch",
  "candidateMismatch",
  "receiptMismatch",
  "notValidated",
  "notIntended",
  "notAccepted",
  "ownerActive",
  "alreadyAccepted",
  "notReady",
  "notFailed",
  "notAbandoned",
  "notLegacyDone",
  "abandoned",
  "held",
  // an operator must look
  "receiptConflict",
  "acceptedAfterClose",
  "doneWithoutTransaction",
  "retriesExhausted",
] as const;
/** The reason that a verdict other than `applied` gives. */
export type Why = typeof WHYS[number];

/** What becomes of an event. Only `applied` changes a task's lifecycle. */
export type Verdict =
  | { readonly type: "applied" }
  | { readonly type: "noop"; readonly why: Why }
  /** Evidence without authority: it may change the projection and the workers, and request effects again. */
  | { readonly type: "observed"; readonly why: Why }
  | { readonly type: "rejected"; readonly why: Why }
  /** An operator must look. */
  | { readonly type: "hold"; readonly why: Why };

/** What a decision requests of the adapters. */
export const EFFECTS = {
  ready: { task: "natural", generation: "natural" },
  openGeneration: { task: "natural", generation: "natural" },
  continueFinish: { key: "key", tx: "natural", candidate: "natural" },
  promote: { key: "key", tx: "natural", candidate: "natural" },
  probe: { key: "key", tx: "natural" },
  startCleanup: { key: "key", tx: "natural" },
  stopProcess: { key: "key" },
  succeeded: { key: "key", disposition: "disposition", receipt: "natural" },
  attemptFailed: { key: "key", class: "class" },
  projectDone: {
    task: "natural",
    generation: "natural",
    disposition: "disposition",
    receipt: "natural",
  },
  projectFailed: { task: "natural", generation: "natural", class: "class" },
  projectAbandoned: { task: "natural", generation: "natural" },
} as const;
/** One of {@linkcode EFFECTS}. */
export type Effect = Variants<typeof EFFECTS, ValueKinds>;

/** The reducer's answer to one event. */
export interface Decision {
  /** What becomes of the event. */
  readonly verdict: Verdict;
  /** In the order in which they are requested. */
  readonly effects: readonly Effect[];
}
