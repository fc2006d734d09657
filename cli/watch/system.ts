/** Watching files, and running this command line again: what only Deno itself can do. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Host } from "../../src/platform/host/host.ts";
import { PERMISSIONS } from "../permissions.ts";
import { debounced } from "./debounce.ts";
import { isWatched, watchedFiles } from "./folders.ts";
import { keyReader, type WatchCommand } from "./keys.ts";

/** Batches of changed paths, relative to `root`, until `signal` aborts. */
export async function* changedPaths(
  host: Host,
  root: string,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  while (!signal.aborted) {
    let files = await watchedFiles(host, root);
    const paths = [...files.folders].map((folder) => join(root, folder));
    using watcher = Deno.watchFs(paths, { recursive: false });
    const close = () => watcher.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      for await (const batch of debounced(watcher)) {
        const changed = batch.filter(({ kind }) => kind !== "access")
          .flatMap(({ paths }) => paths.map((path) => relative(root, path)));
        // What was there may be gone, and what is new must be asked about.
        const before = files;
        files = await watchedFiles(host, root);
        const seen = [...new Set(changed)].filter((path) =>
          isWatched(before, path) || isWatched(files, path)
        );
        if (seen.length > 0) yield seen;
        // A new folder is watched only by a new watcher.
        if ([...files.folders].some((folder) => !before.folders.has(folder))) {
          break;
        }
      }
    } finally {
      signal.removeEventListener("abort", close);
    }
  }
}

/**
 * The commands that are typed on a terminal, key by key.
 *
 * Without a terminal there is no iterator.
 */
export function typedCommands(echo: (text: string) => void): Disposable & {
  readonly iterator?: AsyncIterator<WatchCommand, never>;
} {
  if (!Deno.stdin.isTerminal()) return { [Symbol.dispose]: () => {} };
  // Ctrl-C stays a signal.
  Deno.stdin.setRaw(true, { cbreak: true });
  const read = keyReader(echo);
  async function* commands(): AsyncGenerator<WatchCommand, never> {
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(64);
    for (;;) {
      const count = await Deno.stdin.read(bytes);
      // The terminal is gone, and its signal ends the watch.
      if (count === null) return await new Promise<never>(() => {});
      yield* read(decoder.decode(bytes.subarray(0, count), { stream: true }));
    }
  }
  return { iterator: commands(), [Symbol.dispose]: () => Deno.stdin.setRaw(false) };
}

/**
 * Runs this command line in a process of its own, which has the code as it is now; its streams are ours.
 * Returns its exit code. An abort ends it, with all its children.
 */
export async function runSelf(args: readonly string[], signal: AbortSignal): Promise<number> {
  const url = new URL("../../deno.json", import.meta.url);
  // A package has none: then Deno looks for the project's.
  const config = url.protocol === "file:" && await exists(url)
    ? ["--config", fileURLToPath(url)]
    : [];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...config, ...PERMISSIONS, startable(Deno.mainModule), ...args],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  const end = () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended by itself.
    }
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    return (await child.status).code;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * What Deno can start as this command line.
 *
 * A file of Deno's npm cache finds no packages when it is started as a file.
 */
export function startable(mainModule: string): string {
  const cached = /\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+)\/lib\/(\w+)\.js$/.exec(mainModule);
  return cached === null || mainModule.includes("/node_modules/")
    ? mainModule
    : `npm:${cached[1]}@${cached[2]}/${cached[3]}`;
}

const exists = (url: URL) => Deno.stat(url).then(() => true, () => false);
