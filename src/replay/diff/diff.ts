/** The diff stage: judges the answers of all engines. Never sees a host. */
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import { type Answer, compare, type Divergence } from "./compare.ts";
import { byReadability, causeOf, stepOf } from "./cause.ts";
import { DIVERGENCE_CODES, divergenceFinding, MODEL, unlistedFinding } from "./report.ts";

/** Causes of one engine whose best example is listed in full. */
export const LISTED_CAUSES = 3;
/** Divergences of one engine whose answers are kept, for a report that shows them all. */
export const KEPT_DIVERGENCES = 1_000;

/** A divergence, with the whole answer that it is in. */
export interface KeptDivergence {
  readonly divergence: Divergence;
  readonly answer: Answer;
}

/** A trace in which an engine diverges, without the answers. */
export interface DivergedTrace {
  /** Name of the engine. */
  readonly engine: string;
  /** Id of the trace. */
  readonly trace: string;
  /** File of the trace, relative to the project. */
  readonly file: string;
  /** Line of the trace in that file, 1-based, where known. */
  readonly line?: number;
  /** Code of the finding. */
  readonly code: string;
  /** The first step that differs, 1-based; one more than `steps` when only the final state does. */
  readonly step: number;
  /** Events of the trace. */
  readonly steps: number;
  /** Event and verdicts; traces with the same cause are one group. */
  readonly cause: string;
}

/** The divergences of one engine that have the same cause. */
export interface DivergenceGroup {
  readonly cause: string;
  /** The one that is easiest to read. */
  readonly example: Divergence;
  /** Traces of the group. */
  readonly count: number;
}

/** Collects the divergences of one engine; memory holds only the first ones. */
export interface Judge {
  /** Name of the engine, which findings use. */
  readonly engine: string;
  /** Compares an answer with the model; returns whether they agree. */
  add(placed: PlacedTrace, answer: Answer): boolean;
  /** Counts a trace that the engine declined to replay. */
  decline(): void;
  /** Traces that the engine declined so far. */
  declined(): number;
  /** Answers compared so far. */
  compared(): number;
  /** Traces that diverged so far, all of them. */
  diverged(): number;
  /** Groups by cause, the one with the most readable example first. */
  groups(): readonly DivergenceGroup[];
  /** Every trace that diverged, in the order of {@linkcode byReadability}. */
  traces(): readonly DivergedTrace[];
  /** The first {@linkcode KEPT_DIVERGENCES}. */
  kept(): readonly KeptDivergence[];
}

/**
 * Gives the state that an engine has before a 1-based step of a trace, for the report: usually by
 * replaying the events before it. `undefined` when it cannot be had.
 */
export type StateBefore = (
  placed: PlacedTrace,
  step: number,
  engine: string,
) => Promise<Json | undefined>;

/** A judge with nothing compared. */
export function judgeOf(engine: string): Judge {
  const kept: KeptDivergence[] = [];
  const groups = new Map<string, DivergenceGroup>();
  const traces: { readonly divergence: Divergence; readonly cause: string }[] = [];
  let compared = 0;
  let diverged = 0;
  let declined = 0;
  return {
    engine,
    decline: () => void declined++,
    declined: () => declined,
    add(placed, answer) {
      compared++;
      const divergence = compare(engine, placed, answer);
      if (divergence === undefined) return true;
      diverged++;
      if (kept.length < KEPT_DIVERGENCES) kept.push({ divergence, answer });
      const cause = causeOf(divergence);
      traces.push({ divergence, cause });
      const group = groups.get(cause) ?? { cause, example: divergence, count: 0 };
      const isBetter = byReadability(divergence, group.example) < 0;
      const example = isBetter ? divergence : group.example;
      groups.set(cause, { cause, example, count: group.count + 1 });
      return false;
    },
    compared: () => compared,
    diverged: () => diverged,
    groups: () => [...groups.values()].sort((a, b) => byReadability(a.example, b.example)),
    traces: () =>
      traces.toSorted((a, b) => byReadability(a.divergence, b.divergence))
        .map(({ divergence, cause }) => divergedTrace(engine, divergence, cause)),
    kept: () => kept,
  };
}

function divergedTrace(engine: string, divergence: Divergence, cause: string): DivergedTrace {
  const { trace: { id, events }, location } = divergence.placed;
  return {
    engine,
    trace: id,
    file: location.file,
    ...(location.line === undefined ? {} : { line: location.line }),
    code: DIVERGENCE_CODES[divergence.kind],
    step: stepOf(divergence),
    steps: events.length,
    cause,
  };
}

/**
 * The findings of a judge: an example of each listed cause, and the other causes with their counts.
 * `shrink` gives the command that shrinks a file's first divergence, where there is one.
 */
export async function findingsOf(
  judge: Judge,
  stateBefore: StateBefore,
  shrink?: (file: string) => string,
): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const groups = judge.groups();
  for (const { example, count, cause } of groups.slice(0, LISTED_CAUSES)) {
    const { kind, placed } = example;
    const state = kind === "final"
      ? undefined
      : await stateBefore(placed, example.step, judge.engine);
    const command = shrink?.(placed.location.file);
    const hint = command === undefined
      ? MODEL.hint
      : `${MODEL.hint} For the fewest events that show it, run "${command}".`;
    findings.push(divergenceFinding(example, state, { ...MODEL, hint }, { cause, count }));
  }
  const more = unlistedFinding(judge.engine, groups.slice(LISTED_CAUSES), judge.diverged());
  return more === undefined ? findings : [...findings, more];
}
