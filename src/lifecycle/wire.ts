/**
 * The wire format: how keys, events, decisions and states are written as JSON. All numbers are integers
 * from 0 to 2^53 - 1; an unknown field is an error.
 */
import type { EFFECTS } from "./decision.ts";
import type { ACTS, BODIES, TASK_ACTS } from "./event.ts";
import type { Deferred, Origin, Phase, PhaseKinds, Worker } from "./state.ts";
import type { Status, Tx } from "./value.ts";
import type { Variant, Variants } from "./variant.ts";

/**
 * Version of the wire format, which journals write into their header.
 *
 * Events of version 1 are events of version 2, and mean the same; but version 2 decides otherwise, and its
 * tasks have more fields. So a log of version 1 can be decided anew from its events, while its decisions
 * and states are refused.
 */
export const WIRE_VERSION = 2;

/** A key: `[graph, task, generation, attempt, fence]`. */
export type WireKey = readonly [number, number, number, number, number];

/** A projection: `null` when it is missing. */
export type WireProjection = {
  readonly status: Status;
  readonly receipt: number | null;
} | null;

/** A transaction: the same on the wire as in memory. */
export type WireTx = Tx;

/** What a field of each kind holds on the wire. */
export interface WireKinds extends Omit<PhaseKinds, "key" | "projection"> {
  /** {@linkcode WireKey} */
  readonly key: WireKey;
  /** {@linkcode WireProjection} */
  readonly projection: WireProjection;
}

/** The events of a table: the name starts with a capital, and the fields in `Common` come first. */
export type WireEvents<Table, Common> = {
  [Name in keyof Table & string]: Variant<Capitalize<Name>, Common & Table[Name], WireKinds>;
}[keyof Table & string];

/** An event: its type comes first, then `eid`, then its own fields. */
export type WireEvent =
  | WireEvents<Omit<typeof BODIES, "onAttempt" | "onTask">, { eid: "natural" }>
  | WireEvents<typeof ACTS, { eid: "natural"; key: "key" }>
  | WireEvents<typeof TASK_ACTS, { eid: "natural"; task: "natural"; generation: "natural" }>;

/** The name of an event on the wire. */
export type WireEventType = WireEvent["type"];

/** A verdict as text: `"applied"`, `"noop(duplicate)"`, `"rejected(staleFence)"`. */
export type WireVerdict = string;

/** An effect. */
export type WireEffect = Variants<typeof EFFECTS, WireKinds>;

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
  /** What is known of its worker. */
  readonly worker: Worker;
}

/** A late acceptance that an operator must look at. */
export interface WireHold {
  /** The attempt that was accepted late. */
  readonly key: WireKey;
  /** Its receipt. */
  readonly receipt: number;
}

/** Where a task comes from: the same on the wire as in memory. */
export type WireOrigin = Origin;

/** A task. */
export interface WireTask {
  /** Its identity. */
  readonly id: number;
  /** Tasks declared earlier, each once. */
  readonly deps: readonly number[];
  /** Dependencies that were waived, in that order. */
  readonly waived: readonly number[];
  /** Retries left. */
  readonly retries: number;
  /** Counted from 0. */
  readonly generation: number;
  /** Attempts ever claimed. */
  readonly attempts: number;
  /** The highest fence ever accepted. */
  readonly fence: number;
  /** Set when `ready` is requested, until a claim consumes it. */
  readonly ready: boolean;
  /** The reducer's own truth. */
  readonly status: Status;
  /** What the outside was last seen to show. */
  readonly projection: WireProjection;
  /** The late acceptance that holds the task. */
  readonly held: WireHold | null;
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
