import assert from "node:assert/strict";
import { codePoints, columnAt, createLocator, placeOf } from "./position.ts";

Deno.test("columnAt() counts code points from 1", () => {
  assert.equal(columnAt("abc", 0), 1);
  assert.equal(columnAt("abc", 2), 3);
  // U+1F600 takes two UTF-16 units and is one column.
  assert.equal(columnAt("é\u{1F600}x", 3), 3);
  assert.equal(columnAt("abc", 99), 4, "Past the end is the column after the last");
});

Deno.test("codePoints() counts a lone surrogate as one", () => {
  assert.equal(codePoints("\ud83dx\ude00\ud83d", 0, 4), 4);
});

Deno.test("placeOf() ends a line at a line feed and at nothing else", () => {
  const text = "a\r\u2028b\r\n\ufeffc";
  assert.deepEqual(placeOf(text, text.indexOf("b")), { line: 1, column: 4 });
  assert.deepEqual(placeOf(text, text.indexOf("\n")), { line: 1, column: 6 });
  assert.deepEqual(placeOf(text, text.indexOf("c")), { line: 2, column: 2 });
  assert.deepEqual(placeOf(text, 99), { line: 2, column: 3 });
  assert.deepEqual(placeOf("", 0), { line: 1, column: 1 });
});

Deno.test("createLocator() gives for rising offsets what placeOf() gives for each", () => {
  const text = "one\n\n\u{1F600}two é\nlast";
  const position = createLocator(text);
  for (let offset = 0; offset <= text.length; offset++) {
    const inside = text.codePointAt(offset - 1)! > 0xffff;
    if (!inside) assert.deepEqual(position(offset), placeOf(text, offset), `offset ${offset}`);
  }
});
