/** For tests: a toy model's coverage module, with the cells and steps it knows. */
import type { Cell } from "../cell.ts";
import type { CoverageModule, CoverageStep } from "../module.ts";

/** The cells that the toy reaches, sorted. */
export const CELLS: readonly Cell[] = [
  ["Add", "full", "refused(limit)"],
  ["Add", "low", "applied"],
  ["Reset", "full", "applied"],
];

/** A step that hits the cell, with the reason in its verdict. */
export function step(cell: Cell | null, effects: readonly string[] = []): CoverageStep {
  const reason = cell === null ? null : /\((.*)\)/.exec(cell[2])?.[1] ?? null;
  return { cell, reason, effects };
}

/** Steps that cover everything. */
export const STEPS: readonly CoverageStep[] = [
  step(CELLS[1]!, ["grew"]),
  step(CELLS[0]!),
  step(CELLS[2]!),
  step(CELLS[1]!, ["grew"]),
  step(null),
];

/** The toy's words. */
export const WORDS: Pick<CoverageModule, "reasons" | "effects"> = {
  reasons: ["limit"],
  effects: ["grew"],
};
/**
 * The toy's module: the events of its traces are their own steps.
 *
 * One with `"throws"` is refused.
 */
const toy: CoverageModule = {
  ...WORDS,
  steps({ events }) {
    if (events.some((event) => Object.hasOwn(Object(event), "throws"))) {
      throw new Error("events[0]: it throws");
    }
    return events as unknown as readonly CoverageStep[];
  },
};

export default toy;
