import assert from "node:assert/strict";
import { axiomsInUse, axiomUses, type Permission } from "./axioms.ts";
import { constant, factsOf, own } from "./testing/support.ts";

const nothing: Permission = () => false;
const uses = (facts: ReturnType<typeof factsOf>, permits = nothing, libraryIsStubs = true) =>
  axiomUses({ facts: { ...facts, libraryIsStubs }, permits }).map((
    { declaration, axiom, through },
  ) => `${declaration} ${axiom} ${through}`);

Deno.test("axiomUses() follows types as well as bodies, through any number of steps", () => {
  const facts = factsOf([
    own(".A", "axiom"),
    own(".D", "definition", { body: [".A"] }),
    own(".t", "theorem", { type: [".D"] }),
    own(".free", "theorem", { body: [".propext"] }),
    constant(".propext", "axiom"),
  ]);
  assert.deepEqual(uses(facts), [".D .A .A", ".t .A .D"]);
  assert.deepEqual(axiomsInUse(facts), [".A", ".propext"]);
});

Deno.test("axiomUses() passes over the standard axioms by their exact names alone", () => {
  const facts = factsOf([
    constant(".Quot.sound", "axiom"),
    constant(".Classical.choice", "axiom"),
    own(".Quot\\.sound", "axiom"),
    own(".a", "theorem", { body: [".Quot.sound", ".Classical.choice"] }),
    own(".b", "theorem", { body: [".Quot\\.sound"] }),
  ]);
  assert.deepEqual(uses(facts), [".b .Quot\\.sound .Quot\\.sound"]);
});

Deno.test("axiomUses() takes a theorem without its body for no axiom where the library has no bodies", () => {
  const facts = factsOf([
    constant(".Nat.add_comm", "axiom"),
    constant(".Lean.ofReduceBool", "axiom"),
    own(".a", "theorem", { body: [".Nat.add_comm"] }),
    own(".b", "theorem", { body: [".Lean.ofReduceBool"] }),
  ]);
  assert.deepEqual(uses(facts), [".b .Lean.ofReduceBool .Lean.ofReduceBool"]);
  // Where bodies are at hand, what has none is an axiom.
  assert.deepEqual(uses(facts, nothing, false), [
    ".b .Lean.ofReduceBool .Lean.ofReduceBool",
    ".a .Nat.add_comm .Nat.add_comm",
  ]);
});

Deno.test("axiomUses() leads through the library's own constants, and reports the package's", () => {
  const facts = factsOf([
    constant(".Dep.hole", "theorem", { body: [".sorryAx"] }),
    constant(".sorryAx", "axiom"),
    own(".t", "theorem", { body: [".Dep.hole"] }),
  ]);
  assert.deepEqual(uses(facts, nothing, false), [".t .sorryAx .Dep.hole"]);
});

Deno.test("axiomUses() ends at a declaration that is permitted: what rests on it is free", () => {
  const facts = factsOf([
    own(".A", "axiom"),
    own(".a", "theorem", { body: [".A"] }),
    own(".b", "theorem", { body: [".a"] }),
    own(".c", "theorem", { body: [".A"] }),
  ]);
  assert.deepEqual(uses(facts, (declaration) => declaration === ".a"), [".c .A .A"]);
  assert.deepEqual(uses(facts, (declaration, axiom) => declaration === axiom), []);
});

Deno.test("axiomUses() ends on constants that name each other", () => {
  const facts = factsOf([
    constant(".sorryAx", "axiom"),
    own(".T", "inductive", { body: [".T.mk"] }),
    own(".T.mk", "constructor", { type: [".T"], body: [".T", ".sorryAx"] }),
  ]);
  assert.deepEqual(uses(facts), [".T.mk .sorryAx .sorryAx", ".T .sorryAx .T.mk"]);
});
