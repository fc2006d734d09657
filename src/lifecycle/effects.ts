/**
 * The effects that the rules request, where several of them do. Part of
 * `formal/Lifecycle/Rule.lean`.
 */
import type { Effect } from "./decision.ts";
import { type Attempt, failure, type Task } from "./state.ts";
import { type Class, disposition, sameProjection, shown, type Tx } from "./value.ts";

/** The failure of an attempt, told and displayed. */
export function failureEffects(t: Task, a: Attempt, cls: Class): readonly Effect[] {
  return [
    { type: "attemptFailed", key: a.key, class: cls },
    { type: "projectFailed", task: t.id, generation: t.generation, class: cls },
  ];
}

/** The display of a cleaned transaction. */
export function doneEffect(t: Task, tx: Tx, receipt: number): Effect {
  return {
    type: "projectDone",
    task: t.id,
    generation: t.generation,
    disposition: disposition(tx.contract),
    receipt,
  };
}

/** The display again of a cleaned transaction, if what is shown contradicts it. */
export function repairEffects(t: Task, tx: Tx, receipt: number): readonly Effect[] {
  return sameProjection(t.projection, shown("done", receipt)) ? [] : [doneEffect(t, tx, receipt)];
}

/** Asks whether the promotion has come about. */
export function probe(a: Attempt, tx: Tx): Effect {
  return { type: "probe", key: a.key, tx: tx.tx };
}

/** Asks for the promotion. */
export function promote(a: Attempt, tx: Tx): Effect {
  return { type: "promote", key: a.key, tx: tx.tx, candidate: tx.candidate };
}

/** Asks for the cleanup. */
export function startCleanup(a: Attempt, tx: Tx): Effect {
  return { type: "startCleanup", key: a.key, tx: tx.tx };
}

/** Asks to stop the attempt's processes. */
export function stopProcess(a: Attempt): Effect {
  return { type: "stopProcess", key: a.key };
}

/** The display of an abandoned task. */
export function projectAbandoned(t: Task): Effect {
  return { type: "projectAbandoned", task: t.id, generation: t.generation };
}

/** The effect that displays a task's truth, where a task that no acceptance holds has one. */
export function truthEffects(t: Task): readonly Effect[] {
  switch (t.status) {
    case "failed":
      return [{
        type: "projectFailed",
        task: t.id,
        generation: t.generation,
        class: failure(t),
      }];
    case "abandoned":
      return [projectAbandoned(t)];
    case "open":
    case "active":
    case "done":
      return [];
  }
}
