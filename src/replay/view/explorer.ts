/**
 * The traces as a reader may explore them.
 *
 * Each with its states, and what every engine answered. Pure.
 */
import type { Judge } from "../diff/diff.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Decision } from "../trace/schema.ts";
import { type Change, changes } from "./delta.ts";
import type { Called } from "../modules/open.ts";
import { malformedView, type ViewStep } from "./module.ts";

/** An engine's answer that is not the model's. */
export interface Answered {
  readonly engine: string;
  /** The first step that differs, 1-based; 0 when only the state after the last does. */
  readonly step: number;
  readonly decisions: readonly Decision[];
  readonly final: Json;
}

/** A step, without what the trace itself says of it. */
export type ExploredStep = readonly [
  title: string,
  detail: string,
  about: string | null,
  from: string | null,
  to: string | null,
  /** From the state before; the first from `null`. */
  changes: readonly Change[],
];

/** One trace. */
export interface Explored {
  readonly names: Readonly<Record<string, string>>;
  readonly graph: number;
  readonly events: readonly Json[];
  readonly decisions: readonly Decision[];
  /** The model's state after the last event. */
  readonly final: Json;
  /** Absent without a view module, or when it refuses the trace. */
  readonly steps?: readonly ExploredStep[];
  /** Why it refuses it. */
  readonly refused?: string;
  readonly answers: readonly Answered[];
}

/** The answers of all engines that diverge and were kept, by id of the trace. */
export function answersOf(judges: readonly Judge[]): ReadonlyMap<string, readonly Answered[]> {
  const byId = new Map<string, Answered[]>();
  for (const judge of judges) {
    for (const { divergence, answer } of judge.kept()) {
      const { engine, placed: { trace } } = divergence;
      const step = divergence.kind === "final" ? 0 : divergence.step;
      const answers = byId.get(trace.id) ?? [];
      byId.set(trace.id, answers);
      answers.push({ engine, step, decisions: answer.decisions, final: answer.final });
    }
  }
  return byId;
}

/** The trace, with what the view module makes of it, if there is one. */
export function explore(
  { trace }: PlacedTrace,
  answers: readonly Answered[],
  called: Called | undefined,
): Explored {
  const { names, graph, events, decisions, final } = trace;
  const described = { names, graph, events, decisions, final, answers };
  if (called === undefined) return described;
  if (!called.ok) return { ...described, refused: `The view module ${called.phrase}` };
  const wrong = malformedView(called.value, events.length);
  if (wrong !== undefined) return { ...described, refused: `The view module returned ${wrong}` };
  const steps = called.value as unknown as readonly ViewStep[];
  let before: Json = null;
  const explored = steps.map(({ title, detail, about, from, to, state }): ExploredStep => {
    const step = [title, detail, about, from, to, changes(before, state)] as const;
    before = state;
    return step;
  });
  return { ...described, steps: explored };
}

/**
 * At most so many steps' worth of traces, in their order: those that diverge, and others evenly spread. At
 * least one trace, whatever its length.
 */
export function sampleOf(
  traces: readonly PlacedTrace[],
  steps: number,
  diverges: (id: string) => boolean,
): readonly PlacedTrace[] {
  const length = ({ trace }: PlacedTrace) => trace.events.length;
  const total = traces.reduce((sum, placed) => sum + length(placed), 0);
  if (total <= steps) return traces;
  const taken = new Set<PlacedTrace>();
  let left = steps;
  const take = (placed: PlacedTrace) => {
    if (taken.has(placed) || (taken.size > 0 && length(placed) > left)) return;
    taken.add(placed);
    left -= length(placed);
  };
  for (const placed of traces) if (diverges(placed.trace.id)) take(placed);
  const stride = Math.max(1, total / Math.max(1, left));
  for (let at = 0; at < traces.length; at += stride) take(traces[Math.floor(at)]!);
  return traces.filter((placed) => taken.has(placed));
}
