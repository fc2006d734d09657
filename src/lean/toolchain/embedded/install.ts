/** Sets up embedded Lean in a cache folder: fetch, verify, unpack, derive; all or nothing. */
import { join } from "node:path";
import { z } from "zod";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import { homeFolder } from "../../../platform/host/windows.ts";
import type { Progress } from "../toolchain.ts";
import { deriveBinary } from "./binary.ts";
import { DERIVATION_VERSION, deriveLauncher, SYMBOL_FILE, usedExports } from "./launcher.ts";
import { fetchPackage } from "./fetch.ts";
import { cacheKey, LEAN_WASM, type PinnedPackage } from "./package.ts";
import { unpackLibrary } from "./unpack.ts";

/** Embedded Lean, ready to run. */
export interface EmbeddedLean {
  /** The cache folder that holds all of it. */
  readonly folder: string;
  /** The derived launcher; the derived binary and its symbol file lie beside it. */
  readonly launcher: string;
  /** Folder of the compiled modules of Init, Std, Lean and Lake. */
  readonly library: string;
  /** Names of those modules. */
  readonly modules: ReadonlySet<string>;
  readonly version: string;
  /** Changes whenever another Lean, or another derivation of it, is in use. */
  readonly identity: string;
}

const LAUNCHER = "launcher.cjs";
const LIBRARY = "lib";
/** Written last: where it is, everything is. */
const MANIFEST = "manifest.json";

const manifestSchema = z.strictObject({
  /** Names of the library's modules. */
  modules: z.array(z.string()),
  /** Size in bytes of what is derived, by name of the file. */
  sizes: z.record(z.string(), z.number().int()),
});

/**
 * The folder for what can be fetched again: `LEAN_GATE_CACHE`, else `lean-gate` in the user's cache.
 *
 * @throws GateError `cache_unknown` (set-up) when neither that nor a home folder is known.
 */
export function cacheRoot(host: Pick<Host, "env" | "os">): string {
  const own = host.env("LEAN_GATE_CACHE");
  if (own) return own;
  const cache = host.env("XDG_CACHE_HOME");
  if (cache) return join(cache, "lean-gate");
  const home = homeFolder(host);
  if (home) return join(home, ".cache", "lean-gate");
  throw new GateError("setup", {
    code: "cache_unknown",
    message:
      "Failed to find a cache folder: LEAN_GATE_CACHE and XDG_CACHE_HOME are not set, and there is no home folder",
    hint: "Set LEAN_GATE_CACHE to a folder that lean-gate may write to.",
  });
}

/** Folder in which {@linkcode installEmbedded} puts the package. */
export function installFolder(host: Pick<Host, "env" | "os">, pinned = LEAN_WASM): string {
  return join(cacheRoot(host), `${cacheKey(pinned)}-d${DERIVATION_VERSION}`);
}

/** What an entry of the cache folder is. */
export type CacheEntry =
  /** A Lean that is set up; `current` when this version uses it, `whole` when its files have their sizes. */
  | { readonly kind: "lean"; readonly current: boolean; readonly whole: boolean }
  /** What a set-up fills, or left when it was killed; `fresh` when it began today. */
  | { readonly kind: "unfinished"; readonly fresh: boolean }
  | { readonly kind: "foreign" };

/** Tells what an entry of {@linkcode cacheRoot} is, by its name and its manifest. */
export async function cacheEntry(
  host: Pick<Host, "env" | "files" | "os" | "today">,
  name: string,
  pinned = LEAN_WASM,
): Promise<CacheEntry> {
  const path = join(cacheRoot(host), name);
  const own = new RegExp(`^${RegExp.escape(pinned.name)}-[\\w.]+-[A-Za-z0-9]{1,16}-d\\d+`).exec(
    name,
  );
  if (own === null || await host.files.kindOf(path) !== "folder") return { kind: "foreign" };
  const rest = name.slice(own[0].length);
  const unfinished = /^\.(\d{4}-\d{2}-\d{2})\.[^.]+\.tmp$/.exec(rest);
  if (unfinished !== null) return { kind: "unfinished", fresh: unfinished[1] === host.today() };
  if (rest !== "") return { kind: "foreign" };
  return {
    kind: "lean",
    current: path === installFolder(host, pinned),
    whole: await isWhole(host, path),
  };
}

async function isWhole(host: Pick<Host, "files">, folder: string): Promise<boolean> {
  try {
    await checkInstalled(host, folder);
    return true;
  } catch (cause) {
    if (cause instanceof GateError) return false;
    throw cause;
  }
}

/** Whether embedded Lean is set up already. */
export async function isInstalled(
  host: Pick<Host, "env" | "files" | "os">,
  pinned = LEAN_WASM,
): Promise<boolean> {
  return await host.files.exists(join(installFolder(host, pinned), MANIFEST));
}

/**
 * Makes sure that embedded Lean is set up, and returns where it is.
 *
 * Everything is built in a sibling folder that is renamed at the end. Two processes may do so at once:
 * the second to end finds the first one's folder in place and uses that.
 *
 * @throws GateError (set-up) `embedded_fetch_failed`, `embedded_integrity`, `embedded_library_malformed`
 * or `embedded_glue_mismatch`.
 */
export async function installEmbedded(
  host: Host,
  progress: Progress,
  pinned = LEAN_WASM,
): Promise<EmbeddedLean> {
  const folder = installFolder(host, pinned);
  if (!await isInstalled(host, pinned)) await install(host, progress, pinned, folder);
  const { modules } = await checkInstalled(host, folder);
  return {
    folder,
    launcher: join(folder, LAUNCHER),
    library: join(folder, LIBRARY),
    modules: new Set(modules),
    version: pinned.leanVersion,
    identity: `${pinned.integrity} derivation ${DERIVATION_VERSION}`,
  };
}

async function install(
  host: Host,
  progress: Progress,
  pinned: PinnedPackage,
  folder: string,
): Promise<void> {
  const { files } = host;
  await removeAbandoned(host, folder);
  const building = `${folder}.${host.today()}.${crypto.randomUUID()}.tmp`;
  try {
    const fetched = await fetchPackage(host, progress, pinned, join(building, "fetch"));

    const ready = join(building, "ready");
    const modules = await unpack(host, progress, pinned, fetched, join(ready, LIBRARY));
    progress("Deriving Lean's launcher");
    const sizes = await deriveAll(host, pinned, fetched, ready);
    await files.writeAtomic(join(ready, MANIFEST), JSON.stringify({ modules, sizes }));
    stopIfInterrupted(host);
    await files.rename(ready, folder).catch(async (cause) => {
      if (!await isInstalled(host, pinned)) throw cause;
    });
  } finally {
    await files.remove(building);
  }
}

async function unpack(
  host: Host,
  progress: Progress,
  pinned: PinnedPackage,
  fetched: string,
  library: string,
): Promise<string[]> {
  const archive = join(fetched, pinned.files.library.name);
  const stream = await host.files.readStream(archive);
  if (stream === undefined) throw new Error(`Failed to read "${archive}"`);
  return await unpackLibrary(host.files, stream, library, (count) => {
    stopIfInterrupted(host);
    if (count % 100 === 0) progress(`Unpacking Lean's library (${count} of ${pinned.modules})`);
  });
}

/** Derives launcher, binary and symbol file, and returns their sizes. What they come from is not kept. */
async function deriveAll(
  { files }: Host,
  pinned: PinnedPackage,
  fetched: string,
  ready: string,
): Promise<Record<string, number>> {
  const { glue, binary } = pinned.files;
  const launcher = deriveLauncher(await files.readText(join(fetched, glue.name)) ?? "");
  const original = await files.readBytes(join(fetched, binary.name)) ?? new Uint8Array();
  const derived = deriveBinary(original, usedExports(launcher), pinned.patches);
  await files.writeAtomic(join(ready, LAUNCHER), launcher);
  await files.write(join(ready, binary.name), ReadableStream.from(derived.binary));
  await files.writeAtomic(join(ready, SYMBOL_FILE), derived.symbols);
  const sizes: Record<string, number> = {};
  for (const name of [LAUNCHER, binary.name, SYMBOL_FILE]) {
    sizes[name] = await files.size(join(ready, name)) ?? 0;
  }
  return sizes;
}

/** A cheap look at every use; hashes were checked when the package was set up. */
async function checkInstalled(
  host: Pick<Host, "files">,
  folder: string,
): Promise<z.infer<typeof manifestSchema>> {
  const manifest = await readManifest(host, folder);
  for (const [name, size] of Object.entries(manifest.sizes)) {
    if (await host.files.size(join(folder, name)) !== size) throw damaged(folder, name);
  }
  return manifest;
}

async function readManifest(
  host: Pick<Host, "files">,
  folder: string,
): Promise<z.infer<typeof manifestSchema>> {
  try {
    const text = await host.files.readText(join(folder, MANIFEST));
    return manifestSchema.parse(JSON.parse(text ?? ""));
  } catch {
    throw damaged(folder, MANIFEST);
  }
}

/** Removes what a killed process left, unless it is from today and may be in use. */
async function removeAbandoned(host: Host, folder: string): Promise<void> {
  const root = cacheRoot(host);
  for (const { name } of await host.files.list(root) ?? []) {
    const path = join(root, name);
    const isBuilding = path.startsWith(`${folder}.`) && name.endsWith(".tmp");
    if (isBuilding && !path.startsWith(`${folder}.${host.today()}.`)) await host.files.remove(path);
  }
}

function damaged(folder: string, name: string): GateError {
  return new GateError("setup", {
    code: "embedded_damaged",
    message: `Failed to use embedded Lean: "${join(folder, name)}" is missing or incomplete`,
    hint: `Remove the folder "${folder}"; it is set up again on the next use.`,
  });
}
