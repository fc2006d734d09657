/** Imports the modules that the config names. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../platform/diagnostic.ts";

/** Longest wait for a module, in milliseconds: one that awaits what never comes would hang the gate. */
const IMPORT_MS = 60_000;

/**
 * The default export of the module at `path`, which is relative to `root`. When it cannot be imported,
 * throws what `failure` makes of the reason.
 */
export async function importDefault(
  root: string,
  path: string,
  failure: (reason: string) => Error,
  deadlineMs = IMPORT_MS,
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = `it was not ready after ${deadlineMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(reason)), deadlineMs);
  });
  try {
    const module = import(pathToFileURL(resolve(root, path)).href);
    const loaded: { default?: unknown } = await Promise.race([module, late]);
    return loaded.default;
  } catch (cause) {
    throw failure(messageOf(cause));
  } finally {
    clearTimeout(timer);
  }
}
