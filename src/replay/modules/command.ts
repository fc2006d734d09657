/**
 * The command that runs a module of the project.
 *
 * A Deno that may read what the module is made of, and no more.
 */
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import type { ModuleKind } from "./protocol.ts";

/** A module of the project. */
export interface ModuleSource {
  readonly kind: ModuleKind;
  /** Relative to the root. */
  readonly path: string;
  /** Absolute path of the project. */
  readonly root: string;
  /** Folders with the answers, from which the module may import no file. */
  readonly hidden?: readonly string[];
}

/** What runs in the child. */
const CHILD = new URL("./child/main.ts", import.meta.url);

/** The part of `deno info --json` that is read. */
interface Info {
  readonly modules?: readonly { readonly local?: string | null; readonly specifier?: string }[];
}

/**
 * The program and its arguments. Throws GateError (set-up) `…_module_failed` when there is no such file, `module_reads_fixtures` when the module is made
 * of a file in a hidden folder, and `module_path_comma`.
 */
export async function moduleCommand(
  host: Host,
  module: ModuleSource,
): Promise<[string, ...string[]]> {
  const path = resolve(module.root, module.path);
  if (await host.files.size(path) === undefined) {
    throw new GateError("setup", {
      code: `${module.kind}_module_failed`,
      message: `Failed to import the ${module.kind} module "${module.path}": there is no such file`,
      hint: "Correct where lean-gate.jsonc names the module.",
    });
  }
  const options = await commonOptions(host);
  const files = await filesOf(host, path, options);
  await refuseHidden(host, module, files);
  const unspeakable = files.find((file) => file.includes(","));
  if (unspeakable !== undefined) {
    throw new GateError("setup", {
      code: "module_path_comma",
      message:
        `Failed to let the ${module.kind} module read "${unspeakable}": its path has a comma`,
      hint: "Rename the file or the folder: Deno separates the paths that it may read by commas.",
    });
  }
  return [
    host.denoPath,
    "run",
    ...options,
    "--quiet",
    "--no-prompt",
    `--allow-read=${files.join()}`,
    CHILD.href,
    module.kind,
    pathToFileURL(path).href,
  ];
}

/** Uses the gate's own import map and lock; only npm packages come from the network. */
async function commonOptions(host: Host): Promise<readonly string[]> {
  // Published, the child comes from the network itself.
  if (CHILD.protocol !== "file:") return [];
  for (let folder = dirname(fileURLToPath(CHILD)); folder !== dirname(folder);) {
    folder = dirname(folder);
    const config = join(folder, "deno.json");
    if (await host.files.size(config) !== undefined) return ["--no-remote", "--config", config];
  }
  return ["--no-remote"];
}

/** The files that the module is made of; itself alone when Deno cannot read it. */
async function filesOf(
  host: Host,
  path: string,
  options: readonly string[],
): Promise<readonly string[]> {
  const url = pathToFileURL(path).href;
  const argv = [host.denoPath, "info", "--json", ...options, url] as const;
  const { stdout } = await host.run({ argv });
  const { modules = [] } = parsed(stdout);
  const files = modules.flatMap(({ specifier = "" }) =>
    specifier.startsWith("file:") ? [fileURLToPath(specifier)] : []
  );
  return [...new Set([path, ...files])];
}

function parsed(text: string): Info {
  try {
    return JSON.parse(text) as Info;
  } catch {
    return {};
  }
}

/** Follows links: a file is where its bytes are. */
async function refuseHidden(
  host: Host,
  { kind, path, root, hidden = [] }: ModuleSource,
  files: readonly string[],
): Promise<void> {
  for (const folder of hidden) {
    const absolute = resolve(root, folder);
    if (!await host.files.exists(absolute)) continue;
    const real = await host.files.realPath(absolute);
    for (const file of files) {
      if (!await host.files.exists(file)) continue;
      if (!`${await host.files.realPath(file)}${sep}`.startsWith(`${real}${sep}`)) continue;
      throw new GateError("setup", {
        code: "module_reads_fixtures",
        message: `The ${kind} module "${path}" imports "${relative(root, file)}" from "${folder}"`,
        hint:
          "An engine must decide by itself: do not import what the fixtures or journals expect.",
      });
    }
  }
}
