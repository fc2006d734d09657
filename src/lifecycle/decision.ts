/**
 * Decisions: one verdict, and the effects it requests, in order. Mirrors
 * `formal/Lifecycle/Decision.lean`.
 *
 * Effects are requests; adapters carry them out idempotently and report back with further events.
 */
import type { Class, Disposition, Key } from "./value.ts";

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
  "abandoned",
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
  /** Evidence without authority: it may change the projection and request effects again. */
  | { readonly type: "observed"; readonly why: Why }
  | { readonly type: "rejected"; readonly why: Why }
  /** An operator must look. */
  | { readonly type: "hold"; readonly why: Why };

/** What a decision requests of the adapters. */
export type Effect =
  | { readonly type: "ready"; readonly task: number; readonly generation: number }
  | {
    readonly type: "promote";
    readonly key: Key;
    readonly tx: number;
    readonly candidate: number;
  }
  | { readonly type: "probe"; readonly key: Key; readonly tx: number }
  | {
    readonly type: "succeeded";
    readonly key: Key;
    readonly disposition: Disposition;
    readonly receipt: number;
  }
  | { readonly type: "startCleanup"; readonly key: Key; readonly tx: number }
  | { readonly type: "attemptFailed"; readonly key: Key; readonly class: Class }
  | {
    readonly type: "projectDone";
    readonly task: number;
    readonly generation: number;
    readonly disposition: Disposition;
    readonly receipt: number;
  }
  | {
    readonly type: "projectFailed";
    readonly task: number;
    readonly generation: number;
    readonly class: Class;
  }
  | { readonly type: "projectAbandoned"; readonly task: number; readonly generation: number }
  | { readonly type: "openGeneration"; readonly task: number; readonly generation: number }
  | { readonly type: "stopProcess"; readonly key: Key };

/** The reducer's answer to one event. */
export interface Decision {
  /** What becomes of the event. */
  readonly verdict: Verdict;
  /** In the order in which they are requested. */
  readonly effects: readonly Effect[];
}
