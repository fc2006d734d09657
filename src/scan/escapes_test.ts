/** Escapes beyond the given cases, each with the place Lean puts it. */
import assert from "node:assert/strict";
import { scanSource } from "./scan.ts";

/** `[what it shows, source, "rule line:column" …]` */
type Row = readonly [name: string, source: string, ...expected: string[]];

const SORRY: readonly Row[] = [
  ["after a number", "def a := f 1sorry\n", "sorry 1:13"],
  ["after a hex number", "def a := f 0x1fsorry\n", "sorry 1:16"],
  ["after a char literal", "def a := f 'c'sorry\n", "sorry 1:15"],
  ["after a number with a dot", "def a := f 1.sorry\n", "sorry 1:14"],
  ["before a projection by number", "def a := sorry.1\n", "sorry 1:10"],
  ["before a range", "def a := [sorry...x]\n", "sorry 1:11"],
  ["after a range", "def a := 0...sorry\n", "sorry 1:14"],
  ["after an array access", "def a := f xs[0]!sorry\n", "sorry 1:18"],
  [
    "as a bullet without a space",
    "theorem a : p := by\n  constructor\n  .sorry\n  ·sorry\n",
    "sorry 3:4",
    "sorry 4:4",
  ],
  [
    "as a constructor on a later line",
    "def a : M :=\n  f\n    .sorry\ndef b : M := f x\n  |>.sorry\n",
  ],
  [
    "as a constructor in a tactic's term",
    "theorem a : p := by\n  exact f\n    .sorry\n  cases .sorry\n",
  ],
  ["after a bare cdot", "def a := (·, sorry)\n", "sorry 1:14"],
  ["in a string gap's code", 'def a := "x \\\n  y" ++ sorry\n', "sorry 2:9"],
  ["after a raw string with hashes", 'def a := r#"\\"# ++ sorry\n', "sorry 1:20"],
  ["after an r that is a name", 'def a := r "\\" " ++ sorry\n', "sorry 1:21"],
  ["in a default argument", "def f (h : p := by sorry) : p := h\n", "sorry 1:20"],
  ["in a structure field", "structure S where\n  h : p := sorry\n", "sorry 2:12"],
  ["in a where clause", "theorem a : p := b\nwhere b : p := sorry\n", "sorry 2:16"],
  ["in an attribute's argument", "@[simp (h := by sorry)] theorem a : p := q\n", "sorry 1:17"],
  [
    "in a hole of every interpolation",
    'def a := s!"{sorry}"\ndef b := f!"{sorry}"\ndef c := do println! "{sorry}"\ndef d := dbg_trace "{sorry}"; 1\n',
    "sorry 1:14",
    "sorry 2:14",
    "sorry 3:24",
    "sorry 4:22",
  ],
  [
    "in library interpolation",
    'import Lean\ndef a := m!"{sorry}"\ndef b := throwErrorAt x.y "{sorry}"\ndef c := throwErrorAt (f x)[0] "{sorry}"\n',
    "sorry 2:14",
    "sorry 3:29",
    "sorry 4:34",
  ],
  [
    "in no other string",
    'import Lean\ndef a := throwError x "{sorry}"\ndef b := logInfo "{sorry}"\ndef c := f s! ++ "{sorry}"\n',
  ],
  [
    "in an interpolation the file declares",
    'syntax "say! " interpolatedStr(term) : term\ndef a := say! "{sorry}"\n',
    "sorry 2:17",
  ],
  [
    "in a name the library gives another file",
    'def throwError (s : String) := s\ndef a := throwError "{"\ndef b := sorry -- "\n',
    "sorry 3:10",
  ],
  [
    "past braces in a hole",
    'def a := s!"{({x := 1} : P).x + ({x := 2} : P).x} {sorry}"\n',
    "sorry 1:52",
  ],
  ["past a comment in a hole", 'def a := s!"{1 /- } " -/ + sorry}"\n', "sorry 1:28"],
  ["past a line comment in a hole", 'def a := s!"{1 -- } "\n + sorry}"\n', "sorry 2:4"],
  ["after an escaped backslash and quote", 'def a := s!"\\\\{sorry}\\""\n', "sorry 1:16"],
  ["after a closed doc comment", "/-- a -/ /- b -/ theorem a : p := sorry\n", "sorry 1:35"],
  ["after nested comments", "/- /- /-/ -/ -/ -/ theorem a : p := sorry\n", "sorry 1:37"],
  ["between comments", "theorem a : p :=/-x-/sorry/-y-/\n", "sorry 1:22"],
  [
    "after `<->` and `-->`",
    "theorem a : p <-> sorry := b\n-->\ntheorem c : p := sorry\n",
    "sorry 1:19",
    "sorry 3:18",
  ],
  [
    "after a lone carriage return",
    "-- a\rtheorem a : p := sorry\ntheorem b : p := sorry\n",
    "sorry 2:18",
  ],
  [
    "after vertical tab and U+0085",
    "-- a\u0085b\u000bsorry\ntheorem b : p := sorry\n",
    "sorry 2:18",
  ],
  ["behind a BOM", "\ufefftheorem a : p := sorry\n", "sorry 1:19"],
  [
    "behind astral characters and combining marks",
    "theorem 𝔸 : «e\u0301» = 𝔹 := sorry\n",
    "sorry 1:25",
  ],
  ["as a field after a projection", "def a := p.1.sorry + (f x).sorry + ⟨a⟩.sorry + xs[0].sorry\n"],
  ["quoted in a dotted name", "def a := Foo.«sorry» + «sorry».x + sorry.«x»\n"],
  [
    "as the pattern of a match on syntax",
    "macro_rules\n  | `(sorry) => `(1)\n  | `(tactic| sorry) => `(tactic| rfl)\n",
  ],
  [
    "as what a macro rule produces",
    "macro_rules\n  | `(foo) => `(sorry)\n  | `(bar) => `(1)\n",
    "macro_hidden 2:17",
  ],
  ["in a notation", 'notation "done" => (sorry : _)\n', "macro_hidden 1:21"],
  [
    "in an elaborator's quotation",
    "import Lean\ndef m : Lean.MacroM Lean.Syntax := `(by sorry)\n",
    "macro_hidden 2:41",
  ],
  ["as name literals", "def a := [`sorry, ``sorry, `a.sorry]\n"],
];

const AXIOM: readonly Row[] = [
  ["after a number", "def n := 1axiom x : False\n", "axiom 1:11"],
  ["after attributes and modifiers", "@[simp, inline] private axiom x : False\n", "axiom 1:25"],
  ["in a mutual block", "mutual\naxiom x : False\nend\n", "axiom 2:1"],
  [
    "after a namespace on the line",
    "namespace A axiom x : p end A axiom y : p\n",
    "axiom 1:13",
    "axiom 1:31",
  ],
  ["with a quoted name", "axiom «x y» : False\n", "axiom 1:1"],
  ["with universe parameters", "axiom choice.{u} {α : Sort u} : α\n", "axiom 1:1"],
  ["behind a public section", "public section\npublic axiom x : False\n", "axiom 2:8"],
];

const SORRY_AX: readonly Row[] = [
  ["from the root", "def a := _root_.sorryAx Nat\n", "sorry_ax 1:10"],
  ["explicit", "def a := @sorryAx Nat false\n", "sorry_ax 1:11"],
  ["quoted", "def a := «sorryAx» Nat false\n", "sorry_ax 1:10"],
  ["as an argument", "theorem a : p := id sorryAx\n", "sorry_ax 1:21"],
  ["built by name", "import Lean\ndef a := Lean.mkConst ``sorryAx\n", "sorry_ax 2:23"],
  ["only compared with", "import Lean\ndef a (n : Lean.Name) := n == ``sorryAx\n"],
  ["in another namespace", "def a := Foo.sorryAx + x.sorryAx\n"],
];

const TACTICS: readonly Row[] = [
  ["after by on a line", "theorem a : p := by admit\n", "admit 1:21"],
  ["at column one", "theorem a : p := by\nadmit\n", "admit 2:1"],
  ["after a semicolon", "theorem a : p := by simp; admit\n", "admit 1:27"],
  [
    "after a combinator",
    "theorem a : p := by\n  constructor <;> admit\n  all_goals admit\n  try admit\n  iterate 3 admit\n",
    "admit 2:19",
    "admit 3:13",
    "admit 4:7",
    "admit 5:13",
  ],
  [
    "in parentheses and braces",
    "theorem a : p := by\n  (admit)\n  { simp; admit }\n  · (simp\n     admit)\n",
    "admit 2:4",
    "admit 3:11",
    "admit 5:6",
  ],
  [
    "in a first",
    "theorem a : p := by\n  first | simp | admit\n  first\n    | rfl\n    | admit\n",
    "admit 2:18",
    "admit 5:7",
  ],
  [
    "in cases",
    "theorem a : p := by\n  cases h with\n  | inl x => admit\n  | inr x =>\n    simp\n    admit\n  admit\n",
    "admit 3:14",
    "admit 6:5",
    "admit 7:3",
  ],
  [
    "in arms on one line",
    "theorem a : p := by\n  induction n with | zero => admit | succ n ih => exact f by admit\n",
    "admit 2:30",
    "admit 2:62",
  ],
  [
    "in a tactic match",
    "theorem a : p := by\n  match h with\n  | .inl x => admit\n  | .inr x => exact match x with | 0 => admit | _ => admit\n",
    "admit 3:15",
  ],
  [
    "in case and next",
    "theorem a : p := by\n  case inl h => admit\n  next => admit\n",
    "admit 2:17",
    "admit 3:11",
  ],
  [
    "in a nested by",
    "theorem a : p := by\n  have h : q := by\n    simp\n    admit\n  exact f (by admit) ⟨by admit, admit⟩\n",
    "admit 4:5",
    "admit 5:15",
    "admit 5:26",
  ],
  ["in conv", "theorem a : p := by\n  conv => lhs; admit\n", "admit 2:16"],
  [
    "in a tactic if",
    "theorem a : p := by\n  if h : q then admit else admit\n",
    "admit 2:17",
    "admit 2:28",
  ],
  [
    "under set_option in",
    "theorem a : p := by\n  set_option maxRecDepth 9 in admit\n  open Nat in\n  admit\n",
    "admit 2:31",
    "admit 4:3",
  ],
  ["in a decreasing_by", "def f := g\ndecreasing_by all_goals admit\n", "admit 2:25"],
  ["in a macro", 'macro "x" : tactic => `(tactic| (simp; admit))\n', "macro_hidden 1:40"],
  [
    "in a calc step",
    "theorem a : p := by\n  calc a = b := by admit\n    _ = c := by simp; admit\n",
    "admit 2:20",
    "admit 3:23",
  ],
  [
    "not as a term",
    "theorem a : p := by\n  exact admit\n  have x := admit\n  simp [admit]\n  show\n    admit = 3\n  refine f\n    admit fun x => admit\n",
  ],
  [
    "not in a term match",
    "def f (b : Bool) : Nat := match b with\n  | true => admit\n  | false => (admit)\n",
  ],
  [
    "not after the proof",
    "theorem a : p := by\n  simp\ndef admit : Nat := 3\ndef b : Nat :=\n  admit\n",
  ],
];

const SEARCH: readonly Row[] = [
  [
    "of every spelling",
    "theorem a : p := by\n  exact?\n  simp? [x]\n  simp?!\n  rw? at h\n  decide?\n  aesop?\n",
    ...[2, 3, 4, 5, 6, 7].map((line) => `search_tactic ${line}:3`),
  ],
  [
    "after a combinator",
    "theorem a : p := by first | exact? | (try simp_all?)\n",
    "search_tactic 1:29",
    "search_tactic 1:43",
  ],
  ["as by?", "theorem a : p := by? simp\n", "search_tactic 1:18"],
  [
    "not as a function",
    "def a := xs.head? <|> find? p xs <|> xs[0]?\ntheorem b : p := by\n  have y := get? x\n  exact y\n",
  ],
  ["not as a hole", "theorem b : p := by\n  refine ⟨?_, ?x⟩\n  case x => rfl\n"],
  ["stop as a bullet", "theorem b : p := by\n  . stop\n    rfl\n", "stop 2:5"],
  [
    "not stop as a name",
    "def f := g stop\ntheorem b : p := by\n  exact (stop : Nat → p) 1\n  cases s with\n  | stop => rfl\n  | start => rfl\n",
  ],
];

const NATIVE: readonly Row[] = [
  [
    "by configuration",
    "theorem a : p := by decide +native\ntheorem b : p := by decide (config := { native := true })\n",
    "native_decide 1:21",
    "native_decide 2:21",
  ],
  [
    "turned off",
    "theorem a : p := by decide -native\ntheorem b : p := by decide (native := false)\n",
  ],
  ["by bit blasting", "theorem a : p := by bv_decide\n", "native_decide 1:21"],
  [
    "by the axioms",
    "open Lean in\ntheorem a : p := ofReduceBool x y rfl\ndef b := @Lean.ofReduceNat\ndef c := Lean.reduceBool d\n",
    "trust_compiler 2:18",
    "trust_compiler 3:11",
    "trust_compiler 4:10",
  ],
  [
    "not by names alone",
    "def trustCompiler := 1\ndef reduceBool := Foo.ofReduceBool + x.trustCompiler\n",
  ],
];

const OPTIONS: readonly Row[] = [
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
    "at a safe value",
    "set_option debug.skipKernelTC false\nset_option warn.sorry true\nset_option debug.byAsSorry false\n",
  ],
];

const COMMANDS: readonly Row[] = [
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
];

const ATTRIBUTES: readonly Row[] = [
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
];

const META: readonly Row[] = [
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
    "import Lean\ndef a := Lean.addDecl d\ndef b := env.addDeclCore d\ndef c := Lean.modifyEnv f\ndef e := setEnv x\ndef f := Declaration.axiomDecl v\n",
    "meta 2:10",
    "meta 3:10",
    "meta 4:10",
    "meta 5:10",
    "meta 6:10",
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
];

const MACROS: readonly Row[] = [
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
];

const SHADOW: readonly Row[] = [
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
    "patterns",
    "macro_rules\n  | `($a = $b) => `(True)\n  | `(¬ $a) => `(f $a)\n",
    "shadow 2:10",
    "shadow 3:7",
  ],
  [
    "not other syntax",
    'notation "‖" a "‖" => f a\nnotation a " < " b " < " c => g a b c\nsyntax imp " + " imp : imp\nnotation "[" a "|" b "]" => h\ndeclare_syntax_cat imp\n',
  ],
  [
    "not other instances",
    "instance : Add P := ⟨f⟩\ninstance : Neg (Option Nat) := ⟨id⟩\ninstance : LE (Nat × Nat) := ⟨g⟩\ninstance [Add α] : Add (List α) := ⟨h⟩\ninstance : BEq (List State) := ⟨i⟩\nderiving instance BEq for State\ninstance f : DecidableEq (List Nat) := g\ninstance : Inhabited Nat := ⟨0⟩\n",
  ],
  [
    "not other names",
    "def Nat.double (n : Nat) := n + n\ntheorem Foo.Eq : p := h\ninductive Formula | And | Or | Not\ndef Nat' := 1\nstructure Natural where\n",
  ],
];

const VACUOUS: readonly Row[] = [
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
    "not negations, functions or conclusions",
    "theorem a (h : ¬ False) (g : p → False) (f : False → p) : ¬ p := q\ntheorem b : p → False := q\ntheorem c (h : False ∨ p) : p := h.elim False.elim id\ndef d (h : False) : Nat := h.elim\ntheorem e : (False → p) := fun (h : False) => h.elim\n",
  ],
];

const IMPORTS: readonly Row[] = [
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
];

const MODIFIERS: readonly Row[] = [
  [
    "everywhere",
    "private unsafe def a := 1\nnoncomputable opaque b : Nat\ndef c := unsafe d\nprotected partial def e := 1\n",
    "unsafe 1:9",
    "opaque 2:15",
    "unsafe 3:10",
    "partial 4:11",
  ],
  ["not as fields", "def a := x.unsafe + (y).partial + z.1.opaque + .opaque\n"],
];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  ["sorry", SORRY],
  ["axiom", AXIOM],
  ["sorryAx", SORRY_AX],
  ["admit", TACTICS],
  ["search and stop", SEARCH],
  ["native", NATIVE],
  ["options", OPTIONS],
  ["commands", COMMANDS],
  ["attributes", ATTRIBUTES],
  ["meta", META],
  ["macros", MACROS],
  ["shadow", SHADOW],
  ["vacuous", VACUOUS],
  ["imports", IMPORTS],
  ["modifiers", MODIFIERS],
];

for (const [group, rows] of GROUPS) {
  for (const [name, source, ...expected] of rows) {
    Deno.test(`scanSource() judges ${group}: ${name}`, () => {
      const found = scanSource("Gate/A.lean", source, { roots: new Set(["Gate"]) })
        .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
      assert.deepEqual(found, expected);
    });
  }
}
