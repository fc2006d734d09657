import assert from "node:assert/strict";
import { scanSource } from "../scan.ts";
import { splitText } from "./split.ts";

/**
 * Which forms of `open` let scoped syntax hold. Lean 4.28 warns of a sorry on exactly the lines marked so: on
 * the others it reads the token.
 */
const OPENED = `
structure P where
  p : Nat
namespace M
scoped notation "⟨sorry⟩" => (3 : Nat)
def k := 1
end M
def Foo.M := 1
namespace X.M
def y := 1
end X.M
section
open M hiding k
def c1 : Nat := ⟨sorry⟩
end
section
open M renaming k → kk
def c2 : P := ⟨sorry⟩ -- sorry
end
section
open M (k)
def c3 : P := ⟨sorry⟩ -- sorry
end
section
open Foo (M)
def c4 : P := ⟨sorry⟩ -- sorry
end
section
open X.M
def c5 : P := ⟨sorry⟩ -- sorry
end
section
open scoped M
@[simp] def c6 : Nat := ⟨sorry⟩
end
def c7 : Nat := open scoped M in ⟨sorry⟩
open scoped M in
def c8 : Nat := ⟨sorry⟩
def c9 : P := ⟨sorry⟩ -- sorry
section
open M
open M in
def c10 : Nat := ⟨sorry⟩
section
open M
end
def c11 : Nat := ⟨sorry⟩
end
def c12 : P := ⟨sorry⟩ -- sorry
section
open «M»
def c13 : Nat := ⟨sorry⟩
end
section
open Foo in
open M
def c15 : P := ⟨sorry⟩ -- sorry
end
section
open _root_.M
def c14 : Nat := ⟨sorry⟩
end
`;

Deno.test("scoped syntax holds behind an open of its namespace, but not of single names of it", () => {
  const found = scanSource("A.lean", OPENED).map(({ rule, line }) => `${rule} ${line}`);
  const marked = OPENED.split("\n").flatMap((line, k) =>
    line.endsWith("-- sorry") ? [`sorry ${k + 1}`] : []
  );
  assert.equal(marked.length, 7);
  assert.deepEqual(found, marked);
});

Deno.test("syntax that 'open scoped' lets hold hides no code behind it", () => {
  const text = [
    "namespace M",
    'scoped notation "f/-" => 1',
    "end M",
    "open scoped M",
    "def a := f/- + 1",
    "axiom b : False",
    "",
  ].join("\n");
  const found = scanSource("A.lean", text).map(({ rule, line }) => `${rule} ${line}`);
  assert.deepEqual(found.slice(-1), ["axiom 6"]);
});

Deno.test("a namespace that is opened again and again is held but once", () => {
  const many = 10_000;
  const text = [
    "namespace A",
    ...Array.from({ length: many }, (_, k) => `scoped notation "⟨sorry ${k}⟩" => 1`),
    "end A",
    ..."open A\n".repeat(many).split("\n"),
    "def a := ⟨sorry 7⟩",
    "",
  ].join("\n");
  assert.deepEqual(scanSource("A.lean", text), []);
});

Deno.test("namespaces may be nested as deep as a text is long", () => {
  const text = `notation "[sorry]" => 1\n${"namespace abcdefghij\n".repeat(50_000)}axiom a : b\n`;
  const { commands } = splitText(text, []);
  assert.equal(commands().length, 50_002);
});

/** The same of `open … in` in terms. */
const OPENED_IN_TERMS = `
structure P where
  p : Nat
namespace M
scoped notation "⟨sorry⟩" => (3 : Nat)
end M
namespace K
scoped notation "‹sorry›" => (3 : Nat)
scoped notation "f/-" => (3 : Nat)
end K
def a1 : Nat × P := ((open M in ⟨sorry⟩), ⟨sorry⟩) -- sorry
def a2 : Nat × Nat := (open M in (⟨sorry⟩, ⟨sorry⟩))
def a3 : Nat × P := ((open M in (open M in ⟨sorry⟩) + ⟨sorry⟩), ⟨sorry⟩) -- sorry
open M in
def a4 : Nat × Nat := ((open M in ⟨sorry⟩), ⟨sorry⟩)
open K in
def a5 : Nat × Nat := ((open M in ⟨sorry⟩), ‹sorry›)
def a6 : Nat × Nat := open K in ((open M in ⟨sorry⟩), f/-)
def a7 : P := ⟨sorry⟩ -- sorry
`;

Deno.test("what a term opens holds in it", () => {
  const found = scanSource("A.lean", OPENED_IN_TERMS).filter(({ rule }) => rule === "sorry");
  const marked = OPENED_IN_TERMS.split("\n").flatMap((line, k) =>
    line.endsWith("-- sorry") ? [k + 1] : []
  );
  assert.equal(marked.length, 3);
  assert.deepEqual(found.map(({ line }) => line), marked);
});

Deno.test("only the modifier of a notation itself makes it local or scoped", () => {
  // Lean 4.28 warns of a sorry in both theorems.
  const text = [
    "namespace N",
    "theorem foo : 1 = 1 := rfl",
    "attribute [scoped simp] foo in",
    'notation "g/-" => (1 : Nat)',
    "end N",
    "def a := g/- + 1",
    "theorem b : 1 = 2 := sorry",
    "section",
    "attribute [local simp] N.foo in",
    'notation "h/-" => (1 : Nat)',
    "end",
    "def c := h/- + 1",
    "theorem d : 1 = 2 := sorry",
    "",
  ].join("\n");
  const found = scanSource("A.lean", text).filter(({ rule }) => rule === "sorry");
  assert.deepEqual(found.map(({ line }) => line), [7, 13]);
});
