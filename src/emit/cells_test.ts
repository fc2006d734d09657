import assert from "node:assert/strict";
import type { Cell } from "../coverage/cell.ts";
import { type CellsFile, readCells, writeCells } from "../coverage/cells_file.ts";
import { cellsFixtureOf, driftOfCells } from "./cells.ts";

const FILE = "fixtures/cells.json";
const [ZEROS, ONES] = ["0".repeat(64), "1".repeat(64)];
const CELLS: readonly Cell[] = [["Add", "full", "refused"], ["Add", "low", "applied"]];

const file = (cells: readonly Cell[] = CELLS, model = ZEROS) =>
  readCells(FILE, writeCells(model, cells));

/** The differences, each as `code message`. */
function found(committed: CellsFile | undefined, emitted: CellsFile | undefined): string[] {
  return driftOfCells(committed, emitted, "update it").map(({ code, message, location, hint }) => {
    assert.equal(location?.file, FILE);
    assert.match(hint ?? "", /update it$/);
    return `${code} ${message}`;
  });
}

Deno.test("cellsFixtureOf() makes what the reader accepts, whatever the order and line ends", () => {
  const lines = ['["Add","low","applied"]', '["Add","full","refused"]'];
  for (
    const emitted of [lines.join("\n"), `${lines.join("\r\n")}\r\n`, `\n${lines.join("\n\n")}`]
  ) {
    const fixture = cellsFixtureOf(FILE, emitted, ONES);
    assert.ok(fixture.ok);
    const read = { file: FILE, model: ONES, cells: CELLS, findings: [] };
    assert.deepEqual(readCells(FILE, fixture.text), read);
  }
});

Deno.test("cellsFixtureOf() refuses a line that is no cell, and shows it", () => {
  for (
    const line of ["{", "7", "{}", '["a","b"]', '["a","b","c","d"]', '["a","","c"]', "[1,2,3]"]
  ) {
    const fixture = cellsFixtureOf(FILE, `["a","b","c"]\n\n${line}\n`, ZEROS);
    assert.ok(!fixture.ok, line);
    const { code, message, detail } = fixture.finding;
    assert.equal(code, "emitter_cells_malformed");
    assert.equal(message, `Line 3 that the emitter wrote for "${FILE}" is no cell`);
    assert.equal(detail, line);
  }
});

Deno.test("driftOfCells() finds nothing between equal files, or where there are none", () => {
  assert.deepEqual(found(undefined, undefined), []);
  assert.deepEqual(found(file(), file()), []);
  const crlf = readCells(FILE, writeCells(ZEROS, CELLS).replaceAll("\n", "\r\n"));
  assert.deepEqual(found(crlf, file()), []);
});

Deno.test("driftOfCells() reports a file that only one side has", () => {
  assert.deepEqual(found(undefined, file()), [
    `drift_cells_missing The model emits cells, but "${FILE}" is not committed`,
  ]);
  assert.deepEqual(found(file(), undefined), [
    `drift_cells_extra The model emits no cells, but "${FILE}" is committed`,
  ]);
});

Deno.test("driftOfCells() reports another model", () => {
  assert.deepEqual(found(file(), file(CELLS, ONES)), [
    `drift_cells_model "${FILE}" is of another model: "${ZEROS}" is committed, "${ONES}" emitted`,
  ]);
});

Deno.test("driftOfCells() reports which cells differ", () => {
  const other: Cell = ["Reset", "low", "applied"];
  const [finding, ...others] = driftOfCells(file(), file([CELLS[0]!, other]), "update it");
  assert.deepEqual(others, []);
  assert.equal(finding?.code, "drift_cells_changed");
  assert.match(finding.message, /it lacks 1 and has 1 too many$/);
  assert.deepEqual(finding.detail?.split("\n"), [
    '+ ["Reset","low","applied"]',
    '- ["Add","low","applied"]',
  ]);
});

Deno.test("driftOfCells() lists the first ten cells and counts the rest", () => {
  const many = Array.from({ length: 12 }, (_, i): Cell => [`E${10 + i}`, "low", "applied"]);
  const [finding] = driftOfCells(file(), file([...CELLS, ...many]), "update it");
  const lines = finding?.detail?.split("\n") ?? [];
  assert.equal(lines.length, 11);
  assert.equal(lines.at(-1), "+ 2 more");
});

Deno.test("driftOfCells() reports a committed file that cannot be read", () => {
  const [finding, ...others] = found(readCells(FILE, "{"), file());
  assert.match(finding!, /^drift_cells_malformed The model does not emit this: /);
  assert.deepEqual(others, []);
});
