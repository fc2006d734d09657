/** Short ways to write logs in tests. Everything is about graph 1, unless a key says otherwise. */
import { decodeEvents } from "../event_codec.ts";
import { encodeDecision } from "../decision_codec.ts";
import type { Event } from "../event.ts";
import { replay } from "../reduce.ts";
import { initialState, type State } from "../state.ts";
import type { Contract, Fault, Role, Status } from "../value.ts";
import type { WireDecision, WireEvent, WireKey, WireProjection } from "../wire.ts";

/** An event that has no `eid` yet. */
export type Saying = WireEvent extends infer E ? E extends WireEvent ? Omit<E, "eid"> : never
  : never;

/** The key of the first attempt at a task. */
export function first(task: number): WireKey {
  return [1, task, 0, 1, 1];
}

/** What tests call the parts of a task's transaction. */
export const TX = 11, CANDIDATE = 12, RECEIPT = 13, CLEANUP = 14;

/** A task is declared. */
export function declare(task: number, deps: readonly number[] = [], retries = 0): Saying {
  return { type: "TaskDeclared", task, deps, retries };
}

/** A legacy record is imported. */
export function imported(
  task: number,
  status: Status,
  rest: { trusted?: boolean; deps?: readonly number[]; retries?: number } = {},
): Saying {
  return { type: "LegacyImported", task, deps: [], retries: 0, trusted: false, ...rest, status };
}

/** An attempt is claimed. */
export function claim(key: WireKey): Saying {
  return { type: "AttemptClaimed", key };
}

/** An attempt is given back. */
export function release(key: WireKey): Saying {
  return { type: "AttemptReleased", key };
}

/** A worker begins to finish. */
export function finish(key: WireKey, contract: Contract = "land"): Saying {
  return { type: "FinishBegun", key, tx: TX, candidate: CANDIDATE, contract };
}

/** The candidate is validated. */
export function validate(key: WireKey, passed = true): Saying {
  return { type: "CandidateValidated", key, tx: TX, candidate: CANDIDATE, passed };
}

/** The promotion is intended. */
export function intend(key: WireKey): Saying {
  return { type: "PromotionIntended", key, tx: TX, candidate: CANDIDATE };
}

/** The outcome is accepted. */
export function accept(key: WireKey, receipt = RECEIPT): Saying {
  return { type: "OutcomeAccepted", key, tx: TX, candidate: CANDIDATE, receipt };
}

/** The promotion is probed. */
export function probed(key: WireKey, found: number | null): Saying {
  return { type: "PromotionProbed", key, tx: TX, found };
}

/** The cleanup is recorded. */
export function cleaned(key: WireKey, receipt = RECEIPT, cleanup = CLEANUP): Saying {
  return { type: "CleanupRecorded", key, tx: TX, receipt, cleanup };
}

/** An attempt is asked to fail. */
export function failRequest(key: WireKey): Saying {
  return { type: "FailRequested", key };
}

/** A process exits. */
export function exit(key: WireKey, code: number, role: Role = "worker"): Saying {
  return { type: "ProcessExited", key, role, code };
}

/** The provider reports a fault. */
export function fault(key: WireKey, fault: Fault = "timeout"): Saying {
  return { type: "ProviderFault", key, fault };
}

/** The owner is lost. */
export function lost(key: WireKey): Saying {
  return { type: "OwnerLost", key };
}

/** A late commit is seen. */
export function lateCommit(key: WireKey, commit = 1): Saying {
  return { type: "LateCommitSeen", key, commit };
}

/** A projection is observed. */
export function observe(task: number, generation: number, projection: WireProjection): Saying {
  return { type: "ProjectionObserved", task, generation, projection };
}

/** An attempt is killed. */
export function kill(key: WireKey): Saying {
  return { type: "KillRequested", key };
}

/** A task is abandoned. */
export function abandon(task: number, generation = 0): Saying {
  return { type: "AbandonRequested", task, generation };
}

/** A task is retried. */
export function retry(task: number, generation = 0): Saying {
  return { type: "RetryRequested", task, generation };
}

/** An abandoned task is reopened. */
export function reopen(task: number, generation = 0): Saying {
  return { type: "ReopenRequested", task, generation };
}

/** A hold is cleared. */
export function clear(task: number, generation = 0): Saying {
  return { type: "HoldCleared", task, generation };
}

/** More retries are granted. */
export function grant(task: number, count: number, generation = 0): Saying {
  return { type: "RetriesGranted", task, generation, count };
}

/** A legacy Done is trusted. */
export function trust(task: number, generation = 0): Saying {
  return { type: "LegacyTrusted", task, generation };
}

/** A dependency is waived. */
export function waive(task: number, dep: number, generation = 0): Saying {
  return { type: "DependencyWaived", task, generation, dep };
}

/** A task is asked to converge. */
export function converge(task: number): Saying {
  return { type: "ConvergeRequested", task };
}

/** All events of a success up to, and without, the acceptance. */
export function promoting(key: WireKey, contract: Contract = "land"): readonly Saying[] {
  return [claim(key), finish(key, contract), validate(key), intend(key)];
}

/** All events of a success. */
export function success(key: WireKey, contract: Contract = "land"): readonly Saying[] {
  return [...promoting(key, contract), accept(key), cleaned(key)];
}

/** A list of sayings as events, numbered from `eid`. */
export function log(sayings: readonly Saying[], eid = 1): readonly Event[] {
  return decodeEvents(sayings.map((saying, i) => ({ ...saying, eid: eid + i })));
}

/** The state after a list of sayings from the beginning. */
export function after(...sayings: readonly Saying[]): State {
  return replay(initialState(1), log(sayings)).final;
}

/** The decisions on further sayings. */
export function on(state: State, ...sayings: readonly Saying[]): readonly WireDecision[] {
  return further(state, ...sayings).decisions;
}

/** The decisions on further sayings, and the state after them. */
export function further(
  state: State,
  ...sayings: readonly Saying[]
): { readonly decisions: readonly WireDecision[]; readonly state: State } {
  const { decisions, final } = replay(state, log(sayings, state.evidence.size + 1));
  return { decisions: decisions.map(encodeDecision), state: final };
}
