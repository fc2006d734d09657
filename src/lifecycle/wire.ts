/**
 * The wire format: how keys, events, decisions and states are written as JSON. All numbers are integers
 * from 0 to 2^53 - 1; an unknown field is an error.
 */
import type { Deferred, Origin, Phase } from "./state.ts";
import type { Class, Contract, Disposition, Fault, Role, Status, Tx } from "./value.ts";

/** A key: `[graph, task, generation, attempt, fence]`. */
export type WireKey = readonly [number, number, number, number, number];

/** A projection: `null` when it is missing. */
export type WireProjection = {
  readonly status: Status;
  readonly receipt: number | null;
} | null;

/** A transaction: the same on the wire as in memory. */
export type WireTx = Tx;

/** An event: its type comes first, then `eid`, then its own fields. */
export type WireEvent =
  | {
    readonly type: "TaskDeclared";
    readonly eid: number;
    readonly task: number;
    readonly deps: readonly number[];
    readonly retries: number;
  }
  | {
    readonly type: "LegacyImported";
    readonly eid: number;
    readonly task: number;
    readonly deps: readonly number[];
    readonly retries: number;
    readonly status: Status;
    readonly trusted: boolean;
  }
  | { readonly type: "AttemptClaimed"; readonly eid: number; readonly key: WireKey }
  | { readonly type: "AttemptReleased"; readonly eid: number; readonly key: WireKey }
  | {
    readonly type: "FinishBegun";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly candidate: number;
    readonly contract: Contract;
  }
  | {
    readonly type: "CandidateValidated";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly candidate: number;
    readonly passed: boolean;
  }
  | {
    readonly type: "PromotionIntended";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly candidate: number;
  }
  | {
    readonly type: "OutcomeAccepted";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly candidate: number;
    readonly receipt: number;
  }
  | {
    readonly type: "PromotionProbed";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly found: number | null;
  }
  | {
    readonly type: "CleanupRecorded";
    readonly eid: number;
    readonly key: WireKey;
    readonly tx: number;
    readonly receipt: number;
    readonly cleanup: number;
  }
  | { readonly type: "FailRequested"; readonly eid: number; readonly key: WireKey }
  | {
    readonly type: "ProcessExited";
    readonly eid: number;
    readonly key: WireKey;
    readonly role: Role;
    readonly code: number;
  }
  | {
    readonly type: "ProviderFault";
    readonly eid: number;
    readonly key: WireKey;
    readonly fault: Fault;
  }
  | { readonly type: "OwnerLost"; readonly eid: number; readonly key: WireKey }
  | {
    readonly type: "LateCommitSeen";
    readonly eid: number;
    readonly key: WireKey;
    readonly commit: number;
  }
  | {
    readonly type: "ProjectionObserved";
    readonly eid: number;
    readonly task: number;
    readonly generation: number;
    readonly projection: WireProjection;
  }
  | { readonly type: "KillRequested"; readonly eid: number; readonly key: WireKey }
  | {
    readonly type: "AbandonRequested";
    readonly eid: number;
    readonly task: number;
    readonly generation: number;
  }
  | {
    readonly type: "RetryRequested";
    readonly eid: number;
    readonly task: number;
    readonly generation: number;
  }
  | { readonly type: "ConvergeRequested"; readonly eid: number; readonly task: number };

/** The name of an event on the wire. */
export type WireEventType = WireEvent["type"];

/** A verdict as text: `"applied"`, `"noop(duplicate)"`, `"rejected(staleFence)"`. */
export type WireVerdict = string;

/** An effect. */
export type WireEffect =
  | { readonly type: "ready"; readonly task: number; readonly generation: number }
  | {
    readonly type: "promote";
    readonly key: WireKey;
    readonly tx: number;
    readonly candidate: number;
  }
  | { readonly type: "probe"; readonly key: WireKey; readonly tx: number }
  | {
    readonly type: "succeeded";
    readonly key: WireKey;
    readonly disposition: Disposition;
    readonly receipt: number;
  }
  | { readonly type: "startCleanup"; readonly key: WireKey; readonly tx: number }
  | { readonly type: "attemptFailed"; readonly key: WireKey; readonly class: Class }
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
  | { readonly type: "stopProcess"; readonly key: WireKey };

/** A decision: the verdict, then the effects in order. */
export type WireDecision = readonly [WireVerdict, ...WireEffect[]];

/** Why an attempt is to end once its promotion is known to have failed: the same as in memory. */
export type WireDeferred = Deferred;

/** Where an attempt stands: the same on the wire as in memory. */
export type WirePhase = Phase;

/** An attempt. */
export interface WireAttempt {
  /** Which attempt. */
  readonly key: WireKey;
  /** Where it stands. */
  readonly phase: WirePhase;
}

/** Where a task comes from: the same on the wire as in memory. */
export type WireOrigin = Origin;

/** A task. */
export interface WireTask {
  /** Its identity. */
  readonly id: number;
  /** Tasks declared earlier, each once. */
  readonly deps: readonly number[];
  /** Retries left. */
  readonly retries: number;
  /** Counted from 0. */
  readonly generation: number;
  /** Attempts ever claimed. */
  readonly attempts: number;
  /** The highest fence ever accepted. */
  readonly fence: number;
  /** Set when `ready` is emitted, until a claim consumes it. */
  readonly ready: boolean;
  /** The reducer's own truth. */
  readonly status: Status;
  /** What the outside shows. */
  readonly projection: WireProjection;
  /** The attempt that holds the task, or failed last. */
  readonly current: WireAttempt | null;
  /** Oldest first. */
  readonly closed: readonly WireAttempt[];
  /** Where it comes from. */
  readonly origin: WireOrigin;
}

/** A state. The evidence names events by `eid`: the log holds them. */
export interface WireState {
  /** Which graph. */
  readonly graph: number;
  /** In order of declaration. */
  readonly tasks: readonly WireTask[];
  /** `[eid, verdict]`, oldest first. */
  readonly evidence: readonly (readonly [number, WireVerdict])[];
}
