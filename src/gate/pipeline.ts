/**
 * The stages in order, and how they run: each as soon as what it needs is there.
 *
 * The order of the list is the order of the report. What a stage finds does not depend on the order in
 * which stages run: it sees the outputs that its type names, and nothing else.
 */
import type { Host } from "../platform/host/host.ts";
import { auditStage } from "./stages/audit.ts";
import { buildStage } from "./stages/build.ts";
import { toolchainStage } from "./stages/toolchain.ts";
import { scanStage } from "./stages/scan.ts";
import { statementsStage } from "./stages/statements.ts";
import { emitStage } from "./stages/emit.ts";
import { kernelsStage } from "./stages/kernels.ts";
import { certifyStage } from "./stages/certify.ts";
import { coverageStage } from "./stages/coverage.ts";
import { replayStage } from "./stages/replay.ts";
import { diffStage } from "./stages/diff.ts";
import { fuzzStage } from "./stages/fuzz.ts";
import { journalsStage } from "./stages/journals.ts";
import type { FailureKind } from "../platform/diagnostic.ts";
import { coverageReport } from "../replay/coverage/coverage.ts";
import pLimit, { type LimitFunction } from "p-limit";
import {
  type Counts,
  type LeanReport,
  type Report,
  type StageName,
  type StageReport,
  summarize,
} from "./report/report.ts";
import { type Outputs, type Ran, type Run, runStage, type Stage, unrun } from "./stages/stage.ts";

/** Every stage, in the order of the report. */
export const STAGES: readonly Stage[] = [
  toolchainStage,
  scanStage,
  buildStage,
  auditStage,
  kernelsStage,
  statementsStage,
  emitStage,
  replayStage,
  diffStage,
  fuzzStage,
  journalsStage,
  coverageStage,
  certifyStage,
];

/** Told what happens, as it happens: several stages may run at once. */
export interface Watcher {
  start?(stage: StageName): void;
  note?(stage: StageName, note: string): void;
  /** `lean` is known from the end of the toolchain stage on. */
  end?(report: StageReport, lean: LeanReport | null): void;
  /** What the stages left, once all have ended. */
  done?(outputs: Partial<Outputs>): void;
}

/** The stages asked for, with those they cannot do without. */
export function selectStages(only: readonly StageName[]): ReadonlySet<StageName> {
  const selected = new Set<StageName>();
  const select = (name: StageName) => {
    if (selected.has(name)) return;
    selected.add(name);
    STAGES.find((stage) => stage.name === name)?.needs.forEach(select);
  };
  only.forEach(select);
  return selected;
}

/** A stage that cannot run, and why. */
interface Idle {
  readonly name: StageName;
  readonly reason: string;
}

/**
 * The first of the stages that the project has nothing for, or, where there is none, that the shard has
 * nothing for if it has nothing for any of them.
 */
export function nothingFor(
  names: readonly StageName[],
  { project, shard }: Pick<Run, "project" | "shard">,
): Idle | undefined {
  const [unconfigured] = idleOf(names, { project });
  if (unconfigured !== undefined) return unconfigured;
  const idle = idleOf(names, { project, ...(shard && { shard }) });
  return names.every((asked) => idle.some(({ name }) => name === asked)) ? idle[0] : undefined;
}

function idleOf(names: readonly StageName[], run: Pick<Run, "project" | "shard">): Idle[] {
  return STAGES.filter(({ name }) => names.includes(name)).flatMap(({ name, skippedBy }) => {
    const reason = skippedBy?.(run);
    return reason === undefined ? [] : [{ name, reason }];
  });
}

/** Memory that a stage with processes of Lean may take, in bytes. */
const LEAN_STAGE_MEMORY = 3 * 2 ** 30;

/** Bounds the stages with processes of Lean that run at once. */
function leanLimit({ cpus, freeMemory }: Pick<Host, "cpus" | "freeMemory">): LimitFunction {
  return pLimit(Math.max(1, Math.min(cpus, Math.floor(freeMemory() / LEAN_STAGE_MEMORY))));
}

/**
 * Runs the selected stages and sums them up. A stage that fails blocks the stages that need its output;
 * all others still report. An interrupt blocks all that have not started. `all` is every stage there is,
 * in the order of the report.
 */
export async function verify(
  context: Omit<Run, "progress">,
  selected: ReadonlySet<StageName>,
  watcher: Watcher = {},
  all: readonly Stage[] = STAGES,
): Promise<Report> {
  const { host } = context;
  const began = host.now();
  const limit = leanLimit(host);
  const ended = new Map<StageName, Promise<Ran>>();
  const outputs: Partial<Record<StageName, unknown>> = {};

  const conclude = (ran: Ran): Ran => {
    const { name } = ran.report;
    if (ran.output !== undefined) outputs[name] = ran.output;
    watcher.end?.(ran.report, leanOf(outputs as Partial<Outputs>));
    return ran;
  };
  const without = (stage: Stage, status: "skipped" | "blocked", why: string): Ran =>
    conclude({ report: unrun(stage.name, status, why), counts: {}, withheld: why });

  async function runOne(stage: Stage, before: Promise<unknown>): Promise<Ran> {
    const { name, needs, uses } = stage;
    // One stage of the engines after the other, in the order of the report.
    if (stage.lane === "engines") await before;
    const waited = await Promise.all(
      [...needs, ...uses.filter((use) => selected.has(use))].map((need) => ended.get(need)!),
    );
    const missing = waited.slice(0, needs.length).find(({ withheld }) => withheld !== undefined);
    if (missing !== undefined) return without(stage, "blocked", missing.withheld!);
    const given = Object.fromEntries(
      [...needs, ...uses].map((name) => [name, outputs[name]]),
    ) as unknown as Outputs;
    const blocked = stage.blockedBy?.(given);
    if (blocked !== undefined) return without(stage, "blocked", blocked);
    const start = async () => {
      // One stage reports an interrupt: one that was running, or else the first that would start.
      if (host.signal.aborted && (interruptTold || running > 0)) {
        return without(stage, "blocked", "interrupted");
      }
      running++;
      watcher.start?.(name);
      const progress = (note: string) => watcher.note?.(name, note);
      const ran = await runStage(stage, { ...context, progress }, given);
      running--;
      interruptTold ||= ran.failure === "interrupted";
      return conclude(ran);
    };
    return stage.lane === "lean" ? await limit(start) : await start();
  }

  let interruptTold = false;
  let running = 0;
  let engines: Promise<unknown> = Promise.resolve();
  for (const stage of all) {
    const { name } = stage;
    const skipped = selected.has(name) ? stage.skippedBy?.(context) : "not asked for";
    const ran = skipped === undefined
      ? runOne(stage, engines)
      : Promise.resolve(without(stage, "skipped", skipped));
    ended.set(name, ran);
    if (stage.lane === "engines") engines = ran;
    // Stages that need this one see its failure; without any, the rejection is still handled below.
    ran.catch(() => {});
  }
  const ran = await Promise.all(ended.values());
  const left = outputs as Partial<Outputs>;
  watcher.done?.(left);
  const failure = gravest(ran.flatMap(({ failure }) => failure ?? []));
  return summarize({
    lean: leanOf(left),
    stages: ran.map(({ report }) => report),
    counts: Object.assign({}, ...ran.map(({ counts }) => counts)) as Counts,
    engines: left.replay?.engines ?? [],
    divergences: left.replay?.judges.flatMap((judge) => judge.traces()) ?? [],
    ...(left.coverage === undefined ? {} : { coverage: coverageReport(left.coverage) }),
    ms: Math.round(host.now() - began),
    ...(failure === undefined ? {} : { failure }),
  });
}

/** The failure that decides the exit code: an interrupt, then wrong usage, then set-up. */
function gravest(failures: readonly FailureKind[]): FailureKind | undefined {
  return (["interrupted", "usage", "setup"] as const).find((kind) => failures.includes(kind));
}

function leanOf({ toolchain }: Partial<Outputs>): LeanReport | null {
  if (toolchain === undefined) return null;
  const { backend, version, pin, isPinned } = toolchain.info;
  return { backend, version, pin, isPinned };
}
