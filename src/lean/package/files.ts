/** Finds the Lean files of a folder, and reads them one after the other. */
import { join, posix, relative, sep } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import { importsOf } from "../syntax/header.ts";
import { type GitFiles, gitFiles } from "./git_files.ts";

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
  /** Walks the folder `path`; `git` speaks of what is in the folder `base`. */
  const visit = async (path: string, git: GitFiles | undefined, base: string): Promise<void> => {
    for (const { name, isFile, isDirectory } of await host.files.list(join(folder, path)) ?? []) {
      const inner = posix.join(path, name);
      const known = inner.slice(base.length);
      if (isDirectory && !name.startsWith(".") && !apart.includes(inner)) {
        if (git === undefined || git.folders.has(known)) await visit(inner, git, base);
        // A repository of its own, or a link to a folder.
        else if (git.files.has(known) || git.files.has(`${known}/`)) await ask(inner);
      } else if (isFile && name.endsWith(SUFFIX) && (git?.files.has(known) ?? true)) {
        paths.push(inner);
      }
    }
  };
  const ask = async (path: string): Promise<void> =>
    await visit(path, await gitFiles(host, join(folder, path)), path === "" ? "" : `${path}/`);
  if (await host.files.list(folder) !== undefined) await ask("");
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
