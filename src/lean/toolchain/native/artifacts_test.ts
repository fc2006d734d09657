import assert from "node:assert/strict";
import { countRebuilt } from "./artifacts.ts";

Deno.test("countRebuilt() counts new and changed traces only", () => {
  const before = new Map([["A", "1"], ["B", "1"], ["Gone", "1"]]);
  assert.equal(countRebuilt(before, new Map([["A", "1"], ["B", "2"], ["C", "1"]])), 2);
  assert.equal(countRebuilt(before, before), 0);
});
