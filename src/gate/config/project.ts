/** Finds the project that the gate is asked about. */
import { basename, dirname, join, resolve, sep } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { decodeSource } from "../../lean/syntax/decode.ts";
import { LAKEFILE, LAKEFILE_LEAN } from "../../lean/package/lakefile.ts";
import { parseConfig } from "./parse.ts";
import { type Config, ConfigSchema, type TracedConfig } from "./schema.ts";

/** Name of the config file, looked for in the working directory and the folders above it. */
export const CONFIG_NAME = "lean-gate.jsonc";

/** A project: all its paths are relative to `root`. */
export interface Project<C = Config> {
  /** Absolute path of the folder with the config, or else of the Lean package. */
  readonly root: string;
  /** Name of the config file in `root`, for findings; it need not exist. */
  readonly configFile: string;
  readonly config: C;
}

/** A project whose emitter writes traces that its engines replay. */
export type TracedProject = Project<TracedConfig>;

/**
 * Opens the project with the config at `path`; without a path, the nearest one. That is the folder of the
 * nearest `lean-gate.jsonc`, or the nearest Lean package that no config above it names.
 *
 * @throws GateError (usage) `config_missing`, `config_syntax`, `config_invalid`
 */
export async function openProject(host: Host, path?: string): Promise<Project> {
  const project = await findProject(host, path);
  if (project !== undefined) return project;
  throw new GateError("usage", {
    code: "config_missing",
    message: `No "${CONFIG_NAME}" and no Lean package in "${host.cwd}" or any folder above it`,
    hint:
      'Run lean-gate inside a project, name its config with --config, or write a new one with "lean-gate init".',
  });
}

/** As {@linkcode openProject}, but `undefined` where there is neither a config nor a package. */
export async function findProject(host: Host, path?: string): Promise<Project | undefined> {
  if (path !== undefined) {
    const file = resolve(host.cwd, path);
    if (await host.files.size(file) === undefined) {
      throw new GateError("usage", {
        code: "config_missing",
        message: `Failed to read the config "${path}": there is no such file`,
        hint: 'Correct the path, or write a config with "lean-gate init".',
      });
    }
    return await readProject(host, file);
  }
  const config = await nearest(host, [CONFIG_NAME]);
  const found = await nearest(host, [LAKEFILE, LAKEFILE_LEAN]);
  const plain = found === undefined ? undefined : dirname(found);
  if (config === undefined) return plain === undefined ? undefined : withoutConfig(plain);
  const project = await readProject(host, config);
  const formal = join(project.root, project.config.formal.root);
  const isOther = plain !== undefined && plain !== formal && plain !== project.root &&
    plain.startsWith(join(project.root, sep));
  return isOther ? withoutConfig(plain) : project;
}

/** Whether the project has traces: an emitter, fixtures and engines. */
export function isTraced(project: Project): project is TracedProject {
  return project.config.fixtures !== undefined;
}

/**
 * The project as one with traces.
 *
 * @throws GateError (usage) `traces_not_configured`
 */
export function traced(project: Project): TracedProject {
  if (isTraced(project)) return project;
  throw new GateError("usage", {
    code: "traces_not_configured",
    message: `"${project.configFile}" names no emitter, no fixtures and no engines`,
    location: { file: project.configFile },
    hint: 'Add "formal.emitter", "fixtures" and "engines"; "lean-gate init --help" has an example.',
  });
}

/** Why a stage about traces is skipped, if the project has none. */
export function untraced(project: Project): string | undefined {
  return isTraced(project)
    ? undefined
    : "not configured: the config names no emitter, fixtures and engines";
}

/** A Lean package without a config of its own. */
function withoutConfig(root: string): Project {
  return { root, configFile: CONFIG_NAME, config: ConfigSchema.parse({}) };
}

async function readProject(host: Host, file: string): Promise<Project> {
  const bytes = await host.files.readBytes(file) ?? new Uint8Array();
  const root = dirname(file);
  const configFile = basename(file);
  const { text, invalid } = decodeSource(bytes);
  if (invalid !== undefined) {
    const { line, column } = invalid;
    throw new GateError("usage", {
      code: "config_syntax",
      message: "Failed to parse the config: it is not UTF-8",
      location: { file: configFile, line, column },
      hint: "Save the file as UTF-8.",
    });
  }
  const parsed = parseConfig(configFile, text);
  if (!parsed.ok) {
    const [first, ...others] = parsed.findings;
    const detail = others.map(({ message, location }) =>
      `${location?.line}:${location?.column} ${message}`
    );
    throw new GateError("usage", {
      ...first!,
      ...(detail.length > 0 ? { detail: detail.join("\n") } : {}),
    });
  }
  return { root, configFile, config: parsed.config };
}

/** Nearest file with one of these names, here or above. */
async function nearest(host: Host, names: readonly string[]): Promise<string | undefined> {
  for (let folder = host.cwd;; folder = dirname(folder)) {
    for (const name of names) {
      const candidate = join(folder, name);
      if (await host.files.size(candidate) !== undefined) return candidate;
    }
    if (folder === dirname(folder)) return undefined;
  }
}
