/**
 * What a run of the gate found, told to GitHub: outputs of the step, the job's summary, and the exit code.
 *
 * `outcome.ts FOLDER CODE` reads the reports that the gate wrote into the folder and the code with which
 * it ended. `INPUT_FAIL_ON_WARNING=true` makes a warning fail too.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { counted } from "../src/report/counted.ts";
import type { Report } from "../src/report/report.ts";

/** What there is of a report. */
type Told = Pick<Report, "ok" | "counts" | "stages">;

const [folder, code] = [process.argv[2]!, Number(process.argv[3])];
process.exitCode = tell(folder, code);

/** The exit code of the step. */
function tell(folder: string, code: number): number {
  const file = join(folder, "report.json");
  if (!existsSync(file)) {
    annotate(`The gate ended with exit code ${code} before it had a report: see the log`);
    return code === 0 ? 3 : code;
  }
  const report: Told = JSON.parse(readFileSync(file, "utf8"));
  const warnings = warningsOf(report);
  const strict = process.env.INPUT_FAIL_ON_WARNING === "true" && warnings > 0;
  const ok = report.ok && code === 0 && !strict;
  output("ok", String(ok));
  output("folder", folder);
  output("report", file);
  output("sarif", join(folder, "report.sarif"));
  output("counts", JSON.stringify(report.counts));
  appendFileSync(process.env.GITHUB_STEP_SUMMARY!, readFileSync(join(folder, "summary.md")));
  if (!strict || code !== 0) return code;
  annotate(`The gate warns of ${counted(warnings, "thing")}, and "fail-on-warning" is set`);
  return 1;
}

function warningsOf({ stages }: Told): number {
  return stages.flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === "warning").length;
}

/** Values have no line end: JSON and paths of the runner. */
function output(name: string, value: string): void {
  appendFileSync(process.env.GITHUB_OUTPUT!, `${name}=${value}\n`);
}

function annotate(message: string): void {
  console.log(`::error title=lean-gate::${message}`);
}
