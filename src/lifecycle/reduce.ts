/**
 * The reducer: one event, one decision, the state after it. Mirrors `formal/Lifecycle/Reduce.lean`.
 *
 * It is pure and total. The guards of the log come first (duplicate, foreign graph, unknown task), then
 * the task's rule; an applied outcome is stored, and `ready` is requested once for every task that has
 * become claimable.
 */
import type { Decision, Effect, Verdict } from "./decision.ts";
import { declared, imported } from "./declaration.ts";
import { type Body, type Event, sameEvent } from "./event.ts";
import type { Outcome } from "./guard.ts";
import { satisfy, wait, waitersOf, waitLess, type Waits } from "./readiness.ts";
import {
  allDeclared,
  claimable,
  findEntry,
  findTask,
  isWaived,
  replaceTask,
  satisfiedIn,
  satisfies,
  snocEntry,
  snocTask,
  type State,
  type Task,
} from "./state.ts";
import type { Table } from "./table.ts";
import { attemptRule, claimRule, convergeRule, generationRule } from "./task_rule.ts";

/** The decision on one event, and the state after it. */
export interface Step {
  /** What becomes of the event, and what is requested. */
  readonly decision: Decision;
  /** The state after the event. */
  readonly state: State;
}

/** The decisions on a list of events, and the state after the last. */
export interface Replay {
  /** One for each event. */
  readonly decisions: readonly Decision[];
  /** The state after the last event. */
  readonly final: State;
}

/** Decides one event. The state that it is given stays as it was. */
export function reduce(s: State, e: Event): Step {
  const entry = findEntry(e.eid, s.evidence);
  if (entry === undefined) return consume(s, e);
  return sameEvent(entry.event, e)
    ? ignore(s, { type: "noop", why: "duplicate" })
    : ignore(s, { type: "rejected", why: "eidConflict" });
}

/** Decides a list of events, from a state. */
export function replay(s: State, events: Iterable<Event>): Replay {
  const decisions: Decision[] = [];
  let final = s;
  for (const event of events) {
    const step = reduce(final, event);
    decisions.push(step.decision);
    final = step.state;
  }
  return { decisions, final };
}

/** The decisions on a list of events, from a state. */
export function decisions(s: State, events: Iterable<Event>): readonly Decision[] {
  return replay(s, events).decisions;
}

/** The state after a list of events, from a state. */
export function finalState(s: State, events: Iterable<Event>): State {
  let final = s;
  for (const event of events) final = reduce(final, event).state;
  return final;
}

/** A decision that leaves everything as it was, the evidence included. */
function ignore(state: State, verdict: Verdict): Step {
  return { decision: { verdict, effects: [] }, state };
}

/** Decides a fresh event and appends it to the evidence. */
function consume(s: State, event: Event): Step {
  const { decision, tasks, waits } = change(s, event.body);
  const evidence = snocEntry(s.evidence, { event, verdict: decision.verdict });
  return { decision, state: { graph: s.graph, tasks, evidence, waits } };
}

/** What an event changes besides the evidence. */
interface Change {
  readonly decision: Decision;
  readonly tasks: Table<Task>;
  readonly waits: Waits;
}

/** What a fresh event does. */
function change(s: State, body: Body): Change {
  const graph = graphOf(body);
  return graph === null || graph === s.graph
    ? dispatch(s, body)
    : unchanged(s, { type: "rejected", why: "wrongGraph" });
}

/** What a body that names this graph, or none, does. */
function dispatch(s: State, body: Body): Change {
  switch (body.type) {
    case "taskDeclared":
      return declare(s, declared(body.task, body.deps, body.retries));
    case "legacyImported":
      return declare(s, imported(body.task, body.deps, body.retries, body.status, body.trusted));
    default:
      return concern(s, body);
  }
}

/** A body that is not a declaration. */
type Concerning = Exclude<Body, { type: "taskDeclared" | "legacyImported" }>;

/** The rule of the task that the body concerns. */
function concern(s: State, body: Concerning): Change {
  const t = findTask(taskOf(body), s.tasks);
  return t === undefined
    ? unchanged(s, { type: "rejected", why: "unknownTask" })
    : conclude(s, t, outcome(s, t, body));
}

/** The outcome of a body for the task it concerns. */
function outcome(s: State, t: Task, body: Concerning): Outcome {
  switch (body.type) {
    case "attemptClaimed":
      return claimRule(t, body.key);
    case "onAttempt":
      return attemptRule(s.waits, t, body.key, body.act);
    case "onTask":
      return generationRule(s, t, body.generation, body.act);
    case "convergeRequested":
      return convergeRule(t);
  }
}

/** Stores the outcome for the task `t`. */
function conclude(s: State, t: Task, outcome: Outcome): Change {
  switch (outcome.type) {
    case "applied":
      return applyTask(s, t, outcome.next, outcome.effects);
    case "observed": {
      const { why, next, effects } = outcome;
      return stored(s, t, next, { verdict: { type: "observed", why }, effects });
    }
    case "hold": {
      const { why, held } = outcome;
      const next = held === t.held ? t : { ...t, held };
      return stored(s, t, next, { verdict: { type: "hold", why }, effects: [] });
    }
    case "noop":
    case "rejected":
      return unchanged(s, outcome);
  }
}

/** A decision that lets nobody become ready. */
function stored(s: State, t: Task, next: Task, decision: Decision): Change {
  return { decision, tasks: next === t ? s.tasks : replaceTask(next, s.tasks), waits: s.waits };
}

/** An answer that changes nothing. */
function unchanged({ tasks, waits }: State, verdict: Verdict): Change {
  return { decision: { verdict, effects: [] }, tasks, waits };
}

/** A new task, if its id is new and its dependencies are declared; so the graph has no cycle. */
function declare(s: State, t: Task): Change {
  if (findTask(t.id, s.tasks) !== undefined) {
    return unchanged(s, { type: "rejected", why: "taskExists" });
  }
  if (!allDeclared(s.tasks, t.deps)) {
    return unchanged(s, { type: "rejected", why: "unknownDependency" });
  }
  const waits = wait(s.waits, t.id, t.deps.filter((dep) => !satisfiedIn(s.tasks, dep)));
  return latchReady(snocTask(s.tasks, t), waits, [], [t.id]);
}

/** An applied event: the task `t` becomes `next`. */
function applyTask(s: State, t: Task, next: Task, effects: readonly Effect[]): Change {
  const tasks = replaceTask(next, s.tasks);
  const waits = next.waived.size > t.waived.size ? waitLess(s.waits, t.id) : s.waits;
  if (!satisfies(next) || satisfies(t)) return latchReady(tasks, waits, effects, [t.id]);
  const isWaivedBy = (waiter: number) => isWaived(findTask(waiter, tasks)!, t.id);
  const touched = [t.id, ...waitersOf(waits, t.id)];
  return latchReady(tasks, satisfy(waits, t.id, isWaivedBy), effects, touched);
}

/**
 * Sets the latch on each of these tasks that may be claimed, and requests `ready` if it was not set. They
 * are given in order of declaration, and no other task's answer can have changed.
 */
function latchReady(
  tasks: Table<Task>,
  waits: Waits,
  effects: readonly Effect[],
  touched: readonly number[],
): Change {
  const ready: Effect[] = [];
  for (const id of touched) {
    const t = findTask(id, tasks);
    if (t === undefined || t.ready || !claimable(waits, t)) continue;
    tasks = replaceTask({ ...t, ready: true }, tasks);
    ready.push({ type: "ready", task: t.id, generation: t.generation });
  }
  const all = ready.length === 0 ? effects : [...effects, ...ready];
  return { decision: { verdict: { type: "applied" }, effects: all }, tasks, waits };
}

/** The task that a body concerns. */
function taskOf(body: Concerning): number {
  switch (body.type) {
    case "attemptClaimed":
    case "onAttempt":
      return body.key.task;
    default:
      return body.task;
  }
}

/** The graph that a body's key names, or `null` if it has none. */
function graphOf(body: Body): number | null {
  switch (body.type) {
    case "attemptClaimed":
    case "onAttempt":
      return body.key.graph;
    default:
      return null;
  }
}
