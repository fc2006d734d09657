/** The replay stage: builds and opens every engine, and runs the committed traces through each. */
import { counted } from "../report/counted.ts";
import { join } from "node:path";
import type { EngineEntry } from "../config/schema.ts";
import { type Diagnostic, GateError } from "../diagnostic.ts";
import { type Judge, judgeOf } from "../diff/diff.ts";
import { outputTail } from "../host/output.ts";
import type { EngineReport } from "../report/report.ts";
import type { Run, Stage } from "../stage/stage.ts";
import { readTraceFolder } from "../trace/folder.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { EngineConfig } from "./engine.ts";
import { replayWith, requestFor } from "./replay.ts";

/** Replays the committed traces; the diff stage judges the answers. */
export const replayStage: Stage = {
  name: "replay",
  async run(run) {
    const { host, project: { root, config } } = run;
    const folder = await readTraceFolder(host, root, config.fixtures);
    const traces = distinct(folder.traces);
    const findings: Diagnostic[] = [...folder.findings];
    const judges: Judge[] = [];
    const engines: EngineReport[] = [];
    for (const entry of traces.size === 0 ? [] : config.engines) {
      const judge = judgeOf(entry.name);
      const replay = await replayThrough(run, entry, traces, judge);
      judges.push(judge);
      findings.push(...replay.findings);
      engines.push({
        name: entry.name,
        version: replay.version,
        traces: replay.answered,
        steps: replay.steps,
      });
    }
    const names = engines.map(({ name }) => name).join(" and ");
    return {
      checked: engines.reduce((sum, { traces }) => sum + traces, 0),
      summary: `${counted(folder.traces.length, "trace")}, ${counted(folder.steps, "step")} by ${
        names || "no engine"
      }`,
      findings,
      facts: { traces: folder, judges, engines },
      counts: { traces: folder.traces.length, steps: folder.steps },
    };
  },
};

/** The engine's part of an entry of the config: what starts it. */
export function engineConfig(entry: EngineEntry): EngineConfig {
  if ("module" in entry) return entry;
  const { name, command, cwd, env, deadlineMs } = entry;
  return {
    name,
    command,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

async function replayThrough(
  run: Run,
  entry: EngineEntry,
  traces: ReadonlyMap<string, PlacedTrace>,
  judge: Judge,
) {
  if ("build" in entry && entry.build !== undefined) await buildEngine(run, entry.name, entry);
  const requests = [...traces.values()].map(requestFor);
  return await replayWith(engineConfig(entry), run.project.root, run.host, requests, {
    keep: false,
    onProgress: (done) => run.progress(`${entry.name}: ${done} of ${requests.length} traces`),
    onResult(result) {
      const placed = traces.get(result.request.id);
      if (result.type === "answer" && placed !== undefined) judge.add(placed, result.answer);
    },
  });
}

/** Runs the engine's build command. Throws GateError `engine_build_failed` (set-up). */
async function buildEngine(
  { host, project, progress }: Run,
  name: string,
  entry: Extract<EngineEntry, { command: unknown }>,
): Promise<void> {
  const build = entry.build!;
  progress(`${name}: ${build.join(" ")}`);
  const done = await host.run({
    argv: build,
    cwd: entry.cwd === undefined ? project.root : join(project.root, entry.cwd),
    ...(entry.env === undefined ? {} : { env: entry.env }),
    onLine: (_stream, line) => progress(`${name}: ${line.trim()}`),
  });
  if (done.code === 0) return;
  throw new GateError("setup", {
    code: "engine_build_failed",
    message: `Failed to build engine "${name}": "${
      build.join(" ")
    }" ended with exit code ${done.code}`,
    hint: "Run the command by itself, and correct what it reports.",
    detail: outputTail(done),
  });
}

/** Traces by id, the first of each: that an id is used twice is reported by the reader. */
function distinct(traces: readonly PlacedTrace[]): Map<string, PlacedTrace> {
  const byId = new Map<string, PlacedTrace>();
  for (const placed of traces) {
    if (!byId.has(placed.trace.id)) byId.set(placed.trace.id, placed);
  }
  return byId;
}
