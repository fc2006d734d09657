/** The toolchain stage: a Lean of the pinned version, or a set-up error. */
import { join } from "node:path";
import type { Stage } from "../stage/stage.ts";
import { openToolchain } from "./choose.ts";

/** Opens the toolchain that the later stages use. */
export const toolchainStage: Stage = {
  name: "toolchain",
  async run({ host, project: { root, config }, lean, progress }) {
    const toolchain = await openToolchain(host, {
      projectRoot: root,
      formalRoot: join(root, config.formal.root),
      choice: lean,
    }, progress);
    const { backend, version, pin } = toolchain.info;
    return {
      checked: 1,
      summary: `${backend} Lean ${version}, pinned ${pin}`,
      findings: [],
      facts: { toolchain },
    };
  },
};
