/** Commands, attributes and meanings that let something unproved pass. */
import assert from "node:assert/strict";
import { scanSource } from "./scan.ts";
import { testRows } from "./testing/rows.ts";

testRows("options", [
  ["quoted", "set_option debug.«skipKernelTC» true\n", "skip_kernel 1:12"],
  [
    "over lines and comments",
    "set_option /- a -/\n  debug.skipKernelTC -- b\n  true\n",
    "skip_kernel 2:3",
  ],
  [
    "in a tactic and a term",
    "theorem a : p := by\n  set_option debug.byAsSorry true in rfl\ndef b := set_option debug.proofAsSorry true in c\n",
    "as_sorry 2:14",
    "as_sorry 3:21",
  ],
  [
    "in code",
    "import Lean\ndef a := opts.setBool `debug.skipKernelTC true\ndef b := warn.sorry.set o false\n",
    "skip_kernel 2:23",
    "warn_off 3:10",
  ],
  ["in a macro", 'macro "x" : command => `(set_option warn.sorry false)\n', "macro_hidden 1:37"],
  [
    "not as a name",
    "def warn.sorry := false\ntheorem a : warn.sorry = true := rfl\n",
  ],
  [
    "at a safe value",
    "set_option debug.skipKernelTC false\nset_option warn.sorry true\nset_option debug.byAsSorry false\n",
  ],
]);

Deno.test("scanSource() judges options in a lakefile of Lean's own language", () => {
  const source = "import Lake\nopen Lake DSL\npackage a where\n" +
    "  leanOptions := #[⟨`warn.sorry, false⟩, ⟨`weak.debug.byAsSorry, .ofBool true⟩]\n" +
    "  moreServerOptions := #[{ name := `debug.skipKernelTC, value := true }]\n" +
    '  moreLeanArgs := #["-Dwarn.sorry=false", "-D", "debug.skipKernelTC=true"]\n' +
    '  weakLeanArgs := #["-Dwarn.sorry=true", "sorry", "warn.sorry=false is bad"]\n';
  const found = scanSource("formal/lakefile.lean", source);
  assert.deepEqual(found.map(({ rule, line, column }) => `${rule} ${line}:${column}`), [
    "warn_off 4:21",
    "as_sorry 4:43",
    "skip_kernel 5:36",
    "warn_off 6:21",
    "skip_kernel 6:49",
  ]);
  assert.deepEqual(scanSource("A.lean", 'def a := "-Dwarn.sorry=false"\n'), []);
});

testRows("commands", [
  ["#exit in the middle of a line", "def a := 1 #exit\ntheorem b : p := sorry\n", "exit 1:12"],
  ["#exit glued to a word", "def a := 1\n#exitnow\n", "exit 2:1"],
  [
    "leftovers",
    "#eval 1\n#eval! 1\n#check a\n#print axioms a\n#reduce a\n#synth A\nopen Nat in #eval 1\n",
    "leftover 1:1",
    "leftover 2:1",
    "leftover 3:1",
    "leftover 4:1",
    "leftover 5:1",
    "leftover 6:1",
    "leftover 7:13",
  ],
  [
    "no leftovers",
    "#guard 1 = 1\n#guard_msgs in\nexample : p := h\ndef a := #[1, 2].size + #v[1].size\n",
  ],
]);

testRows("attributes", [
  [
    "by command",
    'attribute [implemented_by b] a\nattribute [local simp, csimp, extern "x"] c\n',
    "implemented_by 1:12",
    "csimp 2:24",
    "extern 2:31",
  ],
  ["quoted, spaced and commented", "@[ /- a -/ «csimp» ] theorem a : p := h\n", "csimp 1:12"],
  [
    "with arguments before",
    '@[deprecated b (since := "x"), simp ↓, extern c inline "y"]\ndef a := 1\n',
    "extern 1:40",
  ],
  [
    "not as arguments",
    "@[foo extern csimp, bar (implemented_by)] def a := [csimp, extern]\nattribute [-csimp] a\n",
  ],
]);

testRows("meta", [
  [
    "commands",
    'import Lean\nrun_cmd x\nrun_elab x\nrun_meta x\nelab "x" : term => y\nelab_rules : term | `(x) => y\nbuiltin_initialize z\n',
    "meta 2:1",
    "meta 3:1",
    "meta 4:1",
    "meta 5:1",
    "meta 6:1",
    "meta 7:1",
  ],
  [
    "functions",
    "import Lean\ndef a := Lean.addDecl d\ndef b := env.addDeclCore d\ndef c := Lean.modifyEnv f\nopen Lean in def e := setEnv x\ndef f := Declaration.axiomDecl v\ndef g := Lean.setEnv x\n",
    "meta 2:10",
    "meta 3:10",
    "meta 4:10",
    "meta 5:23",
    "meta 6:10",
    "meta 7:10",
  ],
  [
    "attributes",
    "import Lean\n@[command_elab foo] def a := 1\n@[tactic foo, term_elab b] def c := 1\n@[builtin_init] def d := 1\n",
    "meta 2:3",
    "meta 3:3",
    "meta 3:15",
    "meta 4:3",
  ],
  [
    "not names in a file without imports",
    "def run_cmd : Nat := 1\ndef by_elab : Nat := run_cmd\ndef b := cfg.setEnv + proc.modifyEnv\n",
  ],
  [
    "not names of the project's own",
    "import Gate.B\ndef setEnv (e : Env) := e\ndef run := setEnv (addDecl e d)\ndef run_cmd (c : Cmd) := run\ndef go := run_cmd c\n",
  ],
  [
    "not functions in a file without imports",
    "def a := s.addDecl 1\ndef b : D := .axiomDecl 1\ndef c := D.thmDecl + mkSorry\n",
  ],
]);

testRows("macros", [
  [
    "tokens that hide comments",
    'notation "a--" => 1\nsyntax "x/-" : term\nmacro "y\\"" : term => `(1)\n',
    "macro_hidden 1:10",
    "macro_hidden 2:8",
    "macro_hidden 3:7",
  ],
  [
    "a token that ends in a dash",
    'local notation "hide-" t => t\ntheorem a : 1 = 2 := hide--sorry\n',
    "sorry 2:28",
  ],
  [
    "no words inside tokens",
    'notation "[sorry]" => 1\nnotation "sorry-free" => 2\ntheorem a : [sorry] = sorry-free := [ sorry ]\n',
    "sorry 3:39",
  ],
  [
    "harmless arrows",
    'infixr:50 " ⟶- " => f\nnotation a " <--> " b => g a b\nnotation a " --> " b => g a b\n',
  ],
  [
    "escapes in a body of several lines",
    'macro "x" : tactic =>\n  `(tactic|\n    first\n    | rfl\n    | native_decide)\n',
    "macro_hidden 5:7",
  ],
  [
    "an axiom in a command macro",
    'macro "x" : command => do\n  `(command| axiom a : False)\n',
    "macro_hidden 2:14",
  ],
]);

testRows("shadow", [
  [
    "operators",
    'infix:50 " = " => f\ninfixl:65 " + " => g\nprefix:max "¬" => h\nnotation a " ≤ " b => i a b\nlocal macro a:term " ∧ " b:term : term => `(j $a $b)\n',
    "shadow 1:10",
    "shadow 2:11",
    "shadow 3:12",
    "shadow 4:12",
    "shadow 5:20",
  ],
  ["words", 'local notation "False" => True\nlocal notation "ℕ" => Nat\n', "shadow 1:16"],
  [
    "names",
    "namespace A\ninductive False | intro\ndef Eq (a b : Nat) := True\nabbrev Nat := Bool\nstructure «Int» where\nend A\n",
    "shadow 2:11",
    "shadow 3:5",
    "shadow 4:8",
    "shadow 5:11",
  ],
  [
    "instances",
    "instance : Add Nat := ⟨f⟩\nlocal instance (priority := high) foo : LE Nat := ⟨g⟩\n@[instance] def bar : HAdd Nat Nat Nat := ⟨h⟩\ninstance {n : Nat} : OfNat (Fin n) 3 := ⟨i⟩\n",
    "shadow 1:1",
    "shadow 2:7",
    "shadow 3:3",
    "shadow 4:1",
  ],
  [
    "instances by attribute",
    "def a : Add Nat := b\ndef c : Add State := d\nattribute [local instance] a\nattribute [instance] c\nattribute [-instance] a\n",
    "shadow 3:18",
  ],
  [
    "patterns",
    "macro_rules\n  | `($a = $b) => `(True)\n  | `(¬ $a) => `(f $a)\n",
    "shadow 2:10",
    "shadow 3:7",
  ],
  [
    "not where the core does not read it",
    'postfix:max "!" => f\nnotation n "!" => f n\npostfix:max "*" => g\nprefix:max "+" => h\nnotation "|" a "|" => i a\n',
  ],
  [
    "minus on either side",
    'prefix:max "-" => f\ninfixl:65 " - " => g\nsyntax:max "!" term:max : term\n',
    "shadow 1:12",
    "shadow 2:11",
    "shadow 3:12",
  ],
  [
    "not other syntax",
    'notation "‖" a "‖" => f a\nnotation a " < " b " < " c => g a b c\nsyntax imp " + " imp : imp\nnotation "[" a "|" b "]" => h\ndeclare_syntax_cat imp\n',
  ],
  [
    "not other instances",
    "instance : Add P := ⟨f⟩\ninstance : Neg (Option Nat) := ⟨id⟩\ninstance : LE (Nat × Nat) := ⟨g⟩\ninstance [Add α] : Add (List α) := ⟨h⟩\ninstance : BEq (List State) := ⟨i⟩\nderiving instance BEq for State\ninstance f : DecidableEq (List Nat) := g\ninstance : Inhabited Nat := ⟨0⟩\ninstance {n : Nat} : DecidablePred (p n)\n  | BEq => inferInstance\n",
  ],
  [
    "not other names",
    "def Nat.double (n : Nat) := n + n\ntheorem Foo.Eq : p := h\ninductive Formula | And | Or | Not\ndef Nat' := 1\ndef Set (α : Type) := α → Prop\nstructure Natural where\n",
  ],
]);

testRows("vacuous", [
  [
    "binders of every kind",
    "theorem a (h : False) {g : False} [Fact False] ⦃i : (False)⦄ : p := q\n",
    "vacuous 1:16",
    "vacuous 1:28",
    "vacuous 1:41",
    "vacuous 1:54",
  ],
  [
    "in examples and lemmas",
    "example (_ : False) : p := q\nlemma b (x y : False) : p := q\n",
    "vacuous 1:14",
    "vacuous 2:16",
  ],
  [
    "premises",
    "theorem a : False → p := q\ntheorem b : ∀ x, x = 1 → False → p := q\ntheorem c : ∀ _ : False, p := q\ntheorem d : False -> p := q\n",
    "vacuous 1:13",
    "vacuous 2:26",
    "vacuous 3:19",
    "vacuous 4:13",
  ],
  [
    "under any spelling, with a default",
    "theorem a (h : «False») (g : _root_.False) (i : False := by simp) [Fact (False)] : p := q\n",
    "vacuous 1:16",
    "vacuous 1:30",
    "vacuous 1:49",
    "vacuous 1:74",
  ],
  [
    "binders of a quantifier",
    "theorem a : ∀ (n : Nat) (h : False), p := q\ntheorem b : ∀ n {h : False} (m : Nat), p := q\ntheorem c : ∀ x, ∀ ⦃h : False⦄, p := q\n",
    "vacuous 1:30",
    "vacuous 2:22",
    "vacuous 3:25",
  ],
  [
    "variables of one declaration and of many",
    "variable (h : False) in\ntheorem a : p := q\nvariable [Fact False]\nvariable (g : False)\n",
    "vacuous 1:15",
    "vacuous 3:16",
    "vacuous 4:15",
  ],
  [
    "not below the statement",
    "theorem a : (∀ x : Nat, False → p) → q := r\ntheorem b : (∀ h : False, p) → q := r\ntheorem c : f (h : False) = ∃ h : False, p := r\ntheorem d : ((h : False) → p) → q := r\n",
  ],
  [
    "not negations, functions or conclusions",
    "theorem a (h : ¬ False) (g : p → False) (f : False → p) : ¬ p := q\ntheorem b : p → False := q\ntheorem c (h : False ∨ p) : p := h.elim False.elim id\ndef d (h : False) : Nat := h.elim\ntheorem e : (False → p) := fun (h : False) => h.elim\ntheorem f : g fun x => (h : False) → x := fun h => (h : False)\n",
  ],
]);

testRows("imports", [
  [
    "outside",
    "import Mathlib.Tactic\nimport Gate\nmeta import Lean.Elab\npublic meta import Other\nimport «Evil».A\nimport all B\n\ndef a := 1\n",
    "import 1:1",
    "import 4:13",
    "import 5:1",
    "import 6:1",
  ],
  ["behind comments", "/- a -/ module -- b\n/- c -/ import /- d -/ Evil\n", "import 2:9"],
  ["prelude", "module\nprelude\nimport Init.Prelude\n", "import 2:1"],
  ["none past the header", "import Gate.A\n\ndef a := 1\n-- import Evil\n/-! import Evil -/\n"],
]);

testRows("modifiers", [
  [
    "everywhere",
    "private unsafe def a := 1\nnoncomputable opaque b : Nat\ndef c := unsafe d\nprotected partial def e := 1\n",
    "unsafe 1:9",
    "opaque 2:15",
    "unsafe 3:10",
    "partial 4:11",
  ],
  ["not as fields", "def a := x.unsafe + (y).partial + z.1.opaque + .opaque\n"],
]);
