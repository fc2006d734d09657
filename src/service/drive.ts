/** Carries out effects, and those that the events which come of them request, until none is left. */
import type { Decision, Effect } from "../lifecycle/decision.ts";
import { findTask, lastClosed } from "../lifecycle/state.ts";
import type { Key } from "../lifecycle/value.ts";
import { continueFinish } from "./finishing.ts";
import { readGraph, showGraph } from "./graph.ts";
import { nameOf } from "./ledger.ts";
import { stagedAt } from "./place.ts";
import type { Promotion } from "./promotion.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, nextNumber, onTask, type Service } from "./service.ts";
import { isInUse, leave, stopWorker } from "./stop.ts";
import { missing } from "../lifecycle/value.ts";
import { keepLateCommits, removeWorktree } from "./worktree.ts";

/** How often an effect is tried against a target that does not take it, before it is left. */
const ROUNDS = 4;

/**
 * Carries out what the decision requests. Safe to ask for again after a crash: every effect is
 * idempotent.
 */
export async function drive(service: Service, decision: Decision): Promise<void> {
  const queue: Effect[] = [...decision.effects];
  const project = new Set<number>();
  let [promotions, projections] = [0, 0];
  while (queue.length > 0 || project.size > 0) {
    const effect = queue.shift();
    if (effect === undefined) {
      if (++projections > ROUNDS) return leave(service, "The graph does not keep what is written");
      queue.push(...await showProjections(service, project));
      project.clear();
    } else if (effect.type === "promote" && ++promotions > ROUNDS) {
      const name = nameOf(service.ledger, effect.key.task);
      const why = "its target keeps moving, is locked, is checked out, or is kept by a hook";
      leave(service, `Task "${name}" is not promoted after ${ROUNDS} tries: ${why}`);
    } else if ("task" in effect && effect.type.startsWith("project")) project.add(effect.task);
    else queue.push(...(await carryOut(service, effect))?.effects ?? []);
  }
}

/** Writes the graph, looks at it, and records what it shows; the effects that are requested again. */
async function showProjections(
  service: Service,
  tasks: ReadonlySet<number>,
): Promise<readonly Effect[]> {
  if (!await showGraph(service)) return [];
  const seen = await readGraph(service);
  const effects: Effect[] = [];
  for (const task of tasks) {
    const projection = seen.get(task) ?? missing;
    const observed = await onTask(service, task, { type: "projectionObserved", projection });
    effects.push(...observed.effects);
  }
  return effects;
}

/** Carries out one effect; the decision on what came of it, if that is an event. */
async function carryOut(service: Service, effect: Effect): Promise<Decision | undefined> {
  switch (effect.type) {
    case "continueFinish":
      return await continueFinish(service, effect.key, effect.tx);
    case "promote":
      return await promote(service, effect.key, effect.tx);
    case "probe":
      return await probe(service, effect.key, effect.tx);
    case "startCleanup":
      return await cleanUp(service, effect.key, effect.tx);
    case "stopProcess":
      return await stopWorker(service, effect.key);
    case "openGeneration":
      await dropClosed(service, effect.task);
      return undefined;
    // A claim executes it: whoever looks for work finds the task in the state.
    case "ready":
    case "succeeded":
    case "attemptFailed":
    // Gathered by `drive`.
    case "projectDone":
    case "projectFailed":
    case "projectAbandoned":
      return undefined;
  }
}

/** A promotion in flight: the reducer waits for what comes of it. */
function inFlight(service: Service, key: Key, tx: number) {
  const phase = currentOf(service, key)?.phase;
  const transaction = service.ledger.transactions.get(tx);
  if (phase?.type !== "promoting" || phase.tx.tx !== tx || transaction === undefined) {
    return undefined;
  }
  const promotion: Promotion = promotionOf(service, key, tx, transaction.candidate);
  return { promotion, plan: transaction.plan, phase };
}

async function promote(service: Service, key: Key, tx: number): Promise<Decision | undefined> {
  const flight = inFlight(service, key, tx);
  if (flight === undefined) return undefined;
  const { promotion, plan, phase: { tx: { candidate } } } = flight;
  const receipt = await promotion.promote(plan);
  // The target is not what it was: whether the candidate is there, only a look can tell.
  if (receipt === undefined) return await probe(service, key, tx);
  return await act(
    service,
    key,
    { type: "outcomeAccepted", tx, candidate, receipt: nextNumber(service) },
    { receipt },
  );
}

async function probe(service: Service, key: Key, tx: number): Promise<Decision | undefined> {
  const flight = inFlight(service, key, tx);
  if (flight === undefined) return undefined;
  const { promotion, plan, phase: { deferred } } = flight;
  const receipt = await promotion.probe(plan);
  if (receipt !== undefined) {
    const found = nextNumber(service);
    return await act(service, key, { type: "promotionProbed", tx, found }, { receipt });
  }
  const absent = { type: "promotionProbed", tx, found: null } as const;
  if (deferred.type !== "none") return await act(service, key, absent);
  const planned = await promotion.plan();
  if ("refused" in planned) {
    return await act(service, key, { type: "failRequested" }, { reason: planned.refused });
  }
  return await act(service, key, absent, planned);
}

/** Cleans up once the worker is known to be gone: until then it may be at work in its folder. */
async function cleanUp(service: Service, key: Key, tx: number): Promise<Decision | undefined> {
  const current = currentOf(service, key);
  if (current?.phase.type !== "accepted" || await isInUse(service, current)) return undefined;
  const candidate = service.ledger.transactions.get(tx)?.candidate;
  if (candidate?.type === "commit") {
    for (const commit of await keepLateCommits(service, key, candidate.commit)) {
      await act(service, key, { type: "lateCommitSeen", commit: nextNumber(service) }, { commit });
    }
  }
  const kept = await tidy(service, key);
  await service.host.files.remove(stagedAt(service, tx));
  const { receipt } = current.phase;
  return await act(
    service,
    key,
    { type: "cleanupRecorded", tx, receipt, cleanup: nextNumber(service) },
    kept === undefined ? undefined : { reason: kept },
  );
}

/** Removes the failed attempt's worktree, which was kept for a look until now. */
async function dropClosed(service: Service, task: number): Promise<void> {
  const t = findTask(task, service.ledger.state.tasks);
  const last = t && lastClosed(t);
  if (last === undefined || await isInUse(service, last)) return;
  await keepLateCommits(service, last.key);
  await tidy(service, last.key);
}

/** Removes the attempt's worktree; says so, and why, when it is kept. */
export async function tidy(service: Service, key: Key): Promise<string | undefined> {
  const kept = await removeWorktree(service, key);
  if (kept !== undefined && !service.kept.includes(kept)) service.kept.push(kept);
  return kept;
}
