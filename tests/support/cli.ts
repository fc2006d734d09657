/** Runs the command line as a user does: a process of its own. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PERMISSIONS } from "../../cli/permissions.ts";
import { ReportSchema } from "../../src/gate/report/schema.ts";

/** Root of this repository. */
export const REPOSITORY: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Names the packages of tests, benchmarks and development tools too, which `deno.lock` leaves out. */
export const DEVELOPMENT_LOCK = "--lock=tests/deno.lock";

/** How a run of the command line ended. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command that runs the command line with these arguments. */
export function cliCommand(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--config",
      join(REPOSITORY, "deno.json"),
      ...PERMISSIONS,
      join(REPOSITORY, "cli", "main.ts"),
      ...args,
    ],
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs the command line to its end. */
export async function cli(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<CliResult> {
  const { code, stdout, stderr } = await cliCommand(args, cwd, env).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** A finding of the JSON report. */
export interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
  readonly detail?: string;
}

/** A stage of the JSON report. */
export interface StageJson {
  readonly name: string;
  readonly status: string;
  readonly ms: number;
  readonly checked: number;
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** The section of the JSON report on what the traces cover; a cell is event, phase, verdict. */
export interface CoverageJson {
  readonly reachable: number;
  readonly hit: number;
  readonly missing: readonly (readonly string[])[];
  readonly unlisted: readonly (readonly string[])[];
  readonly unusedReasons: readonly string[];
  readonly unusedEffects: readonly string[];
}

/** The JSON report of `verify`. */
export interface ReportJson {
  readonly schema: string;
  readonly ok: boolean;
  readonly exitCode: number;
  readonly lean:
    | { readonly backend: string; readonly version: string; readonly pin: string }
    | null;
  readonly stages: readonly StageJson[];
  readonly counts: Readonly<Record<string, number>>;
  readonly engines: readonly { name: string; version: string; traces: number; steps: number }[];
  readonly coverage: CoverageJson | null;
}

/** Runs `verify --format json` and reads its one document. */
export async function verifyJson(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number; report: ReportJson; findings: readonly Finding[]; stderr: string }> {
  const { code, stdout, stderr } = await cli(["verify", "--format", "json", ...args], cwd, env);
  let report: ReportJson;
  try {
    report = JSON.parse(stdout);
  } catch {
    throw new Error(`verify printed no JSON document (exit code ${code}):\n${stdout}\n${stderr}`);
  }
  // Whatever a run comes to, its document is as it was promised.
  ReportSchema.parse(report);
  return { code, report, stderr, findings: report.stages.flatMap(({ findings }) => findings) };
}
