/**
 * The journals stage: what a running service decided is what every engine decides, event by event.
 */
import { agree } from "../../replay/agree/agree.ts";
import { eventsOf, type NamedList } from "../../replay/agree/list.ts";
import { problemFinding } from "../../replay/agree/report.ts";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import { readRegressions } from "../../replay/fuzz/regressions.ts";
import type { Engine } from "../../replay/engines/engine.ts";
import { openEngines } from "../../replay/engines/open.ts";
import { replayAll } from "../../replay/engines/replay.ts";
import { partOf, takeShard } from "../../replay/engines/shard.ts";
import { counted } from "../../platform/text/counted.ts";
import type { Stage } from "./stage.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";

/** Replays the committed journals, and holds every engine against the decisions that they record. */
export const journalsStage: Stage<"journals", never, never> = {
  name: "journals",
  lane: "engines",
  needs: [],
  uses: [],
  skippedBy: ({ project: { config } }) =>
    config.journals === undefined ? 'not configured: the config has no "journals"' : undefined,
  async run(run) {
    const { host, project: { root, config }, shard } = run;
    const read = await readRegressions(host, root, config.journals!);
    const lists = takeShard(read.lists, shard, "journals");
    const findings: Diagnostic[] = [...read.findings, ...lists.flatMap(undecided)];
    if (lists.length === 0) {
      return { checked: 0, summary: `no journal in "${config.journals}"`, findings };
    }
    await using engines = await openEngines(run);
    const { judged, complaints } = await agree(engines.all, lists);
    findings.push(...complaints);
    for (const { list, problems } of judged) {
      for (const problem of problems) {
        findings.push(await problemFinding(list, problem, engines.all));
      }
    }
    const agreed = judged.filter(({ problems }) => problems.length === 0).map(({ list }) => list);
    const journals = await traces(engines.all[0]!, agreed);
    findings.push(...await engines.close());
    return {
      checked: lists.length,
      summary: `${counted(lists.length, "journal")}${partOf(read.lists.length, shard)}, ${
        counted(eventsOf(lists), "decision")
      } held against ${engines.all.map(({ name }) => name).join(" and ")}`,
      findings,
      output: journals,
      counts: { journals: lists.length },
    };
  },
};

/**
 * A journal that does not say what was decided.
 *
 * There is nothing to hold the engines against.
 */
function undecided({ id, location, decisions }: NamedList): Diagnostic[] {
  if (decisions !== undefined) return [];
  return [error("journal_undecided", `Journal "${id}" does not record what was decided`, {
    ...(location && { location }),
    hint:
      "Each line of a journal has an event and its decision; take the file out if it is no journal.",
  })];
}

/** Journals as traces, with the state in which all engines end, for Lean's kernel to check. */
async function traces(engine: Engine, lists: readonly NamedList[]): Promise<PlacedTrace[]> {
  const { results } = await replayAll(
    engine,
    lists.map(({ id, graph, events }) => ({ id, graph, events })),
  );
  return results.flatMap((result, i) => {
    const { id, graph, events, decisions, location } = lists[i]!;
    if (result.type !== "answer" || decisions === undefined) return [];
    const { final } = result.answer;
    return [{
      trace: { id, tags: ["journal"], names: {}, graph, events, decisions, final },
      location: { file: id, line: 1, ...location },
    }];
  });
}
