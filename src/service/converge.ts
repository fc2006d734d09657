/** After a crash, or whenever in doubt: carries on what is unfinished, and nothing else. */
import { join } from "node:path";
import { type Attempt, closedOf, findTask, type Task, tasksOf } from "../lifecycle/state.ts";
import type { Key, Projection } from "../lifecycle/value.ts";
import { drive, requestStop } from "./drive.ts";
import { resume } from "./finish.ts";
import { contradiction, readGraph, writeGraph } from "./graph.ts";
import { attemptName } from "./ledger.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, nextNumber, type Service } from "./service.ts";
import type { World } from "./world.ts";

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
  await stopClosed(service, before);
  // What was seen before this run had moved the task contradicts nothing.
  if (taskOf(service, id) !== before) return;
  const projection = contradiction(before, seen);
  if (projection === undefined) return;
  const { generation } = before;
  const body = { type: "projectionObserved", task: id, generation, projection } as const;
  await drive(service, await service.record(body));
}

/** The lock file that an attempt's supervisor holds. */
export function ownerLock({ store, ledger }: World, key: Key): string {
  return join(store.owners, `${attemptName(ledger, key)}.lock`);
}

async function carryOn(service: Service, { key, phase }: Attempt): Promise<void> {
  switch (phase.type) {
    case "running":
      if (await ownerState(service, key) !== "dead") return;
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
  if (await ownerState(service, last.key) === "alive") await requestStop(service, last.key);
}

/** Whether an attempt's supervisor lives; nobody can tell of an attempt that has none. */
async function ownerState(service: Service, key: Key): Promise<"alive" | "dead" | "unknown"> {
  const { host, ledger } = service;
  if (ledger.supervised.get(key.task) !== key.attempt) return "unknown";
  const path = ownerLock(service, key);
  if (!await host.files.exists(path)) return "dead";
  const lock = await host.files.tryLock(path);
  lock?.release();
  return lock === undefined ? "alive" : "dead";
}

function taskOf({ ledger }: Service, id: number): Task {
  return findTask(id, ledger.state.tasks)!;
}
