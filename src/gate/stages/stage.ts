/** What a stage is, and how one is run: timed, judged, and failed when it checked nothing. */
import {
  denied,
  type Diagnostic,
  error,
  type FailureKind,
  GateError,
} from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Project } from "../config/project.ts";
import type { Coverage, CoverageReport } from "../../replay/coverage/coverage.ts";
import type { ScannedPlace } from "../../lean/scan/finding.ts";
import type { Judge } from "../../replay/diff/diff.ts";
import type { Shard } from "../../replay/engines/shard.ts";
import type { Counts, EngineReport, StageName, StageReport } from "../report/report.ts";
import type { BackendChoice, Progress, Toolchain } from "../../lean/toolchain/toolchain.ts";
import type { TraceFolder } from "../../replay/trace/folder.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";

/** What every stage may use. */
export interface Run {
  readonly host: Host;
  readonly project: Project;
  readonly lean: BackendChoice;
  /** Whether a warning fails its stage, as an error does. */
  readonly denyWarnings?: boolean;
  /** The part of the traces to replay; absent: all of them. */
  readonly shard?: Shard;
  /** Tells a waiting reader what the stage is at. */
  readonly progress: Progress;
}

/** What stages leave to later ones. */
export interface Facts {
  readonly toolchain?: Toolchain;
  /** Whether the model was built without an error. */
  readonly built?: boolean;
  /** Names of the modules that were built. */
  readonly modules?: readonly string[];
  /** Where the scan has found what the audit can find too, allowed or not. */
  readonly scanned?: readonly ScannedPlace[];
  readonly traces?: TraceFolder;
  readonly judges?: readonly Judge[];
  readonly engines?: readonly EngineReport[];
  /** Journals that all engines agree with, as traces. */
  readonly journals?: readonly PlacedTrace[];
  readonly coverage?: CoverageReport;
  /** What the section of the report sums up: every cell with its hits. */
  readonly covered?: Coverage;
}

/** What a stage found. */
export interface StageOutcome {
  readonly checked: number;
  readonly summary: string;
  readonly findings: readonly Diagnostic[];
  readonly facts?: Facts;
  readonly counts?: Counts;
}

/** A stage of the pipeline. */
export interface Stage {
  readonly name: StageName;
  /** Why the project or the shard has nothing for the stage to judge, if so: it was never asked for. */
  readonly skippedBy?: (run: Pick<Run, "project" | "shard">) => string | undefined;
  /** Why the stage cannot judge anything after what happened before it, if so. */
  readonly blockedBy?: (facts: Facts) => string | undefined;
  run(run: Run, facts: Facts): Promise<StageOutcome>;
}

/** A stage that was run. */
export interface Ran {
  readonly report: StageReport;
  readonly facts: Facts;
  readonly counts: Counts;
  /** Set when the failure ends the whole run. */
  readonly failure?: FailureKind;
}

/** Runs a stage; never throws for what the stage reports. */
export async function runStage(stage: Stage, run: Run, facts: Facts): Promise<Ran> {
  const { name } = stage;
  const skipped = stage.skippedBy?.(run);
  if (skipped !== undefined) return { report: unrun(name, "skipped", skipped), facts, counts: {} };
  const blocked = stage.blockedBy?.(facts);
  if (blocked !== undefined) return { report: unrun(name, "blocked", blocked), facts, counts: {} };
  const start = run.host.now();
  const ms = () => Math.round(run.host.now() - start);
  try {
    if (run.host.signal.aborted) throw interrupted();
    const outcome = await stage.run(run, facts);
    if (run.host.signal.aborted) throw interrupted();
    const shown = withProof(name, outcome);
    const findings = run.denyWarnings ? denied(shown) : shown;
    const status = findings.some(({ severity }) => severity === "error") ? "failed" : "passed";
    const { checked, summary } = outcome;
    return {
      report: { name, status, ms: ms(), checked, summary, findings },
      facts: { ...facts, ...outcome.facts },
      counts: outcome.counts ?? {},
    };
  } catch (cause) {
    // What a child says while it is being ended is no verdict.
    const failure = run.host.signal.aborted ? interrupted() : cause;
    if (!(failure instanceof GateError)) throw failure;
    const findings = [failure.diagnostic];
    const summary = failure.kind === "interrupted" ? "interrupted" : failure.diagnostic.code;
    return {
      report: { name, status: "failed", ms: ms(), checked: 0, summary, findings },
      facts,
      counts: {},
      ...(failure.kind === "verdict" ? {} : { failure: failure.kind }),
    };
  }
}

/** A stage that was not run. */
export function unrun(
  name: StageName,
  status: "skipped" | "blocked",
  summary: string,
): StageReport {
  return { name, status, ms: 0, checked: 0, summary, findings: [] };
}

/** The failure of a run that the user interrupted. */
function interrupted(): GateError {
  return new GateError("interrupted", {
    code: "interrupted",
    message: "Interrupted: all children were ended and no fixture was changed",
    hint: "Run it again when you are ready: what was built by then is kept.",
  });
}

function withProof(name: StageName, { checked, findings }: StageOutcome): readonly Diagnostic[] {
  if (checked > 0 || findings.some(({ severity }) => severity === "error")) return findings;
  return [
    ...findings,
    error("checked_nothing", `Stage "${name}" found nothing to check`, {
      hint: "A check that checked nothing is no agreement: correct the folders in the config.",
    }),
  ];
}
