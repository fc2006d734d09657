import assert from "node:assert/strict";
import { nameParts, shownName, writtenModule } from "./names.ts";

Deno.test("nameParts() tells words, numbers and marks within words apart", () => {
  assert.deepEqual(nameParts(".Foo.bar"), ["Foo", "bar"]);
  assert.deepEqual(nameParts("._private.M#0.f"), ["_private", "M", 0, "f"]);
  assert.deepEqual(nameParts(".a\\.b.c\\#1"), ["a.b", "c#1"]);
  assert.deepEqual(nameParts(".back\\\\slash"), ["back\\slash"]);
  assert.deepEqual(nameParts(""), []);
});

Deno.test("shownName() shows a private name as its author wrote it, and quotes what needs it", () => {
  assert.equal(shownName("._private.Gate.Lemmas#0.Gate.False"), "Gate.False");
  assert.equal(shownName(".Foo.«»"), "Foo.««»»");
  assert.equal(shownName(".Foo.two words"), "Foo.«two words»");
  assert.equal(shownName(".two\nlines.\u202E"), "«two\\u{a}lines».«\\u{202e}»");
  assert.equal(shownName(""), "[anonymous]");
  // A word that contains the separator is not two words.
  assert.equal(shownName(".Quot\\.sound"), "«Quot.sound»");
  assert.equal(shownName(".Quot.sound"), "Quot.sound");
});

Deno.test("writtenModule() writes the name of a module as Lean has it", () => {
  assert.equal(writtenModule("Lifecycle.Proofs"), ".Lifecycle.Proofs");
  assert.equal(writtenModule("My.«odd-name.x»"), ".My.odd-name\\.x");
});
