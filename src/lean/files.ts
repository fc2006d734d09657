/** Finds the Lean files of a folder. */
import { join } from "node:path";
import type { Host } from "../host/host.ts";

/** A Lean file: its path relative to the walked folder, with `/`, and its bytes. */
export interface LeanFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Every `.lean` file below `folder`, sorted by path; hidden folders (`.lake`, `.git`) are passed over. */
export async function leanFiles(host: Host, folder: string): Promise<LeanFile[]> {
  const files: LeanFile[] = [];
  const visit = async (relative: string): Promise<void> => {
    for (const entry of await host.files.list(join(folder, relative)) ?? []) {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory && !entry.name.startsWith(".")) await visit(path);
      if (!entry.isFile || !entry.name.endsWith(".lean")) continue;
      const bytes = await host.files.readBytes(join(folder, path));
      if (bytes !== undefined) files.push({ path, bytes });
    }
  };
  await visit("");
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
