/** The toolchain stage: a Lean of the pinned version, or a set-up error. */
import type { Stage } from "./stage.ts";
import { openToolchain, toolchainRequest } from "../../lean/toolchain/choose.ts";
import { warning } from "../../platform/diagnostic.ts";
import { PIN_FILE } from "../../lean/toolchain/pin.ts";
import { packageOf, shownPath } from "../../lean/package/formal_package.ts";

/** Opens the toolchain that the later stages use. */
export const toolchainStage: Stage<"toolchain", never, never> = {
  name: "toolchain",
  lane: "lean",
  needs: [],
  uses: [],
  async run({ host, project, lean, progress }) {
    const request = toolchainRequest(project, lean);
    const toolchain = await openToolchain(host, request, progress);
    const { backend, version, pin, isPinned } = toolchain.info;
    const place = packageOf(project);
    return {
      checked: 1,
      summary: `${backend} Lean ${version}, ${isPinned ? "pinned" : "not the pinned"} ${pin}`,
      findings: isPinned ? [] : [
        warning("pin_not_used", `Checked with Lean ${version}, which is not the pinned "${pin}"`, {
          location: { file: shownPath(place, PIN_FILE), line: 1, column: 1 },
          hint:
            "This is no verdict on the pinned Lean: run without --any-pin where it is installed.",
        }),
      ],
      output: toolchain,
    };
  },
};
