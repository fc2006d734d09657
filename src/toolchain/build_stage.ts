/** The build stage: Lean elaborates and kernel-checks every module of the package. */
import { counted } from "../report/counted.ts";
import { join } from "node:path";
import { countTheorems } from "../lean/theorems.ts";
import { leanFiles } from "../lean/files.ts";
import type { Stage } from "../stage/stage.ts";

/** Builds the package; Lean's own messages are the findings. */
export const buildStage: Stage = {
  name: "build",
  async run({ host, project: { root, config }, progress }, { toolchain }) {
    const { modules, rebuilt, findings } = await toolchain!.build(progress);
    let theorems = 0;
    for await (const { bytes } of leanFiles(host, join(root, config.formal.root))) {
      theorems += countTheorems(bytes);
    }
    return {
      checked: modules.length,
      summary: `${counted(modules.length, "module")} (${rebuilt} rebuilt), ${
        counted(theorems, "theorem")
      }`,
      findings,
      facts: { built: findings.every(({ severity }) => severity !== "error") },
      counts: { modules: modules.length, rebuilt, theorems },
    };
  },
};
