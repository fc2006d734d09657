/** Checks modules that the gate makes, against the package as it was built. */
import { join } from "node:path";
import { parseHeader } from "../../syntax/header.ts";
import type { Module, ModuleGraph } from "../../package/modules.ts";
import { type BuildResult, type ExtraModule, extraPath } from "../toolchain.ts";
import type { Workshop } from "./compile.ts";

/** Compiles the extra modules, and what of the package they need and is not built. */
export async function checkExtra(
  workshop: Workshop,
  { order }: ModuleGraph,
  extra: readonly ExtraModule[],
  build: (graph: ModuleGraph) => Promise<BuildResult>,
): Promise<BuildResult> {
  const { host, formalRoot, show } = workshop;
  const own = new Set(order.map(({ name }) => name));
  for (const module of extra) {
    await host.files.writeAtomic(join(formalRoot, extraPath(module)), module.text);
  }
  const modules = extra.map((module): Module => ({
    name: module.name,
    path: extraPath(module),
    text: module.text,
    options: [],
    imports: parseHeader(module.text).imports.map((it) => it.module).filter((it) => own.has(it)),
  }));
  const built = await build({ order: [...order, ...modules], findings: [] });
  const names = new Set(modules.map(({ name }) => name));
  const shown = new Set(modules.map(({ path }) => show(path)));
  return {
    modules: built.modules.filter((name) => names.has(name)),
    rebuilt: built.rebuilt,
    ...(built.digests && { digests: built.digests }),
    findings: built.findings.filter(({ severity, location }) =>
      severity === "error" || (location !== undefined && shown.has(location.file))
    ),
  };
}
