/** `lean-gate coverage`: what the committed traces cover of what the model can do. */
import { openProject, traced } from "../../src/gate/config/project.ts";
import { coverageReport, coverageSummary } from "../../src/replay/coverage/coverage.ts";
import { measure, type Measured } from "../../src/replay/coverage/measure.ts";
import { matrixOf } from "../../src/replay/coverage/matrix.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, formatFlag } from "../flags.ts";
import { coverageText } from "../render/coverage.ts";
import { failureDocument, jsonFinding } from "../render/json.ts";
import { progressLine } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

/** Version of the JSON document's shape. */
const COVERAGE_SCHEMA = "lean-gate/coverage/1";

interface Flags {
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const coverageCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    const document = failureDocument(flags.format, COVERAGE_SCHEMA);
    return withFailures(this, () => run(this, flags), document);
  },
  parameters: { flags: { format: formatFlag, config: configFlag } },
  docs: {
    brief: "Show what the committed traces cover: every event, phase and verdict",
    fullDescription: [
      "Prints the matrix of the cells that the model reaches: which event, met by a task that stands",
      "where, gets which verdict, and how often the traces hit it. Runs no Lean and no engine.",
      "Exit code 1 if a cell is missing, or a reason or an effect never occurs.",
      "",
      "Examples:",
      "  lean-gate coverage",
      "  lean-gate coverage --format json | jq .missing    the cells that no trace hits",
      "  lean-gate coverage --format json                  every cell with its number of hits",
    ].join("\n"),
  },
});

async function run(context: Context, { format, config }: Flags): Promise<void> {
  const { host, out } = context;
  const project = traced(await openProject(host, config));
  using progress = progressLine(context);
  progress.start("coverage");
  const measured = await measure({ host, project, progress: (note) => progress.note(note) });
  progress.stop();
  out.write(format === "json" ? asJson(measured) : asText(context, measured));
  context.process.exitCode = isCovered(measured) ? 0 : 1;
}

/** Refuses coverage of no traces. */
function isCovered({ coverage, findings }: Measured): boolean {
  return coverage.cells.length > 0 && findings.every(({ severity }) => severity !== "error");
}

function asText(context: Context, { coverage, module, findings }: Measured): string {
  const style = styleOf(context, context.out);
  return [
    coverageText(matrixOf(coverage), style),
    ...findings.map((finding) => findingLines(finding, style)),
    coverageSummary(coverage, module),
    "",
  ].join("\n");
}

function asJson(measured: Measured): string {
  const { coverage, findings } = measured;
  const document = {
    schema: COVERAGE_SCHEMA,
    ok: isCovered(measured),
    ...coverageReport(coverage),
    cells: coverage.cells.map(({ cell: [event, phase, verdict], hits }) => ({
      event,
      phase,
      verdict,
      hits,
    })),
    findings: findings.map(jsonFinding),
  };
  return JSON.stringify(document, null, 2) + "\n";
}
