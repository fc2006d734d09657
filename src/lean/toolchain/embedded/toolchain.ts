/** The embedded backend: Lean as WebAssembly, run by Deno. */
import { GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { askWith } from "../ask.ts";
import {
  type LakeConfig,
  type PackagePlace,
  readLakefile,
  readModuleGraph,
  shownPath,
} from "../../package/formal_package.ts";
import { LAKEFILE, type Lakefile, LAKEFILE_LEAN } from "../../package/lakefile.ts";
import { type Pin, PIN_FILE } from "../pin.ts";
import type { BuildResult, Progress, Toolchain } from "../toolchain.ts";
import { buildModules } from "./build.ts";
import type { Workshop } from "./compile.ts";
import { execute, executeProgram } from "./exec.ts";
import { checkExtra } from "./extra.ts";
import { cacheRoot, installEmbedded } from "./install.ts";
import { LEAN_WASM } from "./package.ts";
import { prepareMain } from "./prepare.ts";
import { checkSeparators } from "./separators.ts";

/**
 * Opens the embedded backend for a package, after setting it up if need be. `deadlineMs` is how long
 * Lean may take for one module or one run of an executable. `anyPin` accepts a pin of another series.
 *
 * @throws GateError (set-up) `toolchain_mismatch` for a pin of another series than the embedded Lean's,
 * `path_unsupported`, `lakefile_unsupported`, and what `installEmbedded` throws.
 */
export async function openEmbedded(
  host: Host,
  place: PackagePlace,
  { pin, anyPin }: { readonly pin: Pin; readonly anyPin: boolean },
  deadlineMs: number,
  progress: Progress,
): Promise<Toolchain> {
  if (!anyPin && !embeddedAccepts(pin)) throw embeddedMismatch(place, pin);
  checkSeparators(place.formalRoot, cacheRoot(host));
  const config = await supportedLakefile(host, place);
  const { lakefile } = config;
  const lean = await installEmbedded(host, progress);
  const workshop: Workshop = {
    host,
    lean,
    formalRoot: place.formalRoot,
    show: (path) => shownPath(place, path),
    deadlineMs,
  };
  const graph = () => readModuleGraph(host, place, lakefile, (name) => lean.modules.has(name));
  return {
    info: {
      backend: "embedded",
      version: lean.version,
      pin: pin.text,
      isPinned: embeddedAccepts(pin),
      paths: { lean: lean.launcher, library: lean.library, cache: lean.folder },
    },
    config: () => Promise.resolve(config),
    async build(progress): Promise<BuildResult> {
      return await buildModules(workshop, await graph(), progress);
    },
    async check(modules, progress): Promise<BuildResult> {
      return await checkExtra(workshop, await graph(), modules, progress);
    },
    ask: (program, request) =>
      askWith(
        host,
        place.formalRoot,
        { program, request },
        (files) => executeProgram(workshop, files),
      ),
    async exec(name, args, progress) {
      const exe = findExe(lakefile, name);
      progress(`interpreting ${exe.root}`);
      return await execute(workshop, (await graph()).order, exe, args);
    },
    async prepare(name) {
      return await prepareMain(workshop, (await graph()).order, findExe(lakefile, name));
    },
  };
}

/** Whether the embedded Lean may stand in for the pinned one: it is of the same series, `4.28`. */
export function embeddedAccepts(pin: Pin): boolean {
  const series = (version: string) => version.split(".", 2).join(".");
  return series(pin.version) === series(LEAN_WASM.leanVersion);
}

async function supportedLakefile(host: Host, place: PackagePlace): Promise<LakeConfig> {
  const config = await readLakefile(host, place);
  const lakefile = config?.lakefile;
  if (config !== undefined && config.lakefile.requires.length === 0) return config;
  const file = shownPath(place, lakefile === undefined ? LAKEFILE_LEAN : LAKEFILE);
  const reason = lakefile === undefined
    ? `it reads "${LAKEFILE}" only`
    : `it cannot provide the required package "${lakefile.requires[0]}"`;
  throw new GateError("setup", {
    code: "lakefile_unsupported",
    message: `Failed to use embedded Lean with "${file}": ${reason}`,
    location: { file },
    hint: `Use native Lean (--lean native)${
      lakefile === undefined ? ', or run "lake translate-config toml"' : ""
    }.`,
  });
}

function findExe(lakefile: Lakefile, name: string) {
  const exe = lakefile.exes.find((exe) => exe.name === name);
  if (exe !== undefined) return exe;
  const known = lakefile.exes.map((exe) => `"${exe.name}"`).join(", ") || "none";
  throw new GateError("usage", {
    code: "executable_unknown",
    message: `Failed to run "${name}": the package has no such executable (it has ${known})`,
    hint: `Add a [[lean_exe]] named "${name}" to "${LAKEFILE}", or correct the name in the config.`,
  });
}

/** The refusal of a pin that the embedded Lean must not stand in for. */
export function embeddedMismatch(place: PackagePlace, pin: Pin): GateError {
  const file = shownPath(place, PIN_FILE);
  return new GateError("setup", {
    code: "toolchain_mismatch",
    message:
      `"${file}" pins Lean ${pin.version}, but the embedded Lean is ${LEAN_WASM.leanVersion}`,
    location: { file, line: 1, column: 1 },
    hint:
      "Install the pinned Lean with elan and use --lean native. To check with the embedded Lean all " +
      "the same, without a verdict on the pinned one: --lean embedded --any-pin.",
  });
}
