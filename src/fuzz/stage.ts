/** The fuzz stage: the engines agree on lists that once showed a difference, and on some that are made up. */
import { agree } from "../agree/agree.ts";
import { problemFinding } from "../agree/report.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { openEngines } from "../replay/open.ts";
import { counted } from "../report/counted.ts";
import type { Stage } from "../stage/stage.ts";
import { comparable, reproduction } from "./command.ts";
import { fuzz } from "./fuzz.ts";
import { sourceOf } from "./generate.ts";
import { openFuzz } from "./module.ts";
import { readRegressions } from "./regressions.ts";
import { foundFinding } from "./report.ts";

/** Replays the regressions, then lists of fixed seeds: every run replays the same ones. */
export const fuzzStage: Stage = {
  name: "fuzz",
  skippedBy: ({ project: { config } }) =>
    config.fuzz === undefined ? 'not configured: the config has no "fuzz"' : undefined,
  async run(run) {
    const { host, project, progress } = run;
    const { root, config } = project;
    const { module: path, runs, seed, regressions: folder } = config.fuzz!;
    const source = sourceOf(await openFuzz(path, root), path);
    await using engines = await openEngines(run);
    const all = comparable(engines.all);
    const regressions = await readRegressions(host, root, folder);
    const findings: Diagnostic[] = [...regressions.findings];
    const { judged, complaints } = await agree(all, regressions.lists);
    findings.push(...complaints);
    for (const { list, problems } of judged) {
      for (const problem of problems) findings.push(await problemFinding(list, problem, all));
    }
    const { lists, events, found, ...rest } = await fuzz(host, all, source, {
      seed,
      runs,
      progress,
    });
    findings.push(...rest.complaints);
    for (const one of found) {
      findings.push(await foundFinding(one, all, (seed) => reproduction({ seed })));
    }
    findings.push(...await engines.close());
    const kept = regressions.lists.length;
    return {
      checked: lists + kept,
      summary: `${counted(lists, "list")} made up, ${counted(events, "event")}; ${
        counted(kept, "regression")
      }`,
      findings,
      counts: { fuzzed: lists, regressions: kept },
    };
  },
};
