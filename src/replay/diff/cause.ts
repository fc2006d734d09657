/** Groups divergences by what they have in common. Pure. */
import { isObject, type Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Decision } from "../trace/schema.ts";
import type { Divergence } from "./compare.ts";
import { differences } from "./normalize.ts";

/** Tag of the traces that exploration found. */
export const COVER_TAG = "cover";
/** Fields of a state that name a cause. */
const NAMED_FIELDS = 3;

/** The kind of step that diverges, its event and both verdicts, in one line. */
export function causeOf(divergence: Divergence): string {
  if (divergence.kind === "final") {
    const fields = differences(divergence.expected, divergence.got, NAMED_FIELDS)
      .map(({ path }) => path.replaceAll(/\[\d+\]/g, "[]") || "the whole state");
    return `final state: ${[...new Set(fields)].join(", ")}`;
  }
  const { placed, step, expected, got } = divergence;
  const event = eventName(placed.trace.events[step - 1]);
  const [wanted, given] = [verdictOf(expected), verdictOf(got)];
  return wanted === given
    ? `${event}: ${wanted} with other effects`
    : `${event}: ${wanted} expected, ${given} given`;
}

/**
 * Orders divergences for a reader: traces written by hand before those that exploration found, and
 * what needs the fewest events first.
 */
export function byReadability(one: Divergence, other: Divergence): number {
  return Number(isCover(one.placed)) - Number(isCover(other.placed)) ||
    stepOf(one) - stepOf(other) ||
    one.placed.trace.events.length - other.placed.trace.events.length ||
    (one.placed.trace.id < other.placed.trace.id ? -1 : 1);
}

/** The 1-based step of a divergence; behind the last one for a final state. */
export function stepOf(divergence: Divergence): number {
  return divergence.kind === "final" ? divergence.placed.trace.events.length + 1 : divergence.step;
}

function isCover({ trace }: PlacedTrace): boolean {
  return trace.tags.includes(COVER_TAG);
}

function eventName(event: Json | undefined): string {
  if (event === undefined) return "no event";
  return isObject(event) && typeof event["type"] === "string" ? event["type"] : "event";
}

function verdictOf(decision: Decision | undefined): string {
  return decision === undefined ? "no decision" : String(decision[0]);
}
