import assert from "node:assert/strict";
import fc from "fast-check";
import { wrapped, wrapWidth } from "./wrap.ts";

Deno.test("wrapped() breaks at words and aligns continued lines with their column", () => {
  assert.equal(
    wrapped("  scan       find what could pass for proved without a proof", 40),
    "  scan       find what could pass for\n             proved without a proof",
  );
  assert.equal(
    wrapped("A line without a table that is too long for the terminal", 40),
    "A line without a table that is too long\nfor the terminal",
  );
  assert.equal(
    wrapped("  help: a hint that is longer than the width of it", 40),
    "  help: a hint that is longer than the\n    width of it",
  );
});

Deno.test("wrapped() counts no column for colours", () => {
  const text = `\x1b[31m${"word ".repeat(7).trim()}\x1b[39m`;
  assert.equal(wrapped(text, 40), text);
  assert.equal(wrapped(text, 30).split("\n").length, 2);
});

Deno.test("wrapped() keeps every word in order, and no line with two words is too wide", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", "é", "|"),
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(fc.property(
    fc.array(word),
    fc.integer({ min: 40, max: 200 }),
    fc.nat(8),
    (words, width, indent) => {
      const text = " ".repeat(indent) + words.join(" ");
      const lines = wrapped(text, width).split("\n");
      assert.equal(lines.join("").replaceAll(/\s/g, ""), words.join(""));
      for (const line of lines) {
        assert.ok([...line].length <= width || !/\S\s+\S/.test(line), JSON.stringify(line));
      }
    },
  ));
});

Deno.test("wrapWidth() keeps to 40 and 200 columns", () => {
  assert.deepEqual([1, 40, 100, 200, 1_000].map(wrapWidth), [40, 40, 100, 200, 200]);
});
