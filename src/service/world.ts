/** What the effects of a service act on. */
import { resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { type Git, gitIn } from "./git.ts";
import type { Ledger } from "./ledger.ts";
import type { Store } from "./store.ts";

/** Host, store and what the journal says. */
export interface World {
  readonly host: Host;
  readonly store: Store;
  readonly ledger: Ledger;
}

/** The repository of a service, and its integration branch. */
export interface Repository {
  readonly folder: string;
  /** Full name of the branch. */
  readonly branch: string;
  readonly git: Git;
}

/** The repository, or `undefined` when the service has none. */
export function repositoryOf({ host, store, ledger }: World): Repository | undefined {
  const { repository, branch } = ledger.settings;
  if (repository === null || branch === null) return undefined;
  const folder = resolve(store.root, repository);
  return { folder, branch, git: gitIn(host, folder) };
}

/** The repository. Throws GateError `repository_missing` (usage) when the service has none. */
export function needRepository(world: World): Repository {
  const repository = repositoryOf(world);
  if (repository !== undefined) return repository;
  throw new GateError("usage", {
    code: "repository_missing",
    message: `The store "${world.store.root}" has no repository to land commits in`,
    hint: 'Deliver a file or report a text, or make a store with "lifecycle init --repository".',
  });
}
