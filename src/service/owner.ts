/**
 * Who owns an attempt: the supervisor that holds its lock, and the worker that it started. The record
 * of both is there before the worker does anything, so that no worker outlives its supervisor unseen.
 */
import { join } from "node:path";
import { z } from "zod";
import type { Host } from "../platform/host/host.ts";
import type { Key } from "../lifecycle/value.ts";
import { attemptName, type Ledger } from "./ledger.ts";
import { endGroup, groupRuns, isRunning, processOf } from "./process.ts";
import type { Store } from "./store.ts";
import type { World } from "./world.ts";

const ProcessSchema = z.object({ pid: z.int().positive(), start: z.string() });
const OwnerSchema = z.object({
  key: z.string(),
  supervisor: ProcessSchema,
  worker: ProcessSchema,
});

/** The processes of an attempt. */
export type Owner = z.infer<typeof OwnerSchema>;

/** The lock file that an attempt's supervisor holds. */
export function ownerLock({ store, ledger }: Pick<World, "store" | "ledger">, key: Key): string {
  return join(store.owners, `${attemptName(ledger, key)}.lock`);
}

function recordOf(store: Store, name: string): string {
  return join(store.owners, `${name}.json`);
}

/** A key as text, as workers have it in their environment. */
export function keyText(key: Key): string {
  return [key.graph, key.task, key.generation, key.attempt, key.fence].join(",");
}

/** Records the processes of an attempt durably; nothing where the system does not identify them. */
export async function recordOwner(
  host: Host,
  store: Store,
  name: string,
  key: Key,
  worker: number,
): Promise<void> {
  const [own, child] = [await processOf(host, host.pid), await processOf(host, worker)];
  if (own === undefined || child === undefined) return;
  const owner: Owner = { key: keyText(key), supervisor: own, worker: child };
  const path = recordOf(store, name);
  await host.files.writeAtomic(path, JSON.stringify(owner) + "\n");
  await host.files.sync(path);
  await host.files.sync(store.owners);
}

/** Forgets who owned the attempt: its worker is known to have ended. */
export async function forgetOwner(host: Host, store: Store, name: string): Promise<void> {
  await host.files.remove(recordOf(store, name));
  await host.files.remove(join(store.owners, `${name}.lock`));
}

/** The recorded processes of an attempt. */
export async function ownerOf(
  host: Host,
  store: Store,
  name: string,
): Promise<Owner | undefined> {
  const text = await host.files.readText(recordOf(store, name));
  if (text === undefined) return undefined;
  try {
    return OwnerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** How the worker of an attempt is looked after. */
export type Ownership =
  /** Its supervisor runs. */
  | "supervised"
  /** It runs, and its supervisor is gone. */
  | "orphaned"
  /** Neither runs. */
  | "gone"
  /** Nobody supervised it, or the system does not identify processes. */
  | "unknown";

/** Tells how the worker of an attempt is looked after; takes no lock. */
export async function ownershipOf(
  host: Host,
  store: Store,
  ledger: Ledger,
  key: Key,
): Promise<Ownership> {
  const owner = await ownerOf(host, store, attemptName(ledger, key));
  if (owner === undefined || owner.key !== keyText(key)) return "unknown";
  if (await isRunning(host, owner.supervisor)) return "supervised";
  return await groupRuns(host, owner.worker, marksOf(store, owner)) ? "orphaned" : "gone";
}

/** Ends what runs of an attempt whose supervisor is gone; `false` when it could not be ended. */
export async function endOrphan(host: Host, store: Store, name: string): Promise<boolean> {
  const owner = await ownerOf(host, store, name);
  return owner === undefined || await endGroup(host, owner.worker, marksOf(store, owner));
}

/** What the environment of the worker and all its descendants has. */
function marksOf(store: Store, { key }: Owner): readonly string[] {
  return [`LIFECYCLE_KEY=${key}`, `LIFECYCLE_STORE=${store.root}`];
}
