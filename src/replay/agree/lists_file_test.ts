import assert from "node:assert/strict";
import { readLists, writeLists } from "./lists_file.ts";

const FILE = "logs/a.ndjson";
const read = (...lines: string[]) =>
  readLists(FILE, new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));

/** The code, line and column of the one finding. */
function refused(...lines: string[]) {
  const { findings } = read(...lines);
  assert.equal(findings.length, 1, JSON.stringify(findings));
  const { code, location, message, hint } = findings[0]!;
  assert.match(message, /^[A-Z].*[^.]$/);
  assert.ok(hint);
  assert.equal(location?.file, FILE);
  return [code, location?.line, location?.column];
}

Deno.test("readLists() takes lines of events for one list", () => {
  const { lists, findings } = read('{"type":"a"}', "3");
  assert.deepEqual(findings, []);
  assert.deepEqual(lists, [{
    id: FILE,
    graph: 1,
    events: [{ type: "a" }, 3],
    location: { file: FILE, line: 1 },
    places: [{ file: FILE, line: 1 }, { file: FILE, line: 2 }],
  }]);
});

Deno.test("readLists() takes records for events with the decisions on them", () => {
  const { lists, findings } = read(
    '{"crc":"1","format":"x/journal","version":9,"graph":4,"settings":{}}',
    '{"seq":1,"event":{"type":"a"},"decision":["applied",{"type":"e"}]}',
    '{"seq":2,"event":"b","decision":["noop(x)"],"facts":{}}',
  );
  assert.deepEqual(findings, []);
  assert.equal(lists.length, 1);
  const { graph, events, decisions, places } = lists[0]!;
  assert.equal(graph, 4);
  assert.deepEqual(events, [{ type: "a" }, "b"]);
  assert.deepEqual(decisions, [["applied", { type: "e" }], ["noop(x)"]]);
  assert.deepEqual(places?.map(({ line }) => line), [2, 3]);
});

Deno.test("readLists() takes traces and requests for lists of their own", () => {
  const { lists, findings } = read(
    '{"format":"lean-gate/trace","version":1,"traces":2,"steps":2}',
    '{"id":"t","tags":[],"names":{},"graph":2,"events":[1],"decisions":[["applied"]],"final":0}',
    '{"op":"replay","id":"r","graph":3,"events":[1]}',
    '{"events":[]}',
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(lists, [
    {
      id: "t",
      graph: 2,
      events: [1],
      decisions: [["applied"]],
      final: 0,
      location: { file: FILE, line: 2 },
    },
    { id: "r", graph: 3, events: [1], location: { file: FILE, line: 3 } },
    { id: `${FILE}:4`, graph: 1, events: [], location: { file: FILE, line: 4 } },
  ]);
});

Deno.test("readLists() reads what writeLists() writes", () => {
  const list = { graph: 7, events: [{ type: "a", eid: 2 ** 53 - 1 }, null, "format"] };
  const { lists: [again], findings } = readLists(FILE, new TextEncoder().encode(writeLists(list)));
  assert.deepEqual(findings, []);
  assert.deepEqual({ graph: again!.graph, events: again!.events }, list);
});

Deno.test("readLists() places what it refuses", () => {
  assert.deepEqual(refused("1", "{"), ["list_line_malformed", 2, 2]);
  assert.deepEqual(refused("1", "", "2"), ["list_line_malformed", 2, 1]);
  assert.deepEqual(refused('{"a":9007199254740992}'), ["list_number_unsafe", 1, 6]);
  assert.deepEqual(refused("1.5"), ["list_number_form", 1, 1]);
  assert.deepEqual(refused('{"a":1,"a":2}'), ["list_duplicate_key", 1, 8]);
  assert.deepEqual(refused("[".repeat(200)), ["list_too_deep", 1, 129]);
  assert.deepEqual(refused('{"events":[],"evnts":1}'), ["list_line_malformed", 1, 22]);
  assert.deepEqual(refused('{"id":3,"events":[]}'), ["list_line_malformed", 1, 7]);
  assert.deepEqual(refused('{"graph":"x","events":[]}'), ["list_line_malformed", 1, 10]);
  assert.deepEqual(refused('{"events":[1],"decisions":[[]]}'), ["list_line_malformed", 1, 28]);
  assert.deepEqual(refused('{"events":[1],"decisions":{}}'), ["list_line_malformed", 1, 27]);
  assert.deepEqual(refused('{"event":1,"decision":"applied"}'), ["list_line_malformed", 1, 23]);
  assert.deepEqual(refused('{"format":"lean-gate/events","version":2}'), [
    "list_line_malformed",
    1,
    40,
  ]);
  assert.deepEqual(refused('{"event":1,"decision":["a"]}', "2"), ["list_mixed", 2, undefined]);
});

Deno.test("readLists() refuses bytes that are no UTF-8, and lists the first of many findings", () => {
  const { lists, findings } = readLists(FILE, new Uint8Array([0x31, 0x0a, 0xff]));
  assert.deepEqual([lists.length, findings.map(({ code }) => code)], [0, ["list_not_utf8"]]);
  const many = read(...new Array<string>(30).fill("{"));
  assert.equal(many.findings.length, 21);
  assert.equal(many.findings.at(-1)?.code, "list_more");
});

Deno.test("readLists() finds no list in an empty file, and takes CRLF for LF", () => {
  assert.deepEqual(readLists(FILE, new Uint8Array()), { lists: [], findings: [] });
  const { lists } = readLists(FILE, new TextEncoder().encode("1\r\n2"));
  assert.deepEqual(lists[0]?.events, [1, 2]);
});
