import assert from "node:assert/strict";
import { equatedWith } from "./equated.ts";
import { factsWith } from "./testing/support.ts";

Deno.test("equatedWith() gives the function on the left of an equation, and of nothing else", () => {
  const facts = factsWith([
    {
      name: ".good",
      type: (b) => b.apply(".Eq", b.constant(".Nat"), b.apply(".Model.run", b.nat(1)), b.nat(2)),
    },
    {
      name: ".turned",
      type: (b) => b.apply(".Eq", b.constant(".Nat"), b.nat(2), b.apply(".Model.run", b.nat(1))),
    },
    { name: ".empty", type: (b) => b.constant(".True") },
    {
      name: ".assumed",
      type: (b) =>
        b.arrow(
          b.constant(".False"),
          b.apply(".Eq", b.constant(".Nat"), b.apply(".Model.run", b.nat(1)), b.nat(2)),
        ),
    },
  ]);
  assert.equal(equatedWith(facts, ".good"), ".Model.run");
  assert.notEqual(equatedWith(facts, ".turned"), ".Model.run");
  assert.equal(equatedWith(facts, ".empty"), undefined);
  assert.equal(equatedWith(facts, ".assumed"), undefined);
  assert.equal(equatedWith(facts, ".absent"), undefined);
});
