/**
 * The old behaviour, for a test build alone: the reducer with one of its rules disabled. It shows
 * that the scenarios notice.
 */
import { type Act, type Event, failureOf } from "../../../src/lifecycle/event.ts";
import { reduce, type Step } from "../../../src/lifecycle/reduce.ts";
import { failNow } from "../../../src/lifecycle/rule.ts";
import { findTask, replaceTask, type State } from "../../../src/lifecycle/state.ts";
import { type Key, sameKey } from "../../../src/lifecycle/value.ts";
import type { Reduce } from "../../../src/service/ledger.ts";

/** Every rule that can be disabled. */
export const RULES = ["first-result-wins", "fence", "preflight", "failed-stays", "legacy"] as const;
/** A rule that can be disabled. */
export type Rule = typeof RULES[number];

/** The reducer without the rule. */
export const WITHOUT: Readonly<Record<Rule, Reduce>> = {
  "first-result-wins": lateExitOverwrites,
  fence: (state, event) => reduce(state, withCurrentKey(state, event)),
  preflight: (state, event) => reduce(state, passing(event)),
  "failed-stays": (state, event) => reduce(revived(state, event), event),
  legacy: (state, event) => reduce(state, trusting(event)),
};

/** Whoever speaks of a task is taken to speak of its current attempt. */
function withCurrentKey(state: State, { eid, body }: Event): Event {
  if (body.type !== "onAttempt") return { eid, body };
  const key: Key = findTask(body.key.task, state.tasks)?.current?.key ?? body.key;
  return { eid, body: { ...body, key } };
}

/** Whatever a look at the candidate found, it passes. */
function passing({ eid, body }: Event): Event {
  if (body.type !== "onAttempt" || body.act.type !== "candidateValidated") return { eid, body };
  const act: Act = { ...body.act, passed: true };
  return { eid, body: { ...body, act } };
}

/** A failed attempt that begins to finish runs again. */
function revived(state: State, { body }: Event): State {
  if (body.type !== "onAttempt" || body.act.type !== "finishBegun") return state;
  const t = findTask(body.key.task, state.tasks);
  if (t?.current?.phase.type !== "failed" || !sameKey(t.current.key, body.key)) return state;
  const current = { ...t.current, phase: { type: "running" } as const };
  return { ...state, tasks: replaceTask({ ...t, current, status: "active" }, state.tasks) };
}

/** A legacy Done is a success. */
function trusting({ eid, body }: Event): Event {
  return body.type === "legacyImported" ? { eid, body: { ...body, trusted: true } } : { eid, body };
}

/** A failure that is reported after the success fails the attempt all the same. */
function lateExitOverwrites(state: State, event: Event): Step {
  const step = reduce(state, event);
  const { body } = event;
  if (body.type !== "onAttempt") return step;
  const failure = failureOf(body.act);
  const t = findTask(body.key.task, state.tasks);
  const phase = t?.current?.phase.type;
  const succeeded = phase === "accepted" || phase === "cleaned";
  if (!t?.current || failure === null || !succeeded || !sameKey(t.current.key, body.key)) {
    return step;
  }
  const outcome = failNow(t, t.current, failure);
  if (outcome.type !== "applied") return step;
  const { next, effects } = outcome;
  return {
    decision: { verdict: { type: "applied" }, effects },
    state: { ...step.state, tasks: replaceTask(next, step.state.tasks) },
  };
}
