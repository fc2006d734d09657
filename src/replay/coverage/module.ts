/** What a project gives the gate so that it can tell what the traces cover. */
import type { Host } from "../../platform/host/host.ts";
import { type Called, moduleError, openProjectModule } from "../modules/open.ts";
import { traceArgument } from "../modules/trace_argument.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Trace } from "../trace/schema.ts";
import type { Cell } from "./cell.ts";

/** What one step of a trace covers. */
export interface CoverageStep {
  /** Cell of the model's table; `null` for a step decided before the table. */
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
  /**
   * One for each event, in order.
   *
   * Throws an Error with path and reason when the trace is malformed.
   */
  steps(trace: CoverageTrace): readonly CoverageStep[];
}

/** A coverage module in its process. Disposing it leaves no child. */
export interface CoverageProcess
  extends Pick<CoverageModule, "reasons" | "effects">, AsyncDisposable {
  /** The steps of each trace, in the order of the traces; {@linkcode malformedSteps} judges them. */
  steps(traces: Iterable<PlacedTrace>): AsyncIterable<Called>;
}

/**
 * Starts the module at `path`, which is relative to `root`. Throws GateError `coverage_module_failed`
 * or `coverage_module_malformed` (set-up).
 */
export async function openCoverage(
  path: string,
  root: string,
  host: Host,
): Promise<CoverageProcess> {
  const source = { kind: "coverage", path, root } as const;
  const module = await openProjectModule(host, source);
  const { reasons, effects } = module.data;
  if (!isWords(reasons) || !isWords(effects)) {
    await module[Symbol.asyncDispose]();
    throw moduleError(source, "malformed", 'has "reasons" or "effects" that are no lists of words');
  }
  return {
    reasons,
    effects,
    steps: (traces) => module.call("steps", Iterator.from(traces).map(traceArgument)),
    [Symbol.asyncDispose]: () => module[Symbol.asyncDispose](),
  };
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

/** Says what is wrong with the steps of a module, if anything. */
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
