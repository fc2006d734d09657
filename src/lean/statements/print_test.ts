import assert from "node:assert/strict";
import { layOut } from "./layout.ts";
import { createPrinter } from "./print.ts";
import { Binder } from "./terms.ts";
import { type Builder, type Declared, factsWith } from "./testing/support.ts";

/** The term as one line. */
function shown(type: (b: Builder) => number, others: readonly Declared[] = []): string {
  const facts = factsWith([{ name: ".t", type }, ...others]);
  const claim = facts.terms.meanings.get(".t")!;
  return layOut(createPrinter(facts).term(claim.type), 1000);
}

const eq = (b: Builder, left: number, right: number) =>
  b.apply(".Eq", b.constant(".Nat"), left, right);
const add = (b: Builder, instance: number, left: number, right: number) => {
  const nat = b.constant(".Nat");
  const whole = b.apply(".instHAdd", nat, instance);
  return b.apply(".HAdd.hAdd", nat, nat, nat, whole, left, right);
};
const definition = (name: string): Declared => ({
  name,
  kind: "definition",
  type: (b) => b.constant(".Nat"),
});

Deno.test("a statement is shown in core notation", () => {
  assert.equal(
    shown((b) => eq(b, add(b, b.constant(".instAddNat"), b.nat(2), b.nat(2)), b.nat(4))),
    "2 + 2 = 4",
  );
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      const same = eq(b, b.bound(1), b.bound(0));
      const other = b.apply(".Not", eq(b, b.bound(2), b.bound(1)));
      return b.forall(".a", nat, b.forall(".b", nat, b.arrow(same, other)));
    }),
    "∀ (a b : Nat), a = b → ¬a = b",
  );
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      const predicate = b.fun(".n", nat, eq(b, b.bound(0), b.nat(1)));
      return b.apply(".And", b.apply(".Exists", nat, predicate), b.sort("0"));
    }),
    "(∃ (n : Nat), n = 1) ∧ Prop",
  );
});

Deno.test("an operator or a number shows the instance that is not the library's own", () => {
  const own = definition(".evil");
  assert.equal(
    shown((b) => eq(b, add(b, b.constant(".evil"), b.nat(2), b.nat(2)), b.nat(2)), [own]),
    "2 +[evil] 2 = 2",
  );
  // Made on the spot, of the library's own parts.
  assert.equal(
    shown((b) => {
      const first = b.fun(".a", b.constant(".Nat"), b.fun(".b", b.constant(".Nat"), b.bound(1)));
      const made = b.apply(".Add.mk", b.constant(".Nat"), first);
      return eq(b, add(b, made, b.nat(2), b.nat(2)), b.nat(2));
    }),
    "2 +[Add.mk (fun (a b : Nat) => a)] 2 = 2",
  );
  // A definition of the library that Lean does not find by itself.
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      const opposite = b.apply(".Ord.opposite", nat, b.constant(".instOrdNat"));
      return b.apply(".Ord.compare", nat, opposite, b.nat(1), b.nat(2));
    }),
    "Ord.compare [Ord.opposite instOrdNat] 1 2",
  );
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      const five = b.apply(".OfNat.ofNat", nat, b.natural(5), b.constant(".evil"));
      return eq(b, five, b.nat(4));
    }, [own]),
    "5[evil] = 4",
  );
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      const sum = add(b, b.bound(0), b.nat(1), b.nat(1));
      return b.forall(".inst", b.apply(".Add", nat), eq(b, sum, b.nat(2)), Binder.instance);
    }),
    "∀ [inst : Add Nat], 1 +[inst] 1 = 2",
  );
});

Deno.test("a type that nothing else tells is shown", () => {
  assert.equal(
    shown((b) => b.apply(".List.nil", b.constant(".Nat"))),
    "@List.nil Nat",
  );
  assert.equal(
    shown((b) => {
      const fin = b.apply(".Fin", b.nat(1));
      const digits = b.natural(0);
      return b.apply(".OfNat.ofNat", fin, digits, b.apply(".instOfNatNat", digits));
    }),
    "(0 : Fin 1)",
  );
});

Deno.test("no name looks like another one", () => {
  // A Greek capital letter, a right-to-left override, and what belongs to a module only.
  assert.equal(shown((b) => b.constant(".\u039dat"), [definition(".\u039dat")]), "«\\u{39d}at»");
  assert.equal(shown((b) => b.constant(".a\u202eb")), "«a\\u{202e}b»");
  assert.equal(shown((b) => b.constant("._private.A.B#0.N.safe")), "A.B::N.safe");
  assert.equal(shown((b) => b.constant(".«»= x")), "«\\u{ab}\\u{bb}= x»");
  assert.equal(shown((b) => b.constant(".μ.step")), "μ.step");
  // A variable is called like no other in scope, and like no constant.
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      return b.forall(".x", nat, b.forall(".x", nat, eq(b, b.bound(0), b.bound(1))));
    }),
    "∀ (x x_1 : Nat), x_1 = x",
  );
  assert.equal(
    shown((b) => {
      const nat = b.constant(".Nat");
      return b.forall(".Nat", nat, eq(b, b.bound(0), b.bound(0)));
    }),
    "∀ (Nat_1 : Nat), Nat_1 = Nat_1",
  );
});

Deno.test("core notation is for the library's own constants only", () => {
  const own: Declared = { name: ".Eq", kind: "definition", type: (b) => b.sort("0") };
  assert.equal(shown((b) => eq(b, b.nat(1), b.nat(2)), [own]), "Eq 1 2");
});

Deno.test("sorts, functions, definitions within terms and projections are shown", () => {
  assert.equal(shown((b) => b.arrow(b.sort("1"), b.sort(".u+1"))), "Type → Type u");
  assert.equal(shown((b) => b.sort("(max .u 1)")), "Sort (max u 1)");
  assert.equal(
    shown((b) => b.let(".x", b.constant(".Nat"), b.nat(1), eq(b, b.bound(0), b.nat(1)))),
    "let x : Nat := 1; x = 1",
  );
  assert.equal(shown((b) => b.project(".Prod", 1, b.string('a"\n'))), '"a\\"\\n".Prod#2');
});
