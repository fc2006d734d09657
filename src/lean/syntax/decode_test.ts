import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeSource } from "./decode.ts";

Deno.test("decodeSource() keeps a byte order mark", () => {
  assert.deepEqual(decodeSource(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), { text: "\ufeffa" });
});

Deno.test("decodeSource() places the first invalid byte", () => {
  const rows: readonly (readonly [readonly number[], number, number, number])[] = [
    [[0x61, 0x80], 2, 0x80, 1],
    [[0xc0, 0xaf], 1, 0xc0, 2], // an overlong slash
    [[0xed, 0xa0, 0x80], 1, 0xed, 3], // a surrogate
    [[0xf4, 0x90, 0x80, 0x80], 1, 0xf4, 4], // past U+10FFFF
    [[0xc3, 0xa9, 0xe2, 0x82], 2, 0xe2, 1], // cut short by the end
    [[0xf0, 0x9d, 0x94, 0x61], 1, 0xf0, 1],
  ];
  for (const [bytes, column, byte, count] of rows) {
    const { invalid } = decodeSource(new Uint8Array(bytes));
    assert.deepEqual(invalid, { line: 1, column, byte, count });
  }
});

Deno.test("decodeSource() counts one invalid sequence for each replacement character", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
    const { text, invalid } = decodeSource(bytes);
    const genuine = bytes.join().split("239,191,189").length - 1;
    assert.equal(text.split("\ufffd").length - 1 - genuine, invalid?.count ?? 0);
  }));
});
