import assert from "node:assert/strict";
import { unwrittenBinders } from "./signature.ts";
import { Binder } from "./terms.ts";
import { type Builder, factsWith, sourceOf } from "./testing/support.ts";

/** Binders of the kernel's type, outermost first; `[C]` is an instance, `→` an arrow. */
function unwritten(text: string, binders: readonly string[]): number {
  const type = (b: Builder) =>
    binders.reduceRight((body, binder) => {
      if (binder === "→") return b.arrow(b.constant(".P"), body);
      return binder.startsWith("[")
        ? b.forall(".inst._@.M#1._hygCtx._hyg#2", b.constant(".C"), body, Binder.instance)
        : b.forall(
          binder === "_" ? ".x._@.M#1._hygCtx._hyg#2" : `.${binder}`,
          b.constant(".Nat"),
          body,
        );
    }, b.constant(".True"));
  const column = text.search(/ t\b/) + 2;
  const facts = factsWith([{ name: ".t", type, place: [1, column] }]);
  return unwrittenBinders(facts, sourceOf(text), facts.terms.meanings.get(".t")!);
}

Deno.test("what the signature binds is written", () => {
  assert.equal(unwritten("theorem t : P", []), 0);
  assert.equal(unwritten("theorem t (a b : Nat) {c : Nat} : P", ["a", "b", "c"]), 0);
  assert.equal(unwritten("theorem t.{u, v} (a : Nat) [C a] (_ : P) : P", ["a", "[C]", "_"]), 0);
  assert.equal(unwritten("theorem t (h : a = (b : Nat)) : P → Q := by simp", ["h", "→"]), 0);
  assert.equal(unwritten("theorem t : ∀ x y, P x → ∀ z, Q z", ["x", "y", "→", "z"]), 0);
  assert.equal(unwritten("theorem t : ∀ (x : Nat) [C], ∀ y : Nat, P", ["x", "[C]", "y"]), 0);
  assert.equal(unwritten("theorem t : P → Q", ["→"]), 0);
  assert.equal(unwritten("protected theorem t a b : P", ["a", "b"]), 0);
  assert.equal(unwritten("theorem t («odd name» : Nat) : P", ["odd name"]), 0);
});

Deno.test("what `variable` and `include` bind is not", () => {
  assert.equal(unwritten("theorem t : 1 = 2", ["[Bounded]"]), 1);
  assert.equal(unwritten("theorem t : 1 = 2", ["h"]), 1);
  assert.equal(unwritten("theorem t : P → Q", ["h", "→"]), 1);
  assert.equal(unwritten("theorem t (a : Nat) : P", ["h", "[C]", "a"]), 2);
  assert.equal(unwritten("theorem t : ∀ x, P", ["h", "x"]), 1);
  // The same name twice: the outer one is the variable.
  assert.equal(unwritten("theorem t (x : Nat) : P", ["x", "x"]), 1);
  assert.equal(unwritten("theorem t (_ : P) : Q", ["[C]", "_"]), 1);
  // A hypothesis that only a macro can name so is no arrow of the statement.
  assert.equal(unwritten("theorem t : (∀ h, P h) → Q", ["h", "→"]), 1);
});

Deno.test("a text that is not understood hides nothing", () => {
  assert.equal(unwritten("checked t ⟪h⟫ 1 = 2", ["h"]), 1);
  assert.equal(unwritten("theorem t : (x : Nat) → P x", ["x"]), 1);
  assert.equal(unwritten("theorem t (a : Nat) : oddly a", ["h", "a", "x"]), 1);
  assert.equal(unwritten("theorem t : ∀∀ h, P", ["h"]), 1);
});
