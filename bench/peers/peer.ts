/**
 * What the peers have in common: the machine of one task, and the log around it.
 *
 * The log is kept in plain mutable maps, which copy nothing, and each task is a machine of its own: a
 * peer is charged for its machine, and not for a graph that it would copy with each event.
 */
import type { Decision } from "../../src/lifecycle/decision.ts";
import { type Act, type Event, sameEvent } from "../../src/lifecycle/event.ts";
import type { Contract, Key, Role } from "../../src/lifecycle/value.ts";

/** An event about one attempt, with the fields of all of them. */
export interface Message {
  readonly type: Act["type"] | "attemptClaimed";
  readonly key: Key;
  readonly tx?: number;
  readonly candidate?: number;
  readonly contract?: Contract;
  readonly passed?: boolean;
  readonly found?: number | null;
  readonly receipt?: number;
  readonly cleanup?: number;
  readonly role?: Role;
  readonly code?: number;
}

/** The transaction of an attempt. */
export interface Tx {
  readonly tx: number;
  readonly candidate: number;
  readonly contract: Contract;
}

/** The machine of one task, as a peer writes it. */
export interface Peer<S> {
  /** Shown in the table. */
  readonly name: string;
  /** A task that was just declared, and may be claimed. */
  open(task: number): S;
  /** The state after a message, and the decision on it. */
  step(state: S, message: Message): { readonly state: S; readonly decision: Decision };
}

/** An event as the peers take it: made before the clock runs. */
export interface PeerEvent {
  readonly event: Event;
  readonly message: Message | undefined;
}

/** The events of a log as the peers take them. */
export function peerEvents(events: readonly Event[]): readonly PeerEvent[] {
  return events.map((event) => {
    const { body } = event;
    if (body.type === "attemptClaimed") return { event, message: body };
    if (body.type === "onAttempt") return { event, message: { key: body.key, ...body.act } };
    return { event, message: undefined };
  });
}

/** The decisions of a peer on a log of declarations and messages. */
export function replayPeer<S>(peer: Peer<S>, log: readonly PeerEvent[]): readonly Decision[] {
  const evidence = new Map<number, { event: Event; decision: Decision }>();
  const tasks = new Map<number, S>();
  return log.map(({ event, message }) => {
    const known = evidence.get(event.eid);
    if (known !== undefined) {
      return sameEvent(known.event, event)
        ? { verdict: { type: "noop", why: "duplicate" }, effects: [] }
        : { verdict: { type: "rejected", why: "eidConflict" }, effects: [] };
    }
    let decision: Decision;
    if (message === undefined) {
      const { task } = event.body as Extract<Event["body"], { task: number }>;
      tasks.set(task, peer.open(task));
      decision = applied([{ type: "ready", task, generation: 0 }]);
    } else {
      const step = peer.step(tasks.get(message.key.task)!, message);
      tasks.set(message.key.task, step.state);
      decision = step.decision;
    }
    evidence.set(event.eid, { event, decision });
    return decision;
  });
}

/** The decision that an event changes the task. */
export function applied(effects: Decision["effects"]): Decision {
  return { verdict: { type: "applied" }, effects };
}

/** The task's numbers that keep attempts apart. */
export interface Fenced {
  readonly generation: number;
  readonly attempts: number;
  readonly fence: number;
  readonly closed: readonly Key[];
}

/** The decision on a message to an attempt that is not the current one. */
export function foreign(task: Fenced, key: Key): Decision {
  const observed = (
    why: "closed" | "staleGeneration" | "staleAttempt" | "staleFence",
  ): Decision => ({
    verdict: { type: "observed", why },
    effects: [],
  });
  const unknown: Decision = { verdict: { type: "rejected", why: "unknownAttempt" }, effects: [] };
  if (task.closed.some((closed) => isSame(closed, key))) return observed("closed");
  if (key.generation < task.generation) return observed("staleGeneration");
  if (key.generation > task.generation) return unknown;
  if (key.attempt < task.attempts) return observed("staleAttempt");
  if (key.attempt > task.attempts) return unknown;
  return key.fence < task.fence ? observed("staleFence") : unknown;
}

/** Whether a message shows that the worker of the task's last closed attempt is gone. */
export function showsLastGone({ closed }: Fenced, { type, key, role }: Message): boolean {
  const last = closed.at(-1);
  const gone = type === "ownerLost" || (type === "processExited" && role === "worker");
  return gone && last !== undefined && isSame(last, key);
}

/** Whether two keys of one task are equal. */
export function isSame(a: Key, b: Key): boolean {
  return a.graph === b.graph && a.task === b.task && a.generation === b.generation &&
    a.attempt === b.attempt && a.fence === b.fence;
}
