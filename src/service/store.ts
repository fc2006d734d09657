/** Where a service keeps its things. */
import { dirname, join, resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";

/** Name of the folder of a store, unless the user chose another. */
export const STORE = ".lifecycle";

/** Paths of a store; all absolute. */
export interface Store {
  readonly root: string;
  readonly journal: string;
  /** Earlier segments of the journal, by the number of their first record. */
  readonly segments: string;
  /** Who holds it may append to the journal. */
  readonly lock: string;
  /** The projection: derived, one line a task. */
  readonly graph: string;
  /** A worktree for each attempt. */
  readonly worktrees: string;
  /** Contents on their way to the outbox, by transaction. */
  readonly staging: string;
  readonly reports: string;
  /** Each held by the supervisor of an attempt as long as it lives. */
  readonly owners: string;
  /** Each asks a supervisor to stop its worker. */
  readonly stops: string;
  /** What workers have written, by attempt. */
  readonly output: string;
  /** What the user configures, if anything. */
  readonly config: string;
  /** Files that are needed for a moment. */
  readonly scratch: string;
}

/** The paths of the store in a folder. */
export function storeAt(root: string): Store {
  return {
    root,
    journal: join(root, "journal.ndjson"),
    segments: join(root, "segments"),
    lock: join(root, "journal.lock"),
    graph: join(root, "graph.jsonl"),
    worktrees: join(root, "worktrees"),
    staging: join(root, "staging"),
    reports: join(root, "reports"),
    owners: join(root, "owners"),
    stops: join(root, "stops"),
    output: join(root, "output"),
    config: join(root, "config.json"),
    scratch: join(root, "scratch"),
  };
}

/**
 * The store that the user means: the one named, else the one of the environment's
 * `LIFECYCLE_STORE`, else the nearest `.lifecycle` upwards of the working directory.
 *
 * @throws {GateError} usage, `store_missing`.
 */
export async function findStore(host: Host, named: string | undefined): Promise<Store> {
  const given = named ?? (host.env("LIFECYCLE_STORE") || undefined);
  if (given !== undefined) {
    const store = storeAt(resolve(host.cwd, given));
    if (await host.files.exists(store.journal)) return await unlinked(host, store);
    throw missing(`There is no store in "${store.root}"`);
  }
  for (let folder = host.cwd;; folder = dirname(folder)) {
    const store = storeAt(join(folder, STORE));
    if (await host.files.exists(store.journal)) return await unlinked(host, store);
    if (folder === dirname(folder)) {
      throw missing(`There is no store "${STORE}" in "${host.cwd}" or above it`);
    }
  }
}

/**
 * The store by its path without links. What stands in it is told by paths relative to it, and a
 * worker's own folder is always told to it without.
 */
export async function unlinked(host: Host, { root }: Store): Promise<Store> {
  return storeAt(await host.files.realPath(root));
}

function missing(message: string): GateError {
  return new GateError("usage", {
    code: "store_missing",
    message,
    hint: 'Create one with "lifecycle init", or name it with --store or LIFECYCLE_STORE.',
  });
}
