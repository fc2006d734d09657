/**
 * Arranges the cells as a matrix.
 *
 * A row for each event, a column for each phase. Pure.
 */
import type { Coverage, CoveredCell } from "./coverage.ts";

/** The cells of one event. */
export interface MatrixRow {
  readonly event: string;
  /** By phase; a phase in which the event reaches no cell is absent. */
  readonly entries: ReadonlyMap<string, readonly CoveredCell[]>;
}

/** All reachable cells. */
export interface Matrix {
  /** The columns, sorted. */
  readonly phases: readonly string[];
  /** Sorted by event. */
  readonly rows: readonly MatrixRow[];
}

/** The matrix of the reachable cells, and how often each was hit. */
export function matrixOf({ cells }: Pick<Coverage, "cells">): Matrix {
  const rows = new Map<string, Map<string, CoveredCell[]>>();
  for (const covered of cells) {
    const [event, phase] = covered.cell;
    const entries = rows.get(event) ?? new Map<string, CoveredCell[]>();
    rows.set(event, entries);
    entries.set(phase, [...entries.get(phase) ?? [], covered]);
  }
  return {
    phases: [...new Set(cells.map(({ cell }) => cell[1]))].sort(),
    rows: [...rows].map(([event, entries]) => ({ event, entries })),
  };
}
