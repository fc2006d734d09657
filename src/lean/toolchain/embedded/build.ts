/** Builds the modules of a package with embedded Lean: what changed, several at once, imports first. */
import { createHash } from "node:crypto";
import { type Module, type ModuleGraph, notBuilt } from "../../package/modules.ts";
import { digestOfData } from "../../package/read_data.ts";
import type { BuildResult, Progress } from "../toolchain.ts";
import { compile, type Compiled, reuse, type Workshop } from "./compile.ts";
import { actingModules } from "./effects.ts";
import { moduleKeys } from "./key.ts";
import { openPool } from "./pool.ts";
import pLimit from "p-limit";

/** Memory in bytes that one Lean may need: its heap, and the compiled code of its binary. */
const MEMORY_OF_ONE = 3.2 * 1024 ** 3;

/** Builds every module of the graph whose key changed. */
export async function buildModules(
  workshop: Workshop,
  graph: ModuleGraph,
  progress: Progress,
): Promise<BuildResult> {
  const { host, lean } = workshop;
  const data = await digestOfData(host, workshop.formalRoot, graph.order);
  const keys = moduleKeys(graph.order, lean.identity, data);
  const kept = new Map<string, Compiled>();
  for (const module of graph.order) {
    const compiled = await reuse(workshop, module, keys.get(module.name)!);
    if (compiled !== undefined) kept.set(module.name, compiled);
  }

  const run = pLimit(
    Math.max(1, Math.floor(Math.min(host.cpus, host.freeMemory() / MEMORY_OF_ONE))),
  );
  const total = graph.order.length - kept.size;
  const acting = actingModules(graph.order);
  const sharing = graph.order.filter(({ name }) => !kept.has(name) && !acting.has(name));
  await using pool = openPool(workshop);
  let started = 0;
  const outcomes = new Map<string, Promise<Compiled | undefined>>();
  for (const module of graph.order) outcomes.set(module.name, outcomeOf(module));

  /** `undefined` when an import failed, so that there was nothing to compile against. */
  async function outcomeOf(module: Module): Promise<Compiled | undefined> {
    const known = kept.get(module.name);
    if (known !== undefined) return known;
    const imports = await Promise.all(module.imports.map((name) => outcomes.get(name)));
    if (!imports.every((imported) => imported?.ok)) return undefined;
    return await run(() => {
      started++;
      progress(`${module.name} (${started} of ${total})`);
      // To start a resident costs more than to compile one module.
      const alone = acting.has(module.name) || sharing.length === 1;
      const lean = () => pool.compile(module, alone);
      return compile(workshop, module, keys.get(module.name)!, lean);
    });
  }

  // All of them, also after a failure: no Lean may outlive the build.
  const settled = await Promise.allSettled(outcomes.values());
  const failure = settled.find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return summarize(graph, await resolved(outcomes), started);
}

async function resolved<T>(promises: ReadonlyMap<string, Promise<T>>): Promise<Map<string, T>> {
  const entries = [...promises].map(async ([name, promise]) => [name, await promise] as const);
  return new Map(await Promise.all(entries));
}

function summarize(
  graph: ModuleGraph,
  outcomes: ReadonlyMap<string, Compiled | undefined>,
  rebuilt: number,
): BuildResult {
  const findings = [
    ...graph.findings,
    ...[...outcomes.values()].flatMap((it) => it?.findings ?? []),
  ];
  const failed = [...outcomes].filter(([, it]) => it?.ok === false).map(([name]) => name);
  const unbuilt = [...outcomes].filter(([, it]) => it === undefined).map(([name]) => name);
  return {
    modules: [...outcomes].filter(([, it]) => it?.ok).map(([name]) => name).sort(),
    rebuilt,
    findings: unbuilt.length === 0 ? findings : [...findings, notBuilt(unbuilt, failed)],
    digests: digestsOf(graph.order, outcomes),
  };
}

/** Digests of the modules that were compiled, each with those of its imports. */
function digestsOf(
  order: readonly Module[],
  outcomes: ReadonlyMap<string, Compiled | undefined>,
): Map<string, string> {
  const digests = new Map<string, string>();
  for (const { name, imports } of order) {
    const compiled = outcomes.get(name);
    if (!compiled?.ok) continue;
    const made = [compiled.digest, imports.map((imported) => digests.get(imported))];
    digests.set(name, createHash("sha256").update(JSON.stringify(made)).digest("hex"));
  }
  return digests;
}
