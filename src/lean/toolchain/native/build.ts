/** Builds a package by Lake, and finds what Lean said of each of its modules. */
import { join } from "node:path";
import { type Diagnostic, error } from "../../../platform/diagnostic.ts";
import type { Finished } from "../../../platform/host/host.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { type LakeConfig, readModuleGraph, shownPath } from "../../package/formal_package.ts";
import { MANIFEST } from "../../package/lakefile.ts";
import { type Module, type ModuleGraph, notBuilt } from "../../package/modules.ts";
import type { BuildResult, Progress } from "../toolchain.ts";
import { judge, type Judged } from "./judge.ts";
import { timedOut } from "../timed_out.ts";
import { runLake, type Site } from "./lake.ts";
import { fetchMathlibCache } from "./mathlib.ts";
import {
  missingArtifacts,
  readTraces,
  rebuiltModules,
  traceFindings,
  type Traces,
} from "./traces.ts";

/** A build that has ended. */
interface Built {
  readonly graph: ModuleGraph;
  readonly traces: Traces;
  /** Names of the modules that Lake built in this run. */
  readonly rebuilt: readonly string[];
}

/** Builds every library and executable, of which a lakefile may name few as default targets. */
export async function build(
  site: Site,
  { lakefile }: LakeConfig,
  progress: Progress,
): Promise<BuildResult> {
  const { host, formalRoot } = site;
  const library = join(formalRoot, lakefile.library);
  // What is none of the package's own is Lake's to find: a required package, or Lean's library.
  const graph = await readModuleGraph(host, site, lakefile, () => true);
  const cache = await fetchMathlibCache(site, lakefile, progress);
  const before = await readTraces(host, library, graph.order);
  const targets = [...lakefile.libs, ...lakefile.exes].map(({ name }) => name);
  const deadlineMs = await buildDeadline(site, lakefile.requires, graph.order.length);
  const ended = await runLake(site, ["build", ...targets], deadlineMs, (_, line) => {
    if (line.trim() !== "") progress(line.trim());
  });
  const traces = await readTraces(host, library, graph.order);
  const built = { graph, traces, rebuilt: rebuiltModules(before, traces) };
  const judged = ended.timedOut
    ? stopped(built, deadlineMs)
    : ended.code === 0
    ? await accepted(site, built, { library, shown: shownPath(site, lakefile.library) }, progress)
    : await refused(site, built, ended, progress);
  return {
    modules: [...judged.sound].sort(),
    rebuilt: built.rebuilt.length,
    findings: [...graph.findings, ...cache, ...judged.findings],
  };
}

/** What a build of some modules comes to. */
interface Outcome {
  readonly sound: readonly string[];
  readonly findings: readonly Diagnostic[];
}

/** Required packages may have to be built first. */
async function buildDeadline(
  { host, formalRoot, deadlines: { moduleMs, dependenciesMs } }: Site,
  requires: readonly string[],
  modules: number,
): Promise<number> {
  const manifest = await host.files.exists(join(formalRoot, MANIFEST));
  return moduleMs * (modules + 1) + (manifest || requires.length > 0 ? dependenciesMs : 0);
}

/** Lake built everything: its traces keep what Lean said, in this run or in an earlier one. */
async function accepted(
  site: Site,
  { graph: { order }, traces }: Built,
  place: { readonly library: string; readonly shown: string },
  progress: Progress,
): Promise<Outcome> {
  const findings: Diagnostic[] = [];
  for (const module of order) {
    const kept = traceFindings(traces.get(module.name) ?? "", shownPath(site, module.path));
    findings.push(...kept ?? (await ask(site, module, progress)).findings);
  }
  findings.push(...await missingArtifacts(site.host, place, order));
  return { sound: order.map(({ name }) => name), findings };
}

/** Lake ran out of time. Nothing is asked: each question would start the build again. */
function stopped({ graph: { order }, rebuilt }: Built, deadlineMs: number): Outcome {
  const field = 'deadlineMs" or "dependenciesDeadlineMs';
  const { code, message, hint } = timedOut('"lake build"', deadlineMs, field);
  const open = order.map(({ name }) => name).filter((name) => !rebuilt.includes(name));
  return {
    sound: rebuilt,
    findings: [error(code, message, {
      hint,
      detail: `Not built in this run: ${open.slice(0, 20).join(", ") || "none"}`,
    })],
  };
}

/**
 * Asks Lean about the modules that Lake did not build in this run: what Lake prints of a failed build is
 * made for readers. Modules behind a failed one are passed over.
 */
async function refused(
  site: Site,
  { graph: { order }, traces, rebuilt }: Built,
  ended: Finished,
  progress: Progress,
): Promise<Outcome> {
  const findings: Diagnostic[] = [];
  const sound = new Set<string>();
  const failed: string[] = [];
  const passedOver: string[] = [];
  for (const module of order) {
    const { name, path } = module;
    if (!module.imports.every((imported) => sound.has(imported))) {
      passedOver.push(name);
      continue;
    }
    // Lake writes a trace for what it could build, and for nothing else.
    const kept = rebuilt.includes(name)
      ? traceFindings(traces.get(name)!, shownPath(site, path))
      : undefined;
    const judged: Judged = kept === undefined
      ? await ask(site, module, progress)
      : { sound: true, findings: kept };
    findings.push(...judged.findings);
    if (judged.sound) sound.add(name);
    else failed.push(name);
  }
  if (passedOver.length > 0) findings.push(notBuilt(passedOver, failed));
  const explained = findings.some(({ severity, code }) =>
    severity === "error" && code !== "lean_crashed"
  );
  return {
    sound: [...sound],
    findings: explained ? findings : [...findings, lakeFailed(ended)],
  };
}

/** Asks Lean about a module; what it imports is built, or the question fails. */
async function ask(site: Site, { name, path }: Module, progress: Progress): Promise<Judged> {
  progress(`asking Lean about ${name}`);
  const args = ["lean", "--no-build", path, "--", "--json"];
  return await judge(site, { name, path, shown: shownPath(site, path), args });
}

function lakeFailed(finished: Finished): Diagnostic {
  return error("lake_failed", `"lake build" ended with exit code ${finished.code}`, {
    hint: "Run it in the formal folder, and correct what it reports.",
    detail: outputTail(finished),
  });
}
