/** The gate as a library: one call that checks a project and returns its report. */
import type { BackendChoice } from "../lean/toolchain/toolchain.ts";
import type { Report, StageName, StageReport } from "./report/report.ts";

/** What to check, and how. */
export interface VerifyOptions {
  /** Folder in which the project is looked for; default: the working directory. */
  readonly folder?: string;
  /** Path of the config, relative to the folder; default: the nearest `lean-gate.jsonc` or Lean package. */
  readonly config?: string;
  /** Stages to run, with those they need; default: all. */
  readonly only?: readonly StageName[];
  /** Lean to use; default `auto`. */
  readonly lean?: BackendChoice;
  /** Whether a warning fails its stage; default `false`. */
  readonly denyWarnings?: boolean;
  /** Ends all children and the run when it aborts; the report then has exit code 130. */
  readonly signal?: AbortSignal;
  /** Told of each stage as it ends. */
  readonly onStage?: (stage: StageReport) => void;
}

/**
 * Checks a project as `lean-gate verify` does, under Deno with the permissions that the command line has.
 *
 * ```ts ignore
 * import { verifyProject } from "@lean-gate/lean-gate";
 *
 * const report = await verifyProject({ folder: "my-project", only: ["scan", "replay", "diff"] });
 * console.log(report.ok, report.exitCode, report.counts);
 * ```
 *
 * @throws GateError (usage or set-up) when there is no project, its config is wrong or a program is missing
 */
export async function verifyProject(given?: VerifyOptions): Promise<Report> {
  // Loaded on demand: importing the reducer alone must not load the gate.
  const [{ resolve }, { denoHost }, { openProject }, { preflight }, pipeline, { STAGE_NAMES }] =
    await Promise.all([
      import("node:path"),
      import("../platform/host/deno.ts"),
      import("./config/project.ts"),
      import("./preflight.ts"),
      import("./pipeline.ts"),
      import("./report/report.ts"),
    ]);
  const options: VerifyOptions = given ?? {};
  const { folder = ".", only = STAGE_NAMES, lean = "auto", denyWarnings = false } = options;
  await using owned = denoHost(options.signal ?? new AbortController().signal);
  const host = { ...owned.host, cwd: resolve(owned.host.cwd, folder) };
  const project = await openProject(host, options.config);
  const selected = pipeline.selectStages(only);
  await preflight(host, project, selected);
  return await pipeline.verify({ host, project, lean, denyWarnings }, selected, {
    end: (stage) => options.onStage?.(stage),
  });
}
