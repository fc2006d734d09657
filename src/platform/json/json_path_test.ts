import assert from "node:assert/strict";
import { offsetOf, pathText } from "./json_path.ts";

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
