import assert from "node:assert/strict";
import fc from "fast-check";
import { type ExactResult, type JsonProblem, parseExact } from "./exact.ts";
import type { Json } from "./json.ts";
import { safeJson } from "./testing/json_arbitrary.ts";
import { MAX_DEPTH } from "./scan.ts";

/** Seeds are fixed so that a failure is the same on every machine. */
const SEED = 20_240_601;
const RUNS = 500;

function refusal(text: string): JsonProblem {
  const result: ExactResult = parseExact(text);
  assert.ok(!result.ok, `Expected ${text} to be refused`);
  return result.problem;
}

function accepted(text: string): Json {
  const result = parseExact(text);
  assert.ok(result.ok, `Expected ${text} to be accepted`);
  return result.value;
}

Deno.test("parseExact() equals JSON.parse on safe documents, however they are laid out", () => {
  fc.assert(
    fc.property(safeJson, fc.constantFrom(undefined, 1, "\t", "\r\n  "), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      assert.deepEqual(accepted(text), JSON.parse(text));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("parseExact() never throws, and accepts only what JSON.parse accepts", () => {
  const mangled = fc.tuple(safeJson, fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 3 })))).map(
    ([value, edits]) =>
      edits.reduce((text, [at, insert]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + 1);
      }, JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.oneof(mangled, fc.string()), (text) => {
      const result = parseExact(text);
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        assert.ok(!result.ok);
        assert.equal(result.problem.kind, "syntax");
        return;
      }
      if (result.ok) assert.deepEqual(result.value, parsed);
      else assert.notEqual(result.problem.kind, "syntax");
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("parseExact() refuses 9007199254740993 instead of rounding it to 9007199254740992", () => {
  const text = '{"fence":9007199254740993}';
  assert.equal(JSON.parse(text).fence, 9007199254740992, "What makes the check necessary");
  assert.deepEqual(refusal(text), {
    kind: "number_unsafe",
    offset: 9,
    message: 'the number "9007199254740993" is greater than 9007199254740991 and would be rounded',
  });
});

Deno.test("parseExact() draws the line at 2^53", () => {
  assert.equal(accepted("9007199254740991"), 9007199254740991);
  for (const text of ["9007199254740992", "10000000000000000", "1".repeat(400)]) {
    assert.equal(refusal(text).kind, "number_unsafe", text);
  }
});

Deno.test("parseExact() refuses numbers that are not plain non-negative integers", () => {
  for (
    const text of [
      "-1",
      "-0",
      "0.0",
      "1.0",
      "1.00000000000000000001",
      "1e3",
      "1E3",
      "1e+3",
      "1e400",
    ]
  ) {
    const problem = refusal(`[7, ${text}]`);
    assert.deepEqual([problem.kind, problem.offset], ["number_form", 4], text);
    assert.ok(problem.message.includes(`"${text}"`), problem.message);
  }
});

Deno.test("parseExact() refuses a planted bad number at its offset in any document", () => {
  fc.assert(
    fc.property(
      safeJson,
      safeJson,
      fc.constantFrom("-0", "1.5", "2e5", "9007199254740993"),
      (before, after, number) => {
        const head = `{"a":${JSON.stringify(before)},"b":[`;
        const problem = refusal(`${head}${number}, ${JSON.stringify(after)}]}`);
        assert.equal(problem.offset, head.length);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("parseExact() takes numbers within strings for text", () => {
  const text = '{"-1.5e9":"9007199254740993","a\\"-1":["x\\\\",1]}';
  assert.deepEqual(accepted(text), JSON.parse(text));
});

Deno.test("parseExact() refuses a key that appears twice in one object", () => {
  for (
    const [text, offset] of [
      ['{"a":1,"a":1}', 7],
      ['{"a":{"b":1,"c":{"b":2},"b":3}}', 24],
      ['[{"a":1},{"a":1,"b":[{"a":2}],"a":3}]', 30],
      // The same key written in two ways.
      ['{"a":1,"\\u0061":2}', 7],
      ['{"\\u0061":1,"b":2,"a":3}', 18],
      ['{"":1,"":2}', 6],
      ['{"__proto__":1,"__proto__":2}', 15],
    ] as const
  ) {
    const problem = refusal(text);
    assert.deepEqual([problem.kind, problem.offset], ["duplicate_key", offset], text);
  }
});

Deno.test("parseExact() refuses a planted repeated key in any object", () => {
  const keyed = fc.dictionary(fc.string(), safeJson, { minKeys: 1, maxKeys: 40 });
  fc.assert(
    fc.property(keyed, fc.nat(), (value, pick) => {
      const keys = Object.keys(value);
      const key = JSON.stringify(keys[pick % keys.length]);
      const head = `${JSON.stringify([value]).slice(0, -2)},`;
      const problem = refusal(`${head}${key}:0}]`);
      assert.deepEqual([problem.kind, problem.offset], ["duplicate_key", head.length]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("parseExact() gives offsets in UTF-16 units, whatever the length of the text", () => {
  for (
    const filler of ["", "é", "\u{1F600}", "\ufeff", "é".repeat(700_000), "x".repeat(2_000_000)]
  ) {
    const head = `[${JSON.stringify(filler)},`;
    assert.equal(refusal(`${head}1.5]`).offset, head.length);
  }
});

Deno.test("parseExact() finds a repeated key among very many in linear time", () => {
  const keys = Array.from({ length: 200_000 }, (_, i) => `"k${i}":${i}`);
  accepted(`{${keys.join(",")}}`);
  assert.equal(refusal(`{${keys.join(",")},"k77":1}`).kind, "duplicate_key");
});

Deno.test("parseExact() allows the same key in different objects", () => {
  accepted('[{"a":1},{"a":{"a":[{"a":1},{"a":2}]}}]');
  accepted('{"a":"a","b":{"a":1},"c":"a"}');
});

Deno.test("parseExact() bounds the nesting, however deep the text goes", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  accepted(nested(MAX_DEPTH));
  const problem = refusal(nested(MAX_DEPTH + 1));
  assert.deepEqual([problem.kind, problem.offset], ["too_deep", MAX_DEPTH]);
  assert.equal(refusal(nested(5_000_000)).kind, "too_deep");
  assert.equal(refusal("[".repeat(5_000_000)).kind, "too_deep");
  assert.equal(refusal('{"a":'.repeat(1_000_000)).kind, "too_deep");
});

Deno.test("parseExact() places syntax errors", () => {
  for (
    const [text, offset] of [
      ["", 0],
      ["   ", 0],
      ['{"a":1', 6],
      ['{"a":1}}', 7],
      ['{"a":nul}', 5],
      ["[1,2,]", 5],
      ["[1 2]", 3],
      ["// note\n1", 0],
    ] as const
  ) {
    const problem = refusal(text);
    assert.deepEqual([problem.kind, problem.offset], ["syntax", offset], text);
    assert.match(problem.message, /^not JSON: /);
  }
});

Deno.test("parseExact() quotes only the beginning of a huge refused part", () => {
  assert.ok(refusal("9".repeat(1_000_000)).message.length < 200);
  assert.ok(refusal("x".repeat(1_000_000)).message.length < 200);
});
