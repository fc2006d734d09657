/** What a project provides so that a report can show its traces. */
import type { Host } from "../../platform/host/host.ts";
import type { Json } from "../../platform/json/json.ts";
import { type Called, moduleError, openProjectModule } from "../modules/open.ts";
import { traceArgument } from "../modules/trace_argument.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Trace } from "../trace/schema.ts";

/** Where something can stand: a node of the diagram. */
export interface ViewPlace {
  /** The name by which steps refer to it. */
  readonly id: string;
  /** Shown in place of the id. */
  readonly label?: string;
  /** Where the node is drawn, counted from 0; without both, in the order of the places. */
  readonly column?: number;
  /** The same downwards. */
  readonly row?: number;
}

/** How a verdict is coloured. */
export const TONES = ["good", "muted", "info", "warn", "bad"] as const;
/** One of {@linkcode TONES}. */
export type Tone = typeof TONES[number];

/** One step of a trace, for a reader. */
export interface ViewStep {
  /** What happened, in a word or two. */
  readonly title: string;
  /** The rest of it, on one line. */
  readonly detail: string;
  /** What it happened to, such as `task 1`; `null` when to nothing in particular. */
  readonly about: string | null;
  /** Where that stood before: the id of a place, or `null`. */
  readonly from: string | null;
  /** Phase after the step. */
  readonly to: string | null;
  /** The whole state after the step. */
  readonly state: Json;
}

/** What a view module is told of a trace. */
export type ViewTrace = Pick<Trace, "graph" | "events" | "decisions" | "names">;

/** The default export of the module that `view.module` of the config names. */
export interface ViewModule {
  /** Every place. */
  readonly places: readonly ViewPlace[];
  /** The tone of a verdict, by its text up to the first parenthesis: `rejected(closed)` is `rejected`. */
  readonly tones: Readonly<Record<string, Tone>>;
  /**
   * One for each event, in order.
   *
   * Throws an Error with path and reason when the trace is malformed.
   */
  steps(trace: ViewTrace): readonly ViewStep[];
}

/** A view module in its process. Disposing it leaves no child. */
export interface ViewProcess extends Pick<ViewModule, "places" | "tones">, AsyncDisposable {
  /** The steps of each trace, in the order of the traces; {@linkcode malformedView} judges them. */
  steps(traces: Iterable<PlacedTrace>): AsyncIterable<Called>;
}

/**
 * Starts the module at `path`, which is relative to `root`. Throws GateError `view_module_failed` or
 * `view_module_malformed` (set-up).
 */
export async function openView(path: string, root: string, host: Host): Promise<ViewProcess> {
  const source = { kind: "view", path, root } as const;
  const module = await openProjectModule(host, source);
  const { places, tones }: Readonly<Record<string, unknown>> = module.data;
  if (!Array.isArray(places) || !places.every(isPlace) || !isTones(tones)) {
    await module[Symbol.asyncDispose]();
    throw moduleError(source, "malformed", 'has "places" or "tones" of another type');
  }
  return {
    places,
    tones,
    steps: (traces) => module.call("steps", Iterator.from(traces).map(traceArgument)),
    [Symbol.asyncDispose]: () => module[Symbol.asyncDispose](),
  };
}

function isPlace(value: unknown): value is ViewPlace {
  if (typeof value !== "object" || value === null) return false;
  const { id, label, column, row } = value as Record<string, unknown>;
  return typeof id === "string" && (label === undefined || typeof label === "string") &&
    [column, row].every((at) => at === undefined || Number.isSafeInteger(at));
}

function isTones(value: unknown): value is ViewModule["tones"] {
  const known: readonly unknown[] = TONES;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((tone) => known.includes(tone));
}

/** Says what is wrong with the steps of a module, if anything. */
export function malformedView(steps: unknown, events: number): string | undefined {
  if (!Array.isArray(steps)) return "not a list";
  if (steps.length !== events) return `${steps.length} steps for ${events} events`;
  const bad = steps.findIndex((step) => !isStep(step));
  return bad < 0 ? undefined : `"[${bad}]" has no title, detail, about, from, to and state`;
}

function isStep(value: unknown): value is ViewStep {
  if (typeof value !== "object" || value === null) return false;
  const { title, detail, about, from, to, state } = value as Record<string, unknown>;
  return typeof title === "string" && typeof detail === "string" && state !== undefined &&
    [about, from, to].every((word) => word === null || typeof word === "string");
}
