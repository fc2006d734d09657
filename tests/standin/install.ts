/**
 * A STAND-IN for a native Lean toolchain, for tests only.
 *
 * The real elan finds it like any toolchain that it installed; its programs are scripts that hand the
 * work of elaborating to embedded Lean. What else they do is a model of the real tools, each behaviour
 * from a source that README.md names.
 */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Host } from "../../src/platform/host/host.ts";
import { RELEASES } from "./releases.ts";

/** What the stand-in pretends to be. */
export interface FakeToolchain {
  /** Toolchain that elan is to serve, as elan resolves it. */
  readonly pin: string;
  /** A release of `releases.ts`. */
  readonly version: string;
  /** Folder for what embedded Lean compiled, when several tests compile the same packages. */
  readonly shared?: string;
}

/** The toolchain that this repository pins. */
export const PINNED: FakeToolchain = fakeRelease("4.28.0");

/** The toolchain of a release. */
export function fakeRelease(version: string): FakeToolchain {
  return { pin: `leanprover/lean4:v${version}`, version };
}

/**
 * Puts the stand-in into `elanHome`, a folder to be used as `ELAN_HOME`. Returns a host like the given
 * one whose elan, and all that it starts, lives there.
 */
export async function installStandin(
  host: Host,
  elanHome: string,
  { pin, version, shared }: FakeToolchain = PINNED,
): Promise<Host> {
  const folder = pin.replaceAll("/", "--").replaceAll(":", "---");
  const bin = join(elanHome, "toolchains", folder, "bin");
  const script = fileURLToPath(new URL("./main.ts", import.meta.url));
  const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
  for (const program of ["lean", "lake", ...RELEASES[version]?.bundled ?? []]) {
    const path = join(bin, program);
    await host.files.writeAtomic(
      path,
      `#!/bin/sh
# A stand-in for tests; not a Lean toolchain. Its runtime reserves more address space than a kernel does:
# a bound that would do for a kernel is lifted, a smaller one holds.
bound=$(ulimit -v)
if [ "$bound" != unlimited ] && [ "$bound" -ge 1000000 ]; then ulimit -S -v unlimited 2>/dev/null; fi
STANDIN_VERSION='${version}' STANDIN_BIN='${bin}' ${
        shared === undefined ? "" : `STANDIN_SHARED='${shared}' `
      }exec '${host.denoPath}' run --no-prompt \\
  --config '${config}' --allow-read --allow-write --allow-env --allow-sys --allow-run \\
  '${script}' ${program} "$@"
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
