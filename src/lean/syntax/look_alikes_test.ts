import assert from "node:assert/strict";
import { isDisguised, skeleton, UNICODE_VERSION } from "./look_alikes.ts";

Deno.test("skeleton() is the same for texts that look alike", () => {
  // From the examples of UTS 39, and Greek and Cyrillic letters in Latin words.
  const pairs = [
    ["pаypаl", "paypal"],
    ["ѕсоре", "scope"],
    ["Νat", "Nat"],
    ["Тrue", "True"],
    ["\u2212", "-"],
    ["a\uff1a", "a:"],
    ["\u212a", "K"],
  ] as const;
  for (const [one, other] of pairs) {
    assert.equal(skeleton(one), skeleton(other), one);
    assert.ok(isDisguised(one) && !isDisguised(other), one);
  }
  assert.match(UNICODE_VERSION, /^\d+\.\d+\.\d+$/);
});

Deno.test("skeleton() tells letters of mathematics from plain ones", () => {
  for (const [one, other] of [["ℕ", "N"], ["𝓝", "N"], ["→", "->"], ["x₁", "x1"], ["β", "b"]]) {
    assert.notEqual(skeleton(one!), skeleton(other!), one);
  }
  for (const plain of ["ℕ", "𝔸", "x₁", "∀", "∧", "l1I0O"]) assert.ok(!isDisguised(plain), plain);
});
