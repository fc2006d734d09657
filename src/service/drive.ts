/** Carries out effects, and those that the events which come of them request, until none is left. */
import { join } from "node:path";
import type { Decision, Effect } from "../lifecycle/decision.ts";
import { closedOf, findTask } from "../lifecycle/state.ts";
import type { Key } from "../lifecycle/value.ts";
import { attemptName, nameOf } from "./ledger.ts";
import { stagedAt } from "./place.ts";
import type { Promotion } from "./promotion.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, nextNumber, type Service } from "./service.ts";
import { keepLateCommits, removeWorktree } from "./worktree.ts";

/** How often a promotion is tried against a target that does not take it, before it is left. */
const ROUNDS = 4;

/**
 * Carries out what the decision requests. Safe to ask for again after a crash: every effect is
 * idempotent.
 */
export async function drive(service: Service, decision: Decision): Promise<void> {
  const queue: Effect[] = [...decision.effects];
  let rounds = 0;
  for (let effect = queue.shift(); effect !== undefined; effect = queue.shift()) {
    if (effect.type === "promote" && ++rounds > ROUNDS) {
      leave(
        service,
        `Task "${
          nameOf(service.ledger, effect.key.task)
        }" is not promoted after ${ROUNDS} tries: ` +
          "its target keeps moving, is locked, or is kept by a hook",
      );
      continue;
    }
    const next = await carryOut(service, effect);
    queue.push(...next?.effects ?? []);
  }
}

/** Says once what is left for another run. */
function leave({ unfinished }: Service, sentence: string): void {
  if (!unfinished.includes(sentence)) unfinished.push(sentence);
}

/** Carries out one effect; the decision on what came of it, if that is an event. */
async function carryOut(service: Service, effect: Effect): Promise<Decision | undefined> {
  switch (effect.type) {
    case "promote":
      return await promote(service, effect.key, effect.tx);
    case "probe":
      return await probe(service, effect.key, effect.tx);
    case "startCleanup":
      return await cleanUp(service, effect.key, effect.tx);
    case "stopProcess":
      await requestStop(service, effect.key);
      return undefined;
    case "openGeneration":
      await dropClosed(service, effect.task);
      return undefined;
    // What is left is only shown: the projection is written from the state.
    case "ready":
    case "succeeded":
    case "attemptFailed":
    case "projectDone":
    case "projectFailed":
    case "projectAbandoned":
      return undefined;
  }
}

/** The file that asks the attempt's supervisor to stop its worker. */
export function stopRequest({ store, ledger }: Service, key: Key): string {
  return join(store.stops, attemptName(ledger, key));
}

/** Asks the attempt's supervisor to stop its worker. */
export async function requestStop(service: Service, key: Key): Promise<void> {
  await service.host.files.writeAtomic(stopRequest(service, key), "");
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

async function cleanUp(service: Service, key: Key, tx: number): Promise<Decision | undefined> {
  const phase = currentOf(service, key)?.phase;
  if (phase?.type !== "accepted") return undefined;
  const candidate = service.ledger.transactions.get(tx)?.candidate;
  if (candidate?.type === "commit") {
    for (const commit of await keepLateCommits(service, key, candidate.commit)) {
      await act(service, key, { type: "lateCommitSeen", commit: nextNumber(service) }, { commit });
    }
  }
  const kept = await tidy(service, key);
  await service.host.files.remove(stagedAt(service, tx));
  const { receipt } = phase;
  return await act(
    service,
    key,
    { type: "cleanupRecorded", tx, receipt, cleanup: nextNumber(service) },
    kept === undefined ? undefined : { reason: kept },
  );
}

/**
 * Makes room for the next generation: the failed attempt's worktree was kept for a look until now.
 */
async function dropClosed(service: Service, task: number): Promise<void> {
  const t = findTask(task, service.ledger.state.tasks);
  const last = t && closedOf(t).at(-1);
  if (last === undefined) return;
  await keepLateCommits(service, last.key);
  await tidy(service, last.key);
}

/** Removes the attempt's worktree; says so, and why, when it is kept. */
export async function tidy(service: Service, key: Key): Promise<string | undefined> {
  const kept = await removeWorktree(service, key);
  if (kept !== undefined && !service.kept.includes(kept)) service.kept.push(kept);
  return kept;
}
