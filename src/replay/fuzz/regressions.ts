/** Lists that once showed a difference, kept to be replayed on every run. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EventList, NamedList } from "../agree/list.ts";
import { readLists, writeLists } from "../agree/lists_file.ts";
import { joinSegments, type ReadFile } from "../agree/segments.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";

/** Name ending of the files. */
const SUFFIX = ".ndjson";

/** The regressions of a folder. */
export interface Regressions {
  readonly lists: readonly NamedList[];
  /** What is wrong with any of the files. */
  readonly findings: readonly Diagnostic[];
}

/** Reads the `*.ndjson` files directly in `folder`, which is relative to `root` and may be absent. */
export async function readRegressions(
  host: Host,
  root: string,
  folder: string,
): Promise<Regressions> {
  const entries = await host.files.list(join(root, folder)) ?? [];
  const files: ReadFile[] = [];
  for (const { name } of entries.filter(({ name, isFile }) => isFile && name.endsWith(SUFFIX))) {
    const bytes = await host.files.readBytes(join(root, folder, name));
    if (bytes === undefined) continue;
    const file = `${folder}/${name}`;
    files.push({ file, ...readLists(file, bytes) });
  }
  return joinSegments(files);
}

/**
 * Writes the list to a file that is named by its content.
 *
 * Returns its path relative to `root`.
 */
export async function writeRegression(
  host: Host,
  root: string,
  folder: string,
  list: EventList,
): Promise<string> {
  const text = writeLists(list);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const file = `${folder}/${digest}${SUFFIX}`;
  await host.files.writeAtomic(join(root, file), text);
  return file;
}
