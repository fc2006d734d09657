/** What a project gives the gate so that a report can show its traces to a reader. */
import { importDefault } from "../modules/import_default.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
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
  /** Where it stands after. */
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
  /** One for each event, in order. Throws an Error with path and reason when the trace is malformed. */
  steps(trace: ViewTrace): readonly ViewStep[];
}

/**
 * Imports the module at `path`, which is relative to `root`. Throws GateError `view_module_failed` or
 * `view_module_malformed` (set-up).
 */
export async function openView(path: string, root: string): Promise<ViewModule> {
  const loaded = await importDefault(root, path, (reason) =>
    new GateError("setup", {
      code: "view_module_failed",
      message: `Failed to import the view module "${path}": ${reason}`,
      hint: 'Correct "view.module" in lean-gate.jsonc',
    }));
  if (isViewModule(loaded)) return loaded;
  throw new GateError("setup", {
    code: "view_module_malformed",
    message: `View module "${path}" has no default export with "places", "tones" and "steps"`,
    hint: "Export an object of the type ViewModule as the default",
  });
}

function isViewModule(value: unknown): value is ViewModule {
  if (typeof value !== "object" || value === null) return false;
  const { places, tones, steps } = value as Record<string, unknown>;
  return Array.isArray(places) && places.every(isPlace) && isTones(tones) &&
    typeof steps === "function";
}

function isPlace(value: unknown): value is ViewPlace {
  if (typeof value !== "object" || value === null) return false;
  const { id, label, column, row } = value as Record<string, unknown>;
  return typeof id === "string" && (label === undefined || typeof label === "string") &&
    [column, row].every((at) => at === undefined || Number.isSafeInteger(at));
}

function isTones(value: unknown): boolean {
  const known: readonly unknown[] = TONES;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((tone) => known.includes(tone));
}

/** What is wrong with the steps that a module gave for so many events, if anything is. */
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
