/** The coverage stage: the committed traces go through everything that the model can do. */
import { traced } from "../config/project.ts";
import type { Stage } from "./stage.ts";
import { coverageSummary } from "../../replay/coverage/coverage.ts";
import { measure } from "../../replay/coverage/measure.ts";

/** Compares the cells that the model reaches with those that the committed traces hit. */
export const coverageStage: Stage<"coverage", never, "replay"> = {
  name: "coverage",
  lane: "engines",
  needs: [],
  uses: ["replay"],
  skippedBy({ project: { config }, shard }) {
    if (config.coverage === undefined) return 'not configured: the config has no "coverage"';
    return shard && "judged by all traces together: run it without --shard";
  },
  async run(run, { replay }) {
    const { coverage, module, findings } = await measure(
      { ...run, project: traced(run.project) },
      replay?.folder,
    );
    return {
      checked: coverage.cells.length,
      summary: coverageSummary(coverage, module),
      findings,
      output: coverage,
    };
  },
};
