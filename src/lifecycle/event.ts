/**
 * Events of the durable log. Mirrors `formal/Lifecycle/Event.lean`.
 *
 * Events about one exact attempt share the constructor `onAttempt`, and those about a generation of a
 * task `onTask`: all of a kind pass the same guard, whatever they say.
 */
import type { Class, ValueKinds } from "./value.ts";
import type { Variants } from "./variant.ts";

/** What an event says about one exact attempt. */
export const ACTS = {
  attemptReleased: {},
  finishBegun: { tx: "natural", candidate: "natural", contract: "contract" },
  candidateValidated: { tx: "natural", candidate: "natural", passed: "boolean" },
  promotionIntended: { tx: "natural", candidate: "natural" },
  outcomeAccepted: { tx: "natural", candidate: "natural", receipt: "natural" },
  // `found` is the receipt of the acceptance that the probe found.
  promotionProbed: { tx: "natural", found: "naturalOrNull" },
  cleanupRecorded: { tx: "natural", receipt: "natural", cleanup: "natural" },
  failRequested: {},
  processExited: { role: "role", code: "natural" },
  providerFault: { fault: "fault" },
  ownerLost: {},
  lateCommitSeen: { commit: "natural" },
  killRequested: {},
} as const;
/** One of {@linkcode ACTS}. */
export type Act = Variants<typeof ACTS, ValueKinds>;

/** What an event says about a generation of a task. */
export const TASK_ACTS = {
  projectionObserved: { projection: "projection" },
  abandonRequested: {},
  retryRequested: {},
  reopenRequested: {},
  holdCleared: {},
  retriesGranted: { count: "positive" },
  legacyTrusted: {},
  dependencyWaived: { dep: "natural" },
} as const;
/** One of {@linkcode TASK_ACTS}. */
export type TaskAct = Variants<typeof TASK_ACTS, ValueKinds>;

/** What an event says. */
export const BODIES = {
  taskDeclared: { task: "natural", deps: "dependencies", retries: "natural" },
  legacyImported: {
    task: "natural",
    deps: "dependencies",
    retries: "natural",
    status: "status",
    trusted: "boolean",
  },
  attemptClaimed: { key: "key" },
  onAttempt: { key: "key", act: "act" },
  onTask: { task: "natural", generation: "natural", act: "taskAct" },
  convergeRequested: { task: "natural" },
} as const;
/** One of {@linkcode BODIES}. */
export type Body = Variants<typeof BODIES, BodyKinds>;

/** What a field of a body holds. */
export interface BodyKinds extends ValueKinds {
  /** {@linkcode Act} */
  readonly act: Act;
  /** {@linkcode TaskAct} */
  readonly taskAct: TaskAct;
}

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

/** The receipt of the durable acceptance that an act reports, or `null` if it reports none. */
export function acceptanceOf(act: Act): number | null {
  switch (act.type) {
    case "outcomeAccepted":
      return act.receipt;
    case "promotionProbed":
      return act.found;
    default:
      return null;
  }
}

/** Whether an act shows that the worker has ended. The wrapper's exit proves nothing about it. */
export function showsGone(act: Act): boolean {
  return act.type === "ownerLost" || (act.type === "processExited" && act.role === "worker");
}
