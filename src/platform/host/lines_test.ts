import assert from "node:assert/strict";
import fc from "fast-check";
import { splitLines } from "./lines.ts";

function split(...chunks: readonly Uint8Array[]): string[] {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.flush();
  return lines;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The bytes, cut at these places. */
function cut(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.map((place) => place % (whole.length + 1)), whole.length];
  edges.sort((a, b) => a - b);
  return edges.slice(1).map((edge, i) => whole.subarray(edges[i]!, edge));
}

Deno.test("splitLines() gives each line without its end, LF or CRLF", () => {
  assert.deepEqual(split(bytes("one\ntwo\r\n\nfour\n")), ["one", "two", "", "four"]);
});

Deno.test("splitLines() gives the unfinished last line on flush, and no empty one", () => {
  assert.deepEqual(split(bytes("one\ntwo")), ["one", "two"]);
  assert.deepEqual(split(bytes("one\n")), ["one"]);
  assert.deepEqual(split(), []);
});

Deno.test("splitLines() keeps a carriage return that ends no line", () => {
  assert.deepEqual(split(bytes("10%\r20%\n")), ["10%\r20%"]);
});

Deno.test("splitLines() joins a CRLF and a character that were cut apart", () => {
  assert.deepEqual(split(bytes("one\r"), bytes("\ntwo\n")), ["one", "two"]);
  const [first, second, third] = bytes("∀");
  assert.deepEqual(
    split(new Uint8Array([first!]), new Uint8Array([second!, third!, 10])),
    ["∀"],
  );
});

Deno.test("splitLines() gives a line as soon as its end is there", () => {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  splitter.push(bytes("one"));
  assert.deepEqual(lines, []);
  splitter.push(bytes("\ntw"));
  assert.deepEqual(lines, ["one"]);
});

Deno.test("splitLines() replaces bytes that are no UTF-8", () => {
  assert.deepEqual(split(new Uint8Array([0x61, 0xff, 0x62, 10])), ["a\ufffdb"]);
});

Deno.test("splitLines() gives the same lines however the bytes are cut", () => {
  const line = fc.string({ unit: fc.constantFrom("a", " ", "\r", "é", "∀", "🙂") })
    .filter((text) => !text.endsWith("\r"));
  const input = fc.record({
    lines: fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))),
    places: fc.array(fc.nat()),
  });
  fc.assert(fc.property(input, ({ lines, places }) => {
    const whole = bytes(lines.map(([text, end]) => text + end).join(""));
    assert.deepEqual(split(...cut(whole, places)), lines.map(([text]) => text));
  }));
});
