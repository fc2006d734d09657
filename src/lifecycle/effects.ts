/**
 * The effects that the rules request. Part of `formal/Lifecycle/Rule.lean` and
 * `formal/Lifecycle/TaskRule.lean`.
 */
import type { Effect } from "./decision.ts";
import { agrees, type Attempt, lastClosed, type Task } from "./state.ts";
import { disposition, type Key, type Tx } from "./value.ts";

/** Asks the worker's transaction to be carried on. */
export function continueFinish({ key }: Attempt, { tx, candidate }: Tx): Effect {
  return { type: "continueFinish", key, tx, candidate };
}

/** Asks for the promotion. */
export function promote({ key }: Attempt, { tx, candidate }: Tx): Effect {
  return { type: "promote", key, tx, candidate };
}

/** Asks whether the promotion has come about. */
export function probe({ key }: Attempt, { tx }: Tx): Effect {
  return { type: "probe", key, tx };
}

/** Asks for the cleanup. */
export function startCleanup({ key }: Attempt, { tx }: Tx): Effect {
  return { type: "startCleanup", key, tx };
}

/** The request to stop the attempt's process, unless it is gone. */
export function stop({ key, worker }: Attempt): readonly Effect[] {
  return worker === "gone" ? [] : [{ type: "stopProcess", key }];
}

/** The request to stop the attempt's process, if it is to be stopped. */
export function stopAgain({ key, worker }: Attempt): readonly Effect[] {
  return worker === "stopping" ? [{ type: "stopProcess", key }] : [];
}

/** The display of an abandoned task. */
export function projectAbandoned({ id, generation }: Task): Effect {
  return { type: "projectAbandoned", task: id, generation };
}

/** The display of a cleaned transaction. */
export function projectDone({ id, generation }: Task, tx: Tx, receipt: number): Effect {
  return {
    type: "projectDone",
    task: id,
    generation,
    disposition: disposition(tx.contract),
    receipt,
  };
}

/** The announcement that an attempt has succeeded. */
export function succeed(key: Key, tx: Tx, receipt: number): Effect {
  return { type: "succeeded", key, disposition: disposition(tx.contract), receipt };
}

/** The projection that is due: what the outside must be brought to show, if anything. */
export function due(t: Task): readonly Effect[] {
  const phase = t.current?.phase;
  if (phase?.type === "cleaned") return [projectDone(t, phase.tx, phase.receipt)];
  if (t.status === "abandoned") return [projectAbandoned(t)];
  if (phase?.type !== "failed") return [];
  return [{ type: "projectFailed", task: t.id, generation: t.generation, class: phase.class }];
}

/** The due projection, unless the projection agrees. */
export function reproject(t: Task): readonly Effect[] {
  return agrees(t, t.projection) ? [] : due(t);
}

/** The effect that carries on what the current attempt has begun. */
function resume(a: Attempt): readonly Effect[] {
  switch (a.phase.type) {
    case "finishing":
      return [continueFinish(a, a.phase.tx)];
    case "promoting":
      return [probe(a, a.phase.tx)];
    case "accepted":
      return [startCleanup(a, a.phase.tx)];
    case "running":
    case "cleaned":
    case "failed":
    case "cancelled":
      return [];
  }
}

/** The request to stop the current attempt's process again; while promoting its outcome comes first. */
function stopCurrent(a: Attempt): readonly Effect[] {
  return a.phase.type === "promoting" ? [] : stopAgain(a);
}

/** What an open task waits for again: the opening of its generation, and a claim. */
function opening(t: Task): readonly Effect[] {
  if (t.status !== "open" || t.held !== null) return [];
  const { id: task, generation } = t;
  // Attempts are claimed in the current generation, so that the last one has the highest.
  const claimed = lastClosed(t)?.key.generation === generation;
  return [
    ...generation > 0 && !claimed ? [{ type: "openGeneration", task, generation } as const] : [],
    ...t.ready ? [{ type: "ready", task, generation } as const] : [],
  ];
}

/** Every outstanding effect of the task: what a crash may have lost is requested again. */
export function outstanding(t: Task): readonly Effect[] {
  const [last, a] = [lastClosed(t), t.current];
  return [
    ...last === undefined ? [] : stopAgain(last),
    ...a === null ? [] : [...stopCurrent(a), ...resume(a)],
    ...reproject(t),
    ...opening(t),
  ];
}
