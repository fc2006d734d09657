/**
 * What a stage is, and how one is run.
 *
 * Timed, judged, and failed when it checked nothing.
 */
import {
  denied,
  type Diagnostic,
  error,
  type FailureKind,
  GateError,
} from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Project } from "../config/project.ts";
import type { Coverage } from "../../replay/coverage/coverage.ts";
import type { Facts as AuditFacts } from "../../lean/audit/facts.ts";
import type { Sources } from "../../lean/audit/places.ts";
import type { ScannedPlace } from "../../lean/scan/finding.ts";
import type { Judge } from "../../replay/diff/diff.ts";
import type { Shard } from "../../replay/engines/shard.ts";
import type { Counts, EngineReport, StageName, StageReport } from "../report/report.ts";
import type {
  BackendChoice,
  BuildResult,
  Progress,
  Toolchain,
} from "../../lean/toolchain/toolchain.ts";
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

/** What each stage hands to the stages that come after it. */
export interface Outputs {
  readonly toolchain: Toolchain;
  /** Where the scan found what the audit can find too, allowed or not. */
  readonly scan: readonly ScannedPlace[];
  /** The modules, all built without an error. */
  readonly build: Built;
  readonly audit: Audited;
  readonly replay: Replayed;
  /** Journals that all engines agree with, as traces. */
  readonly journals: readonly PlacedTrace[];
  readonly coverage: Coverage;
}

/** The modules by name, and their digests where the gate itself compiled them. */
export type Built = Pick<BuildResult, "modules" | "digests">;

/** What Lean said of the compiled modules, and their sources. */
export interface Audited {
  /** Names of the package's constants that Lean's kernel accepts, as `lean/audit/names.ts` reads them. */
  readonly accepted: readonly string[];
  readonly looks: readonly AuditFacts[];
  readonly sources: Sources;
}

/** The committed traces, and what the engines answered. */
export interface Replayed {
  readonly folder: TraceFolder;
  readonly judges: readonly Judge[];
  readonly engines: readonly EngineReport[];
}

/** Names of the stages that have an output. */
export type OutputName = keyof Outputs;

/** What a stage found. */
export interface StageOutcome<Output = unknown> {
  readonly checked: number;
  readonly summary: string;
  readonly findings: readonly Diagnostic[];
  readonly counts?: Counts;
  /** For later stages; without one, the stages that need it are blocked. */
  readonly output?: Output;
  /** Why there is no output. */
  readonly withheld?: string;
  /** Why this machine leaves the stage nothing to check by; then it counts as skipped. */
  readonly skipped?: string;
}

/** The output that a stage of this name hands on. */
export type OutputOf<Name extends StageName> = Name extends OutputName ? Outputs[Name] : undefined;

/**
 * What a stage works with. `lean`: processes of Lean, side by side as far as the machine allows.
 * `engines`: this process and the engines, one stage at a time.
 */
export type Lane = "lean" | "engines";

/** A stage of the pipeline: what it needs and what it gives is in its type. */
export interface Stage<
  Name extends StageName = StageName,
  Needs extends OutputName = OutputName,
  Uses extends OutputName = OutputName,
> {
  readonly name: Name;
  readonly lane: Lane;
  /** Stages whose output it cannot do without; they are selected with it. */
  readonly needs: readonly Needs[];
  /** Stages whose output it takes when they run too. */
  readonly uses: readonly Uses[];
  /** Why the project or the shard leaves the stage nothing to check. */
  skippedBy?(run: Pick<Run, "project" | "shard">): string | undefined;
  /** Why the outputs leave the stage nothing to check, if so. */
  blockedBy?(given: Given<Needs, Uses>): string | undefined;
  run(run: Run, given: Given<Needs, Uses>): Promise<StageOutcome<OutputOf<Name>>>;
}

/** The outputs that a stage is given. */
export type Given<Needs extends OutputName, Uses extends OutputName> =
  & Pick<Outputs, Needs>
  & Partial<Pick<Outputs, Uses>>;

/** A stage that was run. */
export interface Ran {
  readonly report: StageReport;
  readonly counts: Counts;
  readonly output?: unknown;
  /** Why stages that need the output are blocked; set when there is none. */
  readonly withheld?: string;
  /** Set when the failure decides the exit code. */
  readonly failure?: FailureKind;
}

/** Runs a stage that is neither skipped nor blocked; never throws for what the stage reports. */
export async function runStage(stage: Stage, run: Run, given: Partial<Outputs>): Promise<Ran> {
  const { name } = stage;
  const start = run.host.now();
  const ms = () => Math.round(run.host.now() - start);
  try {
    if (run.host.signal.aborted) throw interrupted();
    const outcome = await stage.run(run, given as Outputs);
    if (run.host.signal.aborted) throw interrupted();
    if (outcome.skipped !== undefined) {
      const report = unrun(name, "skipped", outcome.skipped);
      return { report, counts: {}, withheld: outcome.skipped };
    }
    const shown = withProof(name, outcome);
    const findings = run.denyWarnings ? denied(shown) : shown;
    const status = findings.some(({ severity }) => severity === "error") ? "failed" : "passed";
    const { checked, summary, output, withheld, counts = {} } = outcome;
    return {
      report: { name, status, ms: ms(), checked, summary, findings },
      counts,
      ...(output === undefined
        ? { withheld: withheld ?? `stage "${name}" has no result` }
        : { output }),
    };
  } catch (cause) {
    // What a child says while it is being ended is no verdict.
    const failure = run.host.signal.aborted ? interrupted() : cause;
    if (!(failure instanceof GateError)) throw failure;
    const findings = [failure.diagnostic];
    const summary = failure.kind === "interrupted" ? "interrupted" : failure.diagnostic.code;
    return {
      report: { name, status: "failed", ms: ms(), checked: 0, summary, findings },
      counts: {},
      withheld: `stage "${name}" failed`,
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
