/** Reads and writes events. */
import type { Act, Body, Event } from "./event.ts";
import {
  boolean,
  dependencies,
  exactly,
  type Fields,
  inside,
  items,
  key,
  natural,
  naturalOrNull,
  object,
  tag,
  word,
} from "./read.ts";
import {
  CONTRACTS,
  FAULTS,
  type Key,
  missing,
  type Projection,
  ROLES,
  shown,
  STATUSES,
} from "./value.ts";
import type { WireEvent, WireEventType, WireKey, WireProjection } from "./wire.ts";

/** The fields of each event, in the order in which they are written. */
const FIELDS: Readonly<Record<WireEventType, readonly string[]>> = {
  TaskDeclared: ["type", "eid", "task", "deps", "retries"],
  LegacyImported: ["type", "eid", "task", "deps", "retries", "status", "trusted"],
  AttemptClaimed: ["type", "eid", "key"],
  AttemptReleased: ["type", "eid", "key"],
  FinishBegun: ["type", "eid", "key", "tx", "candidate", "contract"],
  CandidateValidated: ["type", "eid", "key", "tx", "candidate", "passed"],
  PromotionIntended: ["type", "eid", "key", "tx", "candidate"],
  OutcomeAccepted: ["type", "eid", "key", "tx", "candidate", "receipt"],
  PromotionProbed: ["type", "eid", "key", "tx", "found"],
  CleanupRecorded: ["type", "eid", "key", "tx", "receipt", "cleanup"],
  FailRequested: ["type", "eid", "key"],
  ProcessExited: ["type", "eid", "key", "role", "code"],
  ProviderFault: ["type", "eid", "key", "fault"],
  OwnerLost: ["type", "eid", "key"],
  LateCommitSeen: ["type", "eid", "key", "commit"],
  ProjectionObserved: ["type", "eid", "task", "generation", "projection"],
  KillRequested: ["type", "eid", "key"],
  AbandonRequested: ["type", "eid", "task", "generation"],
  RetryRequested: ["type", "eid", "task", "generation"],
  ConvergeRequested: ["type", "eid", "task"],
};

/**
 * Reads an event from parsed JSON.
 *
 * @param json What `JSON.parse` returned.
 * @param path Where it stands, for the error.
 * @throws {CodecError} With path and reason when it is not an event.
 */
export function decodeEvent(json: unknown, path = "event"): Event {
  return inside(json, path, readEvent);
}

/**
 * Reads a list of events from parsed JSON.
 *
 * @throws {CodecError} With path and reason, e.g.
 * `events[3].key[2]: expected an integer from 0 to 9007199254740991, got 1.5`.
 */
export function decodeEvents(json: unknown, path = "events"): readonly Event[] {
  return items(json, path, readEvent);
}

function readEvent(json: unknown): Event {
  const o = object(json, "");
  const type = tag(o, "an event", FIELDS);
  return exactly(
    o,
    FIELDS[type],
    (o) => ({ eid: natural(o.eid, ".eid"), body: readBody(type, o) }),
  );
}

function readBody(type: WireEventType, o: Fields): Body {
  switch (type) {
    case "TaskDeclared":
      return {
        type: "taskDeclared",
        task: natural(o.task, ".task"),
        deps: dependencies(o.deps),
        retries: natural(o.retries, ".retries"),
      };
    case "LegacyImported":
      return {
        type: "legacyImported",
        task: natural(o.task, ".task"),
        deps: dependencies(o.deps),
        retries: natural(o.retries, ".retries"),
        status: word(o.status, ".status", STATUSES),
        trusted: boolean(o.trusted, ".trusted"),
      };
    case "AttemptClaimed":
      return { type: "attemptClaimed", key: key(o.key) };
    case "ProjectionObserved":
      return {
        type: "projectionObserved",
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
        projection: readProjection(o.projection),
      };
    case "AbandonRequested":
      return {
        type: "abandonRequested",
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
      };
    case "RetryRequested":
      return {
        type: "retryRequested",
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
      };
    case "ConvergeRequested":
      return { type: "convergeRequested", task: natural(o.task, ".task") };
    default:
      return { type: "onAttempt", key: key(o.key), act: readAct(type, o) };
  }
}

/** The name of an event that is an act. */
type WireActType = Exclude<
  WireEventType,
  | "TaskDeclared"
  | "LegacyImported"
  | "AttemptClaimed"
  | "ProjectionObserved"
  | "AbandonRequested"
  | "RetryRequested"
  | "ConvergeRequested"
>;

function readAct(type: WireActType, o: Fields): Act {
  switch (type) {
    case "AttemptReleased":
      return { type: "attemptReleased" };
    case "FinishBegun":
      return {
        type: "finishBegun",
        tx: natural(o.tx, ".tx"),
        candidate: natural(o.candidate, ".candidate"),
        contract: word(o.contract, ".contract", CONTRACTS),
      };
    case "CandidateValidated":
      return {
        type: "candidateValidated",
        tx: natural(o.tx, ".tx"),
        candidate: natural(o.candidate, ".candidate"),
        passed: boolean(o.passed, ".passed"),
      };
    case "PromotionIntended":
      return {
        type: "promotionIntended",
        tx: natural(o.tx, ".tx"),
        candidate: natural(o.candidate, ".candidate"),
      };
    case "OutcomeAccepted":
      return {
        type: "outcomeAccepted",
        tx: natural(o.tx, ".tx"),
        candidate: natural(o.candidate, ".candidate"),
        receipt: natural(o.receipt, ".receipt"),
      };
    case "PromotionProbed":
      return {
        type: "promotionProbed",
        tx: natural(o.tx, ".tx"),
        found: naturalOrNull(o.found, ".found"),
      };
    case "CleanupRecorded":
      return {
        type: "cleanupRecorded",
        tx: natural(o.tx, ".tx"),
        receipt: natural(o.receipt, ".receipt"),
        cleanup: natural(o.cleanup, ".cleanup"),
      };
    case "FailRequested":
      return { type: "failRequested" };
    case "ProcessExited":
      return {
        type: "processExited",
        role: word(o.role, ".role", ROLES),
        code: natural(o.code, ".code"),
      };
    case "ProviderFault":
      return { type: "providerFault", fault: word(o.fault, ".fault", FAULTS) };
    case "OwnerLost":
      return { type: "ownerLost" };
    case "LateCommitSeen":
      return { type: "lateCommitSeen", commit: natural(o.commit, ".commit") };
    case "KillRequested":
      return { type: "killRequested" };
  }
}

const PROJECTION_FIELDS = ["status", "receipt"];

/** Reads the field `projection`. */
export function readProjection(json: unknown): Projection {
  if (json === null) return missing;
  return inside(
    json,
    ".projection",
    (json) =>
      exactly(
        object(json, ""),
        PROJECTION_FIELDS,
        (o) => shown(word(o.status, ".status", STATUSES), naturalOrNull(o.receipt, ".receipt")),
      ),
  );
}

/** Writes an event as {@linkcode decodeEvent} reads it. */
export function encodeEvent({ eid, body }: Event): WireEvent {
  switch (body.type) {
    case "taskDeclared": {
      const { task, deps, retries } = body;
      return { type: "TaskDeclared", eid, task, deps, retries };
    }
    case "legacyImported": {
      const { task, deps, retries, status, trusted } = body;
      return { type: "LegacyImported", eid, task, deps, retries, status, trusted };
    }
    case "attemptClaimed":
      return { type: "AttemptClaimed", eid, key: encodeKey(body.key) };
    case "onAttempt":
      return encodeAct(eid, encodeKey(body.key), body.act);
    case "projectionObserved": {
      const { task, generation } = body;
      const projection = encodeProjection(body.projection);
      return { type: "ProjectionObserved", eid, task, generation, projection };
    }
    case "abandonRequested":
      return { type: "AbandonRequested", eid, task: body.task, generation: body.generation };
    case "retryRequested":
      return { type: "RetryRequested", eid, task: body.task, generation: body.generation };
    case "convergeRequested":
      return { type: "ConvergeRequested", eid, task: body.task };
  }
}

function encodeAct(eid: number, key: WireKey, act: Act): WireEvent {
  switch (act.type) {
    case "attemptReleased":
      return { type: "AttemptReleased", eid, key };
    case "finishBegun": {
      const { tx, candidate, contract } = act;
      return { type: "FinishBegun", eid, key, tx, candidate, contract };
    }
    case "candidateValidated": {
      const { tx, candidate, passed } = act;
      return { type: "CandidateValidated", eid, key, tx, candidate, passed };
    }
    case "promotionIntended":
      return { type: "PromotionIntended", eid, key, tx: act.tx, candidate: act.candidate };
    case "outcomeAccepted": {
      const { tx, candidate, receipt } = act;
      return { type: "OutcomeAccepted", eid, key, tx, candidate, receipt };
    }
    case "promotionProbed":
      return { type: "PromotionProbed", eid, key, tx: act.tx, found: act.found };
    case "cleanupRecorded": {
      const { tx, receipt, cleanup } = act;
      return { type: "CleanupRecorded", eid, key, tx, receipt, cleanup };
    }
    case "failRequested":
      return { type: "FailRequested", eid, key };
    case "processExited":
      return { type: "ProcessExited", eid, key, role: act.role, code: act.code };
    case "providerFault":
      return { type: "ProviderFault", eid, key, fault: act.fault };
    case "ownerLost":
      return { type: "OwnerLost", eid, key };
    case "lateCommitSeen":
      return { type: "LateCommitSeen", eid, key, commit: act.commit };
    case "killRequested":
      return { type: "KillRequested", eid, key };
  }
}

/** Writes a key. */
export function encodeKey({ graph, task, generation, attempt, fence }: Key): WireKey {
  return [graph, task, generation, attempt, fence];
}

/** Writes a projection. */
export function encodeProjection(projection: Projection): WireProjection {
  return projection.type === "missing"
    ? null
    : { status: projection.status, receipt: projection.receipt };
}
