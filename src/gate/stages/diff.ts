/** The diff stage: says where an engine first decided otherwise than the model. */
import assert from "node:assert/strict";
import { counted } from "../../platform/text/counted.ts";
import { openEngine, stateBefore } from "../../replay/engines/replay.ts";
import { engineConfig } from "../../replay/engines/build.ts";
import { untraced } from "../config/project.ts";
import type { Run, Stage } from "./stage.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { findingsOf } from "../../replay/diff/diff.ts";

/** Judges what the replay stage compared. */
export const diffStage: Stage<"diff", "replay", never> = {
  name: "diff",
  lane: "engines",
  needs: ["replay"],
  uses: [],
  skippedBy: ({ project }) => untraced(project),
  blockedBy: ({ replay }) => replay.judges.length > 0 ? undefined : "no trace was replayed",
  async run(run, { replay: { judges } }) {
    const findings = [];
    for (const judge of judges) {
      findings.push(...await findingsOf(judge, prefixState(run), shrinkCommand(run)));
    }
    const compared = judges.reduce((sum, judge) => sum + judge.compared(), 0);
    const diverged = judges.reduce((sum, judge) => sum + judge.diverged(), 0);
    // The verdict is that of the counts that are shown.
    assert(diverged === 0 || findings.some(({ severity }) => severity === "error"));
    const verdict = diverged === 0 ? "all agree" : `${diverged} diverge`;
    return {
      checked: compared,
      summary: [
        `${counted(compared, "answer")} compared, ${verdict}`,
        ...judges.filter((judge) => judge.declined() > 0).map((judge) =>
          `${judge.engine} declined ${counted(judge.declined(), "trace")}`
        ),
      ].join("; "),
      findings,
    };
  },
};

/** The command that shrinks a divergence; something must answer for the model on fewer events. */
function shrinkCommand({ project: { config } }: Run): ((file: string) => string) | undefined {
  const isCompared = (config.engines ?? []).length > 1;
  if (!isCompared && config.formal.oracle === undefined) return undefined;
  return (file) => `lean-gate replay --shrink ${isCompared ? "" : "--oracle lean "}${file}`;
}

/** Asks the diverging engine for its state before the step, up to which it agreed. */
function prefixState({ host, project: { root, config } }: Run) {
  return async (
    placed: PlacedTrace,
    step: number,
    name: string,
  ): Promise<Json | undefined> => {
    const entry = config.engines.find((engine) => engine.name === name);
    if (entry === undefined) return undefined;
    await using engine = await openEngine(engineConfig(entry, config), root, host);
    return await stateBefore(engine, placed, step);
  };
}
