/**
 * The wire format: how keys, events, decisions and states are written as JSON. All numbers are integers
 * from 0 to 2^53 - 1; an unknown field is an error.
 */
import type { Cancel, Class, Contract, Disposition, Fault, Role, Status } from "./value.ts";

/** A key: `[graph, task, generation, attempt, fence]`. */
export type WireKey = readonly [number, number, number, number, number];

/** A projection: `null` when it is missing. */
export type WireProjection = {
  readonly status: Status;
  readonly receipt: number | null;
} | null;

/** A transaction. */
export interface WireTx {
  readonly tx: number;
  readonly candidate: number;
  readonly contract: Contract;
}

/** What events share: their type comes first, then `eid`, then their own fields. */
interface Wire<Type extends string> {
  readonly type: Type;
  readonly eid: number;
}

/** An event that names an attempt. */
interface Keyed<Type extends string> extends Wire<Type> {
  readonly key: WireKey;
}

/** An event that names an attempt and its transaction. */
interface Transacted<Type extends string> extends Keyed<Type> {
  readonly tx: number;
}

/** An event that names a transaction and its candidate. */
interface Candidate<Type extends string> extends Transacted<Type> {
  readonly candidate: number;
}

/** An event that declares a task. */
interface Declaring<Type extends string> extends Wire<Type> {
  readonly task: number;
  /** Each once. */
  readonly deps: readonly number[];
  readonly retries: number;
}

/** An event that names a generation of a task. */
interface OfGeneration<Type extends string> extends Wire<Type> {
  readonly task: number;
  readonly generation: number;
}

/** An event. */
export type WireEvent =
  | Declaring<"TaskDeclared">
  | Declaring<"LegacyImported"> & { readonly status: Status; readonly trusted: boolean }
  | Keyed<"AttemptClaimed">
  | Keyed<"AttemptReleased">
  | Candidate<"FinishBegun"> & { readonly contract: Contract }
  | Candidate<"CandidateValidated"> & { readonly passed: boolean }
  | Candidate<"PromotionIntended">
  | Candidate<"OutcomeAccepted"> & { readonly receipt: number }
  | Transacted<"PromotionProbed"> & { readonly found: number | null }
  | Transacted<"CleanupRecorded"> & { readonly receipt: number; readonly cleanup: number }
  | Keyed<"FailRequested">
  | Keyed<"ProcessExited"> & { readonly role: Role; readonly code: number }
  | Keyed<"ProviderFault"> & { readonly fault: Fault }
  | Keyed<"OwnerLost">
  | Keyed<"LateCommitSeen"> & { readonly commit: number }
  | OfGeneration<"ProjectionObserved"> & { readonly projection: WireProjection }
  | Keyed<"KillRequested">
  | OfGeneration<"AbandonRequested">
  | OfGeneration<"RetryRequested">
  | Wire<"ConvergeRequested"> & { readonly task: number };

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

/** Why an attempt is to end once its promotion is known to have failed. */
export type WireDeferred =
  | { readonly type: "none" }
  | { readonly type: "failure"; readonly class: Class }
  | { readonly type: "kill" }
  | { readonly type: "abandon" };

/** Where an attempt stands. */
export type WirePhase =
  | { readonly type: "running" }
  | { readonly type: "finishing"; readonly tx: WireTx; readonly validated: boolean }
  | { readonly type: "promoting"; readonly tx: WireTx; readonly deferred: WireDeferred }
  | { readonly type: "accepted"; readonly tx: WireTx; readonly receipt: number }
  | {
    readonly type: "cleaned";
    readonly tx: WireTx;
    readonly receipt: number;
    readonly cleanup: number;
  }
  | { readonly type: "failed"; readonly class: Class }
  | { readonly type: "cancelled"; readonly reason: Cancel };

/** An attempt. */
export interface WireAttempt {
  readonly key: WireKey;
  readonly phase: WirePhase;
}

/** Where a task comes from. */
export type WireOrigin =
  | { readonly type: "native" }
  | { readonly type: "legacy"; readonly trusted: boolean };

/** A task. */
export interface WireTask {
  readonly id: number;
  readonly deps: readonly number[];
  readonly retries: number;
  readonly generation: number;
  readonly attempts: number;
  readonly fence: number;
  readonly ready: boolean;
  readonly status: Status;
  readonly projection: WireProjection;
  readonly current: WireAttempt | null;
  /** Oldest first. */
  readonly closed: readonly WireAttempt[];
  readonly origin: WireOrigin;
}

/** A state. The evidence names events by `eid`: the log holds them. */
export interface WireState {
  readonly graph: number;
  /** In order of declaration. */
  readonly tasks: readonly WireTask[];
  /** `[eid, verdict]`, oldest first. */
  readonly evidence: readonly (readonly [number, WireVerdict])[];
}
