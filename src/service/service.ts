/**
 * The service: it records events, and carries out what the decisions on them request. An effect
 * begins only when its decision is durable, and what comes of it is the next event.
 */
import type { Body } from "../lifecycle/event.ts";
import type { Act, TaskAct } from "../lifecycle/event.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { Host } from "../platform/host/host.ts";
import { type Attempt, findTask } from "../lifecycle/state.ts";
import { type Key, sameKey } from "../lifecycle/value.ts";
import type { Facts } from "./facts.ts";
import { type Journal, type Opening, openJournal } from "./journal.ts";
import type { Store } from "./store.ts";
import type { World } from "./world.ts";

/** An event that this process recorded, and its decision. */
export interface Recorded {
  readonly seq: number;
  readonly body: Body;
  readonly decision: Decision;
  readonly facts: Facts | undefined;
}

/** The service while it holds the journal. */
export interface Service extends World, Disposable {
  readonly mended: readonly string[];
  /** What was recorded so far, in order. */
  readonly recorded: readonly Recorded[];
  /** What was left for another `converge`, in a sentence each. */
  readonly unfinished: string[];
  /** Worktrees that were not removed, with the reason, in a sentence each. */
  readonly kept: string[];
  /** See {@linkcode Journal}. */
  record(body: Body, facts?: Facts): Promise<Decision>;
}

/** Opens the service; until it is disposed, nobody else may record. */
export async function openService(host: Host, store: Store, opening: Opening): Promise<Service> {
  const journal: Journal = await openJournal(host, store, opening);
  const recorded: Recorded[] = [];
  return {
    host,
    store,
    ledger: journal.ledger,
    mended: journal.mended,
    recorded,
    unfinished: [],
    kept: [],
    async record(body, facts) {
      const decision = await journal.record(body, facts);
      recorded.push({ seq: journal.ledger.seq, body, decision, facts });
      return decision;
    },
    [Symbol.dispose]: () => journal[Symbol.dispose](),
  };
}

/** Records what happened to one attempt. */
export async function act(
  service: Service,
  key: Key,
  act: Act,
  facts?: Facts,
): Promise<Decision> {
  return await service.record({ type: "onAttempt", key, act }, facts);
}

/** Records what happened to a task in its present generation. */
export async function onTask(
  service: Service,
  task: number,
  act: TaskAct,
  facts?: Facts,
): Promise<Decision> {
  const { generation } = findTask(task, service.ledger.state.tasks)!;
  return await service.record({ type: "onTask", task, generation, act }, facts);
}

/** The attempt of this key, as long as it is its task's current one. */
export function currentOf({ ledger }: World, key: Key): Attempt | undefined {
  const current = findTask(key.task, ledger.state.tasks)?.current;
  return current && sameKey(current.key, key) ? current : undefined;
}

/** The number of the next record, which identifies what it brings: a transaction, a receipt. */
export function nextNumber({ ledger }: World): number {
  return ledger.seq + 1;
}
