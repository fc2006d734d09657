import assert from "node:assert/strict";
import { createDigester } from "./digest.ts";
import { type Builder, type Declared, factsWith } from "./testing/support.ts";

/** The digest of a theorem that says `safe x`, with further constants. */
function digestOf(declared: readonly Declared[], name = ".t"): string {
  const facts = factsWith(declared);
  return createDigester(facts).digest(facts.terms.meanings.get(name)!);
}

const theorem = (name = ".t", variable = ".x"): Declared => ({
  name,
  type: (b) => b.forall(variable, b.constant(".Nat"), b.apply(".safe", b.bound(0))),
});
const define = (name: string, value: (b: Builder) => number): Declared => ({
  name,
  kind: "definition",
  type: (b) => b.arrow(b.constant(".Nat"), b.sort("0")),
  value,
});
const always = (b: Builder) => b.fun(".n", b.constant(".Nat"), b.constant(".True"));
const never = (b: Builder) => b.fun(".n", b.constant(".Nat"), b.constant(".False"));
const by = (name: string) => (b: Builder) =>
  b.fun(".n", b.constant(".Nat"), b.apply(name, b.bound(0)));

Deno.test("the digest is that of all that the statement unfolds to", () => {
  const before = digestOf([theorem(), define(".safe", by(".inner")), define(".inner", always)]);
  assert.match(before, /^[0-9a-f]{40}$/);
  const changed = digestOf([theorem(), define(".safe", by(".inner")), define(".inner", never)]);
  assert.notEqual(changed, before);
  assert.notEqual(digestOf([theorem(), define(".safe", always)]), before);
});

Deno.test("neither order, other constants nor names of variables change a digest", () => {
  const before = digestOf([theorem(), define(".safe", always)]);
  assert.equal(digestOf([define(".other", never), define(".safe", always), theorem()]), before);
  assert.equal(digestOf([theorem(".t", ".renamed"), define(".safe", always)]), before);
  // Its own name does not count either: a renamed theorem is known by it.
  assert.equal(digestOf([theorem(".u"), define(".safe", always)], ".u"), before);
});

Deno.test("a proof within a definition does not count, what it proves elsewhere does", () => {
  const proof = (name: string): Declared => ({ name, type: (b) => b.constant(".True") });
  const using = (name: string) => (b: Builder) =>
    b.fun(".n", b.constant(".Nat"), b.apply(".keep", b.apply(name, b.bound(0))));
  const with1 = digestOf([theorem(), define(".safe", using(".p1")), proof(".p1")]);
  const with2 = digestOf([theorem(), define(".safe", using(".p2")), proof(".p2")]);
  assert.equal(with1, with2);
  const data = digestOf([theorem(), define(".safe", using(".p1")), define(".p1", always)]);
  assert.notEqual(data, with1);
});

Deno.test("the constructors of a type count, and what they ask for", () => {
  const inductive = (constructor: (b: Builder) => number): Declared[] => [
    {
      name: ".safe",
      kind: "inductive",
      type: (b) => b.arrow(b.constant(".Nat"), b.sort("0")),
      body: [".safe.mk"],
    },
    { name: ".safe.mk", kind: "constructor", type: constructor, body: [".safe"] },
  ];
  const one = inductive((b) => b.apply(".safe", b.nat(1)));
  const any = inductive((b) => b.forall(".n", b.constant(".Nat"), b.apply(".safe", b.bound(0))));
  assert.notEqual(digestOf([theorem(), ...one]), digestOf([theorem(), ...any]));
});

Deno.test("dependencies() names the package's constants only, sorted", () => {
  const facts = factsWith([theorem(), define(".safe", by(".inner")), define(".inner", always)]);
  const claim = facts.terms.meanings.get(".t")!;
  assert.deepEqual(createDigester(facts).dependencies(claim), [".inner", ".safe"]);
});

Deno.test("a deep term has a digest", () => {
  const deep: Declared = {
    name: ".t",
    type: (b) => {
      let term = b.nat(0);
      for (let i = 0; i < 100_000; i++) term = b.apply(".Nat.succ", term);
      return term;
    },
  };
  assert.match(digestOf([deep]), /^[0-9a-f]{40}$/);
});
