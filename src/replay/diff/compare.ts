/** Compares what an engine answered with what the model decided. Pure. */
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Decision } from "../trace/schema.ts";
import { sameJson } from "./normalize.ts";

/** What is compared of an engine's answer. */
export interface Answer {
  /** One for each event, in order. */
  readonly decisions: readonly Decision[];
  /** The state after the last event. */
  readonly final: Json;
}

/** The first point at which an engine leaves the model. Steps are 1-based. */
export type Divergence =
  & { readonly engine: string; readonly placed: PlacedTrace }
  & (
    | {
      /** Other decisions on one event. */
      readonly kind: "decision";
      readonly step: number;
      readonly expected: Decision;
      readonly got: Decision;
    }
    | {
      /** Agreement as far as both go, but one side decided on fewer events. */
      readonly kind: "length";
      readonly step: number;
      readonly expected: Decision | undefined;
      readonly got: Decision | undefined;
      readonly expectedLength: number;
      readonly gotLength: number;
    }
    | {
      /** The same decisions, but another state after the last. */
      readonly kind: "final";
      readonly expected: Json;
      readonly got: Json;
    }
  );

/** The first divergence of an answer, or `undefined` when engine and model agree. */
export function compare(
  engine: string,
  placed: PlacedTrace,
  answer: Answer,
): Divergence | undefined {
  const { decisions, final } = placed.trace;
  const shared = Math.min(decisions.length, answer.decisions.length);
  for (let i = 0; i < shared; i++) {
    const expected = decisions[i]!;
    const got = answer.decisions[i]!;
    if (!sameJson(expected, got)) {
      return { kind: "decision", engine, placed, step: i + 1, expected, got };
    }
  }
  if (decisions.length !== answer.decisions.length) {
    return {
      kind: "length",
      engine,
      placed,
      step: shared + 1,
      expected: decisions[shared],
      got: answer.decisions[shared],
      expectedLength: decisions.length,
      gotLength: answer.decisions.length,
    };
  }
  if (!sameJson(final, answer.final)) {
    return { kind: "final", engine, placed, expected: final, got: answer.final };
  }
  return undefined;
}
