/**
 * Claims ready tasks and supervises them until nothing is left to do. It is only a client of the
 * journal: what it knows it reads there, so that several may run on one store.
 */
import { setTimeout } from "node:timers/promises";
import type { Host } from "../platform/host/host.ts";
import { type Task, tasksOf } from "../lifecycle/state.ts";
import { type Opening, readJournal } from "./journal.ts";
import { nameOf, taskNamed } from "./ledger.ts";
import { openService, type Service } from "./service.ts";
import type { Store } from "./store.ts";
import { supervise, type Supervision } from "./supervise.ts";
import { retry } from "./tasks.ts";

/** What to run, and how much at once. */
export interface Run extends Omit<Supervision, "task"> {
  readonly jobs: number;
  /** Opens the next generation of a failed task as long as it has retries. */
  readonly retry: boolean;
}

/** How a run ended: the tasks that are not done, by name. */
export interface RunEnd {
  readonly undone: readonly string[];
}

/** How often to look for work while others are at it, in milliseconds. */
const POLL_MS = 200;

/** Runs until no task is ready, none is at work, and none can be retried; or until the interrupt. */
export async function runAll(
  host: Host,
  store: Store,
  opening: Opening,
  run: Run,
): Promise<RunEnd> {
  const mine = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (t: Task, name: string) => {
    const work = supervise(host, store, opening, { ...run, task: name }).then(
      () => {},
      (cause) => void failures.push(cause),
    );
    mine.set(t.id, work.finally(() => mine.delete(t.id)));
  };
  for (;;) {
    const { ledger } = await readJournal(host, store, opening.reduce);
    const tasks = tasksOf(ledger.state);
    const stop = host.signal.aborted || failures.length > 0;
    const failed = run.retry && !stop
      ? tasks.find((t) => t.status === "failed" && t.retries > 0 && t.held === null)
      : undefined;
    if (failed !== undefined && !mine.has(failed.id)) {
      await retryFailed(host, store, opening, run, nameOf(ledger, failed.id));
      continue;
    }
    const ready = tasks.filter((t) => t.ready && t.held === null && !mine.has(t.id));
    for (const t of stop ? [] : ready.slice(0, run.jobs - mine.size)) {
      begin(t, nameOf(ledger, t.id));
    }
    // Another process may be at work on a task, and others may wait for it.
    const others = tasks.some((t) => t.status === "active" && !mine.has(t.id));
    if (mine.size === 0 && (stop || !others)) {
      if (failures.length > 0) throw failures[0];
      const undone = tasks.filter((t) => t.status !== "done");
      return { undone: undone.map((t) => nameOf(ledger, t.id)) };
    }
    await Promise.race([...mine.values(), setTimeout(POLL_MS)]);
  }
}

async function retryFailed(
  host: Host,
  store: Store,
  opening: Opening,
  { onRecorded }: Run,
  name: string,
): Promise<void> {
  const service: Service = await openService(host, store, opening);
  try {
    // Another run may have been faster.
    const { status, retries, held } = taskNamed(service.ledger, name);
    if (status === "failed" && retries > 0 && held === null) await retry(service, name);
    onRecorded(service);
  } finally {
    service[Symbol.dispose]();
  }
}
