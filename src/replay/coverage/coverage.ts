/** Compares what the model reaches with what the traces cover. Pure. */
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { type Cell, cellText, compareCells } from "./cell.ts";
import type { CoverageModule } from "./module.ts";
import type { Tally } from "./tally.ts";

/** Cells that a finding lists; the report lists all. */
const LISTED = 20;

/** A cell, and how often the traces hit it. */
export interface CoveredCell {
  readonly cell: Cell;
  readonly hits: number;
}

/** What the traces cover of what there is. */
export interface Coverage {
  /** Every cell that the model reaches, sorted. */
  readonly cells: readonly CoveredCell[];
  /** Cells that the traces hit, although the model is not known to reach them; sorted. */
  readonly unlisted: readonly (CoveredCell & { readonly first: Location })[];
  /** Reasons and types of effects that never occur, in the module's order. */
  readonly unusedReasons: readonly string[];
  readonly unusedEffects: readonly string[];
  /** Those that occur, although the module does not list them. */
  readonly unknownWords: readonly string[];
}

/** What the committed traces cover of what the model can do. */
export interface CoverageReport {
  /** Number of cells that the model reaches. */
  readonly reachable: number;
  /** Those that the traces hit. */
  readonly hit: number;
  /** The others. */
  readonly missing: readonly Cell[];
  /** Cells that the traces hit, although the list of the reachable ones lacks them. */
  readonly unlisted: readonly Cell[];
  /** Reasons of verdicts that never occur. */
  readonly unusedReasons: readonly string[];
  /** Types of effects that never occur. */
  readonly unusedEffects: readonly string[];
}

/** Compares the reachable cells and the module's words with what was tallied. */
export function coverageOf(
  reachable: readonly Cell[],
  { reasons, effects }: Pick<CoverageModule, "reasons" | "effects">,
  tally: Omit<Tally, "add">,
): Coverage {
  const known = new Set(reachable.map(cellText));
  const extra = (seen: ReadonlyMap<string, number>, words: readonly string[]) =>
    [...seen.keys()].filter((word) => !words.includes(word));
  return {
    cells: reachable.toSorted(compareCells)
      .map((cell) => ({ cell, hits: tally.hits.get(cellText(cell))?.count ?? 0 })),
    unlisted: [...tally.hits].filter(([text]) => !known.has(text))
      .map(([, { cell, count, first }]) => ({ cell, hits: count, first }))
      .sort((a, b) => compareCells(a.cell, b.cell)),
    unusedReasons: reasons.filter((word) => !tally.reasons.has(word)),
    unusedEffects: effects.filter((word) => !tally.effects.has(word)),
    unknownWords: [...extra(tally.reasons, reasons), ...extra(tally.effects, effects)],
  };
}

/** The reachable cells that no trace hits. */
export function missingCells({ cells }: Coverage): readonly Cell[] {
  return cells.filter(({ hits }) => hits === 0).map(({ cell }) => cell);
}

/** Everything that is not covered; `file` is the one that lists the cells. */
export function coverageFindings(coverage: Coverage, file: string): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const missing = missingCells(coverage);
  const { cells, unlisted, unusedReasons, unusedEffects, unknownWords } = coverage;
  if (missing.length > 0) {
    const message =
      `No trace hits ${missing.length} of the ${cells.length} cells that the model reaches`;
    findings.push(error("coverage_cell_missing", message, {
      location: { file },
      hint: "Let the model emit a trace in which each of them occurs as a step.",
      detail: listed(missing),
    }));
  }
  if (cells.length === 1) {
    const message = `"${file}" lists one cell: a table of one cell tells no two steps apart`;
    findings.push(error("coverage_trivial", message, {
      location: { file },
      hint:
        "Let the emitter write every cell that the model reaches, and the module tell them apart.",
    }));
  }
  const [first] = unlisted;
  if (first !== undefined) {
    const message = `The traces hit ${unlisted.length} cells that "${file}" lacks`;
    findings.push(error("coverage_cell_unlisted", message, {
      location: first.first,
      hint: "Restore the list of cells, or let the model search until it reaches them.",
      detail: listed(unlisted.map(({ cell }) => cell)),
    }));
  }
  const unused = (code: string, noun: string, words: readonly string[]) => {
    if (words.length === 0) return;
    const message = `No trace has the ${noun}${words.length === 1 ? "" : "s"} ${quoted(words)}`;
    findings.push(error(code, message, {
      hint: "Let the model emit a trace in which it occurs; what cannot occur is no word.",
    }));
  };
  unused("coverage_reason_unused", "reason", unusedReasons);
  unused("coverage_effect_unused", "effect", unusedEffects);
  if (unknownWords.length > 0) {
    const message = `The traces have words that the coverage module does not list: ${
      quoted(unknownWords)
    }`;
    const hint = 'Add them to "reasons" or "effects" of the module.';
    findings.push(error("coverage_word_unknown", message, { hint }));
  }
  return findings;
}

/** The section of the report. */
export function coverageReport(coverage: Coverage): CoverageReport {
  const { cells, unlisted, unusedReasons, unusedEffects } = coverage;
  const missing = missingCells(coverage);
  return {
    reachable: cells.length,
    hit: cells.length - missing.length,
    missing,
    unlisted: unlisted.map(({ cell }) => cell),
    unusedReasons,
    unusedEffects,
  };
}

/** One line, e.g. `1212 of 1212 cells hit, 41 reasons and 11 effects all occur`. */
export function coverageSummary(
  coverage: Coverage,
  { reasons, effects }: Pick<CoverageModule, "reasons" | "effects">,
): string {
  const { reachable, hit, unusedReasons, unusedEffects } = coverageReport(coverage);
  const cells = `${hit} of ${reachable} cells hit`;
  const unused = unusedReasons.length + unusedEffects.length;
  return unused === 0
    ? `${cells}, ${reasons.length} reasons and ${effects.length} effects all occur`
    : `${cells}, ${unusedReasons.length} of ${reasons.length} reasons and ${unusedEffects.length} of ${effects.length} effects never occur`;
}

function listed(cells: readonly Cell[]): string {
  const lines = cells.slice(0, LISTED).map(cellText);
  return [...lines, ...(cells.length > LISTED ? [`and ${cells.length - LISTED} more`] : [])]
    .join("\n");
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(", ");
}
