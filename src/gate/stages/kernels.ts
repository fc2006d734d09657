/** The kernels stage: kernels that are not Lean's own check what Lean's kernel accepted. */
import { absentKernel, recheck } from "../../lean/kernels/recheck.ts";
import { packageOf } from "../../lean/package/formal_package.ts";
import type { Stage } from "./stage.ts";

const DEFAULT_MEMORY_MB = 8 * 1024;
const DEFAULT_DEADLINE_MS = 30 * 60_000;

/** Re-checks the declarations that the audit saw. */
export const kernelsStage: Stage<"kernels", "toolchain" | "build" | "audit", never> = {
  name: "kernels",
  lane: "lean",
  needs: ["toolchain", "build", "audit"],
  uses: [],
  async run(
    { host, project, progress },
    { toolchain, build: { modules }, audit: { accepted: declarations } },
  ) {
    const { kernels: settings } = project.config;
    const required = settings?.required ?? false;
    const { memoryMb = DEFAULT_MEMORY_MB, deadlineMs = DEFAULT_DEADLINE_MS, use } = settings ?? {};
    const { programs, info } = toolchain;
    if (programs === undefined) {
      const absent = `${info.backend} Lean comes with no kernel but its own`;
      return {
        checked: 0,
        summary: absent,
        findings: required ? [absentKernel(absent)] : [],
        ...(required ? {} : { skipped: absent }),
      };
    }
    const { formalRoot } = packageOf(project);
    const bounds = { memoryBytes: memoryMb * 2 ** 20, deadlineMs };
    const { absent, ...rechecked } = await recheck(
      host,
      programs,
      {
        formalRoot,
        modules,
        declarations,
        required,
        ...bounds,
        ...(use === undefined ? {} : { use }),
      },
      progress,
    );
    return {
      ...rechecked,
      ...(absent === undefined || required ? {} : { skipped: absent }),
      counts: { rechecked: rechecked.checked },
    };
  },
};
