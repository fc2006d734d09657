/** Removes what is kept, and nothing that the gate did not make. */
import { join, sep } from "node:path";
import { ownFolder } from "../../lean/package/own_folders.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Kept } from "./cache.ts";

/** What became of each folder. */
export interface Cleared {
  readonly removed: readonly Kept[];
  /** Foreign, or busy. */
  readonly left: readonly Kept[];
}

/**
 * Removes the folders, those of the package in `formalRoot` among them. Each is renamed first, so that one that is
 * half removed is never taken for a whole one: its new name is that of what a killed run leaves.
 */
export async function clearCache(
  host: Pick<Host, "files" | "today">,
  kept: readonly Kept[],
  formalRoot: string | undefined,
): Promise<Cleared> {
  const [removed, left]: [Kept[], Kept[]] = [[], []];
  for (const it of kept) {
    if (it.status === "foreign" || it.status === "busy") {
      left.push(it);
      continue;
    }
    const going = await placeToRemove(host, it.path, formalRoot);
    await host.files.rename(it.path, going);
    await host.files.remove(going);
    removed.push(it);
  }
  return { removed, left };
}

/** A path on the same disk, where `inspectCache` finds what is still there after a kill. */
async function placeToRemove(
  host: Pick<Host, "files" | "today">,
  path: string,
  formalRoot: string | undefined,
): Promise<string> {
  const id = crypto.randomUUID();
  if (formalRoot === undefined || !path.startsWith(join(formalRoot, ".lake", sep))) {
    return `${path}.${host.today()}.${id}.tmp`;
  }
  const folder = ownFolder(formalRoot, "removed");
  await host.files.mkdir(folder);
  return join(folder, id);
}
