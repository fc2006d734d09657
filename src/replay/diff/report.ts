/** Divergences as findings. Pure. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Divergence } from "./compare.ts";
import { counted } from "../../platform/text/counted.ts";
import { differences } from "./normalize.ts";
import { sideBySide } from "./side_by_side.ts";

/** Differences between final states that are listed. */
const LISTED_DIFFERENCES = 8;
/** Longest event or field shown on one line, in UTF-16 units. */
const SHOWN_LENGTH = 2_000;
/** Longest state shown: the difference below it must stay in sight, on a pipe too. */
const STATE_LENGTH = 240;
/** Causes that are counted and not listed. */
const COUNTED_CAUSES = 20;

/** The side that an engine is compared with, in the words of a finding. */
export interface Reference {
  /** Reads on from `diverges from`, e.g. `the model`. */
  readonly name: string;
  /** Heads its column. */
  readonly title: string;
  /** What is replayed, e.g. `trace`. */
  readonly what: string;
  /** What to do about a divergence from it. */
  readonly hint: string;
}

export const MODEL: Reference = {
  name: "the model",
  title: "expected (model)",
  what: "trace",
  hint:
    'Correct the engine and run "lean-gate verify --only replay,diff", or change the model and run "lean-gate fixtures --write".',
};

/** Code of each kind of divergence. */
export const DIVERGENCE_CODES: Readonly<Record<Divergence["kind"], string>> = {
  decision: "divergence",
  length: "divergence_length",
  final: "divergence_final",
};

/**
 * The finding for a divergence. `before` is the state that the engine had before the divergent step,
 * when it could be had.
 */
export function divergenceFinding(
  divergence: Divergence,
  before: Json | undefined,
  reference: Reference = MODEL,
  group?: { readonly cause: string; readonly count: number },
): Diagnostic {
  const { engine, placed } = divergence;
  const { trace, location } = placed;
  return error(
    DIVERGENCE_CODES[divergence.kind],
    `Engine "${engine}" diverges from ${reference.name} in ${reference.what} "${trace.id}" ${
      whereIn(divergence)
    }`,
    {
      location,
      hint: reference.hint,
      detail: [
        ...stepLines(divergence),
        ...nameLines(trace.names),
        ...(before === undefined
          ? []
          : [`state before (${engine}): ${shown(before, STATE_LENGTH)}`]),
        ...comparison(divergence, reference.title),
        ...(group === undefined || group.count < 2
          ? []
          : [`${counted(group.count, "trace")} like this: ${group.cause}`]),
      ].join("\n"),
    },
  );
}

/** Finding for the causes of an engine that are not listed, if any. */
export function unlistedFinding(
  engine: string,
  unlisted: readonly { readonly cause: string; readonly count: number }[],
  total: number,
): Diagnostic | undefined {
  if (unlisted.length === 0) return undefined;
  const more = unlisted.length - COUNTED_CAUSES;
  return error(
    "divergence_more",
    `Engine "${engine}" diverges in ${total} traces, for ${
      counted(unlisted.length, "more cause")
    } than are listed`,
    {
      hint: "Correct what is listed first. The HTML and JSON reports have every diverging trace.",
      detail: [
        ...unlisted.slice(0, COUNTED_CAUSES).map(({ cause, count }) =>
          `${counted(count, "trace")}: ${cause}`
        ),
        ...(more > 0 ? [`and ${counted(more, "cause")} more`] : []),
      ].join("\n"),
    },
  );
}

function whereIn(divergence: Divergence): string {
  const of = divergence.placed.trace.events.length;
  switch (divergence.kind) {
    case "decision":
      return `at step ${divergence.step} of ${of}`;
    case "length":
      return `after step ${
        divergence.step - 1
      } of ${of}: ${divergence.expectedLength} decisions expected, ${divergence.gotLength} given`;
    case "final":
      return `in the state after all ${of} steps`;
  }
}

function stepLines(divergence: Divergence): string[] {
  if (divergence.kind === "final") return [];
  const { events } = divergence.placed.trace;
  const event = events[divergence.step - 1];
  return event === undefined ? [] : [
    `step ${divergence.step} of ${events.length}`,
    `event: ${shown(event)}`,
  ];
}

function nameLines(names: Readonly<Record<string, string>>): string[] {
  const pairs = Object.entries(names).map(([number, name]) => `${number} = ${name}`);
  return pairs.length === 0 ? [] : [`names: ${pairs.join(", ")}`];
}

function comparison(divergence: Divergence, title: string): string[] {
  const titles = [title, `got (${divergence.engine})`] as const;
  if (divergence.kind === "final") {
    const { expected, got } = divergence;
    const listed = differences(expected, got, LISTED_DIFFERENCES + 1);
    const lines = listed.slice(0, LISTED_DIFFERENCES).map(({ path, expected, got }) =>
      `${path || "the whole state"}: expected ${side(expected)}, got ${side(got)}`
    );
    return [
      ...lines,
      ...(listed.length > LISTED_DIFFERENCES ? ["further differences are not listed"] : []),
    ];
  }
  return [sideBySide(titles, divergence.expected ?? [], divergence.got ?? [])];
}

function side(value: Json | undefined): string {
  return value === undefined ? "nothing" : shown(value);
}

function shown(value: Json, longest: number = SHOWN_LENGTH): string {
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}
