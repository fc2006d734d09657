import assert from "node:assert/strict";
import type { Cell } from "../../src/replay/coverage/cell.ts";
import { matrixOf } from "../../src/replay/coverage/matrix.ts";
import { coverageText } from "./coverage.ts";
import { styleFor } from "./style.ts";

function text(cells: readonly (readonly [cell: Cell, hits: number])[], color = false): string {
  const covered = cells.map(([cell, hits]) => ({ cell, hits }));
  return coverageText(matrixOf({ cells: covered }), styleFor(color));
}

Deno.test("coverageText() prints the matrix in numbers, then every cell, missing ones marked", () => {
  assert.deepEqual(
    text([
      [["Add", "full", "refused"], 0],
      [["Add", "full", "applied"], 3],
      [["Add", "low", "applied"], 12],
      [["Reset", "full", "applied"], 1],
    ]).split("\n"),
    [
      "Cells of each event (row) in each phase (column); 3/4: one of 4 is missing",
      "",
      "A full  B low",
      "",
      "          A     B",
      "Add     1/2     1",
      "Reset     1     ·",
      "",
      "Verdicts, and how often the traces hit them; ✗: no trace does",
      "",
      "Add",
      "  full  ✗ refused  applied ×3",
      "  low   applied ×12",
      "",
      "Reset",
      "  full  applied ×1",
      "",
    ],
  );
});

Deno.test("coverageText() is at most 120 columns wide, and loses no verdict", () => {
  const verdicts = Array.from({ length: 40 }, (_, i) => `observed(reason${10 + i})`);
  const lines = text(verdicts.map((verdict) => [["Event", "somewhere", verdict], 1])).split("\n");
  assert.ok(lines.every((line) => [...line].length <= 120));
  const printed = lines.join(" ").match(/observed\(reason\d+\) ×1/g);
  assert.deepEqual(printed, verdicts.map((verdict) => `${verdict} ×1`));
});

Deno.test("coverageText() keeps to 120 columns with sixteen phases, colours aside", () => {
  const cells = Array.from(
    { length: 16 },
    (_, i) =>
      Array.from(
        { length: 12 },
        (_, j) => [["CandidateValidated", `phase-${10 + i}`, `rejected(r${j})`], j % 2] as const,
      ),
  ).flat();
  const plain = text(cells).split("\n");
  assert.ok(plain.every((line) => [...line].length <= 120));
  assert.match(plain.join("\n"), /^CandidateValidated( +6\/12){16}$/m);
  // deno-lint-ignore no-control-regex -- SGR codes of ECMA-48
  assert.equal(text(cells, true).replaceAll(/\x1b\[\d+m/g, ""), plain.join("\n"));
});

Deno.test("coverageText() prints nothing of a matrix without cells", () => {
  assert.equal(text([]), "");
});
