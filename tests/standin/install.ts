/**
 * A STAND-IN for a native Lean toolchain, for tests only.
 *
 * The real elan finds it like any toolchain that it installed; its `lean` and `lake` are scripts that
 * hand the work to embedded Lean and speak the little of their interface that the gate uses. It
 * exercises the gate's native path (elan, version check, `lake build`, `lake lean`, `lake exe`, exit
 * codes) where no Lean can be downloaded. It says nothing about whether the real lake behaves so.
 */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Host } from "../../src/platform/host/host.ts";

/** What the stand-in pretends to be. */
export interface Pretence {
  /** Pin that elan is to serve. */
  readonly pin: string;
  /** Version that its `lean --version` reports. */
  readonly version: string;
}

/** The toolchain that this repository pins. */
export const PINNED: Pretence = { pin: "leanprover/lean4:v4.28.0", version: "4.28.0" };

/**
 * Puts the stand-in into `elanHome`, a folder to be used as `ELAN_HOME`. Returns a host like the given
 * one whose elan, and all that it starts, lives there.
 */
export async function installStandin(
  host: Host,
  elanHome: string,
  { pin, version }: Pretence = PINNED,
): Promise<Host> {
  const folder = pin.replaceAll("/", "--").replaceAll(":", "---");
  const bin = join(elanHome, "toolchains", folder, "bin");
  for (const program of ["lean", "lake"]) {
    const script = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
    const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
    const path = join(bin, program);
    await host.files.writeAtomic(
      path,
      `#!/bin/sh
# A stand-in for tests; not a Lean toolchain.
STANDIN_VERSION='${version}' exec '${host.denoPath}' run --no-prompt --config '${config}' \\
  --allow-read --allow-write --allow-env --allow-sys --allow-run '${script}' "$@"
`,
    );
    await chmod(path, 0o755);
  }
  return withElanHome(host, elanHome);
}

/** A host like the given one, for which `ELAN_HOME` is another folder, also in every child. */
export function withElanHome(host: Host, elanHome: string): Host {
  return {
    ...host,
    env: (name) => (name === "ELAN_HOME" ? elanHome : host.env(name)),
    run: (command) => host.run({ ...command, env: { ...command.env, ELAN_HOME: elanHome } }),
    spawn: (command) => host.spawn({ ...command, env: { ...command.env, ELAN_HOME: elanHome } }),
  };
}
