import assert from "node:assert/strict";
import { readLists } from "./lists_file.ts";
import { joinSegments } from "./segments.ts";

function file(name: string, ...lines: string[]) {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  return { file: name, ...readLists(name, bytes) };
}

const record = (event: number) => `{"event":${event},"decision":["applied"]}`;
const header = (after: number, graph = 1) =>
  `{"format":"x/journal","graph":${graph},"after":${after}}`;
const first = file("1", '{"format":"x/journal","graph":1}', record(1), record(2));
const second = file("2", header(2), record(3));
const third = file("3", header(3), record(4));

Deno.test("joinSegments() makes one list of segments in their order", () => {
  const { lists, findings } = joinSegments([first, second, third]);
  assert.deepEqual(findings, []);
  assert.deepEqual(lists.map(({ id, events }) => [id, events]), [["1", [1, 2, 3, 4]]]);
  assert.equal(lists[0]!.decisions!.length, 4);
  assert.deepEqual(lists[0]!.places!.map(({ file, line }) => `${file}:${line}`), [
    "1:2",
    "1:3",
    "2:2",
    "3:2",
  ]);
});

Deno.test("joinSegments() leaves other files alone, and takes a segment without a record", () => {
  const other = file("other", record(9));
  const { lists, findings } = joinSegments([other, first, file("2", header(2)), other]);
  assert.deepEqual(findings, []);
  assert.deepEqual(lists.map(({ events }) => events), [[9], [1, 2], [9]]);
});

Deno.test("joinSegments() refuses a segment that the file before it does not lead to", () => {
  const refused: readonly (readonly ReturnType<typeof file>[])[] = [
    [second],
    [first, third],
    [second, first],
    [first, file("2", header(2, 7), record(3))],
  ];
  for (const files of refused) {
    const { lists, findings } = joinSegments(files);
    assert.deepEqual(findings.map(({ code }) => code), ["list_continues"]);
    // What it has is decided from nowhere: no engine is asked about it.
    assert.equal(lists.flatMap(({ events }) => events).includes(3), false);
  }
});

Deno.test("readLists() refuses a header whose count is no number", () => {
  const { findings } = file("1", '{"format":"x/journal","after":"two"}', record(1));
  assert.deepEqual(findings.map(({ code }) => code), ["list_line_malformed"]);
});
