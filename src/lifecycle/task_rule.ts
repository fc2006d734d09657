/**
 * What each event does to the task that it concerns. Mirrors the second half of
 * `formal/Lifecycle/Rule.lean`.
 */
import type { Why } from "./decision.ts";
import {
  doneEffect,
  probe,
  projectAbandoned,
  startCleanup,
  stopProcess,
  truthEffects,
} from "./effects.ts";
import type { Act } from "./event.ts";
import {
  applied,
  closedOutcome,
  foreignOutcome,
  hold,
  noop,
  observe,
  observed,
  type Outcome,
  rejected,
  txGuard,
} from "./guard.ts";
import { cancel, claim, enter, reopen } from "./moves.ts";
import { phaseRule } from "./rule.ts";
import { type Attempt, isClosed, owned, type Task } from "./state.ts";
import { type Key, type Projection, sameKey, sameProjection, shown } from "./value.ts";

/** An act on the current attempt: the transaction's identity first, then the phase. */
export function currentRule(t: Task, a: Attempt, act: Act): Outcome {
  return txGuard(a.phase, act) ?? phaseRule(t, a, act);
}

/** An act on an attempt of the task: fenced by the key. */
export function attemptRule(t: Task, key: Key, act: Act): Outcome {
  const a = t.current;
  if (a !== null && sameKey(a.key, key)) return currentRule(t, a, act);
  return isClosed(key, t.closed) ? closedOutcome(t, act) : foreignOutcome(t, key);
}

/** Why the task's current state refuses any claim, or `null` if it does not. */
export function claimRefusal(t: Task): Why | null {
  switch (t.current?.phase.type) {
    case "accepted":
    case "cleaned":
      return "alreadyAccepted";
    case "running":
    case "finishing":
    case "promoting":
      return "ownerActive";
    case "failed":
    case "cancelled":
    case undefined:
      if (t.status === "abandoned") return "abandoned";
      if (t.status === "failed") return "notReady";
      return t.ready ? null : "notReady";
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

/** The task without a live attempt is given up. */
export function abandonOpen(t: Task): Outcome {
  switch (t.status) {
    case "abandoned":
      return noop("already");
    case "done":
      return rejected("alreadyAccepted");
    case "open":
    case "active":
    case "failed":
      return applied({ ...t, ready: false, status: "abandoned" }, [projectAbandoned(t)]);
  }
}

/** An operator gives the task up. */
export function abandonRule(t: Task): Outcome {
  const a = t.current;
  if (a === null) return abandonOpen(t);
  const { phase } = a;
  switch (phase.type) {
    case "accepted":
    case "cleaned":
      return rejected("alreadyAccepted");
    case "promoting":
      return phase.deferred.type === "none"
        ? applied(enter(t, a, { ...phase, deferred: { type: "abandon" } }), [probe(a, phase.tx)])
        : observe(t, "alreadyDeferred", [probe(a, phase.tx)]);
    case "running":
    case "finishing":
      return applied(cancel(t, a, "abandoned"), [stopProcess(a), projectAbandoned(t)]);
    case "failed":
    case "cancelled":
      return abandonOpen(t);
  }
}

/** A retry of a task that no attempt holds. */
export function retryOpen(t: Task): Outcome {
  switch (t.status) {
    case "failed":
      return t.retries === 0 ? hold("retriesExhausted") : applied(reopen(t), [
        { type: "openGeneration", task: t.id, generation: t.generation + 1 },
      ]);
    case "abandoned":
      return rejected("abandoned");
    case "open":
    case "active":
    case "done":
      return rejected("notFailed");
  }
}

/** An operator asks for another generation. */
export function retryRule(t: Task): Outcome {
  switch (t.current?.phase.type) {
    case "accepted":
    case "cleaned":
      return rejected("alreadyAccepted");
    case "running":
    case "finishing":
    case "promoting":
      return rejected("ownerActive");
    case "failed":
    case "cancelled":
    case undefined:
      return retryOpen(t);
  }
}

/** The graph is seen to display a task that answers for its own display and that no acceptance holds. */
export function observeOwned(t: Task, seen: Projection): Outcome {
  if (seen.type === "shown" && seen.status === "done") return hold("doneWithoutTransaction");
  return sameProjection(seen, shown(t.status, null))
    ? noop("agrees")
    : observed("projectionContradiction", seen, truthEffects(t));
}

/** The graph is seen to display a legacy task that was never claimed. */
export function observeLegacy(t: Task, seen: Projection): Outcome {
  return seen.type === "shown" && seen.status === t.status
    ? noop("agrees")
    : observed("projectionContradiction", seen, []);
}

/** The graph is seen to display the task so. */
export function observeRule(t: Task, seen: Projection): Outcome {
  const a = t.current;
  if (a?.phase.type === "cleaned") {
    const { tx, receipt } = a.phase;
    return sameProjection(seen, shown("done", receipt))
      ? noop("agrees")
      : observed("projectionContradiction", seen, [doneEffect(t, tx, receipt)]);
  }
  if (a?.phase.type === "accepted") {
    return sameProjection(seen, shown("active", null))
      ? noop("agrees")
      : observed("projectionContradiction", seen, [startCleanup(a, a.phase.tx)]);
  }
  return owned(t) ? observeOwned(t, seen) : observeLegacy(t, seen);
}

/** Convergence of a task that no acceptance holds: a failed or abandoned one is displayed as such. */
export function convergeSettled(t: Task): Outcome {
  switch (t.status) {
    case "failed":
    case "abandoned":
      return owned(t) && !sameProjection(t.projection, shown(t.status, null))
        ? observe(t, "projectionContradiction", truthEffects(t))
        : noop("agrees");
    case "open":
    case "active":
    case "done":
      return noop("agrees");
  }
}

/** An operator asks that what is displayed converge to the truth. */
export function convergeRule(t: Task): Outcome {
  const a = t.current;
  switch (a?.phase.type) {
    case "promoting":
      return observe(t, "converging", [probe(a, a.phase.tx)]);
    case "accepted":
      return observe(t, "converging", [startCleanup(a, a.phase.tx)]);
    case "cleaned": {
      const { tx, receipt } = a.phase;
      return sameProjection(t.projection, shown("done", receipt))
        ? noop("agrees")
        : observe(t, "projectionContradiction", [doneEffect(t, tx, receipt)]);
    }
    case "running":
    case "finishing":
    case "failed":
    case "cancelled":
    case undefined:
      return convergeSettled(t);
  }
}
