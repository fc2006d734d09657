/**
 * Lean terms of what a trace says, so that Lean's kernel can be asked whether the model decides it.
 * Constructors are written as in `formal/Lifecycle`; structures by their fields in order.
 */
import type { Decision, Effect, Verdict } from "./decision.ts";
import type { Act, Body, Event } from "./event.ts";
import {
  type Attempt,
  closedOf,
  type Deferred,
  type Origin,
  type Phase,
  type Task,
} from "./state.ts";
import type { Key, Projection, Tx } from "./value.ts";

/** A list of terms. */
export function listTerm(terms: readonly string[]): string {
  return `[${terms.join(", ")}]`;
}

/** An event. */
export function eventTerm({ eid, body }: Event): string {
  return `⟨${eid}, ${bodyTerm(body)}⟩`;
}

/** A decision. */
export function decisionTerm({ verdict, effects }: Decision): string {
  return `⟨${verdictTerm(verdict)}, ${listTerm(effects.map(effectTerm))}⟩`;
}

/** A verdict. */
export function verdictTerm(verdict: Verdict): string {
  return verdict.type === "applied" ? ".applied" : `.${verdict.type} .${verdict.why}`;
}

/** A task. */
export function taskTerm(task: Task): string {
  const { id, deps, retries, generation, attempts, fence, ready, status } = task;
  return structure(
    id,
    listTerm(deps.map(String)),
    retries,
    generation,
    attempts,
    fence,
    ready,
    `.${status}`,
    projectionTerm(task.projection),
    maybe(task.current === null ? null : attemptTerm(task.current)),
    listTerm(closedOf(task).map(attemptTerm)),
    originTerm(task.origin),
  );
}

function structure(...fields: readonly (string | number | boolean)[]): string {
  return `⟨${fields.join(", ")}⟩`;
}

function maybe(term: string | number | null): string {
  return term === null ? "none" : `some ${term}`;
}

/** A constructor with its arguments, each in parentheses where it has arguments itself. */
function apply(constructor: string, ...args: readonly (string | number | boolean)[]): string {
  const atoms = args.map(String).map((arg) => /^[^⟨[].* /.test(arg) ? `(${arg})` : arg);
  return [`.${constructor}`, ...atoms].join(" ");
}

function keyTerm({ graph, task, generation, attempt, fence }: Key): string {
  return structure(graph, task, generation, attempt, fence);
}

function txTerm({ tx, candidate, contract }: Tx): string {
  return structure(tx, candidate, `.${contract}`);
}

function projectionTerm(projection: Projection): string {
  return projection.type === "missing"
    ? ".missing"
    : apply("shown", `.${projection.status}`, maybe(projection.receipt));
}

function bodyTerm(body: Body): string {
  switch (body.type) {
    case "taskDeclared":
      return apply(body.type, body.task, listTerm(body.deps.map(String)), body.retries);
    case "legacyImported": {
      const { task, deps, retries, status, trusted } = body;
      return apply(body.type, task, listTerm(deps.map(String)), retries, `.${status}`, trusted);
    }
    case "attemptClaimed":
      return apply(body.type, keyTerm(body.key));
    case "onAttempt":
      return apply(body.type, keyTerm(body.key), actTerm(body.act));
    case "projectionObserved":
      return apply(body.type, body.task, body.generation, projectionTerm(body.projection));
    case "abandonRequested":
    case "retryRequested":
      return apply(body.type, body.task, body.generation);
    case "convergeRequested":
      return apply(body.type, body.task);
  }
}

function actTerm(act: Act): string {
  switch (act.type) {
    case "finishBegun":
      return apply(act.type, act.tx, act.candidate, `.${act.contract}`);
    case "candidateValidated":
      return apply(act.type, act.tx, act.candidate, act.passed);
    case "promotionIntended":
      return apply(act.type, act.tx, act.candidate);
    case "outcomeAccepted":
      return apply(act.type, act.tx, act.candidate, act.receipt);
    case "promotionProbed":
      return apply(act.type, act.tx, maybe(act.found));
    case "cleanupRecorded":
      return apply(act.type, act.tx, act.receipt, act.cleanup);
    case "processExited":
      return apply(act.type, `.${act.role}`, act.code);
    case "providerFault":
      return apply(act.type, `.${act.fault}`);
    case "lateCommitSeen":
      return apply(act.type, act.commit);
    case "attemptReleased":
    case "failRequested":
    case "ownerLost":
    case "killRequested":
      return apply(act.type);
  }
}

function effectTerm(effect: Effect): string {
  switch (effect.type) {
    case "ready":
    case "projectAbandoned":
    case "openGeneration":
      return apply(effect.type, effect.task, effect.generation);
    case "promote":
      return apply(effect.type, keyTerm(effect.key), effect.tx, effect.candidate);
    case "probe":
    case "startCleanup":
      return apply(effect.type, keyTerm(effect.key), effect.tx);
    case "succeeded":
      return apply(effect.type, keyTerm(effect.key), `.${effect.disposition}`, effect.receipt);
    case "attemptFailed":
      return apply(effect.type, keyTerm(effect.key), `.${effect.class}`);
    case "projectDone": {
      const { task, generation, disposition, receipt } = effect;
      return apply(effect.type, task, generation, `.${disposition}`, receipt);
    }
    case "projectFailed":
      return apply(effect.type, effect.task, effect.generation, `.${effect.class}`);
    case "stopProcess":
      return apply(effect.type, keyTerm(effect.key));
  }
}

function attemptTerm({ key, phase }: Attempt): string {
  return structure(keyTerm(key), phaseTerm(phase));
}

function phaseTerm(phase: Phase): string {
  switch (phase.type) {
    case "running":
      return ".running";
    case "finishing":
      return apply(phase.type, txTerm(phase.tx), phase.validated);
    case "promoting":
      return apply(phase.type, txTerm(phase.tx), deferredTerm(phase.deferred));
    case "accepted":
      return apply(phase.type, txTerm(phase.tx), phase.receipt);
    case "cleaned":
      return apply(phase.type, txTerm(phase.tx), phase.receipt, phase.cleanup);
    case "failed":
      return apply(phase.type, `.${phase.class}`);
    case "cancelled":
      return apply(phase.type, `.${phase.reason}`);
  }
}

function deferredTerm(deferred: Deferred): string {
  return deferred.type === "failure" ? apply("failure", `.${deferred.class}`) : `.${deferred.type}`;
}

function originTerm(origin: Origin): string {
  return origin.type === "native" ? ".native" : apply("legacy", origin.trusted);
}
