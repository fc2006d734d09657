/**
 * Attempts, tasks and the state of one graph. Mirrors `formal/Lifecycle/State.lean`.
 *
 * `status` is the reducer's own truth; `projection` is what the outside was last seen to show. Where the
 * model has a list that it searches, the state has a {@linkcode Table}; {@linkcode tasksOf},
 * {@linkcode evidenceOf}, {@linkcode closedOf} and {@linkcode waivedOf} give the model's lists.
 */
import type { Verdict } from "./decision.ts";
import type { Event } from "./event.ts";
import { noWaits, type Waits, waitsFor } from "./readiness.ts";
import { append, emptyTable, lookup, replace, rows, type Table } from "./table.ts";
import {
  type Key,
  type Projection,
  sameKey,
  sameProjection,
  shown,
  type Status,
  type Tx,
  type ValueKinds,
  withoutReceipt,
} from "./value.ts";
import type { Variants } from "./variant.ts";

/** A reason to end an attempt that arrived while its promotion was in flight. */
export const DEFERRED = {
  none: {},
  failure: { class: "class" },
  kill: {},
  abandon: {},
} as const;
/** One of {@linkcode DEFERRED}. */
export type Deferred = Variants<typeof DEFERRED, ValueKinds>;

/** The phases of an attempt. */
export const PHASES = {
  running: {},
  finishing: { tx: "tx", validated: "boolean" },
  // The intent is durable, acceptance not yet known.
  promoting: { tx: "tx", deferred: "deferred" },
  // Durable success: failures are suppressed from here on.
  accepted: { tx: "tx", receipt: "natural" },
  // Done: the projection and the dependents may follow.
  cleaned: { tx: "tx", receipt: "natural", cleanup: "natural" },
  failed: { class: "class" },
  cancelled: { reason: "cancel" },
} as const;
/** One of {@linkcode PHASES}. */
export type Phase = Variants<typeof PHASES, PhaseKinds>;

/** What a field of a phase holds. */
export interface PhaseKinds extends ValueKinds {
  /** {@linkcode Deferred} */
  readonly deferred: Deferred;
}

/** What is known of an attempt's worker process, in the model's order. */
export const WORKERS = [
  "present",
  // To be stopped, its end not yet known.
  "stopping",
  // Known to have ended.
  "gone",
] as const;
/** One of {@linkcode WORKERS}. */
export type Worker = typeof WORKERS[number];

/** One attempt at a task. */
export interface Attempt {
  /** Which attempt. */
  readonly key: Key;
  /** Where it stands. */
  readonly phase: Phase;
  /** What is known of its worker. */
  readonly worker: Worker;
}

/** Where a task comes from. */
export const ORIGINS = {
  native: {},
  legacy: { trusted: "boolean" },
} as const;
/** One of {@linkcode ORIGINS}. */
export type Origin = Variants<typeof ORIGINS, ValueKinds>;

/** A late acceptance that an operator must look at. */
export interface Hold {
  /** The attempt that was accepted late. */
  readonly key: Key;
  /** Its receipt. */
  readonly receipt: number;
}

/** One task of the graph. */
export interface Task {
  /** Its identity. */
  readonly id: number;
  /** Tasks declared earlier, each once. */
  readonly deps: readonly number[];
  /** Dependencies that an operator has waived, in that order. */
  readonly waived: Table<number>;
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
  readonly projection: Projection;
  /** The late acceptance that holds the task. */
  readonly held: Hold | null;
  /** The attempt that holds the task, or failed last. */
  readonly current: Attempt | null;
  /** By attempt number, oldest first. */
  readonly closed: Table<Attempt>;
  /** Where it comes from. */
  readonly origin: Origin;
}

/** A consumed event, with the verdict it got. */
export interface Entry {
  /** The event. */
  readonly event: Event;
  /** What became of it. */
  readonly verdict: Verdict;
}

/** The state of one graph. Immutable: every state stays valid, and reducing may resume from any. */
export interface State {
  /** Which graph. */
  readonly graph: number;
  /** By id, in order of declaration. */
  readonly tasks: Table<Task>;
  /** Every consumed event by `eid`, oldest first. */
  readonly evidence: Table<Entry>;
  /** Which tasks wait for which: follows from `tasks`, and spares the search. */
  readonly waits: Waits;
}

/** The graph before its first event. */
export function initialState(graph: number): State {
  return { graph, tasks: emptyTable(), evidence: emptyTable(), waits: noWaits };
}

/** The tasks of a state, in order of declaration. */
export function tasksOf(s: State): readonly Task[] {
  return rows(s.tasks);
}

/** The evidence of a state: every consumed event with its verdict, oldest first. */
export function evidenceOf(s: State): readonly Entry[] {
  return rows(s.evidence);
}

/** The closed attempts of a task, oldest first. */
export function closedOf(t: Task): readonly Attempt[] {
  return rows(t.closed);
}

/** The waived dependencies of a task, in the order of waiving. */
export function waivedOf(t: Task): readonly number[] {
  return rows(t.waived);
}

/** Whether an attempt still has something to do: neither cleaned nor ended. */
export function live(phase: Phase): boolean {
  switch (phase.type) {
    case "running":
    case "finishing":
    case "promoting":
    case "accepted":
      return true;
    case "cleaned":
    case "failed":
    case "cancelled":
      return false;
  }
}

/** Whether an attempt has a durable success. */
export function succeeded(phase: Phase): boolean {
  return phase.type === "accepted" || phase.type === "cleaned";
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

/** Adds an attempt behind the closed ones. */
export function snocAttempt(closed: Table<Attempt>, a: Attempt): Table<Attempt> {
  return append(closed, a.key.attempt, a);
}

/** Adds an entry behind the evidence. */
export function snocEntry(evidence: Table<Entry>, entry: Entry): Table<Entry> {
  return append(evidence, entry.event.eid, entry);
}

/** Adds a task behind the declared ones. */
export function snocTask(tasks: Table<Task>, t: Task): Table<Task> {
  return append(tasks, t.id, t);
}

/** The consumed event with this `eid`, or `undefined`. */
export function findEntry(eid: number, evidence: Table<Entry>): Entry | undefined {
  return lookup(evidence, eid);
}

/** The declared task with this id, or `undefined`. */
export function findTask(id: number, tasks: Table<Task>): Task | undefined {
  return lookup(tasks, id);
}

/** The tasks with the one of the same id replaced. */
export function replaceTask(next: Task, tasks: Table<Task>): Table<Task> {
  return replace(tasks, next.id, next);
}

/** Whether exactly this attempt was closed. An attempt's number is never given twice. */
export function isClosed(key: Key, closed: Table<Attempt>): boolean {
  const a = lookup(closed, key.attempt);
  return a !== undefined && sameKey(a.key, key);
}

/**
 * The last closed attempt, or `undefined`. A claim waits until every earlier worker is gone, so that no
 * other closed attempt can have one that is not.
 */
export function lastClosed(t: Task): Attempt | undefined {
  return lookup(t.closed, t.closed.size);
}

/** Whether a dependency of the task was waived. */
export function isWaived(t: Task, dep: number): boolean {
  return lookup(t.waived, dep) !== undefined;
}

/** Whether the task's current attempt is live. */
export function hasLive(t: Task): boolean {
  return t.current !== null && live(t.current.phase);
}

/** Whether the task's current attempt has a durable success. */
export function hasSuccess(t: Task): boolean {
  return t.current !== null && succeeded(t.current.phase);
}

/** Whether a task is a legacy Done: no attempt of its own has made it so. */
export function doneLegacy(t: Task): boolean {
  return t.status === "done" && t.current === null;
}

/** Whether dependents may rely on a task: cleaned, or a legacy Done that is trusted. */
export function satisfies(t: Task): boolean {
  if (t.current !== null) return t.current.phase.type === "cleaned";
  return t.status === "done" && t.origin.type === "legacy" && t.origin.trusted;
}

/** Whether a task has a durable success: it satisfies, or is about to. */
export function settled(t: Task): boolean {
  return hasSuccess(t) || satisfies(t);
}

/** Whether a declared task satisfies those that depend on it. */
export function satisfiedIn(tasks: Table<Task>, dep: number): boolean {
  const t = findTask(dep, tasks);
  return t !== undefined && satisfies(t);
}

/** Whether every one of the dependencies is declared. */
export function allDeclared(tasks: Table<Task>, deps: readonly number[]): boolean {
  return deps.every((dep) => findTask(dep, tasks) !== undefined);
}

/**
 * Whether nothing keeps an attempt from being claimed: open, not held, every dependency satisfied or
 * waived, and every earlier worker gone.
 */
export function claimable(waits: Waits, t: Task): boolean {
  return t.status === "open" && t.held === null && waitsFor(waits, t.id) === 0 &&
    (lastClosed(t)?.worker ?? "gone") === "gone";
}

/** What the outside should show of a task. */
export function truth(t: Task): Projection {
  const phase = t.current?.phase;
  return phase?.type === "cleaned" ? shown("done", phase.receipt) : shown(t.status, null);
}

/** What a projection says of a task: receipts of a legacy task that was never claimed say nothing. */
export function reads(t: Task, p: Projection): Projection {
  return t.origin.type === "legacy" && t.attempts === 0 ? withoutReceipt(p) : p;
}

/** Whether a projection shows what it should. */
export function agrees(t: Task, p: Projection): boolean {
  return sameProjection(reads(t, p), truth(t));
}
