/** Makes the fixture of the cells that the emitter wrote, and compares it with the committed one. Pure. */
import { type Cell, cellText } from "../coverage/cell.ts";
import { type CellsFile, writeCells } from "../coverage/cells_file.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { clip } from "../trace/clip.ts";
import type { Fixture } from "./fixture.ts";

/** Name of the file that an emitter may write beside its traces: one cell a line. */
export const EMITTED_CELLS = "cells.txt";

/** Characters of a malformed line that the report shows. */
const SHOWN = 200;
/** Cells that are listed; the rest is counted. */
const LISTED = 10;

/** The file of cells for the lines that the emitter wrote, in whatever order. */
export function cellsFixtureOf(file: string, emitted: string, model: string): Fixture {
  const cells: Cell[] = [];
  for (const [index, line] of emitted.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const cell = parsed(line);
    if (cell === undefined) return { ok: false, finding: malformed(file, index + 1, line) };
    cells.push(cell);
  }
  return { ok: true, text: writeCells(model, cells) };
}

function malformed(file: string, number: number, line: string): Diagnostic {
  return error(
    "emitter_cells_malformed",
    `Line ${number} that the emitter wrote for "${file}" is no cell`,
    {
      location: { file },
      hint: "The emitter writes one JSON list a line: event, standing and verdict, each a word.",
      detail: clip(line, SHOWN),
    },
  );
}

function parsed(line: string): Cell | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isCell = Array.isArray(value) && value.length === 3 &&
      value.every((part) => typeof part === "string" && part !== "");
    return isCell ? value as unknown as Cell : undefined;
  } catch {
    return undefined;
  }
}

/** Findings for every difference between two files of cells; `update` is the command that mends them. */
export function driftOfCells(
  committed: CellsFile | undefined,
  emitted: CellsFile | undefined,
  update: string,
): Diagnostic[] {
  const hint = `If the model is right, update the fixtures: ${update}`;
  if (emitted === undefined) {
    if (committed === undefined) return [];
    const { file } = committed;
    const message = `The model emits no cells, but "${file}" is committed`;
    return [error("drift_cells_extra", message, { location: { file }, hint })];
  }
  const { file } = emitted;
  const location = { file };
  if (committed === undefined) {
    const message = `The model emits cells, but "${file}" is not committed`;
    return [error("drift_cells_missing", message, { location, hint })];
  }
  const [malformed] = committed.findings;
  if (malformed !== undefined) {
    const message = `The model does not emit this: ${malformed.message}`;
    const extra = { location: malformed.location ?? location, hint };
    return [error("drift_cells_malformed", message, extra)];
  }
  const findings: Diagnostic[] = [];
  if (committed.model !== emitted.model) {
    const message =
      `"${file}" is of another model: "${committed.model}" is committed, "${emitted.model}" emitted`;
    findings.push(error("drift_cells_model", message, { location, hint }));
  }
  const gone = without(committed.cells, emitted.cells);
  const added = without(emitted.cells, committed.cells);
  if (gone.length + added.length > 0) {
    const message =
      `"${file}" differs from the cells that the model reaches: it lacks ${added.length} and has ${gone.length} too many`;
    const detail = [...listed("+", added), ...listed("-", gone)].join("\n");
    findings.push(error("drift_cells_changed", message, { location, hint, detail }));
  }
  return findings;
}

function without(cells: readonly Cell[], others: readonly Cell[]): string[] {
  const known = new Set(others.map(cellText));
  return cells.map(cellText).filter((cell) => !known.has(cell));
}

function listed(sign: string, cells: readonly string[]): string[] {
  const lines = cells.slice(0, LISTED).map((cell) => `${sign} ${cell}`);
  return cells.length > LISTED ? [...lines, `${sign} ${cells.length - LISTED} more`] : lines;
}
