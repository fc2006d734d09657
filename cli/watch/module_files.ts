/** Asks Deno what the modules of a config are made of. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "../../src/gate/config/project.ts";
import type { Host } from "../../src/platform/host/host.ts";
import type { ModuleFiles } from "./inputs.ts";

/** The part of `deno info --json` that is read. */
interface Info {
  readonly modules?: readonly { readonly specifier?: string }[];
}

/** The files of each kind of module, with all local ones that it imports. */
export async function moduleFiles(host: Host, project: Project): Promise<ModuleFiles> {
  const { engines, coverage, certify, fuzz } = project.config;
  const modules = engines.flatMap((engine) => "module" in engine ? [engine.module] : []);
  const filesOf = async (paths: readonly (string | undefined)[]) => {
    const lists = await Promise.all(
      paths.map((path) => path === undefined ? [] : importedBy(host, project.root, path)),
    );
    return new Set(lists.flat());
  };
  return {
    engines: await filesOf(modules),
    coverage: await filesOf([coverage?.module]),
    certify: await filesOf([certify?.module]),
    lists: await filesOf([fuzz?.module]),
  };
}

/**
 * The module and what it imports.
 *
 * The module alone when Deno cannot read it, as while it is edited.
 */
async function importedBy(host: Host, root: string, path: string): Promise<readonly string[]> {
  const asked = await host.run({ argv: [host.denoPath, "info", "--json", path], cwd: root });
  const { modules = [] } = parsed(asked.stdout);
  const files = modules.flatMap(({ specifier = "" }) =>
    specifier.startsWith("file:") ? [relative(root, fileURLToPath(specifier))] : []
  );
  return [path, ...files];
}

function parsed(text: string): Info {
  try {
    return JSON.parse(text) as Info;
  } catch {
    return {};
  }
}
