/**
 * The fuzz stage.
 *
 * The engines agree on lists that once showed a difference, and on some that are made up.
 */
import { agree } from "../../replay/agree/agree.ts";
import { judgedFindings } from "../../replay/agree/report.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import { openEngines } from "../../replay/engines/open.ts";
import { itemsOf, shardText } from "../../replay/engines/shard.ts";
import { counted } from "../../platform/text/counted.ts";
import type { Stage } from "./stage.ts";
import { comparable, reproduction } from "../../replay/fuzz/command.ts";
import { fuzz } from "../../replay/fuzz/fuzz.ts";
import { seedAfter, sourceOf } from "../../replay/fuzz/generate.ts";
import { openFuzz } from "../../replay/fuzz/module.ts";
import { readRegressions } from "../../replay/fuzz/regressions.ts";
import { foundFinding } from "../../replay/fuzz/report.ts";

/** Replays the regressions, then lists of fixed seeds: every run replays the same ones. */
export const fuzzStage: Stage<"fuzz", never, never> = {
  name: "fuzz",
  lane: "engines",
  needs: [],
  uses: [],
  skippedBy: ({ project: { config } }) =>
    config.fuzz === undefined ? 'not configured: the config has no "fuzz"' : undefined,
  async run(run) {
    const { host, project, shard, progress } = run;
    const { root, config } = project;
    const { module: path, runs, seed, regressions: folder } = config.fuzz!;
    await using drawing = await openFuzz(path, root, host);
    const source = sourceOf(drawing, path);
    await using engines = await openEngines(run);
    const all = comparable(engines.all);
    const regressions = await readRegressions(host, root, folder);
    const kept = itemsOf(regressions.lists, shard);
    const findings: Diagnostic[] = [...regressions.findings];
    const { judged, complaints } = await agree(all, kept);
    findings.push(...complaints);
    for (const one of judged) findings.push(...await judgedFindings(one, all));
    const { index, of } = shard ?? { index: 1, of: 1 };
    const { lists, events, found, ...rest } = await fuzz(host, all, source, {
      seed: seedAfter(seed, index - 1),
      stride: of,
      runs: itemsOf(Array.from({ length: runs }), shard).length,
      progress,
    });
    findings.push(...rest.complaints);
    for (const one of found) {
      findings.push(await foundFinding(one, all, (seed) => reproduction({ seed })));
    }
    findings.push(...await engines.close());
    return {
      checked: lists + kept.length,
      summary: `${counted(lists, "list")} made up, ${counted(events, "event")}; ${
        counted(kept.length, "regression")
      }${shard === undefined ? "" : ` (shard ${shardText(shard)})`}`,
      findings,
      counts: { fuzzed: lists, regressions: kept.length },
    };
  },
};
