/** Words that are escapes only where a tactic starts. */
import { testRows } from "./testing/rows.ts";

testRows("admit", [
  [
    "as a function of goals",
    "import Lean\nopen Lean\ndef a (g : MVarId) := g.admit\ndef b := do (← getMainGoal).admit\ndef c := Lean.MVarId.admit g\n",
    "admit 3:23",
    "admit 4:29",
    "admit 5:10",
  ],
  [
    "not as a function of something else",
    "import Gate.B\ndef a := ward.admit p\ndef Ward.admit (w : Ward) := w\ndef b := admit g\n",
  ],
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
    "in a tactic if over lines",
    "theorem a : p := by\n  if h : q then\n    admit\n  else\n    simp\n    admit\n  admit\n",
    "admit 3:5",
    "admit 6:5",
    "admit 7:3",
  ],
  [
    "after a combinator that starts a line",
    "theorem a : p := by cases h\n  <;> admit\ntheorem b : p := by\n  simp\n  <;> [admit, skip, (admit)]\n",
    "admit 2:7",
    "admit 5:8",
    "admit 5:22",
  ],
  [
    "behind an else left of its if",
    "theorem a : p := by iterate 1 if q then\n    admit\n  else\n    admit\n",
    "admit 2:5",
    "admit 4:5",
  ],
  [
    "in a chain of tactic ifs",
    "theorem a : p := by\n  if q then\n    simp\n  else if r then\n    admit\n  else\n    admit\n",
    "admit 5:5",
    "admit 7:5",
  ],
  [
    "as a discharger",
    "theorem a : p := by simp (disch := admit)\ntheorem b : p := by\n  simp (discharger := (skip; admit)) only [c]\n",
    "admit 1:36",
    "admit 3:30",
  ],
  [
    "past the comma of a quantifier in brackets",
    "theorem a : p := ⟨by\n  have h : ∃ x, x = 1 := q\n  admit, by\n  match x, y with\n  | 0, _ => admit\n  | _, _ => simp\n  admit, r⟩\n",
    "admit 3:3",
    "admit 5:13",
    "admit 7:3",
  ],
  [
    "not past the comma of a term",
    "def a : p := ⟨by\n  simp,\n  admit⟩\ndef b := f (by simp) #[by\n  simp,\n  admit]\n",
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
    "not as the body of a term's have",
    "theorem a : p := by\n  exact have h : q := r; admit\n  refine f (let x := y; admit) fun z => have := z\n                                         admit\n  exact match x with | 0 => have h := r; admit | _ => admit\n  exact Id.run do let x := y; admit\n  simp; admit\n",
    "admit 7:9",
  ],
  [
    "not in a term's if inside a tactic's",
    "theorem a : p := by\n  if q then\n    exact if r then\n        admit\n      else\n        admit\n  else\n    admit\n",
    "admit 8:5",
  ],
  [
    "not in the arms of a let rec inside those of a tactic",
    "theorem a : p := by\n  cases x with\n  | inl y =>\n    let rec f : Nat → q\n      | 0 => admit\n      | n + 1 => admit\n    admit\n  | inr y => admit\n",
    "admit 7:5",
    "admit 8:14",
  ],
  [
    "not after the proof",
    "theorem a : p := by\n  simp\ndef admit : Nat := 3\ndef b : Nat :=\n  admit\n",
  ],
]);

testRows("search and stop", [
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
  [
    "not a macro of the file",
    'macro "finish?" : tactic => `(tactic| rfl)\nmacro "simp?" : tactic => `(tactic| rfl)\ntheorem a : p := by finish?\ntheorem b : p := by simp?\n',
    "search_tactic 4:21",
  ],
  [
    "not where another tactic says what it found",
    "theorem a : p := by\n  simp? [b] says simp only [c]\n  simp? -- says\n",
    "search_tactic 3:3",
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
  [
    "not stop as a constructor with binders",
    "inductive A : Nat → Type\n  | stop (n m : Nat) : A n\ntheorem b : p := by\n  first | stop (simp) | rfl\n",
    "stop 4:11",
  ],
]);

testRows("native", [
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
    "by a name that is opened as another",
    "open Lean (ofReduceBool)\nopen Lean hiding trustCompiler\nopen Lean renaming ofReduceNat → a\n",
    "trust_compiler 3:20",
  ],
  [
    "by a built axiom, not by a literal",
    "import Lean\ndef a := mkConst ``Lean.ofReduceBool\ndef b := [``Lean.ofReduceBool, `Lean.trustCompiler]\n",
    "trust_compiler 2:18",
  ],
  [
    "by an axiom of an open namespace only",
    "def a (trustCompiler : Bool) := !trustCompiler\ndef b := { ofReduceNat := 1 : C }\n",
  ],
  [
    "by an axiom where a term opens its namespace",
    "theorem a : p := open Lean in trustCompiler\n",
    "trust_compiler 1:31",
  ],
  [
    "not by names alone",
    "def trustCompiler := 1\ndef reduceBool := Foo.ofReduceBool + x.trustCompiler\n",
  ],
]);
