/** The folders of a project in which a change can matter. */
import { join } from "node:path";
import type { Host } from "../../src/platform/host/host.ts";
import {
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFile,
  ignoreFilesAbove,
  isIgnored,
  readIgnoreFile,
  within,
} from "../../src/lean/package/ignore.ts";

/** Folders by their paths relative to the project, `""` for itself, with what git ignores in each. */
export type Folders = ReadonlyMap<string, readonly IgnoreFile[]>;

/** Folders whose content is made by tools, whether or not git is told to ignore it. */
const MADE = new Set(["node_modules", "__pycache__", "target"]);

/** Every folder that is neither hidden nor ignored. */
export async function watchedFolders(host: Host, root: string): Promise<Folders> {
  const folders = new Map<string, readonly IgnoreFile[]>();
  const visit = async (path: string, above: readonly IgnoreFile[]): Promise<void> => {
    const entries = await host.files.list(join(root, path)) ?? [];
    const inside = path === "" ? "" : `${path}/`;
    const text = entries.some(({ name }) => name === IGNORE_FILE)
      ? await readIgnoreFile(host, join(root, path))
      : undefined;
    const files = text === undefined ? above : [...above, ignoreFile(text, { inside })];
    folders.set(path, files);
    for (const { name, isDirectory } of entries) {
      const inner = inside + name;
      if (!isDirectory || name.startsWith(".") || MADE.has(name)) continue;
      if (!isIgnored(files, inner, true)) await visit(inner, within(files, inner));
    }
  };
  await visit("", await ignoreFilesAbove(host, root));
  return folders;
}

/** Whether a change at `path` is one to be looked at. Temporary files of editors and of the gate are not. */
export function isWatched(folders: Folders, path: string): boolean {
  const at = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  const files = folders.get(folder);
  return files !== undefined && !/^[.#]|~$|\.(tmp|swp|swx)$|^\d+$/.test(name) &&
    !MADE.has(name) && !isIgnored(files, path, false);
}
