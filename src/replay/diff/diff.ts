/** The diff stage: judges the answers of all engines. Never sees a host. */
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import { type Answer, compare, type Divergence } from "./compare.ts";
import { divergenceFinding, unlistedFinding } from "./report.ts";

/** Divergences of one engine that are listed in full. */
export const LISTED_DIVERGENCES = 3;
/** Divergences of one engine whose answers are kept, for a report that shows them all. */
export const KEPT_DIVERGENCES = 1_000;

/** A divergence, with the whole answer that it is in. */
export interface KeptDivergence {
  readonly divergence: Divergence;
  readonly answer: Answer;
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
  /** The first ones, for findings. */
  listed(): readonly Divergence[];
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
export function judgeOf(engine: string, limit: number = LISTED_DIVERGENCES): Judge {
  const kept: KeptDivergence[] = [];
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
      if (kept.length < Math.max(limit, KEPT_DIVERGENCES)) kept.push({ divergence, answer });
      return false;
    },
    compared: () => compared,
    diverged: () => diverged,
    listed: () => kept.slice(0, limit).map(({ divergence }) => divergence),
    kept: () => kept,
  };
}

/** The findings of a judge: each listed divergence, and how many more there are. */
export async function findingsOf(judge: Judge, stateBefore: StateBefore): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  for (const divergence of judge.listed()) {
    const state = divergence.kind === "final"
      ? undefined
      : await stateBefore(divergence.placed, divergence.step, judge.engine);
    findings.push(divergenceFinding(divergence, state));
  }
  const more = unlistedFinding(judge.engine, judge.listed().length, judge.diverged());
  return more === undefined ? findings : [...findings, more];
}
