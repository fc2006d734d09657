/**
 * Who waits for whom.
 *
 * The model looks through all tasks after each applied event; the answer can only have changed for the
 * task itself and, when it has come to satisfy them, for its dependents. A task that once satisfies its
 * dependents does so for ever, and a waived dependency stays waived, so it is enough to count, for each
 * task, the dependencies that it still waits for. All told, each dependency is looked at at most three
 * times: when it is declared, waived and satisfied.
 */
import { append, emptyTable, lookup, replace, rows, type Table } from "./table.ts";

/** What is waited for, by task id. */
export interface Waits {
  /** How many dependencies a task still waits for; no row for a task that never waited. */
  readonly counts: Table<number>;
  /** The tasks that wait for this one, or did, in order of declaration. */
  readonly waiting: Table<Table<number>>;
}

/** Nobody waits. */
export const noWaits: Waits = { counts: emptyTable(), waiting: emptyTable() };

/** How many dependencies the task still waits for. */
export function waitsFor(waits: Waits, task: number): number {
  return lookup(waits.counts, task) ?? 0;
}

/** The tasks that wait for this one, or did, in order of declaration. */
export function waitersOf(waits: Waits, task: number): readonly number[] {
  const waiters = lookup(waits.waiting, task);
  return waiters === undefined ? [] : rows(waiters);
}

/** A new task begins to wait for these dependencies, none of which is satisfied. */
export function wait(waits: Waits, task: number, deps: readonly number[]): Waits {
  if (deps.length === 0) return waits;
  let { waiting } = waits;
  for (const dep of deps) {
    const waiters = lookup(waiting, dep);
    waiting = waiters === undefined
      ? append(waiting, dep, append(emptyTable<number>(), task, task))
      : replace(waiting, dep, append(waiters, task, task));
  }
  return { counts: append(waits.counts, task, deps.length), waiting };
}

/**
 * The task has come to satisfy its dependents: each waits for one task less, unless it has waived this
 * one.
 */
export function satisfy(
  waits: Waits,
  task: number,
  isWaivedBy: (waiter: number) => boolean,
): Waits {
  let next = waits;
  for (const waiter of waitersOf(waits, task)) {
    if (!isWaivedBy(waiter)) next = waitLess(next, waiter);
  }
  return next;
}

/** The task waits for one task less. */
export function waitLess({ counts, waiting }: Waits, task: number): Waits {
  return { counts: replace(counts, task, (lookup(counts, task) ?? 1) - 1), waiting };
}
