/** Replaces the committed fixtures by what the model emits: every file by an atomic rename. */
import { join, posix } from "node:path";
import type { Project } from "../config/project.ts";
import { CELLS_FILE } from "../coverage/cells_file.ts";
import type { Host } from "../host/host.ts";
import { TRACE_SUFFIX } from "../trace/folder.ts";
import type { Emission } from "./stage.ts";

/** What became of the fixtures, by path relative to the project. */
export interface Written {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/** Writes what differs, then removes the files of traces and cells that the model no longer emits. */
export async function writeFixtures(
  host: Host,
  { root, config: { fixtures } }: Project,
  { texts }: Emission,
): Promise<Written> {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const [file, text] of texts) {
    const path = join(root, file);
    if (await host.files.readText(path) === text) unchanged.push(file);
    else {
      await host.files.writeAtomic(path, text);
      written.push(file);
    }
  }
  const entries = await host.files.list(join(root, fixtures)) ?? [];
  const removed = entries
    .filter(({ name, isFile }) => isFile && (name.endsWith(TRACE_SUFFIX) || name === CELLS_FILE))
    .map(({ name }) => posix.join(fixtures, name))
    .filter((file) => !texts.has(file));
  for (const file of removed) await host.files.remove(join(root, file));
  return { written, unchanged, removed };
}
