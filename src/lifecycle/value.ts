/**
 * Values that events, decisions and states are made of. Mirrors `formal/Lifecycle/Value.lean`.
 *
 * Every identity is an integer from 0 to 2^53 - 1; an absent one is `null`.
 */

/** The exact attempt that an event speaks of; the fence that keeps attempts apart. */
export interface Key {
  /** The graph. */
  readonly graph: number;
  /** The task. */
  readonly task: number;
  /** The task's generation, counted from 0. */
  readonly generation: number;
  /** The attempt's number, counted from 1 over all generations. */
  readonly attempt: number;
  /** The fence of the claim: higher than any before. */
  readonly fence: number;
}

/** Every {@linkcode Contract}, in the model's order. */
export const CONTRACTS = ["land", "deliver", "report"] as const;
/** What a transaction promises to do with its candidate. */
export type Contract = typeof CONTRACTS[number];

/** Every {@linkcode Disposition}, in the model's order. */
export const DISPOSITIONS = ["landed", "delivered", "reported"] as const;
/** What an accepted transaction has done. */
export type Disposition = typeof DISPOSITIONS[number];

/** Every {@linkcode Class}, in the model's order. */
export const CLASSES = [
  "exit",
  "fault",
  "lost",
  "requested",
  "noCompletion",
  "released",
] as const;
/** Why an attempt failed. */
export type Class = typeof CLASSES[number];

/** Every {@linkcode Cancel}, in the model's order. */
export const CANCELS = ["released", "killed", "abandoned"] as const;
/** Why an attempt was closed without failing. */
export type Cancel = typeof CANCELS[number];

/** Every {@linkcode Role}, in the model's order. */
export const ROLES = ["worker", "wrapper"] as const;
/** Which process of an attempt exited. */
export type Role = typeof ROLES[number];

/** Every {@linkcode Fault}, in the model's order. */
export const FAULTS = ["timeout", "unavailable"] as const;
/** What a provider reported. */
export type Fault = typeof FAULTS[number];

/** Every {@linkcode Status}, in the model's order. */
export const STATUSES = ["open", "active", "done", "failed", "abandoned"] as const;
/** The status of a task, in the reducer's own truth and in a projection. */
export type Status = typeof STATUSES[number];

/** What the outside was last seen to display. */
export type Projection =
  | { readonly type: "missing" }
  | { readonly type: "shown"; readonly status: Status; readonly receipt: number | null };

/** The transaction by which a worker completes its own task. */
export interface Tx {
  /** The transaction's identity. */
  readonly tx: number;
  /** What it promotes. */
  readonly candidate: number;
  /** What it promises. */
  readonly contract: Contract;
}

/** What a field of each kind holds. */
export interface ValueKinds {
  /** An integer from 0 to 2^53 - 1. */
  readonly natural: number;
  /** An integer from 1 to 2^53 - 1. */
  readonly positive: number;
  /** An integer that may be absent. */
  readonly naturalOrNull: number | null;
  /** A truth value. */
  readonly boolean: boolean;
  /** Tasks, each once. */
  readonly dependencies: readonly number[];
  /** {@linkcode Key} */
  readonly key: Key;
  /** {@linkcode Tx} */
  readonly tx: Tx;
  /** {@linkcode Projection} */
  readonly projection: Projection;
  /** {@linkcode Contract} */
  readonly contract: Contract;
  /** {@linkcode Disposition} */
  readonly disposition: Disposition;
  /** {@linkcode Class} */
  readonly class: Class;
  /** {@linkcode Cancel} */
  readonly cancel: Cancel;
  /** {@linkcode Role} */
  readonly role: Role;
  /** {@linkcode Fault} */
  readonly fault: Fault;
  /** {@linkcode Status} */
  readonly status: Status;
}

/** The projection of a task that the outside does not display. */
export const missing: Projection = { type: "missing" };

/** The projection of a task that the outside displays so. */
export function shown(status: Status, receipt: number | null): Projection {
  return { type: "shown", status, receipt };
}

/** The disposition that fulfils a contract. */
export function disposition(contract: Contract): Disposition {
  switch (contract) {
    case "land":
      return "landed";
    case "deliver":
      return "delivered";
    case "report":
      return "reported";
  }
}

/** Whether two keys name the same attempt. */
export function sameKey(a: Key, b: Key): boolean {
  return a.fence === b.fence && a.attempt === b.attempt && a.generation === b.generation &&
    a.task === b.task && a.graph === b.graph;
}

/** The projection without its receipt. */
export function withoutReceipt(p: Projection): Projection {
  return p.type === "shown" ? shown(p.status, null) : p;
}

/** Whether two projections are equal. */
export function sameProjection(a: Projection, b: Projection): boolean {
  return a.type === "shown" && b.type === "shown"
    ? a.status === b.status && a.receipt === b.receipt
    : a.type === b.type;
}
