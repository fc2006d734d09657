/** For tests: a store without a repository in an in-memory host. */
import { type MemoryHost, memoryHost } from "../../platform/host/memory.ts";
import type { Host } from "../../platform/host/host.ts";
import { reduce } from "../../lifecycle/reduce.ts";
import type { Key } from "../../lifecycle/value.ts";
import { init } from "../init.ts";
import type { Opening } from "../journal.ts";
import { taskNamed } from "../ledger.ts";
import { openService, type Service } from "../service.ts";
import type { Store } from "../store.ts";
import { claim, declare, nextKey } from "../tasks.ts";

/** Asks for the lock once. */
export const OPENING: Opening = { reduce, purpose: "test", waitMs: 0 };

/** A store, and the world it is in. */
export interface MemoryStore extends MemoryHost {
  readonly store: Store;
}

/** A store in `/project/store`, whose results are files and texts. */
export async function memoryStore(): Promise<MemoryStore> {
  const memory = memoryHost();
  const store = await init(memory.host, { store: "store", graph: 1, branch: "integration" });
  return { ...memory, store };
}

/** Runs `body` with the service open. */
export async function within<T>(
  { host, store }: { readonly host: Host; readonly store: Store },
  body: (service: Service) => Promise<T>,
): Promise<T> {
  using service = await openService(host, store, OPENING);
  return await body(service);
}

/** Declares "build", and "ship" after it, and claims "build". */
export async function claimBuild(service: Service): Promise<Key> {
  await declare(service, { name: "build", after: [], retries: 1 });
  await declare(service, { name: "ship", after: ["build"], retries: 0 });
  return await claimTask(service, "build");
}

/** Claims a task. */
export async function claimTask(service: Service, name: string): Promise<Key> {
  const key = nextKey(service, taskNamed(service.ledger, name));
  await claim(service, key, false);
  return key;
}
