/** Which sources the emitter is made of: what its root imports from the package. Pure. */
import type { Lakefile } from "../toolchain/lakefile.ts";
import { moduleGraph, type SourceFile } from "../toolchain/modules.ts";
import type { ModelSource } from "./fixture.ts";

/**
 * The files that the executable's root reaches, so that a change to a proof does not make every fixture
 * stale. Without a lakefile to name the root, every file of the package counts.
 */
export function emitterSources(
  files: readonly SourceFile[],
  lakefile: Lakefile | undefined,
  emitter: string,
): readonly ModelSource[] {
  const root = lakefile?.exes.find(({ name }) => name === emitter)?.root;
  if (lakefile === undefined || root === undefined) return files;
  const { order } = moduleGraph({ lakefile, files, isExternal: () => true, show: (path) => path });
  const byName = new Map(order.map((module) => [module.name, module]));
  const reached = new Map<string, ModelSource>();
  const visit = (name: string): void => {
    const module = byName.get(name);
    if (module === undefined || reached.has(name)) return;
    reached.set(name, module);
    module.imports.forEach(visit);
  };
  visit(root);
  return [...reached.values()];
}
