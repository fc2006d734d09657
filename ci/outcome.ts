/**
 * What a run of the gate found, told to GitHub: outputs of the step, the job's summary, and the exit code.
 *
 * `outcome.ts FOLDER CODE` reads the reports that the gate wrote into the folder, and ends with the code
 * with which the gate ended.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Report } from "../src/gate/report/report.ts";

const [folder, code] = [process.argv[2]!, Number(process.argv[3])];
process.exitCode = tell(folder, code);

/** The exit code of the step. */
function tell(folder: string, code: number): number {
  const file = join(folder, "report.json");
  if (!existsSync(file)) {
    const message = `The gate ended with exit code ${code} before it had a report: see the log`;
    console.log(`::error title=lean-gate::${message}`);
    // No report is no agreement, whatever the code says.
    return code === 0 ? 3 : code;
  }
  const { ok, counts }: Pick<Report, "ok" | "counts"> = JSON.parse(readFileSync(file, "utf8"));
  output("ok", String(ok && code === 0));
  output("folder", folder);
  output("report", file);
  output("sarif", join(folder, "report.sarif"));
  output("counts", JSON.stringify(counts));
  appendFileSync(process.env.GITHUB_STEP_SUMMARY!, readFileSync(join(folder, "summary.md")));
  return code;
}

/** Values have no line end: JSON and paths of the runner. */
function output(name: string, value: string): void {
  appendFileSync(process.env.GITHUB_OUTPUT!, `${name}=${value}\n`);
}
