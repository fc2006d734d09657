/** The replay stage: builds and opens every engine, and runs the committed traces through each. */
import { counted } from "../../platform/text/counted.ts";
import { traced, untraced } from "../config/project.ts";
import type { EngineEntry } from "../config/schema.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import { type Judge, judgeOf } from "../../replay/diff/diff.ts";
import type { EngineReport } from "../report/report.ts";
import type { Run, Stage } from "./stage.ts";
import { readTraceFolder } from "../../replay/trace/folder.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { buildEngine, engineConfig } from "../../replay/engines/build.ts";
import { type Probe, probeJudge, probesOf } from "../../replay/engines/probes.ts";
import { replayWith, requestFor } from "../../replay/engines/replay.ts";
import { partOf, takeShard } from "../../replay/engines/shard.ts";

/** Beginnings of traces that one engine decides otherwise, and that are listed. */
const LISTED_PROBES = 3;

/** Replays the committed traces; the diff stage judges the answers. */
export const replayStage: Stage<"replay", never, never> = {
  name: "replay",
  lane: "engines",
  needs: [],
  uses: [],
  skippedBy: ({ project }) => untraced(project),
  async run(run) {
    const { host, shard } = run;
    const { root, config } = traced(run.project);
    const folder = await readTraceFolder(host, root, config.fixtures);
    const all = distinct(folder.traces);
    const traces = new Map(takeShard([...all], shard, "traces"));
    const steps = stepsOf(traces.values());
    const findings: Diagnostic[] = [...folder.findings];
    const judges: Judge[] = [];
    const engines: EngineReport[] = [];
    const probing = { probes: probesOf([...traces.values()]), judge: probeJudge() };
    for (const entry of traces.size === 0 ? [] : config.engines) {
      const judge = judgeOf(entry.name);
      const replay = await replayThrough(run, entry, { traces, judge, probing });
      judges.push(judge);
      findings.push(...replay.findings);
      engines.push({
        name: entry.name,
        version: replay.version,
        traces: judge.compared(),
        steps: replay.ownSteps,
      });
    }
    const names = engines.map(({ name }) => name).join(" and ");
    return {
      checked: engines.reduce((sum, { traces }) => sum + traces, 0),
      summary: `${counted(traces.size, "trace")}${partOf(all.size, shard)}, ${
        counted(steps, "step")
      } by ${names || "no engine"}`,
      findings,
      output: { folder, judges, engines },
      counts: { traces: traces.size, steps },
    };
  },
};

/** What one engine is asked, and who judges its answers. */
interface Task {
  readonly traces: ReadonlyMap<string, PlacedTrace>;
  readonly judge: Judge;
  readonly probing: {
    readonly probes: readonly Probe[];
    readonly judge: ReturnType<typeof probeJudge>;
  };
}

async function replayThrough(run: Run, entry: EngineEntry, { traces, judge, probing }: Task) {
  await buildEngine(run, entry);
  const probes = new Map(probing.probes.map((probe) => [probe.request, probe]));
  const probeOf = new Map(probing.probes.map((probe) => [probe.placed, probe]));
  // The engine is not told which are whole.
  const requests = [...traces.values()].flatMap((placed) => {
    const probe = probeOf.get(placed);
    return probe === undefined ? [requestFor(placed)] : [probe.request, requestFor(placed)];
  });
  const findings: Diagnostic[] = [];
  let ownSteps = 0;
  const { host, project: { root, config } } = run;
  const replay = await replayWith(engineConfig(entry, config), root, host, requests, {
    keep: false,
    onProgress: (done) => run.progress(`${entry.name}: ${done} of ${requests.length} traces`),
    onResult(result) {
      if (result.type === "failure") {
        const isWhole = !probes.has(result.request);
        if (isWhole && result.finding.code === "engine_declined") judge.decline();
      }
      if (result.type !== "answer") return;
      const { request, answer } = result;
      const probe = probes.get(request);
      const placed = probe === undefined ? traces.get(request.id) : undefined;
      const finding = probe && probing.judge(entry.name, probe, answer);
      if (finding !== undefined && findings.length < LISTED_PROBES) findings.push(finding);
      if (placed === undefined) return;
      judge.add(placed, answer);
      ownSteps += request.events.length;
    },
  });
  return { version: replay.version, findings: [...once(replay.findings), ...findings], ownSteps };
}

/** Drops repeated findings of one code about one trace. */
function once(findings: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return findings.filter(({ code, location }) => {
    if (location?.line === undefined) return true;
    const key = JSON.stringify([code, location.file, location.line]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Traces by id, the first of each.
 *
 * That an id is used twice is reported by the reader.
 */
function distinct(traces: readonly PlacedTrace[]): Map<string, PlacedTrace> {
  const byId = new Map<string, PlacedTrace>();
  for (const placed of traces) {
    if (!byId.has(placed.trace.id)) byId.set(placed.trace.id, placed);
  }
  return byId;
}

function stepsOf(traces: Iterable<PlacedTrace>): number {
  let steps = 0;
  for (const { trace } of traces) steps += trace.events.length;
  return steps;
}
