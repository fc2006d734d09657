/**
 * The file of the cells that the model reaches: its form, its reader and its writer. It stands beside
 * the traces, and like them it is only ever written from what the emitter says.
 */
import { z } from "zod";
import { placeOf } from "../../platform/text/position.ts";
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { clip } from "../../platform/json/clip.ts";
import { parseExact } from "../../platform/json/exact.ts";
import { offsetOf, pathText } from "../../platform/json/json_path.ts";
import { REGENERATE } from "../trace/read_line.ts";
import { type Cell, cellText, compareCells } from "./cell.ts";

/** Name of the file in the folder of the committed traces. */
export const CELLS_FILE = "cells.json";
/** The format this gate reads and writes. */
export const CELLS_FORMAT = "lean-gate/cells";
/** The only version of the format there is. */
export const CELLS_VERSION = 1;

/** Content of a file of cells: what could be read, and everything that was wrong. */
export interface CellsFile {
  /** Path relative to the project root. */
  readonly file: string;
  /** SHA-256 of the model's sources; absent when the file could not be read. */
  readonly model?: string;
  /** In the order of the file. */
  readonly cells: readonly Cell[];
  /** Good exactly when empty. */
  readonly findings: readonly Diagnostic[];
}

const word = z.string().min(1, "Expected a word");

const CellsSchema = z.strictObject({
  format: z.literal(CELLS_FORMAT),
  version: z.literal(CELLS_VERSION),
  model: z.string().regex(/^[0-9a-f]{64}$/, "Expected 64 lower-case hex digits"),
  cells: z.array(z.tuple([word, word, word], "Expected a list of event, phase and verdict"))
    .min(1, "Expected at least one cell"),
});

/**
 * The text of the file.
 *
 * The cells sorted, each on a line of its own, so that a change is one line.
 */
export function writeCells(model: string, cells: readonly Cell[]): string {
  const sorted = cells.toSorted(compareCells).map((cell) => `    ${cellText(cell)}`);
  return [
    "{",
    `  "format": ${JSON.stringify(CELLS_FORMAT)},`,
    `  "version": ${CELLS_VERSION},`,
    `  "model": ${JSON.stringify(model)},`,
    '  "cells": [',
    sorted.join(",\n"),
    "  ]",
    "}",
    "",
  ].join("\n");
}

/**
 * Reads the content of `file` (a path for messages only). White space, and with it CRLF, does not
 * count. Never throws: a file is good exactly when `findings` is empty.
 */
export function readCells(file: string, content: string | Uint8Array): CellsFile {
  const text = typeof content === "string" ? content : decode(content);
  const failed = (code: string, what: string, location: Location): CellsFile => {
    const message = `The file of cells "${file}" ${what}`;
    return { file, cells: [], findings: [error(code, message, { location, hint: REGENERATE })] };
  };
  if (text === undefined) return failed("cells_malformed", "is not valid UTF-8", { file });
  const at = (offset: number): Location => ({ file, ...placeOf(text, offset) });
  const parsed = parseExact(text);
  if (!parsed.ok) {
    const { message, offset } = parsed.problem;
    return failed("cells_malformed", `could not be read: ${message}`, at(offset));
  }
  const { format, version } = Object(parsed.value);
  if (format !== CELLS_FORMAT || version !== CELLS_VERSION) {
    const [name, value] = format === CELLS_FORMAT ? ["version", version] : ["format", format];
    const shown = clip(JSON.stringify(value ?? null), 80);
    return failed(
      "cells_unsupported",
      `has ${name} ${shown}, but this gate reads "${CELLS_FORMAT}" version ${CELLS_VERSION}`,
      at(offsetOf(text, [name])),
    );
  }
  const checked = CellsSchema.safeParse(parsed.value);
  if (!checked.success) {
    const [{ message, path, ...issue }] = checked.error.issues as [z.core.$ZodIssue];
    const keys = path.map((part) => typeof part === "symbol" ? String(part) : part);
    const reason = issue.code === "unrecognized_keys"
      ? `Unknown field "${issue.keys[0]}"`
      : message;
    const where = keys.length === 0 ? "" : ` at "${pathText(keys)}"`;
    return failed("cells_malformed", `is malformed${where}: ${reason}`, at(offsetOf(text, keys)));
  }
  const { model, cells } = checked.data;
  const findings = checkOrder(cells, (index) => at(offsetOf(text, ["cells", index])));
  return { file, model, cells, findings };
}

/** Cells must rise; an equal neighbour is a duplicate. The first thing wrong says enough. */
function checkOrder(cells: readonly Cell[], at: (index: number) => Location): Diagnostic[] {
  const index = cells.findIndex((cell, i) => i > 0 && compareCells(cells[i - 1]!, cell) >= 0);
  if (index < 0) return [];
  const [before, cell] = [cellText(cells[index - 1]!), cellText(cells[index]!)];
  const extra = { location: at(index), hint: REGENERATE };
  return [
    before === cell
      ? error("cells_duplicate", `Cell ${cell} is listed twice`, extra)
      : error("cells_unsorted", `Cell ${cell} stands after ${before}, but cells are sorted`, extra),
  ];
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
