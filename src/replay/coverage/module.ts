/** What a project gives the gate so that it can tell what the traces cover. */
import { importDefault } from "../modules/import_default.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Trace } from "../trace/schema.ts";
import type { Cell } from "./cell.ts";

/** What one step of a trace covers. */
export interface CoverageStep {
  /** The cell of the model's table, or `null` for a step that was answered before the table. */
  readonly cell: Cell | null;
  /** Why the verdict is what it is, or `null` when it gives no reason. */
  readonly reason: string | null;
  /** The types of the effects that the step requests. */
  readonly effects: readonly string[];
}

/** What a coverage module is told of a trace. */
export type CoverageTrace = Pick<Trace, "graph" | "events" | "decisions">;

/** The default export of the module that `coverage.module` of the config names. */
export interface CoverageModule {
  /** Every reason that a verdict may give. */
  readonly reasons: readonly string[];
  /** Every type of effect. */
  readonly effects: readonly string[];
  /** One for each event, in order. Throws an Error with path and reason when the trace is malformed. */
  steps(trace: CoverageTrace): readonly CoverageStep[];
}

/**
 * Imports the module at `path`, which is relative to `root`. Throws GateError `coverage_module_failed`
 * or `coverage_module_malformed` (set-up).
 */
export async function openCoverage(path: string, root: string): Promise<CoverageModule> {
  const loaded = await importDefault(root, path, (reason) =>
    new GateError("setup", {
      code: "coverage_module_failed",
      message: `Failed to import the coverage module "${path}": ${reason}`,
      hint: 'Correct "coverage.module" in lean-gate.jsonc',
    }));
  if (isCoverageModule(loaded)) return loaded;
  throw new GateError("setup", {
    code: "coverage_module_malformed",
    message:
      `Coverage module "${path}" has no default export with "reasons", "effects" and "steps"`,
    hint: "Export an object of the type CoverageModule as the default",
  });
}

function isCoverageModule(value: unknown): value is CoverageModule {
  if (typeof value !== "object" || value === null) return false;
  const { reasons, effects, steps } = value as Record<string, unknown>;
  return [reasons, effects].every(isWords) && typeof steps === "function";
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

/** What is wrong with the steps that a module gave for so many events, if anything is. */
export function malformedSteps(steps: unknown, events: number): string | undefined {
  if (!Array.isArray(steps)) return "not a list";
  if (steps.length !== events) return `${steps.length} steps for ${events} events`;
  const bad = steps.findIndex((step) => !isStep(step));
  return bad < 0 ? undefined : `"[${bad}]" has no cell, reason and effects`;
}

function isStep(value: unknown): value is CoverageStep {
  if (typeof value !== "object" || value === null) return false;
  const { cell, reason, effects } = value as Record<string, unknown>;
  return (cell === null || (isWords(cell) && cell.length === 3)) &&
    (reason === null || typeof reason === "string") && isWords(effects);
}
