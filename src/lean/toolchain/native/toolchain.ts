/** The native backend: an installed Lean, driven through Lake. */
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { askWith } from "../ask.ts";
import { type PackagePlace, readLakefile, shownPath } from "../../package/formal_package.ts";
import type { Pin } from "../pin.ts";
import {
  type BuildResult,
  EXTRA_FOLDER,
  type ExtraModule,
  extraPath,
  type Progress,
  type Toolchain,
} from "../toolchain.ts";
import { build } from "./build.ts";
import type { NativeLean } from "./find.ts";
import { judge } from "./judge.ts";
import { type Deadlines, LAKE_ENV, runProgram, type Site } from "./lake.ts";
import { translateLakefile } from "./translate.ts";

/** Opens the native backend for a package. */
export function openNative(
  host: Host,
  place: PackagePlace,
  pin: Pin,
  lean: NativeLean,
  deadlines: Deadlines,
): Toolchain {
  const site: Site = { ...place, host, lean, deadlines };
  const config = async () => await readLakefile(host, site) ?? await translateLakefile(site);
  return {
    info: {
      backend: "native",
      version: lean.version,
      pin: pin.text,
      isPinned: true,
      paths: lean.paths,
    },
    ...(lean.paths["lean"] === undefined ? {} : {
      programs: { folder: dirname(lean.paths["lean"]), lake: lean.lake, lean: lean.version },
    }),
    config,
    build: async (progress) => await build(site, await config(), progress),
    check: (modules, progress) => checkExtra(site, modules, progress),
    ask: (program, request, withExtra = false) =>
      askWith(host, site.formalRoot, { program, request }, async (files) => {
        const args = [
          "env",
          leanProgram(lean),
          "--run",
          files.program,
          files.answer,
          files.request,
        ];
        const env = withExtra ? { LEAN_PATH: join(site.formalRoot, EXTRA_FOLDER) } : {};
        const what = "The gate's Lean program";
        const { code, stdout, stderr } = await runProgram(site, args, what, env);
        return { code, stdout, stderr };
      }),
    async exec(name, args, progress) {
      progress(`lake exe ${name}`);
      const { code, stdout, stderr } = await runProgram(site, ["exe", name, ...args], `"${name}"`);
      return { code, stdout, stderr };
    },
    prepare: (name) =>
      Promise.resolve({
        spawn: () =>
          host.spawn({ argv: [...lean.lake, "exe", name], cwd: place.formalRoot, env: LAKE_ENV }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
}

/** Lean by its path: Lake puts the package's own programs in front of the toolchain's. */
function leanProgram({ paths }: NativeLean): string {
  return paths["lean"] ?? "lean";
}

/** Lets Lean check further modules one by one, with the package's own on its path. */
async function checkExtra(
  site: Site,
  modules: readonly ExtraModule[],
  progress: Progress,
): Promise<BuildResult> {
  const findings: Diagnostic[] = [];
  const sound: string[] = [];
  for (const module of modules) {
    const path = extraPath(module);
    await site.host.files.writeAtomic(join(site.formalRoot, path), module.text);
    progress(`asking Lean about ${module.name}`);
    const judged = await judge(site, {
      name: module.name,
      path,
      shown: shownPath(site, path),
      args: ["env", leanProgram(site.lean), "--json", "-o", path.replace(/lean$/, "olean"), path],
    });
    findings.push(...judged.findings);
    if (judged.sound) sound.push(module.name);
  }
  return { modules: sound, rebuilt: modules.length, findings };
}
