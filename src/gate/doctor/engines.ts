/** What the engines of a config need. */
import { join } from "node:path";
import type { EngineEntry } from "../config/schema.ts";
import type { Project } from "../config/project.ts";
import type { Host } from "../../platform/host/host.ts";
import { type Check, missing, ok } from "./check.ts";
import { versionOf } from "./program.ts";

/** The modules and programs of every engine. */
export async function engineChecks(host: Host, project: Project): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const entry of project.config.engines) {
    if ("module" in entry) {
      checks.push(await moduleCheck(host, project, engine(entry), entry.module));
    } else checks.push(...await commandChecks(host, project, entry));
  }
  return checks;
}

/** A module that the config names: that it is there. */
export async function moduleCheck(
  host: Host,
  { root, configFile }: Project,
  subject: string,
  module: string,
): Promise<Check> {
  return await host.files.size(join(root, module)) === undefined
    ? missing(subject, `no file "${module}"`, `Correct "module" in ${configFile}`)
    : ok(subject, module);
}

async function commandChecks(
  host: Host,
  { root, configFile }: Project,
  entry: Extract<EngineEntry, { command: unknown }>,
): Promise<Check[]> {
  const { build, command: [command] } = entry;
  const subject = engine(entry);
  const checks: Check[] = [];
  for (const program of new Set([...(build === undefined ? [] : [build[0]]), command])) {
    // A program with a slash is the project's own; what the build makes need not be there yet.
    if (!program.includes("/")) checks.push(await programCheck(host, subject, program));
    else if (await host.files.size(join(root, program)) !== undefined) {
      checks.push(ok(subject, program));
    } else if (build !== undefined && program === command) {
      checks.push(ok(subject, `${program}, built on the first run`));
    } else {
      checks.push(missing(subject, `no file "${program}"`, `Correct the engine in ${configFile}`));
    }
  }
  return checks;
}

async function programCheck(host: Host, subject: string, program: string): Promise<Check> {
  const path = await host.which(program);
  if (path === undefined) {
    const fix = `Install "${program}", or add its folder to PATH`;
    return missing(subject, `"${program}" is not on PATH`, fix);
  }
  const version = await versionOf(host, path);
  return ok(subject, version === undefined ? path : `${version} (${path})`);
}

function engine({ name }: EngineEntry): string {
  return `engine ${name}`;
}
