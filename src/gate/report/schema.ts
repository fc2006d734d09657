/** The JSON document of a report, as a schema: what `--format json` promises to its readers. */
import { z } from "zod";
import type { CoverageReport } from "../../replay/coverage/coverage.ts";
import type { DivergedTrace } from "../../replay/diff/diff.ts";
import {
  type Counts,
  type EngineReport,
  type Report,
  REPORT_SCHEMA,
  STAGE_NAMES,
  type StageReport,
} from "./report.ts";

const count = z.int().nonnegative();
const place = z.int().positive();

const FindingSchema = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_]*$/).describe("Stable identifier, never reused"),
  severity: z.enum(["error", "warning"]).describe("Only an error makes the verdict no"),
  message: z.string(),
  file: z.string().exactOptional().describe("Path relative to the project, with / separators"),
  line: place.exactOptional().describe("1-based"),
  column: place.exactOptional().describe("1-based, in code points"),
  endLine: place.exactOptional(),
  endColumn: place.exactOptional(),
  hint: z.string().exactOptional().describe("What to do next"),
  detail: z.string().exactOptional().describe("Further lines, to be shown as they are"),
});

const StageSchema = z.strictObject({
  name: z.enum(STAGE_NAMES),
  status: z.enum(["passed", "failed", "skipped", "blocked"]).describe(
    "skipped: not asked for, or not configured; blocked: an earlier failure left nothing to judge",
  ),
  ms: count.describe("Duration in milliseconds"),
  checked: count.describe("How many things the stage judged"),
  summary: z.string().describe("One line for a reader"),
  findings: z.array(FindingSchema),
});

const CellSchema = z.tuple([z.string(), z.string(), z.string()])
  .describe("Event, phase, verdict");

const CoverageSchema = z.strictObject({
  reachable: count.describe("Cells that the model reaches"),
  hit: count.describe("Those that the traces hit"),
  missing: z.array(CellSchema).describe("Those that they do not"),
  unlisted: z.array(CellSchema).describe("Hit, although the list of the reachable ones lacks them"),
  unusedReasons: z.array(z.string()),
  unusedEffects: z.array(z.string()),
});

const DivergedTraceSchema = z.strictObject({
  engine: z.string(),
  trace: z.string().describe("Id of the trace"),
  file: z.string(),
  line: place.exactOptional(),
  code: z.string().describe("Code of its finding"),
  step: place.describe("First step that differs, 1-based; steps + 1 for the final state alone"),
  steps: count.describe("Events of the trace"),
  cause: z.string().describe("Event and verdicts; equal for traces that diverge alike"),
});

/** The document. */
export const ReportSchema = z.strictObject({
  schema: z.literal(REPORT_SCHEMA),
  ok: z.boolean(),
  exitCode: z.literal([0, 1, 2, 3, 130]).describe(
    "0 agreed, 1 refused, 2 wrong usage or config, 3 set-up, 130 interrupted",
  ),
  lean: z.strictObject({
    backend: z.string(),
    version: z.string(),
    pin: z.string(),
    isPinned: z.boolean().describe(
      "Whether this Lean is the pinned one; false only with --any-pin",
    ),
  }).nullable().describe("The Lean that spoke; null when none was needed or found"),
  stages: z.array(StageSchema).describe("In the order in which they run"),
  counts: z.strictObject({
    files: count.exactOptional().describe("Lean files scanned"),
    modules: count.exactOptional().describe("Modules built"),
    rebuilt: count.exactOptional().describe("Those that were not up to date"),
    theorems: count.exactOptional(),
    audited: count.exactOptional().describe("Declarations audited in the built modules"),
    rechecked: count.exactOptional().describe("Declarations that other kernels checked"),
    statements: count.exactOptional().describe("Theorems compared with the ledger"),
    traces: count.exactOptional().describe("Traces replayed, by every engine"),
    steps: count.exactOptional().describe("Their events"),
    fuzzed: count.exactOptional().describe("Lists of events that were made up and replayed"),
    regressions: count.exactOptional().describe("Lists that once showed a difference, replayed"),
    journals: count.exactOptional().describe("Journals held against every engine"),
    certified: count.exactOptional().describe("Traces that Lean's kernel has accepted"),
  }),
  engines: z.array(z.strictObject({
    name: z.string(),
    version: z.string(),
    traces: count.describe("Traces that it answered"),
    steps: count.describe("Their events"),
  })),
  divergences: z.array(DivergedTraceSchema).describe(
    "Every trace in which an engine diverges; by engine, traces written by hand and short ones first",
  ),
  coverage: CoverageSchema.nullable().describe("null when it was not measured"),
  ms: count.describe("Duration in milliseconds"),
});

/** The document as TypeScript has it. */
export type ReportDocument = z.infer<typeof ReportSchema>;

/** Does not compile when a report has a field that the schema lacks. */
export type Described =
  | Known<keyof Report, keyof ReportDocument>
  | Known<keyof StageReport, keyof ReportDocument["stages"][number]>
  | Known<keyof Counts, keyof ReportDocument["counts"]>
  | Known<keyof EngineReport, keyof ReportDocument["engines"][number]>
  | Known<keyof DivergedTrace, keyof ReportDocument["divergences"][number]>
  | Known<keyof CoverageReport, keyof NonNullable<ReportDocument["coverage"]>>;
type Known<Field extends All, All> = Field;
