/**
 * Claims ready tasks and supervises them until nothing is left to do. It is only a client of the
 * journal: what it knows it reads there, so that several may run on one store.
 */
import { setTimeout } from "node:timers/promises";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { type Task, tasksOf } from "../lifecycle/state.ts";
import { type Class, CLASSES } from "../lifecycle/value.ts";
import type { Argv } from "./facts.ts";
import { type Opening, readJournal } from "./journal.ts";
import { type Ledger, nameOf, taskNamed } from "./ledger.ts";
import { showGraph } from "./graph.ts";
import { openService } from "./service.ts";
import type { Store } from "./store.ts";
import { supervise, type Supervision } from "./supervise.ts";
import { retry } from "./tasks.ts";

/** What to run, and how much at once. */
export interface Run extends Omit<Supervision, "task" | "argv" | "onLine"> {
  /** Told each line of a worker, with the name of its task. */
  readonly onLine: (task: string, line: string) => void;
  readonly jobs: number;
  /** The failures after which a task is retried, as long as it has retries. */
  readonly retry: readonly Class[];
  /** The worker of tasks that were declared without one; those are left to others when absent. */
  readonly argv?: Argv;
  /** Once aborted, no further worker begins. */
  readonly drain: AbortSignal;
}

/** How a run ended: the tasks that are not done, by name. */
export interface RunEnd {
  readonly undone: readonly string[];
}

/** How often to look for work while others are at it, in milliseconds. */
const POLL_MS = 200;

/**
 * Runs until no task can be begun or retried and none is at work; until it is to drain, and its
 * workers have ended; or until the interrupt. The first failure of the service itself is thrown at the
 * end. A worker that is not there ends its own task alone, which is released.
 */
export async function runAll(
  host: Host,
  store: Store,
  opening: Opening,
  run: Run,
): Promise<RunEnd> {
  const mine = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  let broken = false;
  const begin = (t: Task, task: string, argv: Argv) => {
    const work = supervise(host, store, opening, {
      ...run,
      task,
      argv,
      onLine: (_, line) => run.onLine(task, line),
    }).then(
      () => {},
      (cause) => {
        failures.push(cause);
        broken ||= !(cause instanceof GateError && cause.diagnostic.code === "command_not_found");
      },
    );
    mine.set(t.id, work.finally(() => mine.delete(t.id)));
  };
  for (;;) {
    const { ledger } = await readJournal(host, store, opening.reduce);
    const tasks = tasksOf(ledger.state);
    const stop = host.signal.aborted || run.drain.aborted || broken;
    const free = stop ? [] : tasks.filter(({ id }) => !mine.has(id));
    const failed = free.find((t) => isToRetry(t, run));
    if (failed !== undefined) {
      await retryFailed(host, store, opening, run, nameOf(ledger, failed.id));
      continue;
    }
    const ready = free.flatMap((t) => {
      const argv = commandOf(ledger, t, run);
      return t.ready && t.held === null && argv !== undefined ? [{ t, argv }] : [];
    });
    for (const { t, argv } of ready.slice(0, run.jobs - mine.size)) {
      begin(t, nameOf(ledger, t.id), argv);
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

/** The command of a task's worker, if anybody has named one. */
export function commandOf(
  { commands }: Ledger,
  { id }: Task,
  { argv }: Pick<Run, "argv">,
): Argv | undefined {
  return commands.get(id) ?? argv;
}

function isToRetry(t: Task, run: Run): boolean {
  const phase = t.current?.phase;
  if (t.status !== "failed" || t.retries === 0 || t.held !== null) return false;
  // The failure of a legacy task has no class: every one must be meant.
  return phase?.type === "failed"
    ? run.retry.includes(phase.class)
    : run.retry.length === CLASSES.length;
}

async function retryFailed(
  host: Host,
  store: Store,
  opening: Opening,
  run: Run,
  name: string,
): Promise<void> {
  using service = await openService(host, store, opening);
  // Another run may have been faster.
  try {
    if (isToRetry(taskNamed(service.ledger, name), run)) await retry(service, name);
    await showGraph(service);
  } finally {
    run.onRecorded(service);
  }
}
