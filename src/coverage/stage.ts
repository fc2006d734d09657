/** The coverage stage: the committed traces go through everything that the model can do. */
import type { Stage } from "../stage/stage.ts";
import { coverageReport, coverageSummary } from "./coverage.ts";
import { measure } from "./measure.ts";

/** Compares the cells that the model reaches with those that the committed traces hit. */
export const coverageStage: Stage = {
  name: "coverage",
  skippedBy: ({ project: { config } }) =>
    config.coverage === undefined ? 'not configured: the config has no "coverage"' : undefined,
  async run(run, { traces }) {
    const { coverage, module, findings } = await measure(run, traces);
    return {
      checked: coverage.cells.length,
      summary: coverageSummary(coverage, module),
      findings,
      facts: { coverage: coverageReport(coverage), covered: coverage },
    };
  },
};
