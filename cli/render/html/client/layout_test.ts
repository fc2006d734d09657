import assert from "node:assert/strict";
import { boxesOf, curve } from "./layout.js";

Deno.test("boxesOf() draws a place where the project says, and no two in one spot", () => {
  const places = [{ id: "a", label: "A", column: 2, row: 1 }, { id: "b", column: 0, row: 0 }, {
    id: "c",
  }];
  const { boxes, width, height } = boxesOf(places, [["a", "b", 1], ["b", "unknown", 2]]);
  assert.deepEqual([...boxes.keys()], ["a", "b", "c", "unknown"]);
  const [a, b] = [boxes.get("a")!, boxes.get("b")!];
  assert.equal(a.label, "A");
  assert.ok(a.x > b.x && a.y > b.y);
  const spots = [...boxes.values()].map(({ x, y }) => `${x},${y}`);
  assert.equal(new Set(spots).size, 4);
  for (const box of boxes.values()) {
    assert.ok(box.x + box.width <= width && box.y + box.height <= height, box.id);
  }
});

Deno.test("boxesOf() has nothing to draw of nothing", () => {
  assert.equal(boxesOf([], []).boxes.size, 0);
});

Deno.test("curve() goes there and back by two ways", () => {
  const { boxes } = boxesOf([{ id: "a" }, { id: "b" }], []);
  const [a, b] = [boxes.get("a")!, boxes.get("b")!];
  const bend = (path: string) => Number(/Q[\d.]+ ([\d.]+)/.exec(path)![1]);
  assert.notEqual(bend(curve(a, b)), bend(curve(b, a)));
  assert.doesNotMatch(curve(a, a), /NaN|Infinity/);
});
