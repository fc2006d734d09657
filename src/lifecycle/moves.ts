/**
 * What an applied event does to a task: the moves of `formal/Lifecycle/Rule.lean`.
 */
import { type Attempt, type Phase, snocAttempt, type Task } from "./state.ts";
import type { Table } from "./table.ts";
import type { Cancel, Class, Key, Status } from "./value.ts";

/** The attempt enters a phase. */
export function enter(t: Task, a: Attempt, phase: Phase): Task {
  return { ...t, current: { key: a.key, phase } };
}

/** The attempt fails, and stays current until a retry. */
export function fail(t: Task, a: Attempt, cls: Class): Task {
  return { ...enter(t, a, { type: "failed", class: cls }), status: "failed" };
}

/** The status of a task whose attempt was closed for this reason. */
export function cancelStatus(reason: Cancel): Status {
  switch (reason) {
    case "released":
    case "killed":
      return "open";
    case "abandoned":
      return "abandoned";
  }
}

/** The attempt is closed without failing. */
export function cancel(t: Task, a: Attempt, reason: Cancel): Task {
  return {
    ...t,
    current: null,
    closed: snocAttempt(t.closed, { key: a.key, phase: { type: "cancelled", reason } }),
    status: cancelStatus(reason),
  };
}

/** The attempt that a claim by this key starts. */
export function claim(t: Task, key: Key): Task {
  return {
    ...t,
    attempts: key.attempt,
    fence: key.fence,
    ready: false,
    status: "active",
    current: { key, phase: { type: "running" } },
  };
}

/** The closed attempts, with the current one behind them. */
export function closeCurrent(t: Task): Table<Attempt> {
  return t.current === null ? t.closed : snocAttempt(t.closed, t.current);
}

/** The next generation of a failed task. */
export function reopen(t: Task): Task {
  return {
    ...t,
    retries: t.retries - 1,
    generation: t.generation + 1,
    ready: false,
    status: "open",
    current: null,
    closed: closeCurrent(t),
  };
}
