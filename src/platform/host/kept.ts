/** Folders of results that are kept as long as nothing they depend on changes. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Host } from "./host.ts";
import { openSeal } from "./seal.ts";

/** How the folders begin that are being filled. */
export const FRESH = "tmp-";

/** File beside the results, with the seal of them. */
const SEALED = ".seal";

/**
 * The folder under `base` that holds the results of this key; `produce` fills it when there is none.
 * It appears whole or not at all, and results of other keys are forgotten. `produce` may take what it can use
 * from the intact folders of other keys, `earlier`.
 */
export async function keptFolder(
  host: Host,
  base: string,
  key: string,
  produce: (folder: string, earlier: readonly string[]) => Promise<void>,
): Promise<string> {
  const kept = join(base, key);
  const isIntact = () => isKeptIntact(host, base, key);
  if (await isIntact()) return kept;
  if (await host.files.list(kept) !== undefined) await host.files.remove(kept);
  const fresh = join(base, FRESH + crypto.randomUUID());
  await host.files.mkdir(fresh);
  try {
    const others = await otherKeys(host, base, key);
    const intact: string[] = [];
    for (const name of others) {
      if (await isKeptIntact(host, base, name)) intact.push(join(base, name));
    }
    await produce(fresh, intact);
    await host.files.writeAtomic(join(fresh, SEALED), await sealOf(host, key, fresh));
    for (const name of others) await host.files.remove(join(base, name));
    await host.files.rename(fresh, kept).catch(async (cause) => {
      // Another run was faster: what it kept has the same key, so it is the same.
      if (!await isIntact()) throw cause;
    });
  } finally {
    await host.files.remove(fresh);
  }
  return kept;
}

/** Names of the folders under `base` that are kept for other keys. */
async function otherKeys(host: Host, base: string, key: string): Promise<string[]> {
  const names = (await host.files.list(base) ?? []).map(({ name }) => name);
  return names.filter((name) => name !== key && !name.startsWith(FRESH));
}

/**
 * Whether the folder holds just what a run of this user put into it.
 *
 * Another's could hide a failure.
 */
export async function isKeptIntact(
  host: Pick<Host, "env" | "files">,
  base: string,
  key: string,
): Promise<boolean> {
  const recorded = await host.files.readText(join(base, key, SEALED));
  return recorded !== undefined && recorded === await sealOf(host, key, join(base, key));
}

async function sealOf(
  host: Pick<Host, "env" | "files">,
  key: string,
  folder: string,
): Promise<string> {
  const seal = await openSeal(host);
  return seal(`${key} ${await digestOf(host, folder)}`);
}

/** SHA-256 over names and bytes of the folder's files, in order of name. */
async function digestOf(host: Pick<Host, "files">, folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, isFile } of await host.files.list(folder) ?? []) {
    if (!isFile || name === SEALED) continue;
    const bytes = await host.files.readBytes(join(folder, name)) ?? new Uint8Array();
    hash.update(`${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}
