/** The native backend: an installed Lean, driven through lake. */
import { join, posix } from "node:path";
import { type Diagnostic, error } from "../../../platform/diagnostic.ts";
import type { Command, Finished, Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { askWith } from "../ask.ts";
import {
  type PackagePlace,
  readLakefile,
  readModuleGraph,
  readSourceFiles,
  shownPath,
} from "../../package/formal_package.ts";
import { parseMessages, toDiagnostic } from "../messages.ts";
import { isTaken, type ModuleGraph, notBuilt, taken, unreached } from "../../package/modules.ts";
import type { Pin } from "../pin.ts";
import {
  type BuildResult,
  type ExtraModule,
  extraPath,
  type Progress,
  type Toolchain,
} from "../toolchain.ts";
import { countRebuilt, readTraces } from "./artifacts.ts";
import type { NativeLean } from "./find.ts";

/** A native toolchain at work on one package. */
interface Site extends PackagePlace {
  readonly host: Host;
  readonly lean: NativeLean;
  /** How long one module may take, in milliseconds. */
  readonly deadlineMs: number;
}

/** Opens the native backend for a package. */
export function openNative(
  host: Host,
  place: PackagePlace,
  pin: Pin,
  lean: NativeLean,
  deadlineMs: number,
): Toolchain {
  const site: Site = { ...place, host, lean, deadlineMs };
  return {
    info: {
      backend: "native",
      version: lean.version,
      pin: pin.text,
      isPinned: true,
      paths: lean.paths,
    },
    build: (progress) => build(site, progress),
    check: (modules, progress) => checkExtra(site, modules, progress),
    ask: (program, request) =>
      askWith(host, site.formalRoot, { program, request }, async (files) => {
        const args = ["env", "lean", "--run", files.program, files.answer, files.request];
        const { code, stdout, stderr } = await lake(site, args, 1);
        return { code, stdout, stderr };
      }),
    async exec(name, args, progress) {
      progress(`lake exe ${name}`);
      const finished = await lake(site, ["exe", name, ...args], 1);
      return { code: finished.code, stdout: finished.stdout, stderr: finished.stderr };
    },
    prepare: (name) =>
      Promise.resolve({
        spawn: () => host.spawn({ argv: [...lean.lake, "exe", name], cwd: place.formalRoot }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
}

async function build(site: Site, progress: Progress): Promise<BuildResult> {
  const { host, formalRoot } = site;
  const lakefile = await readLakefile(host, site);
  // What is none of the package's own is lake's to find: a required package, or Lean's library.
  const graph = lakefile && await readModuleGraph(host, site, lakefile, () => true);
  const targets = lakefile ? [...lakefile.libs, ...lakefile.exes].map(({ name }) => name) : [];
  const modules = graph?.order ?? await modulesByPath(site);

  const before = await readTraces(host, formalRoot, modules);
  const built = await lake(site, ["build", ...targets], modules.length, (_, line) => {
    if (line.trim() !== "") progress(line.trim());
  });
  const after = await readTraces(host, formalRoot, modules);
  const rebuilt = countRebuilt(before, after);
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();

  if (built.code !== 0) {
    const judged = await judgeModules(site, graph, progress);
    const own = [...graph?.findings ?? [], ...judged.findings];
    const explained = own.some(({ severity }) => severity === "error");
    return {
      modules: judged.sound,
      rebuilt,
      findings: explained ? own : [...own, lakeFailed(built)],
    };
  }
  if (graph !== undefined) {
    return { modules: names(graph.order), rebuilt, findings: graph.findings };
  }
  const missed = modules.filter(({ name }) => !after.has(name));
  return {
    modules: names(modules.filter(({ name }) => after.has(name))),
    rebuilt,
    findings: [
      ...missed.map(({ path }) => unreached(shownPath(site, path))),
      // They would stand in the place of what the gate's own programs import.
      ...modules.filter(({ name }) => isTaken(name))
        .map(({ name, path }) => taken(name, shownPath(site, path))),
    ],
  };
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
    const shown = shownPath(site, path);
    await site.host.files.writeAtomic(join(site.formalRoot, path), module.text);
    progress(`asking Lean about ${module.name}`);
    const judged = await lake(site, ["env", "lean", "--json", path], 1);
    const own = parseMessages(judged.stdout)
      .map((message) => toDiagnostic(message, shown))
      .filter((finding) => finding !== undefined);
    findings.push(...own);
    if (judged.code === 0) sound.push(module.name);
    else if (own.every(({ severity }) => severity !== "error")) {
      findings.push(leanFailed(module.name, shown, judged));
    }
  }
  return { modules: sound, rebuilt: modules.length, findings };
}

/** Runs lake in the package, with time for `modules` modules. */
async function lake(
  { host, lean, formalRoot, deadlineMs }: Site,
  args: readonly string[],
  modules: number,
  onLine?: Command["onLine"],
): Promise<Finished> {
  const finished = await host.run({
    argv: [...lean.lake, ...args],
    cwd: formalRoot,
    deadlineMs: deadlineMs * (modules + 1),
    ...(onLine === undefined ? {} : { onLine }),
  });
  stopIfInterrupted(host);
  return finished;
}

/**
 * Asks Lean about one module after the other, for messages with places: what lake prints of a failed
 * build is made for readers. Modules behind a failed one are passed over.
 */
async function judgeModules(
  site: Site,
  graph: ModuleGraph | undefined,
  progress: Progress,
): Promise<{ sound: string[]; findings: Diagnostic[] }> {
  const order = graph?.order ?? [];
  const findings: Diagnostic[] = [];
  const sound = new Set<string>();
  const failed: string[] = [];
  const passedOver: string[] = [];
  for (const [index, { name, path, imports }] of order.entries()) {
    if (!imports.every((imported) => sound.has(imported))) {
      passedOver.push(name);
      continue;
    }
    progress(`asking Lean about ${name} (${index + 1} of ${order.length})`);
    const judged = await lake(site, ["lean", path, "--", "--json"], 1);
    const own = parseMessages(judged.stdout)
      .filter(({ fileName }) => posix.basename(fileName) === posix.basename(path))
      .map((message) => toDiagnostic(message, shownPath(site, path)))
      .filter((finding) => finding !== undefined);
    findings.push(...own);
    if (judged.code === 0) {
      sound.add(name);
      continue;
    }
    failed.push(name);
    if (own.every(({ severity }) => severity !== "error")) {
      findings.push(leanFailed(name, shownPath(site, path), judged));
    }
  }
  if (passedOver.length > 0) findings.push(notBuilt(passedOver, failed));
  return { sound: [...sound].sort(), findings };
}

/** Every Lean file as a module, for a package whose lakefile only lake can read. */
async function modulesByPath(site: Site): Promise<{ name: string; path: string }[]> {
  const files = await readSourceFiles(site.host, site);
  return files.map(({ path }) => ({
    name: path.replace(/\.lean$/, "").replaceAll("/", "."),
    path,
  }));
}

function leanFailed(module: string, file: string, finished: Finished): Diagnostic {
  return error(
    "lean_crashed",
    `Failed to compile "${module}": Lean ended with exit code ${finished.code} and no message`,
    {
      location: { file },
      hint: 'Run "lake build" in the formal folder, and see what it reports.',
      detail: outputTail(finished),
    },
  );
}

function lakeFailed(finished: Finished): Diagnostic {
  return error("lake_failed", `"lake build" ended with exit code ${finished.code}`, {
    hint: "Run it in the formal folder, and correct what it reports.",
    detail: outputTail(finished),
  });
}
