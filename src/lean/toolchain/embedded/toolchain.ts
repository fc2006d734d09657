/** The embedded backend: Lean as WebAssembly, run by Deno. */
import { join } from "node:path";
import pLimit from "p-limit";
import { type Diagnostic, GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { askWith } from "../ask.ts";
import {
  type LakeConfig,
  type PackagePlace,
  readLakefile,
  readModuleGraph,
  shownPath,
} from "../../package/formal_package.ts";
import {
  LAKEFILE,
  type Lakefile,
  LAKEFILE_LEAN,
  type LeanExe,
  parseLakefile,
} from "../../package/lakefile.ts";
import { declaredLakefile } from "../../package/lakefile_declared.ts";
import { type Pin, PIN_FILE } from "../pin.ts";
import type { BuildResult, Progress, Toolchain } from "../toolchain.ts";
import type { ModuleGraph } from "../../package/modules.ts";
import { buildModules } from "./build.ts";
import type { Workshop } from "./compile.ts";
import { execute, executeProgram, reachedFrom } from "./exec.ts";
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
  const serial = pLimit(1);
  const build = (graph: ModuleGraph, progress: Progress) =>
    serial(() => buildModules(workshop, graph, progress));
  /** The package's modules, after building those of the executable. */
  const built = async (exe: LeanExe, progress: Progress) => {
    const order = reachedFrom(exe.root, (await graph()).order);
    const { findings } = await build({ order, findings: [] }, progress);
    const errors = findings.filter(({ severity }) => severity === "error");
    if (order.length === 0 || errors.length > 0) throw unbuilt(exe, errors);
    return order;
  };
  const graph = () => readModuleGraph(host, place, lakefile, (name) => lean.modules.has(name));
  return {
    info: {
      backend: "embedded",
      version: lean.version,
      pin: pin.text,
      isPinned: embeddedAccepts(pin),
      identity: lean.identity,
      paths: { lean: lean.launcher, library: lean.library, cache: lean.folder },
    },
    config: () => Promise.resolve(config),
    async build(progress): Promise<BuildResult> {
      return await build(await graph(), progress);
    },
    async check(modules, progress): Promise<BuildResult> {
      return await checkExtra(workshop, await graph(), modules, (all) => build(all, progress));
    },
    ask: (program, request) =>
      askWith(
        host,
        place.formalRoot,
        { program, request },
        (files) => executeProgram(workshop, program, files),
      ),
    async exec(name, args, progress) {
      const exe = findExe(lakefile, name);
      const order = await built(exe, progress);
      progress(`interpreting ${exe.root}`);
      return await execute(workshop, order, exe, args);
    },
    async prepare(name) {
      const exe = findExe(lakefile, name);
      return await prepareMain(workshop, await built(exe, () => {}), exe);
    },
  };
}

/** Whether the embedded Lean may stand in for the pinned one: it is of the same series, `4.28`. */
export function embeddedAccepts(pin: Pin): boolean {
  const series = (version: string) => version.split(".", 2).join(".");
  return series(pin.version) === series(LEAN_WASM.leanVersion);
}

async function supportedLakefile(host: Host, place: PackagePlace): Promise<LakeConfig> {
  const config = await readLakefile(host, place) ?? await declaredIn(host, place);
  const lakefile = config?.lakefile;
  if (config !== undefined && config.lakefile.requires.length === 0) return config;
  const file = shownPath(place, lakefile === undefined ? LAKEFILE_LEAN : LAKEFILE);
  const reason = lakefile === undefined
    ? "it has no Lake to run it, and reads only what literals declare"
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

/** What a `lakefile.lean` declares by literals alone. */
async function declaredIn(host: Host, place: PackagePlace): Promise<LakeConfig | undefined> {
  const text = await host.files.readText(join(place.formalRoot, LAKEFILE_LEAN));
  const toml = text === undefined ? undefined : declaredLakefile(text);
  if (toml === undefined) return undefined;
  return { lakefile: parseLakefile(toml, shownPath(place, LAKEFILE_LEAN), place.formalRoot), toml };
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

function unbuilt({ name, root }: LeanExe, errors: readonly Diagnostic[]): GateError {
  const detail = errors.map(({ message, location }) =>
    location === undefined ? message : `${location.file}:${location.line ?? 1}: ${message}`
  );
  return new GateError("verdict", {
    code: "executable_unbuilt",
    message: `Failed to run "${name}": Lean could not build its module "${root}"`,
    hint: 'Correct what "lean-gate verify --only build" reports.',
    ...(detail.length > 0 ? { detail: detail.join("\n") } : {}),
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
