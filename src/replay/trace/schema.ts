/** The trace file: its types, and the schemas of the header and of a trace's envelope. */
import { z } from "zod";
import type { Json } from "../../platform/json/json.ts";

/** The format this gate reads and writes. */
export const TRACE_FORMAT = "lean-gate/trace";
/** The only version of the format there is. */
export const TRACE_VERSION = 1;

/** First line of a trace file. */
export interface TraceHeader {
  /** Says what the file is. */
  readonly format: typeof TRACE_FORMAT;
  /** Version of the format. */
  readonly version: typeof TRACE_VERSION;
  /** The emitter: the toolchain's backend and Lean's own version. */
  readonly emitter: { readonly backend: string; readonly lean: string };
  /** Content of `lean-toolchain`. */
  readonly toolchain: string;
  /** SHA-256 of the model's sources, 64 lower-case hex digits. */
  readonly model: string;
  /** How many trace lines follow. */
  readonly traces: number;
  /** How many events they have in all. */
  readonly steps: number;
  /** What the emitter says of the file, e.g. how far it explored; for readers. */
  readonly notes?: Readonly<Record<string, string | number>>;
}

/** One decision: the verdict, then the effects. Only the reducers know what an effect means. */
export type Decision = readonly [string, ...Json[]];

/** One trace: events from the initial state of `graph`, with what the model decided on each. */
export interface Trace {
  /** Unique and sorted within a file, `[a-z0-9/._-]+`. */
  readonly id: string;
  /** What the trace is about, for selecting. */
  readonly tags: readonly string[];
  /** What numbers stand for, for readers only: `{"receipt 1": "347a1696"}`. */
  readonly names: Readonly<Record<string, string>>;
  /** The graph whose initial state the events start from. */
  readonly graph: number;
  /** In order. Only the reducers know what an event means. */
  readonly events: readonly Json[];
  /** One for each event. */
  readonly decisions: readonly Decision[];
  /** The state after the last event. */
  readonly final: Json;
}

const natural = z.int().nonnegative();

/** Schema of the header. Unknown fields are refused. */
export const TraceHeaderSchema: z.ZodType<TraceHeader> = z.strictObject({
  format: z.literal(TRACE_FORMAT),
  version: z.literal(TRACE_VERSION),
  emitter: z.strictObject({ backend: z.string().min(1), lean: z.string().min(1) }),
  toolchain: z.string().min(1),
  model: z.string().regex(/^[0-9a-f]{64}$/, "Expected 64 lower-case hex digits"),
  traces: natural,
  steps: natural,
  notes: z.record(z.string(), z.union([z.string(), natural])).exactOptional(),
});

/**
 * Lists are checked as lists only.
 *
 * Their items are opaque, and copying them would cost more than parsing.
 */
const list = z.custom<readonly Json[]>(Array.isArray, "Expected a list");
const present = z.custom<Json>((value) => value !== undefined, "Expected a value");
const decisions = z.custom<readonly Decision[]>(Array.isArray, "Expected a list");

/** Schema of a trace's envelope; {@linkcode wrongDecision} looks into the decisions. */
export const TraceSchema: z.ZodType<Trace> = z.strictObject({
  id: z.string().regex(/^[a-z0-9/._-]+$/, 'Expected an id of the characters "a-z0-9/._-"'),
  tags: z.array(z.string()),
  names: z.record(z.string(), z.string()),
  graph: natural,
  events: list,
  decisions,
  final: present,
});

/** Index of the first item that is not a decision, or -1. */
export function wrongDecision(decisions: readonly unknown[]): number {
  return decisions.findIndex((decision) =>
    !Array.isArray(decision) || typeof decision[0] !== "string"
  );
}
