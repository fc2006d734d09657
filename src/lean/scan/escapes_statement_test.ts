/** Statements that mean something else than they say, or nothing. */
import { testRows } from "./testing/rows.ts";

testRows("shadow", [
  ["not in syntax that has a name", 'syntax sign := "∀" <|> "+"\nsyntax op := term " = " term\n'],
  [
    "not longer tokens",
    'macro_rules\n  | `(∃ᵉ $x:ident, $b) => `(∃ $x, $b)\n  | `(∀ᶠ $x, $b) => f\nnotation "=ᵐ" => f\n',
  ],
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
    "not kinds of other syntax, nor what a tactic does",
    'syntax (name := mine) "mine " term : term\n@[macro mine] def a : Macro := f\n@[macro Lean.Parser.Tactic.tacticRfl] def b : Macro := g\nmacro_rules | `(tactic| show $t) => `(tactic| h $t)\nmacro "theorem!" n:ident : command => `(a $n)\nsyntax imp " ∃ " imp "!" : imp\n',
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
    "premises in front",
    "theorem a : False → p := q\ntheorem d : False -> p := q\n",
    "vacuous 1:13",
    "vacuous 2:13",
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

testRows("look-alikes", [
  [
    "names of the core library and of the file",
    "abbrev Νat := Fin 1\ndef scope := 1\ndef «sсope» := 2\nstructure N.«Тrue» where\n",
    "look_alike 1:8",
    "look_alike 3:5",
    "look_alike 4:11",
  ],
  [
    "tokens",
    'notation "Nаt" => Fin 1\ninfixl:65 " \u2212 " => f\nsyntax "\u2200" term : term\n',
    "look_alike 1:10",
    "look_alike 2:11",
    "shadow 3:8",
  ],
  [
    "not what mathematics writes",
    'def α := 1\ndef a := 1\ndef ν₁ (v₁ : Nat) := v₁\ndef Δx := 1\nabbrev ℕ := Nat\nstructure N where\nnotation "𝓝" => f\nnotation "∑ " x => f\ndef β_pos := γ\ninfix:50 " ∼ " => f\ndef é := 1\ndef map₂ := 1\n',
  ],
]);

testRows("format characters", [
  [
    "in code, strings, comments and names",
    '-- a\u202eb\ndef a := "x\u200by"\n/- \u2066 -/\ndef «a\u00adb» := 1\n\u{e0041}\n',
    "format_character 1:5",
    "format_character 2:12",
    "format_character 3:4",
    "format_character 4:7",
    "format_character 5:1",
  ],
  [
    "unless they are allowed",
    '-- lean-gate: allow format_character shows a family\ndef a := "👩\u200d👩"\n-- \u200d\n',
    "format_character 3:4",
  ],
  ["not as the mark of a file, escapes or typography", '\ufeffdef a := "\\u200b — “x” …" -- ‖x‖\n'],
]);
