/** The report: the one result of a run, which every renderer serialises. */
import type { CoverageReport } from "../../replay/coverage/coverage.ts";
import type { DivergedTrace } from "../../replay/diff/diff.ts";
import { type Diagnostic, EXIT_CODES, type FailureKind } from "../../platform/diagnostic.ts";

/** Version of the report's shape; raised when a reader would misread it. */
export const REPORT_SCHEMA = "lean-gate/report/1";

/** The stages, in the order in which they run. */
export const STAGE_NAMES = [
  "toolchain",
  "scan",
  "build",
  "audit",
  "kernels",
  "statements",
  "emit",
  "replay",
  "diff",
  "fuzz",
  "journals",
  "coverage",
  "certify",
] as const;
/** One of {@linkcode STAGE_NAMES}. */
export type StageName = typeof STAGE_NAMES[number];

/**
 * `skipped`: not asked for, or not configured. `blocked`: asked for, but an earlier failure left
 * nothing to judge.
 */
export type StageStatus = "passed" | "failed" | "skipped" | "blocked";

/** What one stage did. */
export interface StageReport {
  /** Which stage. */
  readonly name: StageName;
  /** How it ended. */
  readonly status: StageStatus;
  /** Duration in milliseconds, rounded. */
  readonly ms: number;
  /** How many things the stage judged; a stage that judged nothing has failed. */
  readonly checked: number;
  /** One line for a reader, e.g. `14 modules, 2 rebuilt`. */
  readonly summary: string;
  /** What is wrong, in the order of the files. */
  readonly findings: readonly Diagnostic[];
}

/**
 * What the run as a whole looked at.
 *
 * Absent counts belong to stages that did not run.
 */
export interface Counts {
  /** Lean files scanned. */
  readonly files?: number;
  /** Modules that were built, and how many had to be rebuilt. */
  readonly modules?: number;
  /** Modules that had to be built in this run. */
  readonly rebuilt?: number;
  /** Theorems in the built modules. */
  readonly theorems?: number;
  /** Declarations of the built modules whose axioms and kernel check were audited. */
  readonly audited?: number;
  /** Declarations that kernels which are not Lean's own accepted, too. */
  readonly rechecked?: number;
  /** Theorems that were compared with the ledger. */
  readonly statements?: number;
  /** Traces replayed, and their events; each by every engine. */
  readonly traces?: number;
  /** Events of those traces. */
  readonly steps?: number;
  /** Lists of events that were made up, and those kept as regressions, replayed by every engine. */
  readonly fuzzed?: number;
  /** Kept event sequences that were replayed. */
  readonly regressions?: number;
  /** Journals of a running service, held against every engine. */
  readonly journals?: number;
  /** Traces that Lean's kernel has accepted. */
  readonly certified?: number;
}

/** An engine that took part. */
export interface EngineReport {
  /** Name in the config. */
  readonly name: string;
  /** Version that the engine gives itself. */
  readonly version: string;
  /** Traces it answered, and their events. */
  readonly traces: number;
  /** Events of those traces. */
  readonly steps: number;
}

/** The Lean that was used. */
export interface LeanReport {
  /** `native` or `embedded`. */
  readonly backend: string;
  /** Lean's own version, e.g. `4.28.0`. */
  readonly version: string;
  /** Content of `lean-toolchain`. */
  readonly pin: string;
  /** Whether this Lean is the pinned one. */
  readonly isPinned: boolean;
}

/** The result of `lean-gate verify`. */
export interface Report {
  /** Version of the shape. */
  readonly schema: typeof REPORT_SCHEMA;
  /** Whether everything that was asked for ran and agreed. */
  readonly ok: boolean;
  /** 0 agreed, 1 refused, 2 wrong usage, 3 set-up, 130 interrupted. */
  readonly exitCode: number;
  /** `null` when no stage needed Lean, or none could be had. */
  readonly lean: LeanReport | null;
  /** Every stage, in a fixed order. */
  readonly stages: readonly StageReport[];
  /** What was looked at. */
  readonly counts: Counts;
  /** Engines that replayed traces. */
  readonly engines: readonly EngineReport[];
  /** Every trace in which an engine diverges; by engine, the most readable first. */
  readonly divergences: readonly DivergedTrace[];
  /** `null` when it was not measured. */
  readonly coverage: CoverageReport | null;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** What a report is made of. */
export interface ReportFacts {
  readonly lean: LeanReport | null;
  readonly stages: readonly StageReport[];
  readonly counts: Counts;
  readonly engines: readonly EngineReport[];
  /** Absent when nothing diverges. */
  readonly divergences?: readonly DivergedTrace[];
  /** Absent when it was not measured. */
  readonly coverage?: CoverageReport;
  readonly ms: number;
  /** What ended the run before its last stage, if anything did. */
  readonly failure?: FailureKind;
}

/**
 * A stage passed only if nothing that it reports is an error.
 *
 * No status overrides a finding.
 */
function isPassed({ status, findings }: StageReport): boolean {
  return status === "passed" && findings.every(({ severity }) => severity !== "error");
}

/** Sums up a run: its verdict and exit code follow from the stages. */
export function summarize({ failure, ...facts }: ReportFacts): Report {
  const ran = facts.stages.filter(({ status }) => status !== "skipped");
  const agreed = ran.length > 0 && ran.every(isPassed);
  const exitCode = failure !== undefined ? EXIT_CODES[failure] : agreed ? 0 : EXIT_CODES.verdict;
  const { lean, stages, counts, engines, divergences = [], coverage = null, ms } = facts;
  return {
    schema: REPORT_SCHEMA,
    ok: exitCode === 0,
    exitCode,
    lean,
    stages,
    counts,
    engines,
    divergences,
    coverage,
    ms,
  };
}
