/** Stops workers, and finds out which of them have ended. */
import { join } from "node:path";
import type { Decision } from "../lifecycle/decision.ts";
import type { Attempt } from "../lifecycle/state.ts";
import type { Key } from "../lifecycle/value.ts";
import { attemptName } from "./ledger.ts";
import { endOrphan, forgetOwner, keyText, ownerLock } from "./owner.ts";
import { act, type Service } from "./service.ts";
import { worktreeOf } from "./worktree.ts";

/** Whether an attempt's supervisor lives; nobody can tell of an attempt that has none. */
export async function ownerState(
  service: Service,
  key: Key,
): Promise<"alive" | "dead" | "unknown"> {
  if (service.ledger.supervised.get(key.task) !== key.attempt) return "unknown";
  const { files } = service.host;
  const path = ownerLock(service, key);
  if (!await files.exists(path)) return "dead";
  const lock = await files.tryLock(path);
  lock?.release();
  return lock === undefined ? "alive" : "dead";
}

/** The file that asks an attempt's supervisor to stop its worker. */
export function stopRequest({ store, ledger }: Service, key: Key): string {
  return join(store.stops, attemptName(ledger, key));
}

/**
 * Carries out `stopProcess`: asks the supervisor, or ends what a dead one has left. Returns the
 * decision on the worker's end when that is known.
 */
export async function stopWorker(service: Service, key: Key): Promise<Decision | undefined> {
  switch (await ownerState(service, key)) {
    case "alive":
      await service.host.files.writeAtomic(stopRequest(service, key), "");
      return undefined;
    case "dead":
      return await ownerLost(service, key);
    case "unknown":
      await canStop(service, key);
      return undefined;
  }
}

/** Whether the worker can be stopped from here; says what to do when it has no supervisor. */
export async function canStop(service: Service, key: Key): Promise<boolean> {
  if (await ownerState(service, key) !== "unknown") return true;
  const name = attemptName(service.ledger, key);
  const report = `lifecycle exited --key ${keyText(key)}`;
  leave(
    service,
    `The worker of "${name}" is to be stopped, and has no supervisor: end it, then run "${report}"`,
  );
  return false;
}

/** Ends what a dead supervisor has left of its worker, and records that the worker is gone. */
export async function ownerLost(service: Service, key: Key): Promise<Decision | undefined> {
  const { host, store, ledger } = service;
  const name = attemptName(ledger, key);
  if (!await endOrphan(host, store, name)) {
    leave(service, `The worker of "${name}" could not be ended`);
    return undefined;
  }
  await forgetOwner(host, store, name);
  await host.files.remove(stopRequest(service, key));
  return await act(service, key, { type: "ownerLost" }, { reason: "Its supervisor is gone" });
}

/** Whether the attempt's folder must stay: its worker may still be in it. */
export async function isInUse(service: Service, { key, worker }: Attempt): Promise<boolean> {
  return worker !== "gone" && await service.host.files.exists(worktreeOf(service, key));
}

/** Says once what is left for another run. */
export function leave({ unfinished }: Service, sentence: string): void {
  if (!unfinished.includes(sentence)) unfinished.push(sentence);
}
