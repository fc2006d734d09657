/** What runs keep for later ones: in the user's cache, and in the package's `.lake` folder. */
import { join } from "node:path";
import { type OwnFolder, ownFolder } from "../../lean/package/own_folders.ts";
import { buildFolder, isIntact, recordedModules } from "../../lean/toolchain/embedded/compile.ts";
import { cacheEntry, cacheRoot } from "../../lean/toolchain/embedded/install.ts";
import type { Host } from "../../platform/host/host.ts";
import { FRESH, isKeptIntact } from "../../platform/host/kept.ts";
import { counted } from "../../platform/text/counted.ts";

/** Kinds of what is kept, in the order in which they are shown. */
export const KINDS = ["lean", "modules", "audit", "traces", "scratch"] as const;
/** See {@linkcode KINDS}. */
export type Kind = typeof KINDS[number];

/** A folder that is kept. */
export interface Kept {
  readonly kind: Kind;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /**
   * `damaged`: no run will use it.
   *
   * `foreign`: not the gate's to remove; `busy`: a run may be filling it.
   */
  readonly status: "ok" | "damaged" | "busy" | "foreign";
  /** What it is, or what is wrong with it. */
  readonly note: string;
}

/** Everything that is kept. */
export interface Cache {
  /** The user's cache folder. */
  readonly root: string;
  readonly kept: readonly Kept[];
  /** How many other entries the cache folder has. They are left alone. */
  readonly foreign: number;
}

type Looking = Pick<Host, "env" | "files" | "os" | "today">;

/** A folder before its size is known. */
type Found = Omit<Kept, "bytes">;

/** Why a link is left alone. */
const LINK = "a link to elsewhere, which lean-gate did not make";

/** Results that are sealed as a whole, by the folder that holds them. */
const SEALED: readonly (readonly [OwnFolder, Kind, note: string])[] = [
  ["audited", "audit", "facts of the audit"],
  ["certified", "audit", "facts about the certificates"],
  ["emitted", "traces", "emitted traces"],
];

/** What one run of Lean needs, and a killed run leaves. */
const SCRATCH: readonly OwnFolder[] = ["asked", "checked", "kernels", "removed"];

/**
 * Finds what is kept, with sizes, and checks every seal.
 *
 * `formalRoot` is absent outside of a package.
 */
export async function inspectCache(host: Looking, formalRoot: string | undefined): Promise<Cache> {
  const root = cacheRoot(host);
  const found: Found[] = [];
  let foreign = 0;
  for (const { name } of await host.files.list(root) ?? []) {
    const known = await installed(host, join(root, name), name);
    if (known === undefined) foreign++;
    else found.push(known);
  }
  if (formalRoot !== undefined) found.push(...await ofPackage(host, formalRoot));
  const kept: Kept[] = [];
  for (const kind of KINDS) {
    for (const it of found.filter((it) => it.kind === kind)) {
      const bytes = it.status === "foreign" ? 0 : await sizeOf(host.files, it.path);
      kept.push({ ...it, bytes });
    }
  }
  return { root, kept, foreign };
}

async function installed(host: Looking, path: string, name: string): Promise<Found | undefined> {
  const entry = await cacheEntry(host, name);
  switch (entry.kind) {
    case "foreign":
      return undefined;
    case "unfinished":
      return {
        kind: "scratch",
        path,
        status: entry.fresh ? "busy" : "ok",
        note: entry.fresh ? "begun today: a run may be setting Lean up" : "left by a killed run",
      };
    case "lean":
      return {
        kind: "lean",
        path,
        status: entry.whole ? "ok" : "damaged",
        note: !entry.whole
          ? "a file is missing or cut off"
          : entry.current
          ? "embedded Lean"
          : "embedded Lean, of another version of lean-gate",
      };
  }
}

async function ofPackage(host: Looking, formalRoot: string): Promise<readonly Found[]> {
  const modules = await modulesOf(host, formalRoot);
  const found: Found[] = modules === undefined ? [] : [modules];
  for (const [folder, kind, note] of SEALED) {
    const base = ownFolder(formalRoot, folder);
    if (!await isOwn(host, formalRoot, base)) {
      found.push(...await foreignAt(host, kind, base));
      continue;
    }
    for (const { name } of await host.files.list(base) ?? []) {
      found.push(await sealed(host, base, name, kind, note));
    }
  }
  for (const folder of SCRATCH) {
    const path = ownFolder(formalRoot, folder);
    if (!await isOwn(host, formalRoot, path)) {
      found.push(...await foreignAt(host, "scratch", path));
    } else if ((await host.files.list(path) ?? []).length > 0) {
      found.push({ kind: "scratch", path, status: "ok", note: "written for single runs of Lean" });
    }
  }
  return found;
}

async function sealed(
  host: Looking,
  base: string,
  name: string,
  kind: Kind,
  note: string,
): Promise<Found> {
  const path = join(base, name);
  if (await host.files.kindOf(path) !== "folder") {
    return { kind, path, status: "foreign", note: LINK };
  }
  if (name.startsWith(FRESH)) {
    return { kind: "scratch", path, status: "ok", note: "left by a killed run" };
  }
  return await isKeptIntact(host, base, name)
    ? { kind, path, status: "ok", note }
    : { kind, path, status: "damaged", note: "its seal does not match what it holds" };
}

async function modulesOf(host: Looking, formalRoot: string): Promise<Found | undefined> {
  const path = buildFolder(formalRoot);
  if (!await isOwn(host, formalRoot, path)) return (await foreignAt(host, "modules", path))[0];
  if (await host.files.list(path) === undefined) return undefined;
  const names = await recordedModules(host, formalRoot);
  const damaged: string[] = [];
  for (const name of names) if (!await isIntact(host, formalRoot, { name })) damaged.push(name);
  const all = counted(names.length, "compiled module");
  return damaged.length === 0
    ? { kind: "modules", path, status: "ok", note: all }
    : { kind: "modules", path, status: "damaged", note: `${all}, ${damagedNote(damaged)}` };
}

function damagedNote(damaged: readonly string[]): string {
  const more = damaged.length > 3 ? ", …" : "";
  return `the seal of ${damaged.length} does not match: ${damaged.slice(0, 3).join(", ")}${more}`;
}

/**
 * Whether no folder on the way from the package is a link.
 *
 * What it leads to is somebody else's.
 */
async function isOwn(host: Looking, formalRoot: string, path: string): Promise<boolean> {
  let folder = formalRoot;
  for (const name of path.slice(formalRoot.length).split(/[\\/]/).filter(Boolean)) {
    folder = join(folder, name);
    const kind = await host.files.kindOf(folder);
    if (kind === undefined) return true;
    if (kind !== "folder") return false;
  }
  return true;
}

async function foreignAt(host: Looking, kind: Kind, path: string): Promise<Found[]> {
  return await host.files.exists(path) ? [{ kind, path, status: "foreign", note: LINK }] : [];
}

/** Bytes of the files in a folder, without what links lead to. */
async function sizeOf(files: Host["files"], path: string): Promise<number> {
  let sum = 0;
  for (const { name, isDirectory } of await files.list(path) ?? []) {
    const entry = join(path, name);
    const kind = await files.kindOf(entry);
    if (kind === "folder" && isDirectory) sum += await sizeOf(files, entry);
    else if (kind === "file") sum += await files.size(entry) ?? 0;
  }
  return sum;
}
