import assert from "node:assert/strict";
import type { Cell } from "./cell.ts";
import {
  coverageFindings,
  coverageOf,
  coverageReport,
  coverageSummary,
  missingCells,
} from "./coverage.ts";
import { matrixOf } from "./matrix.ts";
import type { CoverageStep } from "./module.ts";
import { tally } from "./tally.ts";
import { CELLS, step, STEPS, WORDS } from "./testing/support.ts";

const AT = { file: "fixtures/a.ndjson", line: 2 };
const FILE = "fixtures/cells.json";

function covered(steps: readonly CoverageStep[], cells: readonly Cell[] = CELLS, words = WORDS) {
  const counts = tally();
  counts.add(steps, AT);
  return coverageOf(cells, words, counts);
}

/** The findings, each as `code message`. */
function found(...args: Parameters<typeof covered>): string[] {
  return coverageFindings(covered(...args), FILE).map(({ code, message, severity, hint }) => {
    assert.equal(severity, "error");
    assert.ok(hint);
    return `${code} ${message}`;
  });
}

Deno.test("tally() counts the steps of all traces, and keeps the first place of each cell", () => {
  const counts = tally();
  counts.add(STEPS, AT);
  counts.add([step(CELLS[1]!, ["grew", "told"])], { file: "b", line: 7 });
  const hits = [...counts.hits.values()].map(({ cell, count, first }) => [cell, count, first]);
  assert.deepEqual(hits, [[CELLS[1], 3, AT], [CELLS[0], 1, AT], [CELLS[2], 1, AT]]);
  assert.deepEqual([...counts.reasons], [["limit", 1]]);
  assert.deepEqual([...counts.effects], [["grew", 3], ["told", 1]]);
});

Deno.test("coverageFindings() finds nothing when everything occurs", () => {
  assert.deepEqual(found(STEPS), []);
});

Deno.test("coverageFindings() refuses a cell that no trace hits", () => {
  const steps = STEPS.filter(({ cell }) => cell !== CELLS[2]);
  assert.deepEqual(found(steps), [
    "coverage_cell_missing No trace hits 1 of the 3 cells that the model reaches",
  ]);
  const [finding] = coverageFindings(covered(steps), FILE);
  assert.equal(finding?.detail, '["Reset","full","applied"]');
  assert.deepEqual(finding?.location, { file: FILE });
});

Deno.test("coverageFindings() refuses a cell that the list lacks, at the trace that hits it", () => {
  assert.deepEqual(found(STEPS, CELLS.slice(1)), [
    `coverage_cell_unlisted The traces hit 1 cells that "${FILE}" lacks`,
  ]);
  const [finding] = coverageFindings(covered(STEPS, CELLS.slice(1)), FILE);
  assert.equal(finding?.detail, '["Add","full","refused(limit)"]');
  assert.deepEqual(finding?.location, AT);
});

Deno.test("coverageFindings() refuses a reason and an effect that never occur", () => {
  const words = { reasons: ["limit", "never"], effects: ["grew", "shrank", "told"] };
  assert.deepEqual(found(STEPS, CELLS, words), [
    'coverage_reason_unused No trace has the reason "never"',
    'coverage_effect_unused No trace has the effects "shrank", "told"',
  ]);
});

Deno.test("coverageFindings() refuses words that the module does not list", () => {
  const [finding, ...others] = found(STEPS, CELLS, { reasons: [], effects: [] });
  assert.match(finding!, /^coverage_word_unknown .*: "limit", "grew"$/);
  assert.deepEqual(others, []);
});

Deno.test("coverageFindings() lists the first twenty cells and counts the rest", () => {
  const cells = Array.from({ length: 23 }, (_, i): Cell => [`E${10 + i}`, "low", "applied"]);
  const finding = coverageFindings(covered(STEPS, [...CELLS, ...cells]), FILE)[0];
  const lines = finding?.detail?.split("\n") ?? [];
  assert.equal(lines.length, 21);
  assert.equal(lines.at(-1), "and 3 more");
});

Deno.test("coverageReport() counts, and lists all that is not covered", () => {
  const coverage = covered([step(CELLS[0]!), step(["Odd", "low", "applied"])]);
  assert.deepEqual(coverageReport(coverage), {
    reachable: 3,
    hit: 1,
    missing: [CELLS[1], CELLS[2]],
    unlisted: [["Odd", "low", "applied"]],
    unusedReasons: [],
    unusedEffects: ["grew"],
  });
  assert.deepEqual(missingCells(coverage), [CELLS[1], CELLS[2]]);
});

Deno.test("coverageSummary() says what there is, and what is not covered", () => {
  assert.equal(
    coverageSummary(covered(STEPS), WORDS),
    "3 of 3 cells hit, 1 reasons and 1 effects all occur",
  );
  assert.equal(
    coverageSummary(covered([step(CELLS[0]!)]), WORDS),
    "1 of 3 cells hit, 0 of 1 reasons and 1 of 1 effects never occur",
  );
});

Deno.test("matrixOf() arranges the cells by event and phase, with their hits", () => {
  const { phases, rows } = matrixOf(covered(STEPS));
  assert.deepEqual(phases, ["full", "low"]);
  assert.deepEqual(rows.map(({ event, entries }) => [event, [...entries]]), [
    ["Add", [
      ["full", [{ cell: CELLS[0], hits: 1 }]],
      ["low", [{ cell: CELLS[1], hits: 2 }]],
    ]],
    ["Reset", [["full", [{ cell: CELLS[2], hits: 1 }]]]],
  ]);
});

Deno.test("coverageFindings() refuses a table of one cell, whatever hits it", () => {
  const codes = (coverage: ReturnType<typeof covered>) =>
    coverageFindings(coverage, "cells.json").map(({ code }) => code);
  const one = { cells: [{ cell: CELLS[0]!, hits: 9 }], unlisted: [] };
  assert.deepEqual(codes({ ...covered(STEPS), ...one }), ["coverage_trivial"]);
  assert.deepEqual(codes(covered(STEPS)), []);
});
