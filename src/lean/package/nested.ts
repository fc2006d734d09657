/** Packages inside the folder of another one. */
import { join, posix } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import { leanPaths } from "./files.ts";
import { LAKEFILE, LAKEFILE_LEAN } from "./lakefile.ts";

/** Folders below `folder` with a lakefile of their own: paths from `folder`, sorted. */
export async function packagesBelow(host: Host, folder: string): Promise<string[]> {
  const homes = new Set<string>();
  for (const path of await leanPaths(host, folder)) {
    // Every folder on the way, unless it and so those above it are known.
    for (let at = posix.dirname(path); at !== "." && !homes.has(at); at = posix.dirname(at)) {
      homes.add(at);
    }
  }
  const found: string[] = [];
  for (const home of [...homes].sort()) {
    const names = [LAKEFILE, LAKEFILE_LEAN].map((name) => join(folder, home, name));
    const sizes = await Promise.all(names.map((name) => host.files.size(name)));
    if (sizes.some((size) => size !== undefined)) found.push(home);
  }
  return found;
}
