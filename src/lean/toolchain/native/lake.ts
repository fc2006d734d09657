/** Runs Lake in a package. */
import { GateError } from "../../../platform/diagnostic.ts";
import type { Command, Finished, Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { PackagePlace } from "../../package/formal_package.ts";
import { timedOut } from "../timed_out.ts";
import type { NativeLean } from "./find.ts";

/** How long Lean may take, in milliseconds. */
export interface Deadlines {
  /** For one module, or one run of an executable. */
  readonly moduleMs: number;
  /** For the packages that are required, all together. */
  readonly dependenciesMs: number;
}

/** A native toolchain at work on one package. */
export interface Site extends PackagePlace {
  readonly host: Host;
  readonly lean: NativeLean;
  readonly deadlines: Deadlines;
}

/**
 * Every module has its compiled file in the build folder, where Lean looks for it: Lake's artifact cache
 * may otherwise hold the only copy. What the package's own lakefile says goes before both.
 */
export const LAKE_ENV: Readonly<Record<string, string>> = {
  LAKE_ARTIFACT_CACHE: "false",
  LAKE_RESTORE_ARTIFACTS: "true",
};

/** Runs Lake in the package, for at most `deadlineMs`. */
export async function runLake(
  { host, lean, formalRoot }: Site,
  args: readonly string[],
  deadlineMs: number,
  onLine?: Command["onLine"],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const finished = await host.run({
    argv: [...lean.lake, ...args],
    cwd: formalRoot,
    env: { ...LAKE_ENV, ...env },
    deadlineMs,
    ...(onLine === undefined ? {} : { onLine }),
  });
  stopIfInterrupted(host);
  return finished;
}

/**
 * Runs a program of the package or of the gate by Lake.
 *
 * @throws GateError (verdict) `lean_timed_out`
 */
export async function runProgram(
  site: Site,
  args: readonly string[],
  what: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const finished = await runLake(site, args, 2 * site.deadlines.moduleMs, undefined, env);
  if (finished.timedOut) {
    throw new GateError("verdict", { ...timedOut(what, 2 * site.deadlines.moduleMs) });
  }
  return finished;
}
