/** Counts what the steps of traces cover. */
import type { Location } from "../../platform/diagnostic.ts";
import { type Cell, cellText } from "./cell.ts";
import type { CoverageStep } from "./module.ts";

/** A cell, how often it was hit, and by which trace first. */
export interface Hit {
  readonly cell: Cell;
  readonly count: number;
  readonly first: Location;
}

/** What was covered so far. */
export interface Tally {
  /** Adds the steps of the trace at this location. */
  add(steps: readonly CoverageStep[], at: Location): void;
  /** By {@linkcode cellText}. */
  readonly hits: ReadonlyMap<string, Hit>;
  /** How often each word occurred. */
  readonly reasons: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, number>;
}

/** A tally of nothing. */
export function tally(): Tally {
  const hits = new Map<string, { cell: Cell; count: number; first: Location }>();
  const reasons = new Map<string, number>();
  const effects = new Map<string, number>();
  const bump = (words: Map<string, number>, word: string) =>
    words.set(word, (words.get(word) ?? 0) + 1);
  return {
    hits,
    reasons,
    effects,
    add(steps, first) {
      for (const { cell, reason, effects: requested } of steps) {
        if (reason !== null) bump(reasons, reason);
        for (const effect of requested) bump(effects, effect);
        if (cell === null) continue;
        const text = cellText(cell);
        const hit = hits.get(text);
        if (hit === undefined) hits.set(text, { cell, count: 1, first });
        else hit.count++;
      }
    },
  };
}
