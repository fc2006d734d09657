import assert from "node:assert/strict";
import type { Cell } from "./cell.ts";
import { readCells, writeCells } from "./cells_file.ts";

const FILE = "fixtures/cells.json";
const MODEL = "0".repeat(64);
const CELLS: readonly Cell[] = [
  ["Add", "full", "refused"],
  ["Add", "low", "applied"],
  ["Reset", "full", "applied"],
];
const GOOD = writeCells(MODEL, CELLS);

/** What is wrong with a text, as `code line:column message`. */
function wrong(text: string | Uint8Array): string[] {
  return readCells(FILE, text).findings.map(({ code, message, location, severity, hint }) => {
    assert.equal(severity, "error");
    assert.equal(location?.file, FILE);
    assert.ok(hint);
    return `${code} ${location?.line}:${location?.column} ${message}`;
  });
}

Deno.test("writeCells() sorts the cells and gives each a line", () => {
  assert.equal(writeCells(MODEL, CELLS.toReversed()), GOOD);
  assert.deepEqual(GOOD.split("\n"), [
    "{",
    '  "format": "lean-gate/cells",',
    '  "version": 1,',
    `  "model": "${MODEL}",`,
    '  "cells": [',
    '    ["Add","full","refused"],',
    '    ["Add","low","applied"],',
    '    ["Reset","full","applied"]',
    "  ]",
    "}",
    "",
  ]);
});

Deno.test("readCells() reads what writeCells() wrote, also with CRLF and as bytes", () => {
  const read = { file: FILE, model: MODEL, cells: CELLS, findings: [] };
  assert.deepEqual(readCells(FILE, GOOD), read);
  assert.deepEqual(readCells(FILE, GOOD.replaceAll("\n", "\r\n")), read);
  assert.deepEqual(readCells(FILE, new TextEncoder().encode(GOOD)), read);
});

Deno.test("readCells() refuses another format or version", () => {
  assert.deepEqual(wrong(GOOD.replace("lean-gate/cells", "lean-gate/trace")), [
    `cells_unsupported 2:13 The file of cells "${FILE}" has format "lean-gate/trace", but this gate reads "lean-gate/cells" version 1`,
  ]);
  assert.match(wrong(GOOD.replace('"version": 1', '"version": 2'))[0]!, /^cells_unsupported 3:14 /);
  assert.match(wrong("[]")[0]!, /^cells_unsupported 1:1 .* has format null/);
});

Deno.test("readCells() refuses what is not as the writer writes it, with its place", () => {
  const cases: [from: string, to: string, expected: RegExp][] = [
    ['["Add","full"', '["Add",7', /^cells_malformed 6:12 .* at "cells\[0\]\[1\]": /],
    ['["Add","full","refused"]', '["Add","full"]', /^cells_malformed 6:5 .*event, phase/],
    ['"full","refused"', '"","refused"', /^cells_malformed 6:12 .*Expected a word/],
    [MODEL, "short", /^cells_malformed 4:12 .*64 lower-case hex digits/],
    ['"version": 1', '"version": 1, "extra": 1', /^cells_malformed 1:1 .*Unknown field "extra"/],
    ['"version": 1', '"version": 1, "version": 1', /^cells_malformed 3:17 .*twice/],
    ["  ]\n}", "  ]\n", /^cells_malformed .*not JSON/],
  ];
  for (const [from, to, expected] of cases) {
    assert.ok(GOOD.includes(from), from);
    const [finding, ...others] = wrong(GOOD.replace(from, to));
    assert.match(finding!, expected);
    assert.deepEqual(others, []);
  }
  assert.match(wrong(writeCells(MODEL, []))[0]!, /^cells_malformed 5:12 .*at least one cell/);
  assert.match(wrong(new Uint8Array([0xff]))[0]!, /^cells_malformed .*UTF-8/);
});

Deno.test("readCells() refuses cells that are listed twice or out of order", () => {
  const line = '    ["Add","low","applied"],\n';
  assert.deepEqual(wrong(GOOD.replace(line, line + line)), [
    'cells_duplicate 8:5 Cell ["Add","low","applied"] is listed twice',
  ]);
  assert.deepEqual(wrong(GOOD.replace(line, "").replace("[\n", `[\n${line}`)), [
    'cells_unsorted 7:5 Cell ["Add","full","refused"] stands after ["Add","low","applied"], but cells are sorted',
  ]);
});
