/**
 * What each act does in each phase of the current attempt, one function a row of the table. Mirrors
 * `formal/Lifecycle/Rule.lean`.
 *
 * The guards have answered before: an act that names a transaction names the attempt's own.
 */
import type { Why } from "./decision.ts";
import {
  continueFinish,
  probe,
  projectAbandoned,
  projectDone,
  promote,
  reproject,
  startCleanup,
  stop,
  stopAgain,
  succeed,
} from "./effects.ts";
import type { Act } from "./event.ts";
import { applied, hold, holdAcceptance, noop, observed, type Outcome, rejected } from "./guard.ts";
import { abandon, cancel, clean, enter, fail, withWorker } from "./moves.ts";
import type { Attempt, Deferred, Task } from "./state.ts";
import type { Class, Tx } from "./value.ts";

/** The attempt fails. */
export function failNow(t: Task, a: Attempt, cls: Class): Outcome {
  return applied(fail(t, a, cls), [
    { type: "attemptFailed", key: a.key, class: cls },
    ...stop(a),
    { type: "projectFailed", task: t.id, generation: t.generation, class: cls },
  ]);
}

/** The attempt is killed. */
function killNow(t: Task, a: Attempt): Outcome {
  return applied(cancel(t, a, "killed"), stop(a));
}

/** The task is abandoned together with its live attempt. */
export function abandonNow(t: Task, a: Attempt): Outcome {
  return applied(abandon(cancel(t, a, "abandoned")), [...stop(a), projectAbandoned(t)]);
}

/** A promotion is in flight: the first reason to end the attempt waits for its outcome. */
export function deferEnd(
  t: Task,
  a: Attempt,
  tx: Tx,
  deferred: Deferred,
  reason: Deferred,
): Outcome {
  return deferred.type === "none"
    ? applied(enter(t, a, { type: "promoting", tx, deferred: reason }), [probe(a, tx)])
    : observed("alreadyDeferred", t, [probe(a, tx)]);
}

/** A failure is reported. */
export function failureRule(t: Task, a: Attempt, cls: Class): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "running":
    case "finishing":
      return failNow(t, a, cls);
    case "promoting":
      return deferEnd(t, a, phase.tx, phase.deferred, { type: "failure", class: cls });
    case "accepted":
      return observed("afterSuccess", t, [startCleanup(a, phase.tx)]);
    case "cleaned":
      return observed("afterSuccess", t, reproject(t));
    case "failed":
    case "cancelled":
      return observed("afterFailure", t);
  }
}

/** A process exits with zero: a worker that never began to finish has not completed. */
export function exitZeroRule(t: Task, a: Attempt): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "running":
      return failNow(t, a, "noCompletion");
    case "finishing":
      return observed("finishInProgress", t, [continueFinish(a, phase.tx)]);
    case "promoting":
      return observed("promotionInFlight", t, [probe(a, phase.tx)]);
    case "accepted":
      return observed("afterSuccess", t, [startCleanup(a, phase.tx)]);
    case "cleaned":
      return observed("afterSuccess", t, reproject(t));
    case "failed":
    case "cancelled":
      return observed("afterFailure", t);
  }
}

/** A worker begins to finish by a transaction. */
export function finishRule(t: Task, a: Attempt, tx: Tx): Outcome {
  switch (a.phase.type) {
    case "running":
      return applied(enter(t, a, { type: "finishing", tx, validated: false }), [
        continueFinish(a, tx),
      ]);
    case "finishing":
    case "promoting":
    case "accepted":
    case "cleaned":
      return noop("already");
    case "failed":
    case "cancelled":
      return rejected("closed");
  }
}

/** The candidate passes validation, or does not. */
export function validationRule(t: Task, a: Attempt, passed: boolean): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "finishing":
      if (passed) {
        return phase.validated
          ? noop("already")
          : applied(enter(t, a, { ...phase, validated: true }), []);
      }
      // Without a worker nobody is left to go on.
      return a.worker === "gone"
        ? failNow(t, a, "noCompletion")
        : applied(enter(t, a, { type: "running" }), []);
    case "promoting":
      return passed ? noop("already") : observed("afterIntent", t);
    case "accepted":
    case "cleaned":
      return passed ? noop("already") : observed("afterSuccess", t);
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return rejected("closed");
  }
}

/** The intent to promote becomes durable. */
export function intentRule(t: Task, a: Attempt): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "finishing":
      if (t.held !== null) return rejected("held");
      return phase.validated
        ? applied(enter(t, a, { type: "promoting", tx: phase.tx, deferred: { type: "none" } }), [
          promote(a, phase.tx),
        ])
        : rejected("notValidated");
    case "promoting":
    case "accepted":
    case "cleaned":
      return noop("already");
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return rejected("closed");
  }
}

/** A durable acceptance is reported; `same` is the reason given where it was known already. */
export function acceptanceRule(t: Task, a: Attempt, receipt: number, same: Why): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "promoting":
      return applied(enter(t, a, { type: "accepted", tx: phase.tx, receipt }), [
        succeed(a.key, phase.tx, receipt),
        startCleanup(a, phase.tx),
        ...stopAgain(a),
      ]);
    case "accepted":
    case "cleaned":
      return phase.receipt === receipt ? noop(same) : hold(t, "receiptConflict");
    case "finishing":
      return rejected("notIntended");
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return holdAcceptance(t, a.key, receipt);
  }
}

/** A probe finds no acceptance: a deferred reason to end the attempt takes effect, else promote again. */
export function absenceRule(t: Task, a: Attempt): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "promoting":
      return deferredRule(t, a, phase.tx, phase.deferred);
    case "accepted":
    case "cleaned":
      return observed("afterSuccess", t);
    case "finishing":
      return rejected("notIntended");
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return rejected("closed");
  }
}

/** The promotion has not come about: what was deferred happens now. */
function deferredRule(t: Task, a: Attempt, tx: Tx, deferred: Deferred): Outcome {
  switch (deferred.type) {
    case "none":
      return observed("promotionAbsent", t, t.held === null ? [promote(a, tx)] : []);
    case "failure":
      return failNow(t, a, deferred.class);
    case "kill":
      return killNow(t, a);
    case "abandon":
      return abandonNow(t, a);
  }
}

/** The receipt of a cleanup is recorded. */
export function cleanupRule(t: Task, a: Attempt, receipt: number, cleanup: number): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "accepted":
      return phase.receipt === receipt
        ? applied(clean(t, a, phase.tx, receipt, cleanup), [projectDone(t, phase.tx, receipt)])
        : rejected("receiptMismatch");
    case "cleaned":
      return phase.receipt === receipt && phase.cleanup === cleanup
        ? noop("already")
        : rejected("receiptMismatch");
    case "finishing":
    case "promoting":
      return rejected("notAccepted");
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return rejected("closed");
  }
}

/** The worker gives its attempt back: that costs a retry, and without one it is a failure. */
export function releaseRule(t: Task, a: Attempt): Outcome {
  switch (a.phase.type) {
    case "running": {
      const gone = withWorker(a, "gone");
      return t.retries === 0
        ? failNow(t, gone, "released")
        : applied({ ...cancel(t, gone, "released"), retries: t.retries - 1 }, []);
    }
    case "finishing":
    case "promoting":
      return rejected("ownerActive");
    case "accepted":
    case "cleaned":
      return rejected("alreadyAccepted");
    case "failed":
    case "cancelled":
      return noop("already");
  }
}

/** An operator kills the attempt. */
export function killRule(t: Task, a: Attempt): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "running":
    case "finishing":
      return killNow(t, a);
    case "promoting":
      return deferEnd(t, a, phase.tx, phase.deferred, { type: "kill" });
    case "accepted":
    case "cleaned":
      return observed("afterSuccess", t, stop(a));
    case "failed":
    case "cancelled":
      return noop("already");
  }
}

/** A commit turns up that no transaction holds. */
export function lateCommitRule(t: Task, a: Attempt): Outcome {
  switch (a.phase.type) {
    case "running":
    case "finishing":
    case "promoting":
      return observed("workInProgress", t);
    case "accepted":
    case "cleaned":
      return observed("lateCommit", t);
    case "failed":
    case "cancelled":
      return observed("closed", t);
  }
}

/** What an act does in the phase of the current attempt. */
export function phaseRule(t: Task, a: Attempt, act: Act): Outcome {
  switch (act.type) {
    case "attemptReleased":
      return releaseRule(t, a);
    case "finishBegun":
      return finishRule(t, a, { tx: act.tx, candidate: act.candidate, contract: act.contract });
    case "candidateValidated":
      return validationRule(t, a, act.passed);
    case "promotionIntended":
      return intentRule(t, a);
    case "outcomeAccepted":
      return acceptanceRule(t, a, act.receipt, "already");
    case "promotionProbed":
      return act.found === null ? absenceRule(t, a) : acceptanceRule(t, a, act.found, "agrees");
    case "cleanupRecorded":
      return cleanupRule(t, a, act.receipt, act.cleanup);
    case "failRequested":
      return failureRule(t, a, "requested");
    case "processExited":
      return act.code === 0 ? exitZeroRule(t, a) : failureRule(t, a, "exit");
    case "providerFault":
      return failureRule(t, a, "fault");
    case "ownerLost":
      return failureRule(t, a, "lost");
    case "lateCommitSeen":
      return lateCommitRule(t, a);
    case "killRequested":
      return killRule(t, a);
  }
}
