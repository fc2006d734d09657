/**
 * What an event does to a task and its attempts: the moves of `formal/Lifecycle/Rule.lean` and
 * `formal/Lifecycle/TaskRule.lean`.
 */
import { type Act, showsGone } from "./event.ts";
import { type Attempt, type Phase, snocAttempt, type Task, type Worker } from "./state.ts";
import { append, lookup, replace } from "./table.ts";
import { type Cancel, type Class, type Key, missing, type Tx } from "./value.ts";

/** The attempt with what an act shows of its worker, or makes of it, in any phase. */
export function mark(a: Attempt, act: Act): Attempt {
  if (showsGone(act)) return withWorker(a, "gone");
  if (act.type !== "killRequested" || a.worker !== "present") return a;
  switch (a.phase.type) {
    case "promoting":
    case "accepted":
    case "cleaned":
      return withWorker(a, "stopping");
    default:
      return a;
  }
}

/** The attempt with this known of its worker. */
export function withWorker(a: Attempt, worker: Worker): Attempt {
  return a.worker === worker ? a : { key: a.key, phase: a.phase, worker };
}

/** The attempt ends in a phase: its worker is to be stopped, unless it is gone. */
export function endAs(a: Attempt, phase: Phase): Attempt {
  return { key: a.key, phase, worker: a.worker === "gone" ? "gone" : "stopping" };
}

/** The attempt enters a phase. */
export function enter(t: Task, a: Attempt, phase: Phase): Task {
  return { ...t, current: { key: a.key, phase, worker: a.worker } };
}

/** The attempt fails, and stays current until a retry. */
export function fail(t: Task, a: Attempt, cls: Class): Task {
  const current = endAs(a, { type: "failed", class: cls });
  return { ...t, current, status: "failed", projection: missing };
}

/** The attempt is closed without failing, and the task is open again. */
export function cancel(t: Task, a: Attempt, reason: Cancel): Task {
  const closed = snocAttempt(t.closed, endAs(a, { type: "cancelled", reason }));
  return { ...t, current: null, closed, status: "open" };
}

/** The task is given up. */
export function abandon(t: Task): Task {
  return { ...t, status: "abandoned", ready: false, projection: missing };
}

/** The transaction is cleaned up, and the task is done. */
export function clean(t: Task, a: Attempt, tx: Tx, receipt: number, cleanup: number): Task {
  const next = enter(t, a, { type: "cleaned", tx, receipt, cleanup });
  return { ...next, status: "done", projection: missing };
}

/** The attempt that a claim by this key starts. */
export function claim(t: Task, key: Key): Task {
  return {
    ...t,
    attempts: t.attempts + 1,
    fence: key.fence,
    ready: false,
    status: "active",
    current: { key, phase: { type: "running" }, worker: "present" },
  };
}

/** The worker of the closed attempt of this key is gone. */
export function loseClosed(t: Task, key: Key): Task {
  const a = lookup(t.closed, key.attempt)!;
  if (a.worker === "gone") return t;
  return { ...t, closed: replace(t.closed, key.attempt, withWorker(a, "gone")) };
}

/** The next generation of the task, with these retries left. */
export function nextGeneration(t: Task, retries: number): Task {
  return {
    ...t,
    retries,
    generation: t.generation + 1,
    ready: false,
    status: "open",
    current: null,
    closed: t.current === null ? t.closed : snocAttempt(t.closed, t.current),
  };
}

/** The dependency is waived. */
export function waive(t: Task, dep: number): Task {
  return { ...t, waived: append(t.waived, dep, dep) };
}
