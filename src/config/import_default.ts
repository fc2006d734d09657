/** Imports the modules that the config names. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../diagnostic.ts";

/**
 * The default export of the module at `path`, which is relative to `root`. When it cannot be imported,
 * throws what `failure` makes of the reason.
 */
export async function importDefault(
  root: string,
  path: string,
  failure: (reason: string) => Error,
): Promise<unknown> {
  try {
    const loaded: { default?: unknown } = await import(pathToFileURL(resolve(root, path)).href);
    return loaded.default;
  } catch (cause) {
    throw failure(messageOf(cause));
  }
}
