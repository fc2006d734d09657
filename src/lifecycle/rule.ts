/**
 * What each act does in each phase of the current attempt, one function a row of the table. Mirrors
 * the first half of `formal/Lifecycle/Rule.lean`; `task_rule.ts` mirrors the second.
 *
 * The guards have answered before: an act that names a transaction names the attempt's own.
 */
import type { Why } from "./decision.ts";
import {
  doneEffect,
  failureEffects,
  probe,
  projectAbandoned,
  promote,
  repairEffects,
  startCleanup,
  stopProcess,
} from "./effects.ts";
import type { Act } from "./event.ts";
import { applied, hold, noop, observe, type Outcome, rejected } from "./guard.ts";
import { cancel, enter, fail } from "./moves.ts";
import type { Attempt, Deferred, Task } from "./state.ts";
import { type Class, disposition, type Tx } from "./value.ts";

/** A failure is reported. */
export function failureRule(t: Task, a: Attempt, cls: Class): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "running":
    case "finishing":
      return applied(fail(t, a, cls), failureEffects(t, a, cls));
    case "promoting":
      return phase.deferred.type === "none"
        ? applied(enter(t, a, { ...phase, deferred: { type: "failure", class: cls } }), [
          probe(a, phase.tx),
        ])
        : observe(t, "alreadyDeferred", [probe(a, phase.tx)]);
    case "accepted":
      return observe(t, "afterSuccess", [startCleanup(a, phase.tx)]);
    case "cleaned":
      return observe(t, "afterSuccess", repairEffects(t, phase.tx, phase.receipt));
    case "failed":
      return observe(t, "afterFailure", []);
    case "cancelled":
      return observe(t, "closed", []);
  }
}

/** A process exits with zero: nothing failed, but a worker that never began to finish has not completed. */
export function exitZeroRule(t: Task, a: Attempt): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "running":
      return applied(fail(t, a, "noCompletion"), failureEffects(t, a, "noCompletion"));
    case "finishing":
      return observe(t, "finishInProgress", []);
    case "promoting":
      return observe(t, "promotionInFlight", [probe(a, phase.tx)]);
    case "accepted":
      return observe(t, "afterSuccess", [startCleanup(a, phase.tx)]);
    case "cleaned":
      return observe(t, "afterSuccess", repairEffects(t, phase.tx, phase.receipt));
    case "failed":
      return observe(t, "afterFailure", []);
    case "cancelled":
      return observe(t, "closed", []);
  }
}

/** A worker begins to finish by a transaction. */
export function finishRule(t: Task, a: Attempt, tx: Tx): Outcome {
  switch (a.phase.type) {
    case "running":
      return applied(enter(t, a, { type: "finishing", tx, validated: false }), []);
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
      if (!passed) return applied(enter(t, a, { type: "running" }), []);
      return phase.validated
        ? noop("already")
        : applied(enter(t, a, { ...phase, validated: true }), []);
    case "promoting":
      return passed ? noop("already") : observe(t, "afterIntent", []);
    case "accepted":
    case "cleaned":
      return passed ? noop("already") : observe(t, "afterSuccess", []);
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
        { type: "succeeded", key: a.key, disposition: disposition(phase.tx.contract), receipt },
        startCleanup(a, phase.tx),
      ]);
    case "accepted":
    case "cleaned":
      return phase.receipt === receipt ? noop(same) : hold("receiptConflict");
    case "finishing":
      return rejected("notIntended");
    case "running":
      return rejected("noTransaction");
    case "failed":
    case "cancelled":
      return hold("acceptedAfterClose");
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
      return observe(t, "afterSuccess", []);
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
      return observe(t, "promotionAbsent", [promote(a, tx)]);
    case "failure":
      return applied(fail(t, a, deferred.class), failureEffects(t, a, deferred.class));
    case "kill":
      return applied(cancel(t, a, "killed"), [stopProcess(a)]);
    case "abandon":
      return applied(cancel(t, a, "abandoned"), [stopProcess(a), projectAbandoned(t)]);
  }
}

/** The receipt of a cleanup is recorded. */
export function cleanupRule(t: Task, a: Attempt, receipt: number, cleanup: number): Outcome {
  const { phase } = a;
  switch (phase.type) {
    case "accepted":
      return phase.receipt === receipt
        ? applied({ ...enter(t, a, { ...phase, type: "cleaned", cleanup }), status: "done" }, [
          doneEffect(t, phase.tx, receipt),
        ])
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

/** The owner gives the attempt back. */
export function releaseRule(t: Task, a: Attempt): Outcome {
  switch (a.phase.type) {
    case "running":
      return applied(cancel(t, a, "released"), []);
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
      return applied(cancel(t, a, "killed"), [stopProcess(a)]);
    case "promoting":
      return phase.deferred.type === "none"
        ? applied(enter(t, a, { ...phase, deferred: { type: "kill" } }), [probe(a, phase.tx)])
        : observe(t, "alreadyDeferred", [probe(a, phase.tx)]);
    case "accepted":
    case "cleaned":
      return observe(t, "afterSuccess", [stopProcess(a)]);
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
      return observe(t, "workInProgress", []);
    case "accepted":
    case "cleaned":
      return observe(t, "lateCommit", []);
    case "failed":
    case "cancelled":
      return observe(t, "closed", []);
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
