/** The replay stage: opens engines and runs traces through them. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Engine, EngineConfig, ReplayOutcome, ReplayRequest } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { openModule } from "./module.ts";
import { openSubprocess } from "./subprocess.ts";

/** Failures of one engine that are listed in full. */
const LISTED_FAILURES = 20;

/** What became of one request. */
export type ReplayResult = Exclude<ReplayOutcome, { readonly type: "complaint" }>;

/** All requests of one run through one engine. */
export interface Replay {
  /** One for each request, in order. */
  readonly results: readonly ReplayResult[];
  /** Requests that were answered. */
  readonly answered: number;
  /** Events of those. */
  readonly steps: number;
  /**
   * Complaints and the first failures, in order, and how many more there are. The engine answered
   * everything, and in order, exactly when this is empty.
   */
  readonly findings: readonly Diagnostic[];
}

/** Options of {@linkcode replayAll}. */
export interface ReplayOptions {
  /** Called after each request with how many are done. */
  readonly onProgress?: (done: number) => void;
  /** Called with each result as it arrives, e.g. to compare while the engine goes on. */
  readonly onResult?: (result: ReplayResult) => void;
  /** `false`: hand results to `onResult` only, and leave `results` empty, to bound memory. */
  readonly keep?: boolean;
}

/** Opens an engine of the config; paths are relative to `root`. Throws GateError `engine_*` (set-up). */
export function openEngine(
  config: EngineConfig,
  root: string,
  host: Host,
  limits: Partial<Limits> = {},
): Promise<Engine> {
  return "module" in config
    ? openModule(config, root, host, limits)
    : openSubprocess(config, root, host, limits);
}

/** The request that replays a trace. */
export function requestFor({ trace, location, text }: PlacedTrace): ReplayRequest {
  const { id, graph, events, decisions, final } = trace;
  const request = { id, graph, events, location };
  return text === undefined
    ? request
    : { ...request, known: { text, answer: { decisions, final } } };
}

/** Replays the requests; nothing to replay is a finding (`replay_nothing`). */
export async function replayAll(
  engine: Engine,
  requests: Iterable<ReplayRequest>,
  { onProgress, onResult, keep = true }: ReplayOptions = {},
): Promise<Replay> {
  const results: ReplayResult[] = [];
  const findings: Diagnostic[] = [];
  let done = 0;
  let answered = 0;
  let failed = 0;
  let steps = 0;
  for await (const outcome of engine.replay(requests)) {
    if (outcome.type === "complaint") {
      findings.push(outcome.finding);
      continue;
    }
    done++;
    if (outcome.type === "answer") {
      answered++;
      steps += outcome.request.events.length;
    } else if (outcome.type === "failure") {
      failed++;
      if (failed <= LISTED_FAILURES) findings.push(outcome.finding);
    }
    if (keep) results.push(outcome);
    onResult?.(outcome);
    onProgress?.(done);
  }
  if (failed > LISTED_FAILURES) {
    findings.push(error(
      "replay_more",
      `Engine "${engine.name}" failed on ${failed} traces, of which ${LISTED_FAILURES} are listed`,
      { hint: "Correct what is listed first; the others may have the same cause." },
    ));
  }
  if (done === 0) {
    findings.push(error("replay_nothing", `Engine "${engine.name}" was given no trace to replay`, {
      hint: "Check that the fixtures folder has traces and that the selection leaves some.",
    }));
  }
  return { results, answered, steps, findings };
}

/**
 * The state before a 1-based step of a trace: what the engine has after the events before it.
 * `undefined` when the engine does not answer.
 */
export async function stateBefore(
  engine: Engine,
  { trace }: PlacedTrace,
  step: number,
): Promise<Json | undefined> {
  const { graph, events } = trace;
  const prefix = { id: trace.id, graph, events: events.slice(0, step - 1) };
  const { results: [result] } = await replayAll(engine, [prefix]);
  return result?.type === "answer" ? result.answer.final : undefined;
}

/** Opens the engine, replays, and closes it; its end is judged too. Leaves no child. */
export async function replayWith(
  config: EngineConfig,
  root: string,
  host: Host,
  requests: Iterable<ReplayRequest>,
  options: ReplayOptions & { readonly limits?: Partial<Limits> } = {},
): Promise<Replay & { readonly version: string }> {
  await using engine = await openEngine(config, root, host, options.limits);
  const replay = await replayAll(engine, requests, options);
  const atEnd = await engine.close();
  return { ...replay, version: engine.version, findings: [...replay.findings, ...atEnd] };
}
