/** Looks at everything that a run of the gate needs. Changes nothing, and fetches nothing. */
import { join } from "node:path";
import { isTraced, openProject, type Project, type TracedProject } from "../config/project.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { packageOf } from "../../lean/package/formal_package.ts";
import type { BackendChoice } from "../../lean/toolchain/toolchain.ts";
import { TRACE_SUFFIX } from "../../replay/trace/folder.ts";
import { type Check, missing, ok } from "./check.ts";
import { engineChecks, moduleCheck } from "./engines.ts";
import { leanChecks } from "./lean.ts";
import { machineChecks } from "./machine.ts";
import { nativeChecks } from "./native.ts";

/** What to look at. */
export interface Examination {
  /** The config; the nearest one unless given. */
  readonly config?: string;
  readonly lean: BackendChoice;
}

/** Everything, whatever is wrong with any of it. A run can succeed when nothing is `missing`. */
export async function examine(
  host: Host,
  { config, lean }: Examination,
): Promise<readonly Check[]> {
  const machine = await machineChecks(host);
  const project = await opened(host, config);
  if (!("root" in project)) return [...machine, project];
  return [
    ...machine,
    ok("config", join(project.root, project.configFile)),
    ...await leanChecks(host, packageOf(project), lean),
    ...await nativeChecks(
      host,
      packageOf(project),
      lean,
      project.config.kernels?.required ?? false,
    ),
    ...(isTraced(project) ? [await fixturesCheck(host, project)] : []),
    ...await engineChecks(host, project),
    ...await moduleChecks(host, project),
  ];
}

async function opened(host: Host, config: string | undefined): Promise<Project | Check> {
  try {
    return await openProject(host, config);
  } catch (cause) {
    if (!(cause instanceof GateError)) throw cause;
    const { message, location, hint } = cause.diagnostic;
    const place = location === undefined
      ? ""
      : ` (line ${location.line}, column ${location.column})`;
    return missing("config", message + place, hint ?? 'Write one with "lean-gate init"');
  }
}

async function fixturesCheck(
  host: Host,
  { root, config: { fixtures } }: TracedProject,
): Promise<Check> {
  const entries = await host.files.list(join(root, fixtures)) ?? [];
  const files = entries.filter(({ name, isFile }) => isFile && name.endsWith(TRACE_SUFFIX));
  return files.length > 0
    ? ok("fixtures", `${fixtures}: ${files.map(({ name }) => name).join(", ")}`)
    : missing("fixtures", `no trace file in "${fixtures}"`, 'Run "lean-gate fixtures --write"');
}

async function moduleChecks(host: Host, project: Project): Promise<readonly Check[]> {
  const { certify, coverage, view, fuzz } = project.config;
  const named = Object.entries({ certify, coverage, view, fuzz });
  return await Promise.all(
    named.flatMap(([name, entry]) =>
      entry === undefined ? [] : [moduleCheck(host, project, name, entry.module)]
    ),
  );
}
