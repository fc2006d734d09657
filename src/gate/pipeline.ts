/** The stages in order, one line each. */
import { auditStage } from "./stages/audit.ts";
import { buildStage } from "./stages/build.ts";
import { toolchainStage } from "./stages/toolchain.ts";
import { scanStage } from "./stages/scan.ts";
import { emitStage } from "./stages/emit.ts";
import { certifyStage } from "./stages/certify.ts";
import { coverageStage } from "./stages/coverage.ts";
import { replayStage } from "./stages/replay.ts";
import { diffStage } from "./stages/diff.ts";
import { fuzzStage } from "./stages/fuzz.ts";
import { journalsStage } from "./stages/journals.ts";
import type { FailureKind } from "../platform/diagnostic.ts";
import {
  type Counts,
  type LeanReport,
  type Report,
  type StageName,
  type StageReport,
  summarize,
} from "./report/report.ts";
import { type Facts, type Run, runStage, type Stage, unrun } from "./stages/stage.ts";

/** Every stage, in the order in which they run. */
export const STAGES: readonly Stage[] = [
  toolchainStage,
  scanStage,
  buildStage,
  auditStage,
  emitStage,
  replayStage,
  diffStage,
  fuzzStage,
  journalsStage,
  coverageStage,
  certifyStage,
];

/** What a stage cannot do without. */
const NEEDS: Readonly<Record<StageName, readonly StageName[]>> = {
  toolchain: [],
  scan: [],
  build: ["toolchain"],
  audit: ["toolchain", "build"],
  emit: ["toolchain", "build"],
  replay: [],
  diff: ["replay"],
  fuzz: [],
  journals: [],
  coverage: [],
  certify: ["toolchain", "build"],
};

/** Told what happens, as it happens. */
export interface Watcher {
  start?(stage: StageName): void;
  note?(stage: StageName, note: string): void;
  /** `lean` is known from the toolchain stage on. */
  end?(report: StageReport, lean: LeanReport | null): void;
  /** What the stages left, once all have ended. */
  done?(facts: Facts): void;
}

/** The stages asked for, with those they cannot do without. */
export function selectStages(only: readonly StageName[]): ReadonlySet<StageName> {
  return new Set(only.flatMap((name) => [...NEEDS[name], name]));
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

/**
 * Runs the selected stages and sums them up. A failed check does not keep later stages from
 * reporting; a failed set-up or an interrupt ends the run. `all` is every stage there is, in order.
 */
export async function verify(
  context: Omit<Run, "progress">,
  selected: ReadonlySet<StageName>,
  watcher: Watcher = {},
  all: readonly Stage[] = STAGES,
): Promise<Report> {
  const start = context.host.now();
  const stages: StageReport[] = [];
  let facts: Facts = {};
  let counts: Counts = {};
  let failure: FailureKind | undefined;
  for (const stage of all) {
    const { name } = stage;
    if (!selected.has(name) || failure !== undefined) {
      const report = selected.has(name)
        ? unrun(name, "blocked", "an earlier stage ended the run")
        : unrun(name, "skipped", "not asked for");
      stages.push(report);
      watcher.end?.(report, leanOf(facts));
      continue;
    }
    watcher.start?.(name);
    const progress = (note: string) => watcher.note?.(name, note);
    const ran = await runStage(stage, { ...context, progress }, facts);
    stages.push(ran.report);
    facts = ran.facts;
    counts = { ...counts, ...ran.counts };
    failure = ran.failure;
    watcher.end?.(ran.report, leanOf(facts));
  }
  watcher.done?.(facts);
  return summarize({
    lean: leanOf(facts),
    stages,
    counts,
    engines: facts.engines ?? [],
    ...(facts.coverage === undefined ? {} : { coverage: facts.coverage }),
    ms: Math.round(context.host.now() - start),
    ...(failure === undefined ? {} : { failure }),
  });
}

function leanOf({ toolchain }: Facts): LeanReport | null {
  if (toolchain === undefined) return null;
  const { backend, version, pin } = toolchain.info;
  return { backend, version, pin };
}
