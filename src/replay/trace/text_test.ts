import assert from "node:assert/strict";
import { parseExact } from "../../platform/json/exact.ts";
import { read, tampered, trace } from "./testing/support.ts";
import { type TraceText, traceText } from "./text.ts";
import { writeTrace } from "./write.ts";

function textOf(line: string): TraceText | undefined {
  const result = parseExact(line);
  assert.ok(result.ok, line);
  return traceText(line, result.keys);
}

const LINE = writeTrace(trace("a/b", 2));

Deno.test("traceText() gives the parts of a line as the emitter writes it", () => {
  assert.deepEqual(textOf(LINE), {
    events: '[{"type":"Add","eid":0},{"type":"Add","eid":1}]',
    answer:
      '"decisions":[["applied",{"type":"grew","by":1}],["applied",{"type":"grew","by":1}]],"final":{"sum":2}}',
  });
});

Deno.test("traceText() is not misled by what events, decisions and names say", () => {
  const nested = {
    ...trace("a"),
    names: { '","events":[': '],"decisions":[' },
    events: [{ events: [1], decisions: [], final: 2, '"decisions":': ',"decisions":' }],
    decisions: [["applied", { final: { decisions: [] } }]] as const,
    final: { decisions: [], final: '"final":' },
  };
  const text = textOf(writeTrace(nested))!;
  assert.deepEqual(JSON.parse(text.events), nested.events);
  const { decisions, final } = nested;
  assert.deepEqual(JSON.parse(`{${text.answer}`), { decisions, final });
});

Deno.test("traceText() gives nothing for another order, another key or text beyond ASCII", () => {
  assert.equal(textOf(LINE.replace('"tags"', '"marks"')), undefined);
  assert.equal(textOf(LINE.replace('"graph":1,', "")), undefined);
  assert.equal(textOf(LINE.replace('"graph":1,', '"graph":1,"more":1,')), undefined);
  assert.equal(textOf(LINE.replace('"tags"', '"\\u0074ags"')), undefined);
  assert.equal(textOf(LINE.replace("sample", "Lösung")), undefined);
  const { id, ...rest } = trace("a/b");
  assert.equal(textOf(JSON.stringify({ ...rest, id })), undefined);
  assert.equal(textOf(`[${LINE}]`), undefined);
});

Deno.test("traceText() takes blanks around the parts for another way of writing", () => {
  assert.equal(textOf(LINE.replace('"events":', '"events" :')), undefined);
  assert.equal(textOf(LINE.replace(',"decisions"', ', "decisions"')), undefined);
  const inside = textOf(LINE.replace('"events":[', '"events": [ '))!;
  assert.deepEqual(JSON.parse(inside.events), trace("a/b", 2).events);
});

Deno.test("readTraceFile() keeps the text of each trace beside it", () => {
  const { traces } = read(tampered(([header, one, two]) => [
    header!.replace('"traces":3,"steps":6', '"traces":2,"steps":3'),
    one!,
    two!.replace('"tags":', ' "tags":'),
  ]));
  assert.deepEqual(traces.map(({ text }) => text), [textOf(one()), textOf(two())]);
});

function one(): string {
  return writeTrace(trace("a/one", 2));
}

function two(): string {
  return writeTrace(trace("b/two"));
}
