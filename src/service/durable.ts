/** Puts a file in its place by one rename, each step durably. */
import { basename, dirname, join } from "node:path";
import type { Host } from "../platform/host/host.ts";

/** Where a file is written before it is renamed. */
export function siblingOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.tmp`);
}

/**
 * Writes a file beside its place, in a folder that exists, and renames it. What `accepts` refuses
 * stays out, and the answer is `false`.
 */
export async function putFile(
  { files }: Host,
  path: string,
  content: ReadableStream<Uint8Array>,
  accepts: (sibling: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const sibling = siblingOf(path);
  // A link in its place would have the content written elsewhere.
  await files.remove(sibling);
  await files.write(sibling, content);
  if (!await accepts(sibling)) return false;
  await files.sync(sibling);
  await files.rename(sibling, path);
  await files.sync(dirname(path));
  return true;
}
