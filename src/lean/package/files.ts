/** Finds the Lean files of a folder, and reads them one after the other. */
import { join, posix, relative, sep } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import { importsOf } from "../syntax/header.ts";
import {
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFile,
  ignoreFilesAbove,
  isIgnored,
  readIgnoreFile,
  within,
} from "./ignore.ts";

/** A Lean file: its path relative to the walked folder, with `/`, and its bytes. */
export interface LeanFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Where the modules that it imports may have their files; most of Lean's own are nowhere. */
  readonly imports: readonly string[];
}

/** What a build takes, whatever git ignores. All paths are relative to the walked folder. */
export interface BuildSources {
  /** Folders in which an imported module may stand; `""` is the walked one, and `..` the one above it. */
  readonly srcDirs: readonly string[];
  /** Files that a build starts from, if they are there. */
  readonly files: readonly string[];
  /** Folders of which a build takes every file. */
  readonly folders: readonly string[];
  /** Folders that are packages of their own, and not walked. */
  readonly apart?: readonly string[];
  /** The files to begin with, when not all of the folder are wanted. */
  readonly only?: readonly string[];
}

const FOLDER_ITSELF: BuildSources = { srcDirs: [""], files: [], folders: [] };
const SUFFIX = ".lean";

/**
 * Every `.lean` file below `folder`, sorted by path, but for those in hidden folders (`.lake`, `.git`)
 * and those that git ignores. Of these come last the ones that a build would take all the same: Lean
 * imports a file whether or not git knows of it.
 *
 * One file is held at a time, and the next is being read.
 */
export async function* leanFiles(
  host: Host,
  folder: string,
  sources: BuildSources = FOLDER_ITSELF,
): AsyncGenerator<LeanFile> {
  const paths = [...sources.only ?? await leanPaths(host, folder, sources.apart)];
  for (const whole of sources.folders) paths.push(...await wholePaths(host, folder, whole));
  const walked = paths.length;
  paths.push(...sources.files);
  const known = new Set<string>();
  const read = async (k: number): Promise<LeanFile | undefined> => {
    const path = paths[k];
    if (path === undefined || known.has(path)) return undefined;
    known.add(path);
    const absolute = join(folder, path);
    if (k >= walked && await host.files.size(absolute) === undefined) return undefined;
    const bytes = await host.files.readBytes(absolute);
    if (bytes === undefined) return undefined;
    const imports = importsOf(bytes).flatMap((imported) =>
      sources.srcDirs.map((srcDir) => pathFrom(folder, join(folder, srcDir, imported.path)))
    );
    return { path, bytes, imports };
  };
  let ahead = read(0);
  for (let k = 0; k < paths.length; k++) {
    const file = await ahead;
    paths.push(...file?.imports ?? []);
    ahead = read(k + 1);
    // Whoever stops early does not wait for it.
    ahead.catch(() => {});
    if (file !== undefined) yield file;
  }
}

/** A path as seen from `folder`, with `/`. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, "/");
}

/** The paths below `folder` that are neither hidden nor ignored nor in a folder of `apart`, sorted. */
export async function leanPaths(
  host: Host,
  folder: string,
  apart: readonly string[] = [],
): Promise<string[]> {
  const paths: string[] = [];
  const visit = async (path: string, above: readonly IgnoreFile[]): Promise<void> => {
    const entries = await host.files.list(join(folder, path)) ?? [];
    const inside = path === "" ? "" : `${path}/`;
    const text = entries.some(({ name, isFile }) => isFile && name === IGNORE_FILE)
      ? await readIgnoreFile(host, join(folder, path))
      : undefined;
    const files = text === undefined ? above : [...above, ignoreFile(text, { inside })];
    for (const { name, isFile, isDirectory } of entries) {
      const inner = inside + name;
      if (
        isDirectory && !name.startsWith(".") && !isIgnored(files, inner, true) &&
        !apart.includes(inner)
      ) {
        await visit(inner, within(files, inner));
      }
      if (isFile && name.endsWith(SUFFIX) && !isIgnored(files, inner, false)) paths.push(inner);
    }
  };
  await visit("", await ignoreFilesAbove(host, folder));
  return paths.sort();
}

/** The paths below the folder `path` of `folder`, whatever they are called. */
async function wholePaths(host: Host, folder: string, path: string): Promise<string[]> {
  const entries = await host.files.list(join(folder, path)) ?? [];
  const paths: string[] = [];
  for (const { name, isFile, isDirectory } of entries) {
    const inner = posix.join(path, name);
    if (isDirectory) paths.push(...await wholePaths(host, folder, inner));
    if (isFile && name.endsWith(SUFFIX)) paths.push(inner);
  }
  return paths;
}
