/** For tests: modules of a project in a folder, with a real host for their processes. */
import { denoHost } from "../../../platform/host/deno.ts";
import type { Host } from "../../../platform/host/host.ts";

/** Runs the body with a host and a folder whose `module.js` has this text. */
export async function withModule<T>(
  text: string | undefined,
  body: (folder: string, host: Host) => Promise<T>,
): Promise<T> {
  await using owned = denoHost(new AbortController().signal);
  const folder = await owned.host.files.tempDir("module");
  if (text !== undefined) await owned.host.files.writeAtomic(`${folder}/module.js`, text);
  return await body(folder, owned.host);
}

/** Everything that an iteration gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const given: T[] = [];
  for await (const item of items) given.push(item);
  return given;
}
