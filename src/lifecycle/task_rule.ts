/**
 * What an event does to the task it concerns: the fence of its key before the rules of the current
 * attempt, and the rules of events that name no attempt. Mirrors `formal/Lifecycle/TaskRule.lean`.
 */
import type { Effect, Why } from "./decision.ts";
import { due, outstanding, projectAbandoned, startCleanup, stop } from "./effects.ts";
import type { Act, TaskAct } from "./event.ts";
import {
  applied,
  closedOutcome,
  foreignOutcome,
  generationGuard,
  hold,
  noop,
  observed,
  type Outcome,
  rejected,
  txGuard,
} from "./guard.ts";
import { abandon, claim, mark, nextGeneration, waive } from "./moves.ts";
import type { Waits } from "./readiness.ts";
import { abandonNow, deferEnd, phaseRule } from "./rule.ts";
import {
  agrees,
  type Attempt,
  claimable,
  doneLegacy,
  hasLive,
  hasSuccess,
  isClosed,
  isWaived,
  reads,
  satisfiedIn,
  settled,
  type State,
  type Task,
} from "./state.ts";
import { type Key, type Projection, sameKey, sameProjection } from "./value.ts";

/** What the rules of a task ask of the others: who satisfies, and who waits for whom. */
export type Others = Pick<State, "tasks" | "waits">;

/** An act on the current attempt: the transaction's identity first, then the phase. */
export function currentRule(t: Task, a: Attempt, act: Act): Outcome {
  const outcome = txGuard(t, a, act);
  if (outcome !== null) return outcome;
  const marked = mark(a, act);
  return phaseRule(marked === a ? t : { ...t, current: marked }, marked, act);
}

/** An act on an attempt of the task: fenced by the key. */
export function attemptRule(waits: Waits, t: Task, key: Key, act: Act): Outcome {
  const a = t.current;
  if (a !== null && sameKey(a.key, key)) return currentRule(t, a, act);
  return isClosed(key, t.closed) ? closedOutcome(waits, t, key, act) : foreignOutcome(t, key);
}

/** Why the task's current state refuses any claim, or `null` if it does not. */
export function claimRefusal(t: Task): Why | null {
  if (hasSuccess(t)) return "alreadyAccepted";
  if (hasLive(t)) return "ownerActive";
  switch (t.status) {
    case "abandoned":
      return "abandoned";
    case "open":
      if (t.held !== null) return "held";
      return t.ready ? null : "notReady";
    case "active":
    case "done":
    case "failed":
      return "notReady";
  }
}

/** A worker claims the next attempt. */
export function claimRule(t: Task, key: Key): Outcome {
  const why = claimRefusal(t);
  if (why !== null) return rejected(why);
  if (key.generation < t.generation) return rejected("staleGeneration");
  if (t.generation < key.generation) return rejected("unknownGeneration");
  if (key.attempt < t.attempts + 1) return rejected("staleAttempt");
  if (t.attempts + 1 < key.attempt) return rejected("unknownAttempt");
  if (key.fence <= t.fence) return rejected("staleFence");
  return applied(claim(t, key), []);
}

/** An operator gives the task up. */
export function abandonRule(t: Task): Outcome {
  if (t.status === "abandoned") return noop("already");
  if (settled(t)) return rejected("alreadyAccepted");
  const a = t.current;
  if (a === null) return applied(abandon(t), [projectAbandoned(t)]);
  switch (a.phase.type) {
    case "promoting":
      return deferEnd(t, a, a.phase.tx, a.phase.deferred, { type: "abandon" });
    case "running":
    case "finishing":
      return abandonNow(t, a);
    default:
      return applied(abandon(t), [...stop(a), projectAbandoned(t)]);
  }
}

/** The next generation is opened, with these retries left. */
function openNext(t: Task, retries: number): Outcome {
  return applied(nextGeneration(t, retries), [
    { type: "openGeneration", task: t.id, generation: t.generation + 1 },
  ]);
}

/** An operator asks for another generation of a failed task. */
export function retryRule(t: Task): Outcome {
  if (settled(t)) return rejected("alreadyAccepted");
  if (hasLive(t)) return rejected("ownerActive");
  switch (t.status) {
    case "abandoned":
      return rejected("abandoned");
    case "open":
      return rejected("notFailed");
    case "active":
    case "done":
    case "failed":
      if (t.held !== null) return rejected("held");
      return t.retries === 0 ? hold(t, "retriesExhausted") : openNext(t, t.retries - 1);
  }
}

/** An operator asks for another generation of an abandoned task. */
export function reopenRule(t: Task): Outcome {
  if (settled(t)) return rejected("alreadyAccepted");
  if (hasLive(t)) return rejected("ownerActive");
  if (t.status !== "abandoned") return rejected("notAbandoned");
  return t.held === null ? openNext(t, t.retries) : rejected("held");
}

/** An operator grants more retries. */
export function grantRule(t: Task, count: number): Outcome {
  if (settled(t)) return rejected("alreadyAccepted");
  // The sum of two integers of the wire may be beyond those that numbers hold exactly.
  const retries = count > Number.MAX_SAFE_INTEGER - t.retries
    ? Number.MAX_SAFE_INTEGER
    : t.retries + count;
  return applied({ ...t, retries }, []);
}

/** An operator trusts a legacy Done. */
export function trustRule(t: Task): Outcome {
  if (!doneLegacy(t)) return rejected("notLegacyDone");
  if (t.origin.type === "legacy" && t.origin.trusted) return noop("already");
  return applied({ ...t, origin: { type: "legacy", trusted: true } }, []);
}

/** An operator waives a dependency. */
export function waiveRule({ tasks }: Others, t: Task, dep: number): Outcome {
  if (!t.deps.includes(dep)) return rejected("unknownDependency");
  return isWaived(t, dep) || satisfiedIn(tasks, dep) ? noop("already") : applied(waive(t, dep), []);
}

/** An operator asks for every outstanding effect again. */
export function convergeRule(t: Task): Outcome {
  const effects = outstanding(t);
  return effects.length === 0 ? noop("agrees") : observed("converging", t, effects);
}

/** The operator has looked at the late acceptance: what was withheld is requested. */
export function clearRule(waits: Waits, t: Task): Outcome {
  if (t.held === null) return noop("already");
  const cleared = { ...t, held: null };
  const next = { ...cleared, ready: cleared.ready || claimable(waits, cleared) };
  return applied(next, outstanding(next));
}

/** What a projection that disagrees asks for. */
function correction(t: Task): readonly Effect[] {
  const a = t.current;
  return a?.phase.type === "accepted" ? [startCleanup(a, a.phase.tx)] : due(t);
}

/** Whether a projection shows a success that the task does not have. */
function unearned(t: Task, seen: Projection): boolean {
  return seen.type === "shown" && seen.status === "done" && t.status !== "done" && !hasSuccess(t);
}

/** The outside is seen to display the task so. */
export function observeRule(t: Task, seen: Projection): Outcome {
  if (unearned(t, seen)) return hold(t, "doneWithoutTransaction");
  const next = sameProjection(t.projection, seen) ? t : { ...t, projection: seen };
  if (!agrees(t, seen)) return observed("projectionContradiction", next, correction(t));
  return sameProjection(reads(t, t.projection), reads(t, seen))
    ? noop("agrees")
    : observed("projectionAgrees", next);
}

/** What is said of a generation of the task. */
function taskRule(others: Others, t: Task, act: TaskAct): Outcome {
  switch (act.type) {
    case "projectionObserved":
      return observeRule(t, act.projection);
    case "abandonRequested":
      return abandonRule(t);
    case "retryRequested":
      return retryRule(t);
    case "reopenRequested":
      return reopenRule(t);
    case "holdCleared":
      return clearRule(others.waits, t);
    case "retriesGranted":
      return grantRule(t, act.count);
    case "legacyTrusted":
      return trustRule(t);
    case "dependencyWaived":
      return waiveRule(others, t, act.dep);
  }
}

/** What is said of the task, fenced by its generation. */
export function generationRule(
  others: Others,
  t: Task,
  generation: number,
  act: TaskAct,
): Outcome {
  return generationGuard(t, generation, act) ?? taskRule(others, t, act);
}
