/** After a crash, or whenever in doubt: carries on what is unfinished, and nothing else. */
import { type Attempt, closedOf, findTask, live, type Task, tasksOf } from "../lifecycle/state.ts";
import type { Key, Projection } from "../lifecycle/value.ts";
import { drive, requestStop, tidy } from "./drive.ts";
import { resume } from "./finish.ts";
import { contradiction, readGraph, writeGraph } from "./graph.ts";
import { attemptName } from "./ledger.ts";
import { endOrphan, forgetOwner, ownerLock, ownerOf } from "./owner.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, nextNumber, type Service } from "./service.ts";
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
      await convergeTask(service, id, seen.get(id));
    } catch (cause) {
      failures.push(cause);
    }
  }
  await writeGraph(service);
  if (failures.length > 0) throw failures[0];
}

async function convergeTask(
  service: Service,
  id: number,
  seen: Projection | undefined,
): Promise<void> {
  const before = taskOf(service, id);
  if (before.current !== null) await carryOn(service, before.current);
  await lookBehind(service, before);
  await endOrphans(service, taskOf(service, id));
  await stopClosed(service, before);
  // What was seen before this run had moved the task contradicts nothing.
  if (taskOf(service, id) !== before) return;
  const projection = contradiction(before, seen);
  if (projection === undefined) return;
  const { generation } = before;
  const body = { type: "projectionObserved", task: id, generation, projection } as const;
  await drive(service, await service.record(body));
}

async function carryOn(service: Service, { key, phase }: Attempt): Promise<void> {
  switch (phase.type) {
    case "running":
      if (await ownerState(service, key) !== "dead" || !await endWorker(service, key)) return;
      return await drive(
        service,
        await act(service, key, { type: "ownerLost" }, { reason: "Its supervisor is gone" }),
      );
    case "finishing":
    case "promoting":
    case "accepted":
      await resume(service, key);
      return;
    case "cleaned":
    case "failed":
    case "cancelled":
      return;
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

/** A worker that was killed or abandoned may not have been told. */
async function stopClosed(service: Service, t: Task): Promise<void> {
  const last = closedOf(t).at(-1);
  if (last?.phase.type !== "cancelled" || last.phase.reason === "released") return;
  const owner = await ownerState(service, last.key);
  if (owner === "alive") await requestStop(service, last.key);
  // Its supervisor was interrupted, or is gone: what it would have done at the end is left to us.
  if (owner !== "dead" || !await service.host.files.exists(worktreeOf(service, last.key))) return;
  await keepLateCommits(service, last.key);
  await tidy(service, last.key);
}

/**
 * Ends the workers that their supervisors left behind, of attempts that are over: nobody else would.
 */
async function endOrphans(service: Service, t: Task): Promise<void> {
  const { current } = t;
  const over = current !== null && !live(current.phase) ? [current] : [];
  for (const { key } of [...closedOf(t), ...over]) {
    const name = attemptName(service.ledger, key);
    if (await ownerOf(service.host, service.store, name) === undefined) continue;
    if (await isHeld(service, key)) continue;
    await endWorker(service, key);
  }
}

/** Ends what is left of a worker whose supervisor is gone; says so when it cannot be ended. */
async function endWorker({ host, store, ledger, unfinished }: Service, key: Key): Promise<boolean> {
  const name = attemptName(ledger, key);
  if (!await endOrphan(host, store, name)) {
    unfinished.push(`The worker of "${name}" could not be ended`);
    return false;
  }
  await forgetOwner(host, store, name);
  return true;
}

/** Whether an attempt's supervisor lives; nobody can tell of an attempt that has none. */
async function ownerState(service: Service, key: Key): Promise<"alive" | "dead" | "unknown"> {
  if (service.ledger.supervised.get(key.task) !== key.attempt) return "unknown";
  return await isHeld(service, key) ? "alive" : "dead";
}

/** Whether the attempt's supervisor holds its lock. */
async function isHeld(service: Service, key: Key): Promise<boolean> {
  const { files } = service.host;
  const path = ownerLock(service, key);
  if (!await files.exists(path)) return false;
  const lock = await files.tryLock(path);
  lock?.release();
  return lock === undefined;
}

function taskOf({ ledger }: Service, id: number): Task {
  return findTask(id, ledger.state.tasks)!;
}
