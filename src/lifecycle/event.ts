/**
 * Events of the durable log. Mirrors `formal/Lifecycle/Event.lean`.
 *
 * Events about one exact attempt share the constructor `onAttempt`: they pass the same fence, whatever
 * they say.
 */
import type { Class, Contract, Fault, Key, Projection, Role, Status } from "./value.ts";

/** What an event says about one exact attempt. */
export type Act =
  | { readonly type: "attemptReleased" }
  | {
    readonly type: "finishBegun";
    readonly tx: number;
    readonly candidate: number;
    readonly contract: Contract;
  }
  | {
    readonly type: "candidateValidated";
    readonly tx: number;
    readonly candidate: number;
    readonly passed: boolean;
  }
  | { readonly type: "promotionIntended"; readonly tx: number; readonly candidate: number }
  | {
    readonly type: "outcomeAccepted";
    readonly tx: number;
    readonly candidate: number;
    readonly receipt: number;
  }
  /** `found` is the receipt of the acceptance that the probe found. */
  | { readonly type: "promotionProbed"; readonly tx: number; readonly found: number | null }
  | {
    readonly type: "cleanupRecorded";
    readonly tx: number;
    readonly receipt: number;
    readonly cleanup: number;
  }
  | { readonly type: "failRequested" }
  | { readonly type: "processExited"; readonly role: Role; readonly code: number }
  | { readonly type: "providerFault"; readonly fault: Fault }
  | { readonly type: "ownerLost" }
  | { readonly type: "lateCommitSeen"; readonly commit: number }
  | { readonly type: "killRequested" };

/** What an event says. */
export type Body =
  | {
    readonly type: "taskDeclared";
    readonly task: number;
    readonly deps: readonly number[];
    readonly retries: number;
  }
  | {
    readonly type: "legacyImported";
    readonly task: number;
    readonly deps: readonly number[];
    readonly retries: number;
    readonly status: Status;
    readonly trusted: boolean;
  }
  | { readonly type: "attemptClaimed"; readonly key: Key }
  | { readonly type: "onAttempt"; readonly key: Key; readonly act: Act }
  | {
    readonly type: "projectionObserved";
    readonly task: number;
    readonly generation: number;
    readonly projection: Projection;
  }
  | { readonly type: "abandonRequested"; readonly task: number; readonly generation: number }
  | { readonly type: "retryRequested"; readonly task: number; readonly generation: number }
  | { readonly type: "convergeRequested"; readonly task: number };

/** One record of the log. */
export interface Event {
  /** Unique in the log: a second event with the same one is a duplicate or a conflict. */
  readonly eid: number;
  /** What it says. */
  readonly body: Body;
}

/** Whether two events are equal, field by field. */
export function sameEvent(a: Event, b: Event): boolean {
  return sameData(a, b);
}

/** Equality of plain data by structure. */
function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size &&
    left.every(([name, value]) => right.has(name) && sameData(value, right.get(name)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The class of failure that an act reports, or `null` if it reports none. */
export function failureOf(act: Act): Class | null {
  switch (act.type) {
    case "failRequested":
      return "requested";
    case "processExited":
      return act.code === 0 ? null : "exit";
    case "providerFault":
      return "fault";
    case "ownerLost":
      return "lost";
    default:
      return null;
  }
}
