/** The files and folders of a project in which a change can matter. */
import { join, posix } from "node:path";
import type { Host } from "../../src/platform/host/host.ts";
import { type GitFiles, gitFiles } from "../../src/lean/package/git_files.ts";

/** Folders whose content is made by tools, whether or not git is told to ignore it. */
const MADE = new Set(["node_modules", "__pycache__", "target"]);

/** What is watched. Paths are relative to the project. */
export interface WatchedFiles {
  /** Folders that are neither hidden nor ignored; `""` is the project itself. */
  readonly folders: ReadonlySet<string>;
  /** Files in those folders, without those that existed only between two looks. */
  readonly names: ReadonlySet<string>;
  /** What git says, where it answers. */
  readonly git: GitFiles | undefined;
}

/** Asks git and the disk what there is now. */
export async function watchedFiles(host: Host, root: string): Promise<WatchedFiles> {
  const git = await gitFiles(host, root);
  const [folders, names] = [new Set<string>(), new Set<string>()];
  const visit = async (path: string): Promise<void> => {
    folders.add(path);
    for (const { name, isDirectory } of await host.files.list(join(root, path)) ?? []) {
      const inner = posix.join(path, name);
      if (!isDirectory) names.add(inner);
      if (!isDirectory || name.startsWith(".") || MADE.has(name)) continue;
      if (git?.folders.has(inner) ?? true) await visit(inner);
    }
  };
  await visit("");
  return { folders, names, git };
}

/**
 * Whether a change at `path` is one to be looked at.
 *
 * Temporary files of editors and of the gate are not.
 */
export function isWatched({ folders, names, git }: WatchedFiles, path: string): boolean {
  const at = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  if (!folders.has(folder) || /^[.#]|~$|\.(tmp|swp|swx)$|^\d+$/.test(name)) return false;
  return !MADE.has(name) && ((git?.files ?? names).has(path) || folders.has(path));
}
