import assert from "node:assert/strict";
import { columnAt, offsetOf, pathText } from "./position.ts";

Deno.test("columnAt() counts code points from 1", () => {
  assert.equal(columnAt("abc", 0), 1);
  assert.equal(columnAt("abc", 2), 3);
  // U+1F600 takes two UTF-16 units and is one column.
  assert.equal(columnAt("é\u{1F600}x", 3), 3);
  assert.equal(columnAt("abc", 99), 4, "Past the end is the column after the last");
});

Deno.test("offsetOf() finds the value, or its nearest ancestor", () => {
  const text = '{"a": [10, {"b": 7}], "c": 1}';
  assert.equal(offsetOf(text, ["a", 1, "b"]), text.indexOf("7"));
  assert.equal(offsetOf(text, ["a", 1, "missing"]), text.indexOf('{"b"'));
  assert.equal(offsetOf(text, ["missing"]), 0);
  assert.equal(offsetOf(text, []), 0);
});

Deno.test("pathText() writes paths as a reader does", () => {
  assert.equal(pathText(["events", 3, "key", 2]), "events[3].key[2]");
  assert.equal(pathText([]), "");
});
