/** Where something could be written. */
import { dirname } from "node:path";
import type { Files } from "../src/platform/host/host.ts";

/** Nearest existing path above a file that is not a folder. */
export async function blockerOf(files: Files, path: string): Promise<string | undefined> {
  const above = dirname(path);
  if (above === path) return undefined;
  if (!await files.exists(above)) return await blockerOf(files, above);
  return await files.list(above) === undefined ? above : undefined;
}
