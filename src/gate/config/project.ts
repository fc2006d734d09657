/** Finds the project that the gate is asked about. */
import { basename, dirname, join, resolve } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { decodeSource } from "../../lean/syntax/decode.ts";
import { parseConfig, type ParsedConfig, parseScanConfig } from "./parse.ts";
import type { Config, ScanConfig } from "./schema.ts";

/** Name of the config file, looked for in the working directory and the folders above it. */
export const CONFIG_NAME = "lean-gate.jsonc";

/** A project: all its paths are relative to `root`. */
export interface Project<C = Config> {
  /** Absolute path of the folder that holds the config. */
  readonly root: string;
  /** Name of the config file in `root`, for findings. */
  readonly configFile: string;
  readonly config: C;
}

/**
 * Reads the config at `path`, or else the nearest `lean-gate.jsonc`.
 *
 * @throws GateError (usage) `config_missing`, `config_syntax`, `config_invalid`
 */
export function openProject(host: Host, path?: string): Promise<Project> {
  return readProject(host, path, parseConfig);
}

async function readProject<C>(
  host: Host,
  path: string | undefined,
  parse: (file: string, content: string) => ParsedConfig<C>,
): Promise<Project<C>> {
  const file = path === undefined ? await nearestConfig(host) : resolve(host.cwd, path);
  const isFile = file !== undefined && await host.files.size(file) !== undefined;
  const bytes = isFile ? await host.files.readBytes(file) : undefined;
  if (file === undefined || bytes === undefined) {
    throw new GateError("usage", {
      code: "config_missing",
      message: path === undefined
        ? `No "${CONFIG_NAME}" in "${host.cwd}" or any folder above it`
        : `Failed to read the config "${path}": there is no such file`,
      hint:
        'Run lean-gate inside a project, name its config with --config, or write a new one with "lean-gate init".',
    });
  }
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
  const parsed = parse(configFile, text);
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

/**
 * As {@linkcode openProject} for a project that may only be scanned, but `undefined` where no path is given
 * and there is no config.
 */
export async function findProject(
  host: Host,
  path?: string,
): Promise<Project<ScanConfig> | undefined> {
  if (path === undefined && await nearestConfig(host) === undefined) return undefined;
  return await readProject(host, path, parseScanConfig);
}

async function nearestConfig(host: Host): Promise<string | undefined> {
  for (let folder = host.cwd;; folder = dirname(folder)) {
    const candidate = join(folder, CONFIG_NAME);
    if (await host.files.size(candidate) !== undefined) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
