/** What lake keeps of the modules it built. */
import { join } from "node:path";
import type { Host } from "../../../platform/host/host.ts";
import type { Module } from "../../package/modules.ts";

/** Folders in which lake puts compiled modules, the newest layout first. */
const LIBRARIES = [".lake/build/lib/lean", ".lake/build/lib"];

/** Lake's trace of each built module (its inputs and log, as JSON), by the module's name. */
export async function readTraces(
  host: Host,
  formalRoot: string,
  modules: readonly Pick<Module, "name">[],
): Promise<ReadonlyMap<string, string>> {
  const traces = new Map<string, string>();
  for (const { name } of modules) {
    for (const library of LIBRARIES) {
      const path = join(formalRoot, library, `${name.replaceAll(".", "/")}.trace`);
      const text = await host.files.readText(path);
      if (text === undefined) continue;
      traces.set(name, text);
      break;
    }
  }
  return traces;
}

/** How many modules have another trace than before: those that lake built. */
export function countRebuilt(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): number {
  return [...after].filter(([name, trace]) => before.get(name) !== trace).length;
}
