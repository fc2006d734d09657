/**
 * The certify stage: Lean's kernel itself checks the scenario traces, a sample of the others,
 * and journals.
 */
import type { Stage } from "./stage.ts";
import { counted } from "../../platform/text/counted.ts";
import { traced } from "../config/project.ts";
import { partOf, takeShard } from "../../replay/engines/shard.ts";
import { readTraceFolder } from "../../replay/trace/folder.ts";
import { selectTraces, unknownTags } from "../certify/certificate.ts";
import { certify, modelOf } from "../certify/certify.ts";
import { openCertificates } from "../certify/module.ts";

/**
 * Seed of the sample: every run takes the same traces, so that a run is as good as the one before.
 */
const SEED = 0;

/** Has Lean check the certificates of the committed traces. */
export const certifyStage: Stage<"certify", "toolchain" | "build", "replay" | "journals"> = {
  name: "certify",
  lane: "lean",
  needs: ["toolchain", "build"],
  uses: ["replay", "journals"],
  skippedBy: ({ project: { config } }) =>
    config.certify === undefined ? 'not configured: the config has no "certify"' : undefined,
  async run({ host, shard, progress, ...run }, { toolchain, replay, journals = [] }) {
    const project = traced(run.project);
    const { root, config: { fixtures, certify: settings } } = project;
    const folder = replay?.folder ?? await readTraceFolder(host, root, fixtures);
    const { module: path, always, sample } = settings!;
    const all = selectTraces(folder.traces, { always, sample, seed: SEED });
    // The journals were shared out where they were replayed.
    const selected = [...takeShard(all, shard, "traces to certify"), ...journals];
    modelOf(project);
    await using module = await openCertificates(path, root, host);
    const { certified, rebuilt, findings } = await certify(
      module,
      { host, project, toolchain },
      selected,
      progress,
    );
    return {
      checked: selected.length,
      summary: `${certified} of ${selected.length} traces${
        partOf(all.length, shard)
      } accepted by Lean's kernel (${counted(rebuilt, "module")} rebuilt)`,
      findings: [
        // Traces that another stage has read are judged there.
        ...(replay === undefined ? folder.findings : []),
        ...unknownTags(folder.traces, always, project.configFile),
        ...findings,
      ],
      counts: { certified },
    };
  },
};
