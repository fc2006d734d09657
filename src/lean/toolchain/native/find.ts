/** Finds an installed Lean of the pinned version: by elan, or on PATH. Installs nothing. */
import { dirname, join } from "node:path";
import type { Host } from "../../../platform/host/host.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { homeFolder, programFile } from "../../../platform/host/windows.ts";
import { parseLeanVersion, type Pin, pinAccepts } from "../pin.ts";

/** A native Lean that is ready to be used. */
export interface NativeLean {
  /** Program and first arguments that run the pinned `lake`. */
  readonly lake: readonly [string, ...string[]];
  /** What `lean --version` reported. */
  readonly version: string;
  /** Named absolute paths worth showing. */
  readonly paths: Readonly<Record<string, string>>;
}

/** What there is of native Lean on this machine. */
export type NativeState =
  /** The pinned version is there. */
  | { readonly status: "ready"; readonly lean: NativeLean }
  /** There is a Lean, but another one. */
  | { readonly status: "mismatch"; readonly version: string; readonly path: string }
  /** elan is there, and has not installed the pinned version. */
  | { readonly status: "notInstalled"; readonly elan: string }
  /** There is a Lean that does not say its version. */
  | { readonly status: "broken"; readonly path: string; readonly detail: string }
  /** Neither elan nor Lean is there. */
  | { readonly status: "absent" };

/** How long `lean --version` may take, in milliseconds. */
const VERSION_DEADLINE_MS = 60_000;

/** Looks for Lean; versions are asked for in `formalRoot`, where elan and its kin read the pin. */
export async function findNative(host: Host, formalRoot: string, pin: Pin): Promise<NativeState> {
  const elan = await findElan(host);
  if (elan !== undefined) {
    for (const folder of elanToolchains(host, pin)) {
      const [lean, lake] = ["lean", "lake"].map((it) => join(folder, "bin", programFile(host, it)));
      if (!await host.files.exists(lean!)) continue;
      const run: readonly [string, ...string[]] = [elan, "run", pin.toolchain];
      const paths = { lean: lean!, lake: lake!, elan };
      return await ask(host, formalRoot, pin, [...run, "lean"], [...run, "lake"], paths);
    }
  }
  const [lean, lake] = [await host.which("lean"), await host.which("lake")];
  // Beside elan lie its proxies, which would download what is not installed.
  const isProxy = elan !== undefined && lean !== undefined && dirname(lean) === dirname(elan);
  if (lean !== undefined && lake !== undefined && !isProxy) {
    return await ask(host, formalRoot, pin, [lean], [lake], { lean, lake });
  }
  return elan === undefined ? { status: "absent" } : { status: "notInstalled", elan };
}

/** elan on PATH, or where its installer puts it. */
async function findElan(host: Host): Promise<string | undefined> {
  const known = await host.which("elan");
  if (known !== undefined) return known;
  const home = elanHome(host);
  if (home === undefined) return undefined;
  return await host.which(join(home, "bin", programFile(host, "elan")));
}

function elanHome(host: Host): string | undefined {
  const home = homeFolder(host);
  return host.env("ELAN_HOME") || (home === undefined ? undefined : join(home, ".elan"));
}

/** Folders in which elan may have the pinned toolchain: one linked by its release's name goes first. */
function elanToolchains(host: Host, { toolchain }: Pin): string[] {
  const toolchains = join(elanHome(host) ?? "", "toolchains");
  const names = [toolchain.slice(toolchain.indexOf(":") + 1), toolchain];
  return names.map((name) => join(toolchains, name.replaceAll("/", "--").replaceAll(":", "---")));
}

async function ask(
  host: Host,
  cwd: string,
  pin: Pin,
  lean: readonly [string, ...string[]],
  lake: readonly [string, ...string[]],
  paths: Readonly<Record<"lean" | "lake", string>>,
): Promise<NativeState> {
  const argv = [...lean, "--version"] as const;
  const asked = await host.run({
    argv: [lean[0], ...argv.slice(1)],
    cwd,
    deadlineMs: VERSION_DEADLINE_MS,
  });
  const version = asked.code === 0 ? parseLeanVersion(asked.stdout) : undefined;
  if (version === undefined) {
    return { status: "broken", path: paths.lean, detail: outputTail(asked) };
  }
  return pinAccepts(pin, version)
    ? { status: "ready", lean: { lake, version, paths } }
    : { status: "mismatch", version, path: paths.lean };
}
