/**
 * Attempts, tasks and the state of one graph. Mirrors `formal/Lifecycle/State.lean`.
 *
 * `status` is the reducer's own truth; `projection` is what the outside shows. Where the model has a
 * list that it searches, the state has a {@linkcode Table}; {@linkcode tasksOf}, {@linkcode evidenceOf}
 * and {@linkcode closedOf} give the model's lists.
 */
import type { Verdict } from "./decision.ts";
import type { Event } from "./event.ts";
import { noWaits, type Waits, waitsFor } from "./readiness.ts";
import { append, emptyTable, lookup, replace, rows, type Table } from "./table.ts";
import {
  type Class,
  type Key,
  type Projection,
  sameKey,
  shown,
  type Status,
  type ValueKinds,
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

/** One attempt at a task. */
export interface Attempt {
  /** Which attempt. */
  readonly key: Key;
  /** Where it stands. */
  readonly phase: Phase;
}

/** Where a task comes from. */
export const ORIGINS = {
  native: {},
  legacy: { trusted: "boolean" },
} as const;
/** One of {@linkcode ORIGINS}. */
export type Origin = Variants<typeof ORIGINS, ValueKinds>;

/** One task of the graph. */
export interface Task {
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
  readonly projection: Projection;
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

/** Whether an attempt may still act: neither accepted nor closed. */
export function live(phase: Phase): boolean {
  return phase.type === "running" || phase.type === "finishing" || phase.type === "promoting";
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

/** Whether dependents may rely on a task: cleaned, or a legacy Done that was declared trusted. */
export function satisfies(t: Task): boolean {
  if (t.current?.phase.type === "cleaned") return true;
  return t.origin.type === "legacy" && t.origin.trusted && t.status === "done";
}

/** Whether every one of the dependencies is declared. */
export function allDeclared(tasks: Table<Task>, deps: readonly number[]): boolean {
  return deps.every((dep) => findTask(dep, tasks) !== undefined);
}

/** Whether the task's current attempt is live. */
export function hasLive(t: Task): boolean {
  return t.current !== null && live(t.current.phase);
}

/** Whether an attempt may be claimed: open, no live attempt, every dependency satisfied. */
export function claimable(waits: Waits, t: Task): boolean {
  return t.status === "open" && !hasLive(t) && waitsFor(waits, t.id) === 0;
}

/** Whether a task answers for its own display: native, or legacy once claimed. */
export function owned(t: Task): boolean {
  return t.origin.type === "native" || t.attempts !== 0;
}

/** What the graph should display of a task. */
export function truth(t: Task): Projection {
  const phase = t.current?.phase;
  return phase?.type === "cleaned" ? shown("done", phase.receipt) : shown(t.status, null);
}

/** Why a task's current attempt failed; `lost` for a task that has none to tell. */
export function failure(t: Task): Class {
  const phase = t.current?.phase;
  return phase?.type === "failed" ? phase.class : "lost";
}
