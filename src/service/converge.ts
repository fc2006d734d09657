/** After a crash, or whenever in doubt: carries on what is unfinished, and nothing else. */
import type { Effect } from "../lifecycle/decision.ts";
import { due, outstanding } from "../lifecycle/effects.ts";
import { findTask, lastClosed, reads, type Task, tasksOf } from "../lifecycle/state.ts";
import { missing, type Projection, sameProjection } from "../lifecycle/value.ts";
import { drive, tidy } from "./drive.ts";
import { resume } from "./finish.ts";
import { readGraph, writeGraph } from "./graph.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, nextNumber, onTask, type Service } from "./service.ts";
import { canStop, isInUse, ownerLost, ownerState, stopRequest } from "./stop.ts";
import { keepLateCommits, worktreeOf } from "./worktree.ts";

/**
 * Converges every task. One that fails does not keep the others from it; the first failure is
 * thrown at the end.
 */
export async function converge(service: Service): Promise<void> {
  const seen = await readGraph(service);
  const failures: unknown[] = [];
  for (const { id } of tasksOf(service.ledger.state)) {
    try {
      await convergeTask(service, id, seen.get(id) ?? missing);
    } catch (cause) {
      failures.push(cause);
    }
  }
  await writeGraph(service);
  if (failures.length > 0) throw failures[0];
}

/** Asks for everything of a task that is outstanding, also for what this service does not lose. */
export async function convergeAll(service: Service, { id }: Task): Promise<void> {
  await drive(service, await service.record({ type: "convergeRequested", task: id }));
}

async function convergeTask(service: Service, id: number, seen: Projection): Promise<void> {
  const before = taskOf(service, id);
  if (before.current !== null) await resume(service, before.current.key);
  await findGone(service, taskOf(service, id));
  await lookBehind(service, taskOf(service, id));
  // What was seen before this run had moved the task contradicts nothing.
  if (taskOf(service, id) === before) await observe(service, before, seen);
  if (await isOutstanding(service, taskOf(service, id))) {
    await drive(service, await service.record({ type: "convergeRequested", task: id }));
  }
  await tidyClosed(service, taskOf(service, id));
}

/** Records of the worker whose supervisor is gone that it has ended, when that is known. */
async function findGone(service: Service, t: Task): Promise<void> {
  const [last, { current }] = [lastClosed(t), t];
  for (
    const attempt of [...last === undefined ? [] : [last], ...current === null ? [] : [current]]
  ) {
    // A transaction that could not be carried on is for another run.
    const isOpen = attempt.phase.type === "finishing" || attempt.phase.type === "promoting";
    if (isOpen || attempt.worker === "gone") continue;
    if (await ownerState(service, attempt.key) !== "dead") continue;
    const decision = await ownerLost(service, attempt.key);
    if (decision !== undefined) await drive(service, decision);
  }
}

/**
 * Whether what an attempt had intended came about after it had ended: a git that outlived the
 * service by a moment may have done it. A task that has succeeded since may well rest on that work.
 */
async function lookBehind(service: Service, { id, current }: Task): Promise<void> {
  if (current?.phase.type === "accepted" || current?.phase.type === "cleaned") return;
  for (const [tx, { key, candidate, plan }] of [...service.ledger.transactions]) {
    const phase = currentOf(service, key)?.phase.type ?? "failed";
    if (key.task !== id || plan === undefined || phase !== "failed") continue;
    const receipt = await promotionOf(service, key, tx, candidate).probe(plan);
    if (receipt === undefined) continue;
    const found = nextNumber(service);
    const reason = "It came about after the attempt had ended";
    await act(service, key, { type: "promotionProbed", tx, found }, { receipt, reason });
  }
}

/** Records what the graph shows of a task, when that is news and of consequence. */
async function observe(service: Service, t: Task, seen: Projection): Promise<void> {
  const claimsDone = seen.type === "shown" && seen.status === "done" && t.status !== "done";
  if (due(t).length === 0 && !claimsDone) return;
  if (sameProjection(reads(t, seen), reads(t, t.projection))) return;
  const projection = seen;
  await drive(service, await onTask(service, t.id, { type: "projectionObserved", projection }));
}

/** Whether something of the task is outstanding that can be done now. */
async function isOutstanding(service: Service, t: Task): Promise<boolean> {
  for (const effect of outstanding(t)) if (await isActionable(service, t, effect)) return true;
  return false;
}

async function isActionable(service: Service, t: Task, effect: Effect): Promise<boolean> {
  switch (effect.type) {
    // Whoever looks for work finds the task in the state.
    case "ready":
    case "openGeneration":
      return false;
    // Its supervisor was asked, or there is nobody to ask but the operator.
    case "stopProcess":
      return await canStop(service, effect.key) &&
        !await service.host.files.exists(stopRequest(service, effect.key));
    case "startCleanup":
      return t.current === null || !await isInUse(service, t.current);
    default:
      return true;
  }
}

/** Removes what a supervisor that was interrupted has left of an attempt that is over. */
async function tidyClosed(service: Service, t: Task): Promise<void> {
  const last = lastClosed(t);
  if (last?.worker !== "gone" || !await service.host.files.exists(worktreeOf(service, last.key))) {
    return;
  }
  await keepLateCommits(service, last.key);
  await tidy(service, last.key);
}

function taskOf({ ledger }: Service, id: number): Task {
  return findTask(id, ledger.state.tasks)!;
}
