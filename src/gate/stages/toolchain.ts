/** The toolchain stage: a Lean of the pinned version, or a set-up error. */
import type { Stage } from "./stage.ts";
import { openToolchain } from "../../lean/toolchain/choose.ts";
import { packageOf } from "../../lean/package/formal_package.ts";

/** Opens the toolchain that the later stages use. */
export const toolchainStage: Stage<"toolchain", never, never> = {
  name: "toolchain",
  lane: "lean",
  needs: [],
  uses: [],
  async run({ host, project, lean, progress }) {
    const request = { ...packageOf(project), choice: lean };
    const toolchain = await openToolchain(host, request, progress);
    const { backend, version, pin } = toolchain.info;
    return {
      checked: 1,
      summary: `${backend} Lean ${version}, pinned ${pin}`,
      findings: [],
      output: toolchain,
    };
  },
};
