import assert from "node:assert/strict";
import type { ScannedPlace } from "../stage/stage.ts";
import { allowances, type AuditAllowance } from "./allow.ts";
import { audit, type Expectation, joined } from "./audit.ts";
import type { OwnConstant } from "./facts.ts";
import { constant, factsOf, own } from "./test_support.ts";

interface Given {
  readonly constants: Parameters<typeof factsOf>[0];
  readonly places?: Parameters<typeof factsOf>[1];
  readonly classes?: readonly string[];
  readonly csimp?: readonly string[];
  readonly text?: string;
  readonly scanned?: readonly ScannedPlace[];
  readonly expected?: readonly Expectation[];
  readonly allow?: readonly AuditAllowance[];
}

/** Findings as `code severity line:column`, of one module `.M` in `M.lean`. */
function judge(given: Given): string[] {
  const facts = factsOf(given.constants, given.places, given.classes, given.csimp);
  const { findings } = audit(
    {
      facts,
      sources: new Map([[".M", { file: "M.lean", text: given.text ?? "" }]]),
      allowances: allowances(given.allow ?? [], "2026-03-01", "lean-gate.jsonc"),
    },
    given.scanned ?? [],
    given.expected ?? [],
  );
  return findings.map(({ code, severity, location }) =>
    `${code} ${severity} ${location?.line ?? 0}:${location?.column ?? 0}`
  );
}

Deno.test("audit() agrees with a sound module", () => {
  assert.deepEqual(
    judge({
      constants: [own(".t", "theorem", { body: [".propext"] }), constant(".propext", "axiom")],
      places: { ".t": [1, 9] },
      expected: [{ file: "M.lean", module: ".M", theorems: [{ name: "t", line: 1, column: 9 }] }],
    }),
    [],
  );
});

Deno.test("audit() places a sorry where Lean says that it was written", () => {
  const label = ".M#7#4#7#9#4#9._sorry._@.M#1._hygCtx._hyg#36";
  const constants = [
    own(".t", "theorem", { body: [".sorryAx"], label }),
    constant(".sorryAx", "axiom"),
  ];
  assert.deepEqual(judge({ constants, places: { ".t": [5, 9] } }), ["sorry error 7:5"]);
});

Deno.test("audit() places what rests on a sorry at the word that leads there", () => {
  const constants = [
    own(".G.hole", "theorem", { body: [".sorryAx"] }),
    constant(".sorryAx", "axiom"),
    own(".t", "theorem", { body: [".G.hole"] }),
  ];
  const text = "theorem G.hole : 1 = 2 := sorry\nopen G in\ntheorem t : 1 = 2 :=\n  hole\n";
  const places = { ".G.hole": [1, 9], ".t": [3, 9, 4] } as const;
  assert.deepEqual(judge({ constants, places, text }), [
    "sorry error 1:9",
    "sorry_ax error 4:3",
  ]);
});

Deno.test("audit() takes a declaration and what Lean makes along with it for one", () => {
  const label = ".M#6#31#6#40#31#40._sorry._@.M#1._hygCtx._hyg#36";
  const constants = [
    own("._private.M#0.wf._proof_1", "theorem", { body: [".sorryAx"], label }),
    constant(".sorryAx", "axiom"),
    own(".wf", "definition", { body: ["._private.M#0.wf._proof_1"] }),
    own(".t", "theorem", { body: [".wf"] }),
  ];
  const places = { ".wf": [4, 5], ".t": [7, 9] } as const;
  assert.deepEqual(judge({ constants, places }), ["sorry error 6:32", "sorry_ax error 7:9"]);
  const allow = [{ rule: "sorry", declaration: "wf", reason: "To be proved" }];
  assert.deepEqual(judge({ constants, places, allow }), []);
});

Deno.test("audit() refuses the package's own axioms, whatever they are called", () => {
  const constants = [own("._private.M#0.propext", "axiom")];
  assert.deepEqual(judge({ constants, places: { "._private.M#0.propext": [2, 7] } }), [
    "axiom error 2:7",
  ]);
});

Deno.test("audit() refuses what the kernel refuses, once for all that rests on it", () => {
  const constants = [
    own(".a._proof_1", "theorem", { replay: "refused: the type of an argument is wrong" }),
    own(".a", "theorem", { replay: "refused: unknown constant .a._proof_1" }),
    own(".b", "theorem", { replay: "refused: unknown constant .gone" }),
    own(".c", "definition", { replay: "passed over" }),
  ];
  const places = { ".a": [1, 9], ".b": [2, 9], ".c": [3, 5] } as const;
  assert.deepEqual(judge({ constants, places }), [
    "kernel_refused error 1:9",
    "kernel_refused error 2:9",
  ]);
});

Deno.test("audit() refuses proofs that the kernel refuses only because they prove each other", () => {
  const unknown = (name: string) => ({ replay: `refused: unknown constant ${name}` });
  const places = { ".self": [1, 9], ".hen": [2, 9], ".egg": [3, 9], ".t": [4, 9] } as const;
  const constants = [
    own(".self", "theorem", unknown(".self")),
    own(".hen", "theorem", unknown(".egg")),
    own(".egg", "theorem", unknown(".hen")),
    own(".t", "theorem", unknown(".self")),
  ];
  assert.deepEqual(judge({ constants, places }), [
    "kernel_refused error 1:9",
    "kernel_refused error 2:9",
    "kernel_refused error 3:9",
    "kernel_refused error 4:9",
  ]);
});

Deno.test("audit() takes an allowed refusal for no excuse of what rests on it", () => {
  const constants = [
    own(".d", "definition", { replay: "refused: the body is not of the declared type" }),
    own(".t", "theorem", { replay: "refused: unknown constant .d" }),
  ];
  const places = { ".d": [1, 5], ".t": [2, 9] } as const;
  const allow = [{ rule: "kernel_refused", declaration: "d", reason: "It takes an hour" }];
  assert.deepEqual(judge({ constants, places }), ["kernel_refused error 1:5"]);
  assert.deepEqual(judge({ constants, places, allow }), ["kernel_refused error 2:9"]);
});

Deno.test("audit() refuses constants that the kernel computes with by their names", () => {
  const constants = [
    own(".Nat.add", "definition"),
    own(".My.Nat.add", "definition"),
    own("._private.M#0.Nat.add", "definition"),
  ];
  const places = { ".Nat.add": [1, 5], ".My.Nat.add": [2, 5], "._private.M#0.Nat.add": [3, 5] };
  assert.deepEqual(judge({ constants, places: places as never }), ["kernel_refused error 1:5"]);
});

Deno.test("audit() reports the first that rests on an axiom through another package, place or none", () => {
  const constants = [
    constant(".sorryAx", "axiom"),
    constant(".Dep.hole", "theorem", { body: [".sorryAx"] }),
    own(".t", "theorem", { body: [".Dep.hole"] }),
    own(".u", "theorem", { body: [".t"] }),
  ];
  assert.deepEqual(judge({ constants }), ["sorry_ax error 0:0"]);
});

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

/** A definition whose type ends in the class of the type. */
function instance(name: string, head: string, ...args: string[]) {
  return own(name, "definition", { head, args, goal: [head, ...args.filter((it) => it !== "")] });
}

Deno.test("audit() warns of names and instances that change what statements mean", () => {
  const abbreviation = (name: string, body: string, flags: OwnConstant["flags"]) =>
    own(name, "definition", { body: [body], flags });
  const constants = [
    own("._private.M#0.Deep.False", "definition"),
    own(".Deep.Nat.le", "definition", { hides: ".Nat.le" }),
    own(".Deep.Nat.add_comm", "theorem", { hides: ".Nat.add_comm" }),
    instance(".five", ".OfNat", ".Nat"),
    instance(".mine", ".OfNat", ".Own"),
    own(".Own", "inductive"),
    own(".helper", "definition", { type: [".Nat"], head: ".Nat" }),
    // By another name, it is the core's instance all the same.
    abbreviation(".N", ".Nat", ["reducible"]),
    abbreviation(".M", ".N", ["reducible"]),
    abbreviation(".Opaque", ".Nat", []),
    abbreviation(".Circle", ".Circle", ["reducible"]),
    instance(".round", ".OfNat", ".Circle"),
    instance(".six", ".OfNat", ".M"),
    instance(".seven", ".OfNat", ".Opaque"),
    // What it asks for is of no account, where it ends in a core type.
    own(".Evil", "inductive"),
    { ...instance(".eight", ".OfNat", ".Nat"), type: [".Evil", ".OfNat", ".Nat"] },
    { ...instance(".Semi.toAdd", ".Add", ""), type: [".Semi", ".Add"] },
    // The core has none of these: there is no meaning to change.
    instance(".list", ".Monad", ".List"),
    instance(".pair", ".Add", ".Prod", ".Nat"),
    instance(".setoid", ".Setoid", ".Nat"),
    instance(".option", ".Monad", ".Option"),
    // An operator between core types, and what reads a term as a proposition.
    instance(".sum", ".HAdd", ".Nat", ".Nat", ".Own"),
    instance(".scale", ".HAdd", ".Nat", ".Own", ".Own"),
    instance(".holds", ".Coe", ".Bool", ""),
    instance(".count", ".Coe", ".Bool", ".Nat"),
    instance(".whole", ".Coe", ".Nat", ".Int"),
  ];
  const places = Object.fromEntries(
    constants.map(({ name }, i) => [name, [i + 1, 5] as const]),
  );
  const classes = [".OfNat", ".Add", ".HAdd", ".Monad", ".Setoid", ".Coe"];
  const line = (name: string) => constants.findIndex((constant) => constant.name === name) + 1;
  assert.deepEqual(
    judge({ constants, places, classes }),
    [
      "._private.M#0.Deep.False",
      ".Deep.Nat.le",
      ".five",
      ".six",
      ".eight",
      ".option",
      ".sum",
      ".holds",
      ".whole",
    ].map((name) => `shadow warning ${line(name)}:5`),
  );
});

Deno.test("audit() tells macros that rewrite core syntax from others", () => {
  const expands = (name: string, syntax: string) => own(name, "definition", { syntax });
  const constants = [
    expands(".a", ".Lean.Parser.Command.declaration"),
    expands(".b", ".term∃_,_"),
    expands(".c", ".Lean.Parser.Term.app"),
    // Made to be extended, or checked by what it comes to.
    expands(".d", ".Lean.Parser.Tactic.tacticRfl"),
    expands(".e", ".Lean.termSatisfies_binder_pred%__"),
    expands(".f", ".Lean.Parser.Term.doFor"),
    expands(".g", ".tacticGet_elem_tactic_trivial"),
    own(".h", "definition"),
    own(".mine", "definition", { symbol: "theorem " }),
    own(".term∃_", "definition", { symbol: "∃ " }),
    own(".imp∃_", "definition", { symbol: "∃ " }),
    own(".commandMk_theorem_", "definition", { symbol: "mk_theorem " }),
  ];
  const places = Object.fromEntries(constants.map(({ name }, i) => [name, [i + 1, 1] as const]));
  assert.deepEqual(judge({ constants, places }), [
    "shadow error 1:1",
    "shadow warning 2:1",
    "shadow warning 3:1",
    "shadow error 9:1",
    "shadow warning 10:1",
  ]);
});

Deno.test("audit() believes the attribute of a macro before what the macro asks for", () => {
  const facts = factsOf([
    own(".a", "definition", { syntax: ".Lean.Parser.Term.app" }),
    own(".b", "definition"),
    own(".mine", "definition"),
  ], { ".a": [1, 1], ".b": [2, 1] });
  const expands = new Map([[".a", ".Lean.Parser.Command.declaration"], [".b", ".mine"]]);
  const sources = new Map([[".M", { file: "M.lean", text: "" }]]);
  const allowed = allowances([], "2026-03-01", "lean-gate.jsonc");
  const { findings } = audit(
    { facts: { ...facts, expands }, sources, allowances: allowed },
    [],
    [],
  );
  assert.deepEqual(findings.map(({ severity, location }) => `${severity} ${location?.line}`), [
    "error 1",
  ]);
});

Deno.test("audit() warns of literals that are by themselves something of the package's own", () => {
  const warned = (text: string, line: number, column: number) => {
    const constants = [instance(".Ns.lit", ".OfNat", ".Own"), own(".Own", "inductive")];
    return judge({ constants, places: { ".Ns.lit": [line, column] }, classes: [".OfNat"], text });
  };
  const named = "def lit : OfNat Own n := x\n";
  assert.deepEqual(warned("@[default_instance 200] instance : OfNat Own n := x", 1, 25), [
    "shadow warning 1:25",
  ]);
  assert.deepEqual(warned("@[default_instance]\ninstance lit : OfNat Own n := x", 2, 10), [
    "shadow warning 2:10",
  ]);
  assert.deepEqual(warned(`${named}attribute [default_instance high] a Ns.lit`, 1, 5), [
    "shadow warning 1:5",
  ]);
  assert.deepEqual(warned(named, 1, 5), []);
  assert.deepEqual(
    warned(
      "@[default_instance] instance : HMul A B C := y\ninstance lit : OfNat Own n := x",
      2,
      10,
    ),
    [],
  );
  assert.deepEqual(warned(`${named}attribute [default_instance] other\ndef f := lit`, 1, 5), []);
});

Deno.test("audit() warns of a variable by a core name, at its first word", () => {
  const constants = [own(".t", "theorem", { binds: ".Nat" }), own(".u", "theorem")];
  const text = "theorem t : ∀ Nat : Type,\n  Nat → Nat := fun _ => id\ntheorem u : 1 = 1 := rfl";
  assert.deepEqual(judge({ constants, places: { ".t": [1, 9, 2], ".u": [3, 9] }, text }), [
    "shadow warning 1:15",
  ]);
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

Deno.test("audit() warns of code that is not the code that was proved", () => {
  const constants = [
    own(".a", "definition", { flags: ["implemented_by"] }),
    own(".b", "opaque", { flags: ["extern"] }),
    own(".c", "definition", { flags: ["unsafe"] }),
    own(".d", "opaque"),
    own(".d._unsafe_rec", "definition", { flags: ["partial"] }),
    own(".e", "opaque"),
    own(".f", "theorem"),
    own(".g", "definition", { flags: ["init"] }),
    // Compiled structural recursion: nothing that a source says.
    own(".h", "definition"),
    own(".h._unsafe_rec", "definition", { flags: ["partial"] }),
  ];
  const places = Object.fromEntries(
    [..."abcdefgh"].map((name, i) => [`.${name}`, [i + 1, 5] as const]),
  );
  assert.deepEqual(judge({ constants, places, csimp: [".f"] }), [
    "implemented_by warning 1:5",
    "extern warning 2:5",
    "unsafe warning 3:5",
    "partial warning 4:5",
    "opaque warning 5:5",
    "csimp warning 6:5",
    "meta warning 7:5",
  ]);
});

Deno.test("audit() leaves to the scan the warnings that it gave, and no error", () => {
  const constants = [
    own(".c", "definition", { flags: ["unsafe"] }),
    own(".t", "theorem", { body: [".sorryAx"] }),
    constant(".sorryAx", "axiom"),
  ];
  const places = { ".c": [1, 12], ".t": [2, 9] } as const;
  const scanned = [
    { rule: "unsafe", file: "M.lean", line: 1 },
    { rule: "sorry", file: "M.lean", line: 2 },
  ];
  assert.deepEqual(judge({ constants, places, scanned }), ["sorry error 2:9"]);
  assert.deepEqual(
    judge({ constants, places, scanned: [{ rule: "unsafe", file: "N.lean", line: 1 }] }),
    [
      "unsafe warning 1:12",
      "sorry error 2:9",
    ],
  );
});

Deno.test("audit() takes a place that the scan found for one declaration, not for its neighbour", () => {
  const unsafe = (name: string) => own(name, "definition", { flags: ["unsafe"] });
  const check = (...lines: number[]) =>
    judge({
      constants: lines.map((line) => unsafe(`.d${line}`)),
      places: Object.fromEntries(lines.map((line) => [`.d${line}`, [line, 5] as const])),
      scanned: [{ rule: "unsafe", file: "M.lean", line: 2 }],
    });
  assert.deepEqual(check(1, 2, 3), ["unsafe warning 1:5", "unsafe warning 3:5"]);
  // An attribute on the line before.
  assert.deepEqual(check(3), []);
  assert.deepEqual(check(4), ["unsafe warning 4:5"]);
});

Deno.test("audit() refuses a source with a theorem that its module does not have", () => {
  const constants = [own(".t", "theorem"), own(".d", "definition"), own(".e", "definition")];
  const places = { ".t": [1, 9], ".d": [2, 5], ".e": [3, 9] } as const;
  const check = (line: number) =>
    judge({
      constants,
      places,
      expected: [
        { file: "M.lean", module: ".M", theorems: [{ name: "t", line, column: 9 }] },
        { file: "N.lean", module: ".N", theorems: [] },
      ],
    });
  assert.deepEqual(check(1), []);
  // However many other declarations there are, and though another one has its place.
  assert.deepEqual(check(3), ["audit_incomplete error 3:9"]);
});

Deno.test("audit() lets pass what the config allows, with what rests on it", () => {
  const constants = [
    own(".A", "axiom"),
    own(".a", "theorem", { body: [".A"] }),
    own(".b", "theorem", { body: [".a"] }),
  ];
  const places = { ".A": [1, 7], ".a": [2, 9], ".b": [3, 9] } as const;
  const reason = "An assumption about the disk";
  assert.deepEqual(
    judge({ constants, places, allow: [{ rule: "axiom", declaration: "A", reason }] }),
    [],
  );
  assert.deepEqual(
    judge({ constants, places, allow: [{ rule: "axiom_used", declaration: "a", reason }] }),
    [
      "axiom error 1:7",
    ],
  );
});

Deno.test("joined() counts and reports once what two programs have in common", () => {
  const audits = ["One", "Two"].map((program) => {
    const own_ = { ...own(".shared", "theorem", { body: [".sorryAx"] }) };
    const main = { ...own(".main", "definition"), module: `.${program}` };
    const facts = factsOf([own_, main, constant(".sorryAx", "axiom")], {
      ".shared": [1, 9],
      ".main": [1, 5],
    });
    const sources = new Map([[".M", { file: "M.lean", text: "" }]]);
    return audit({ facts, sources, allowances: allowances([], "2026-03-01", "c") }, [], []);
  });
  const { declarations, theorems, axioms, findings } = joined(audits);
  assert.deepEqual({ declarations, theorems, axioms }, {
    declarations: 3,
    theorems: 1,
    axioms: ["sorryAx"],
  });
  assert.deepEqual(findings.map(({ code }) => code), ["sorry"]);
});
