import assert from "node:assert/strict";
import {
  helloLine,
  judgeHello,
  judgeLine,
  judgeUnasked,
  requestLine,
  type Waiting,
} from "./protocol.ts";
import { request } from "./testing/support.ts";

/** "b" is due, "c" in flight after it, "a" answered. */
const DUE = request("b", 1);
const WAITING: Waiting = {
  isInFlight: (id) => id === "b" || id === "c",
  wasAnswered: (id) => id === "a",
  nameOf: (id) => `trace/${id}`,
};

const GOOD = '{"id":"b","decisions":[["applied",{"type":"ready"}]],"final":{"n":1}}';

/** The code of the fault, or the type of a judgement without one. */
function judged(line: string): string {
  const judgement = judgeLine(line, DUE, WAITING);
  return "fault" in judgement ? judgement.fault.code : judgement.type;
}

Deno.test("helloLine() and requestLine() are the protocol's, to the byte", () => {
  assert.equal(helloLine(), '{"op":"hello","protocol":"lean-gate/1"}\n');
  assert.equal(
    requestLine({ graph: 1, events: [{ type: "A", eid: 1 }] }, "7"),
    '{"op":"replay","id":"7","graph":1,"events":[{"type":"A","eid":1}]}\n',
  );
});

Deno.test("judgeHello() accepts the protocol's hello, and further fields", () => {
  const hello = { engine: "rust", version: "0.1.0" };
  assert.deepEqual(
    judgeHello('{"protocol":"lean-gate/1","engine":"rust","version":"0.1.0"}'),
    hello,
  );
  assert.deepEqual(
    judgeHello('{"engine":"rust","version":"0.1.0","protocol":"lean-gate/1","built":1}'),
    hello,
  );
});

Deno.test("judgeHello() refuses everything else", () => {
  const code = (line: string) => {
    const judgement = judgeHello(line);
    return "code" in judgement ? judgement.code : "accepted";
  };
  assert.equal(code(""), "engine_hello_malformed");
  assert.equal(code("null"), "engine_hello_malformed");
  assert.equal(code('"lean-gate/1"'), "engine_hello_malformed");
  assert.equal(code('{"engine":"rust","version":"1"}'), "engine_hello_malformed");
  assert.equal(code('{"protocol":"lean-gate/1","engine":"rust"}'), "engine_hello_malformed");
  assert.equal(
    code('{"protocol":"lean-gate/1","engine":1,"version":"1"}'),
    "engine_hello_malformed",
  );
  assert.equal(
    code('{"protocol":"lean-gate/2","engine":"rust","version":"1"}'),
    "engine_hello_protocol",
  );
  assert.equal(code('{"protocol":null,"engine":"rust","version":"1"}'), "engine_hello_protocol");
});

Deno.test("judgeLine() accepts the answer that is due", () => {
  assert.deepEqual(judgeLine(GOOD, DUE, WAITING), {
    type: "answer",
    answer: { decisions: [["applied", { type: "ready" }]], final: { n: 1 } },
  });
  assert.equal(judged(`${GOOD}\r`), "answer", "A CR before the LF is blank to JSON");
  assert.equal(judged('{"final":null,"decisions":[],"id":"b"}'), "answer");
});

Deno.test("judgeLine() takes the very text that is known for the answer, and no other text", () => {
  const answer = { decisions: [["applied", { type: "ready" }]], final: { n: 1 } } as const;
  const known = { text: { events: "[1]", answer: GOOD.slice('{"id":"b",'.length) }, answer };
  const due = { ...DUE, known };
  const read = (line: string) => {
    const judgement = judgeLine(line, due, WAITING);
    return judgement.type === "answer" ? judgement.answer : judgement;
  };
  // The same object: it was not read again.
  assert.equal(read(GOOD), answer);
  // The same meaning in other characters, in another order, with blanks.
  for (
    const same of [
      GOOD.replace("applied", "appl\\u0069ed"),
      '{"final":{"n":1},"id":"b","decisions":[["applied",{"type":"ready"}]]}',
      GOOD.replace(",", ", "),
      `${GOOD} `,
    ]
  ) {
    assert.notEqual(read(same), answer);
    assert.deepEqual(read(same), answer);
  }
  // Almost the same characters, but another meaning or none.
  assert.deepEqual(read(GOOD.replace("1", "2")), { ...answer, final: { n: 2 } });
  assert.deepEqual(read(GOOD.replace("ready", "reads")), {
    ...answer,
    decisions: [["applied", { type: "reads" }]],
  });
  const codes = [
    [GOOD.replace("1", "9007199254740993"), "engine_number_unsafe"],
    [GOOD.replace('"n":1', '"n":1,"n":1'), "engine_duplicate_key"],
    [GOOD.replace('"b"', '"c"'), "engine_out_of_order"],
    [GOOD.replace('"id":"b"', '"id":"b","id":"b"'), "engine_duplicate_key"],
    [GOOD.slice(1), "engine_garbage"],
    [`${GOOD}}`, "engine_garbage"],
    [`{${GOOD}`, "engine_garbage"],
  ] as const;
  for (const [line, code] of codes) {
    const judgement = judgeLine(line, due, WAITING);
    assert.equal(judgement.type === "fault" && judgement.fault.code, code, line);
  }
});

Deno.test("requestLine() sends the known text of the events", () => {
  const known = { text: { events: "[1 ]", answer: "" }, answer: { decisions: [], final: null } };
  assert.equal(
    requestLine({ ...DUE, known }, "b"),
    '{"op":"replay","id":"b","graph":1,"events":[1 ]}\n',
  );
});

Deno.test("judgeLine() refuses what is not JSON or not exact", () => {
  assert.equal(judged(""), "engine_garbage");
  assert.equal(judged("thread 'main' panicked"), "engine_garbage");
  assert.equal(judged(GOOD.slice(0, -1)), "engine_garbage");
  assert.equal(judged(GOOD + GOOD), "engine_garbage");
  assert.equal(judged("[]"), "engine_garbage");
  assert.equal(judged("null"), "engine_garbage");
  assert.equal(judged(GOOD.replace("1", "9007199254740993")), "engine_number_unsafe");
  assert.equal(judged(GOOD.replace("1", "1.0")), "engine_number_form");
  assert.equal(judged(GOOD.replace("1", "-1")), "engine_number_form");
  assert.equal(judged(GOOD.replace('"n":1', '"n":1,"n":1')), "engine_duplicate_key");
  assert.equal(judged(GOOD.replace("1", "[".repeat(999) + "]".repeat(999))), "engine_too_deep");
});

Deno.test("judgeLine() refuses ids that are missing, foreign or out of turn", () => {
  assert.equal(judged(GOOD.replace('"id":"b",', "")), "engine_missing_id");
  assert.equal(judged(GOOD.replace('"b"', "2")), "engine_missing_id");
  assert.equal(judged(GOOD.replace('"b"', '"c"')), "engine_out_of_order");
  assert.equal(judged(GOOD.replace('"b"', '"a"')), "engine_answered_twice");
  assert.equal(judged(GOOD.replace('"b"', '"z"')), "engine_wrong_id");
});

Deno.test("judgeLine() does not blame the due trace for a second answer to another", () => {
  assert.equal(judgeLine(GOOD.replace('"b"', '"a"'), DUE, WAITING).type, "again");
});

Deno.test("judgeLine() names traces, not the ids by which they were asked", () => {
  const phrase = (id: string) => {
    const judgement = judgeLine(GOOD.replace('"b"', `"${id}"`), DUE, WAITING);
    return "fault" in judgement ? judgement.fault.phrase : judgement.type;
  };
  assert.equal(phrase("c"), 'answered trace "trace/c" before trace "trace/b"');
  assert.equal(phrase("a"), 'answered trace "trace/a" twice');
});

Deno.test("judgeLine() refuses answers of another shape", () => {
  const malformed = [
    '{"id":"b"}',
    '{"id":"b","decisions":[["applied"]]}',
    '{"id":"b","final":1}',
    '{"id":"b","decisions":{},"final":1}',
    '{"id":"b","decisions":["applied"],"final":1}',
    '{"id":"b","decisions":[[]],"final":1}',
    '{"id":"b","decisions":[["applied"],[{"type":"ready"}]],"final":1}',
    '{"id":"b","decisions":[["applied"]],"final":1,"extra":1}',
    '{"id":"b","error":{"code":"x"}}',
    '{"id":"b","error":{"message":"x"}}',
    '{"id":"b","error":null}',
  ];
  for (const line of malformed) assert.equal(judged(line), "engine_answer_malformed", line);
});

Deno.test("judgeLine() passes on what the engine declines", () => {
  const judgement = judgeLine(
    '{"id":"b","error":{"code":"bad","message":"events[0]: no"}}',
    DUE,
    WAITING,
  );
  assert.deepEqual(judgement, {
    type: "declined",
    fault: { code: "engine_declined", phrase: 'declined the trace with "bad": events[0]: no' },
  });
});

Deno.test("judgeLine() quotes only the beginning of what an engine printed, made printable", () => {
  const judgement = judgeLine(`\u001b[2J${"x".repeat(10_000)}`, DUE, WAITING);
  assert.ok(judgement.type === "fault");
  assert.ok(judgement.fault.phrase.length < 300);
  assert.ok(!judgement.fault.phrase.includes("\u001b"));
});

Deno.test("judgeUnasked() tells a second answer from other output", () => {
  assert.equal(judgeUnasked('{"id":"a"}', WAITING).code, "engine_answered_twice");
  assert.equal(judgeUnasked('{"id":"z"}', WAITING).code, "engine_unasked");
  assert.equal(judgeUnasked("Bye", WAITING).code, "engine_unasked");
});
