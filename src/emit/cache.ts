/**
 * What the emitter wrote, kept as long as nothing it depends on changes: its sources, the lakefile and
 * Lean. The same reason that spares a module its rebuilding spares the emitter its run.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Host } from "../host/host.ts";
import type { ToolchainInfo } from "../toolchain/toolchain.ts";

/** How the folders begin that are being filled. */
const FRESH = "tmp-";

/** File beside what was emitted, with the digest of it. */
const DIGEST = ".digest";

/** What an emission depends on. */
export interface EmissionInputs {
  readonly emitter: string;
  /** Digest of the sources that the emitter is made of. */
  readonly model: string;
  /** Text of the lakefile, whose options reach the code, and of the manifest, if there is one. */
  readonly lakefile: string;
  readonly lean: ToolchainInfo;
}

/** Names an emission: equal exactly when everything it depends on is. */
export function emissionKey({ emitter, model, lakefile, lean }: EmissionInputs): string {
  const { backend, version, pin, paths } = lean;
  const parts = [emitter, model, lakefile, backend, version, pin, paths];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/**
 * The folder under `base` that holds the emission of this key; `produce` fills it when there is none.
 * It appears whole or not at all, and emissions of other keys are forgotten.
 */
export async function keptEmission(
  host: Host,
  base: string,
  key: string,
  produce: (folder: string) => Promise<void>,
): Promise<string> {
  const kept = join(base, key);
  if (await isIntact(host, kept)) return kept;
  if (await host.files.list(kept) !== undefined) await host.files.remove(kept);
  const fresh = join(base, FRESH + crypto.randomUUID());
  await host.files.mkdir(fresh);
  try {
    await produce(fresh);
    await host.files.writeAtomic(join(fresh, DIGEST), await digestOf(host, fresh));
    for (const { name } of await host.files.list(base) ?? []) {
      if (name !== key && !name.startsWith(FRESH)) await host.files.remove(join(base, name));
    }
    await host.files.rename(fresh, kept).catch(async (cause) => {
      // Another run was faster: what it kept has the same key, so it is the same.
      if (!await isIntact(host, kept)) throw cause;
    });
  } finally {
    await host.files.remove(fresh);
  }
  return kept;
}

/** Whether the folder holds just what was emitted into it: an altered emission could hide a drift. */
async function isIntact(host: Host, folder: string): Promise<boolean> {
  const recorded = await host.files.readText(join(folder, DIGEST));
  return recorded !== undefined && recorded === await digestOf(host, folder);
}

/** SHA-256 over names and bytes of the folder's files, in order of name. */
async function digestOf(host: Host, folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, isFile } of await host.files.list(folder) ?? []) {
    if (!isFile || name === DIGEST) continue;
    const bytes = await host.files.readBytes(join(folder, name)) ?? new Uint8Array();
    hash.update(`${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}
