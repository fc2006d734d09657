/** Statements that say less, or something else, than they seem to. */
import assert from "node:assert/strict";
import type { OwnConstant } from "./facts.ts";
import { judge, own } from "./testing/support.ts";

Deno.test("audit() tells hypotheses that never hold from those that may", () => {
  const flags: OwnConstant["flags"] = ["assumes_false"];
  const constants = [
    own(".t", "theorem", { flags }),
    // Made by Lean, as the equations of a match on a false hypothesis are.
    own(".t.match_1", "theorem", { flags }),
    own(".f", "definition", { flags }),
    own(".Magic", "inductive", { never: [".boom"] }),
    own(".Magic.boom", "theorem", { type: [".Magic"], head: ".False" }),
    own(".not_magic", "theorem", { type: [".Magic"], head: ".False" }),
    // A definition may prove a proposition too, and a hypothesis hide what it is.
    own(".p", "definition", { flags: ["assumes_false", "assumes_never", "claim"] }),
    own(".u", "theorem", { flags: ["assumes_never"] }),
    own(".v", "definition", { flags: ["assumes_never"] }),
    // That nothing is of a type is no field of it.
    own(".Even", "inductive"),
    own(".Even.not_one", "theorem", { type: [".Even"], head: ".False" }),
    own(".Mute", "inductive", { never: [".x"] }),
  ];
  const places = {
    ".t": [1, 9],
    ".f": [2, 5],
    ".Magic": [3, 7],
    ".Magic.boom": [4, 3],
    ".not_magic": [5, 9],
    ".p": [6, 5],
    ".u": [7, 9],
    ".v": [8, 5],
    ".Even": [9, 11],
    ".Even.not_one": [10, 9],
    ".Mute": [11, 11],
  };
  assert.deepEqual(judge({ constants, places: places as never }), [
    "vacuous error 1:9",
    "vacuous warning 4:3",
    "vacuous error 6:5",
    "vacuous warning 7:9",
    "vacuous warning 11:11",
  ]);
});

/** A definition that the library has an instance for, of the class and the type. */
function instance(name: string, head: string, type: string) {
  return own(name, "definition", { head, rival: [head, type] });
}

Deno.test("audit() warns of names and instances that change what statements mean", () => {
  const constants = [
    own("._private.M#0.Deep.False", "definition"),
    own(".Deep.Nat.le", "definition", { hides: ".Nat.le" }),
    own(".Deep.Nat.add_comm", "theorem", { hides: ".Nat.add_comm" }),
    instance(".five", ".OfNat", ".Nat"),
    own(".mine", "definition", { head: ".OfNat" }),
    instance(".any", ".Add", ""),
    own(".Deep.Nat", "definition", { flags: ["protected"] }),
  ];
  const places = Object.fromEntries(
    constants.map(({ name }, i) => [name, [i + 1, 5] as const]),
  );
  assert.deepEqual(
    judge({ constants, places, classes: [".OfNat"] }),
    [1, 2, 4, 6].map((line) => `shadow warning ${line}:5`),
  );
});

Deno.test("audit() refuses claims that speak of an instance that rivals the library's, however it was made", () => {
  const rivals: [string, [string, string]][] = [
    [".t", [".Add", ".Nat"]],
    // Where it is declared it is reported already.
    [".five", [".OfNat", ".Nat"]],
    [".nobodys", [".Add", ".Nat"]],
  ];
  const constants = [
    own(".t", "theorem"),
    instance(".five", ".OfNat", ".Nat"),
    own(".u", "theorem"),
  ];
  const places = { ".t": [1, 5], ".five": [2, 5], ".u": [3, 5] } as const;
  assert.deepEqual(
    judge({ constants, places, classes: [".OfNat"], rivals }),
    ["shadow error 1:5", "shadow warning 2:5"],
  );
});

Deno.test("audit() refuses another coercion of the library's types, whatever declares it", () => {
  const constants = [instance(".c", ".Coe", ".Bool"), instance(".a", ".Add", ".Nat")];
  const places = { ".c": [1, 5], ".a": [2, 5] } as const;
  const text = "def c : Coe Bool Prop := x\ndef a : Add Nat := x";
  assert.deepEqual(judge({ constants, places, text }), ["shadow error 1:5"]);
});

Deno.test("audit() warns of literals that are by themselves something of the package's own", () => {
  const literal = (name: string, head: string, flags: OwnConstant["flags"]) =>
    own(name, "definition", { head, flags });
  const constants = [
    literal(".lit", ".OfNat", ["default_instance"]),
    literal(".decimal", ".OfScientific", ["default_instance"]),
    literal(".product", ".HMul", ["default_instance"]),
    literal(".plain", ".OfNat", []),
  ];
  const places = Object.fromEntries(constants.map(({ name }, i) => [name, [i + 1, 5] as const]));
  assert.deepEqual(judge({ constants, places }), ["shadow warning 1:5", "shadow warning 2:5"]);
});

Deno.test("audit() warns of a variable by a core name, at its first word", () => {
  const constants = [
    own(".t", "theorem", { binds: ".Nat" }),
    own(".u", "theorem"),
    own(".S.mk", "constructor", { binds: ".And" }),
  ];
  const text = "theorem t : ∀ Nat : Type,\n  Nat → Nat := fun _ => id\ntheorem u : 1 = 1 := rfl";
  assert.deepEqual(
    judge({ constants, places: { ".t": [1, 9, 2], ".u": [3, 9], ".S.mk": [3, 1] }, text }),
    [
      "shadow warning 1:15",
    ],
  );
});

Deno.test("audit() tells instances from definitions of the same type", () => {
  const warned = (text: string, column: number) => {
    const facts = instance(".s", ".Add", ".Nat");
    return judge({ constants: [facts], places: { ".s": [1, column] }, classes: [".Add"], text });
  };
  assert.deepEqual(warned("def s : Add Nat := x -- instance", 5), []);
  assert.deepEqual(warned("noncomputable abbrev s : Add Nat := x\ninstance : A := b", 22), []);
  const shadows = (column: number) => [`shadow warning 1:${column}`];
  assert.deepEqual(warned("instance : Add Nat := x", 1), shadows(1));
  assert.deepEqual(warned("local instance (priority := low) s : Add Nat := x", 34), shadows(34));
  for (const attribute of ["instance", "reducible, instance", "local instance"]) {
    assert.deepEqual(warned(`def s : Add Nat := x\nattribute [${attribute}] s`, 5), shadows(5));
  }
  assert.deepEqual(warned("@[instance] def s : Add Nat := x", 17), shadows(17));
  // What a class extends can be found through it.
  assert.deepEqual(warned("class S extends Add Nat", 17), shadows(17));
  assert.deepEqual(warned("structure S extends Add Nat", 21), []);
});

Deno.test("audit() warns of a type that no binder names, at the option that allows it", () => {
  const constants = [own(".t", "theorem", { implicit: [".Natt"] })];
  const places = { ".t": [2, 9] } as const;
  const option = "set_option autoImplicit true in\n";
  const check = (text: string) => judge({ constants, places, text });
  assert.deepEqual(check(`${option}theorem t (a b : Natt) : a = b := h\n`), [
    "shadow warning 1:12",
  ]);
  assert.deepEqual(check("\ntheorem t (a b : Natt) : a = b := h\n"), ["shadow warning 2:9"]);
  for (const binder of ["{Natt : Type}", "(m Natt : Type u)", "[Natt : Foo]", "⦃Natt⦄"]) {
    assert.deepEqual(
      check(`variable ${binder}\ntheorem t (a b : Natt) : a = b := h\n`),
      [],
      binder,
    );
  }
  // Lean's own habit: one letter, Greek or not, whatever marks it has, is a variable to every reader.
  const letter = [own(".t", "theorem", { implicit: [".α", ".n", ".α₁", ".β'", ".γ_2", ".x12"] })];
  assert.deepEqual(judge({ constants: letter, places, text: "theorem t (a : α) := n" }), []);
});
