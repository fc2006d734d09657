/** Commands and attributes that let something unproved pass. */
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
    "commands of the project's own",
    'macro "#check_all" : command => `(end)\n#check_all\n#checkx\n',
    "leftover 3:1",
  ],
  ["commands that may be imported", "import Gate.B\n#print_all a\n#exit_all\n", "exit 3:1"],
  [
    "commands that macros run",
    'macro "tidy" : command => `(#eval x)\nmacro_rules | `(#eval $x) => `(#check $x)\n',
    "macro_hidden 1:29",
  ],
  [
    "claims whose failure is dropped",
    "#guard_msgs (drop error) in\nexample : 1 = 2 := rfl\n#guard_msgs (info, drop all) in theorem a : p := h\n#guard_msgs (drop info, error) in example : p := h\n#guard_msgs (drop error) in #check x\n",
    "claim_dropped 1:1",
    "claim_dropped 3:1",
  ],
  [
    "no leftovers under a test, and what is left over behind it",
    "#guard_msgs in\nset_option a true in\n#eval 1\n#guard_msgs in example : p := by exact?\n#eval 2\ntheorem a : p := by exact?\n",
    "leftover 5:1",
    "search_tactic 6:21",
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
    "not declarations that are matched",
    "import Lean\ndef a : D → Nat\n  | .axiomDecl _ => 1\n  | .thmDecl _ | Declaration.defnDecl _ => 2\n  | _ => f .opaqueDecl\n",
    "meta 5:13",
  ],
  [
    "not names of the project's own",
    "import Gate.B\ndef setEnv (e : Env) := e\ndef run := setEnv (addDecl e d)\ndef run_cmd (c : Cmd) := run\ndef go := run_cmd c\n",
  ],
  [
    "procedures of simp",
    "import Lean\nopen Lean Meta\nsimproc a (f _) := fun e => do return x\nlocal dsimproc_decl b (f _) := g\nexample : p := by simp [simproc]\nattribute [simproc] c\n",
    "meta 3:1",
    "meta 4:7",
  ],
  [
    "declarations that are added to an environment, however it is called",
    "import Lean\nopen Lean\ndef a := (← getEnv).addDecl d\ndef b (e : Environment) := e.addDecl d\ndef c := do\n  let e ← getEnv\n  e.addDecl d\ndef f := addDecl d\ndef g := env |>.addDecl d\n",
    "meta 3:21",
    "meta 4:28",
    "meta 7:3",
    "meta 8:10",
    "meta 9:17",
  ],
  [
    "nothing that is added to something else",
    "import Lean\nopen Lean\ndef a (l : LocalContext) := l.addDecl d\ndef b := (← getLCtx).addDecl d\ndef State.addDecl (s : State) := s\nstructure S where\n  addDecl : Nat\ndef c := { addDecl := 1 : S }.addDecl\n",
  ],
  [
    "what an expression does once",
    'import Lean\nopen Lean\ndef a := addDecl (.axiomDecl d)\nrun_cmd elabCommand x; modifyEnv f\nelab "x" : term => do addDecl d\ndef b := addDecl d; addDecl (Declaration.thmDecl e)\n',
    "meta 3:10",
    "meta 4:1",
    "meta 5:1",
    "meta 6:10",
    "meta 6:21",
  ],
  [
    "entries of extensions as warnings, unless something is declared beside them",
    "import Lean\nopen Lean\ndef a := modifyEnv fun env =>\n  ext.addEntry env x\ndef b := setEnv (ext.setState (← getEnv) s)\ndef c := modifyEnv fun e => (ext.addEntry e x).addDeclCore d\n",
    "meta 3:10",
    "meta 5:10",
    "meta 6:10",
    "meta 6:48",
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
    "words inside tokens, where they are declared and used: the audit tells the one from the other",
    'notation "[sorry]" => 1\nnotation "sorry-free" => 2\ntheorem a : [sorry] = sorry-free := [ sorry ]\n',
    "macro_hidden 1:10",
    "macro_hidden 2:10",
    "sorry 3:14",
    "sorry 3:23",
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
  [
    "not as constructors",
    "inductive K\n  | axiom (n : Nat)\n  | /-- x -/ protected opaque\n  | theorem | sorry\n  deriving Repr\naxiom a : p\ninductive B (h : |x| = 1) | a : |y| = y\naxiom b : p\ninductive C | a : |x| axiom c : p\n",
    "axiom 6:1",
    "axiom 8:1",
    "axiom 9:23",
  ],
  ["not as fields", "def a := x.unsafe + (y).partial + z.1.opaque + .opaque\n"],
]);
