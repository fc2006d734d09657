/**
 * Clean Lean text: every construct that hides an escape word from Lean, with such a word inside. Each
 * snippet takes a number that keeps its names apart.
 */

/** Words that would be findings if they stood in code. */
export const ESCAPE_WORDS: readonly string[] = [
  "sorry",
  "admit",
  "axiom bad : False",
  "native_decide",
  "sorryAx",
  "#eval 1",
  "#exit",
  "exact?",
  "unsafe def",
  "partial def",
  "opaque x : Nat",
  '@[extern \\"c\\"]',
  "run_cmd skip",
  "by_elab",
  "set_option debug.skipKernelTC true",
];

/** One construct, as text that ends in a line feed. */
export type Snippet = (n: number, word: string) => string;

/** Comments. */
export const COMMENTS: readonly Snippet[] = [
  (_, w) => `-- ${w}\n`,
  (_, w) => `--${w}\n`,
  (_, w) => `-- a "quote and 'prime and /- opener: ${w}\n`,
  (_, w) => `/- ${w} -/\n`,
  (_, w) => `/- a /- nested ${w} -/ ${w} -/\n`,
  (_, w) => `/-/ ${w} -/\n`,
  (_, w) => `/- "${w} -/\n`,
  (_, w) => `/-! # Module doc\n${w}\n-/\n`,
  (n, w) => `/-- Doc: ${w}\n\`\`\`lean\n${w}\n\`\`\`\n-/\ndef d${n} : Nat := ${n}\n`,
  (n, w) => `/--/ ${w} -/\ndef e${n} : Nat := ${n}\n`,
  (n, w) => `/---/\ndef f${n} : Nat := ${n} -- ${w}\n`,
  (n, w) => `def g${n} : Nat := ${n}/-${w}-/\n`,
  (_, w) => `--\u2028${w}\u2029 ${w}\n`,
  (_, w) => `/-\t${w}\r\n-/\n`,
];

/** Strings, characters and interpolation. */
export const LITERALS: readonly Snippet[] = [
  (n, w) => `def s${n} : String := "${w}"\n`,
  (n, w) => `def s${n} : String := "a \\" ${w} \\\\"\n`,
  (n, w) => `def s${n} : String := "\\x22 ${w} \\u0022"\n`,
  (n, w) => `def s${n} : String := "one \\\n    ${w} \\\n    two"\n`,
  (n, w) => `def s${n} : String := "line\n${w}\n"\n`,
  (n, w) => `def s${n} : String := r"${w.replaceAll('\\"', "'")} \\"\n`,
  (n, w) => `def s${n} : String := r#"say "${w.replaceAll("\\", "")}" twice"#\n`,
  (n, w) => `def s${n} : String := r##"half "# ${w}"##\n`,
  (n, w) => `def s${n} : String := s!"\\{${w}} and {${n}} ${w}"\n`,
  (n, w) => `def s${n} : String := s!"{"}"} ${w} {'}'} ${w} {"{"} ${w}"\n`,
  (n, w) => `def s${n} : String := s!"a{s!"b{s!"c ${w} {${n}}"}"} ${w}"\n`,
  (n, w) => `def s${n} : String := s!"{{ x := ${n} : P }.x} ${w}"\n`,
  (n, w) =>
    `def c${n} : List Char := ['"', '\\"', '\\'', '\\\\', '-', '/', '\\x22', '«']\ndef t${n} := "${w}"\n`,
  (n, w) => `def p${n} (m : Nat) : Nat := if m = 0 then panic! "{${w}}" else m\n`,
  (n, w) => `def u${n} : IO Unit := throw <| IO.userError "{${w}}"\n`,
  (n, w) => `def v${n} : IO Unit := do IO.println "{${w}}"; println! "n = {${n}} ${w}"\n`,
  (n, w) => `def w${n} (k : Nat) : Bool := dbg_trace "k = {k} ${w}"; k == ${n}\n`,
  (n, w) => `@[deprecated "use y; ${w}" (since := "2025-01-01")]\ndef x${n} : Nat := ${n}\n`,
  (n, w) => `def y${n} (c : Char) : Bool := c == '"' || c == '\\''\ndef z${n} := "${w}"\n`,
];

/** Names that only look like escapes. */
export const NAMES: readonly Snippet[] = [
  (n) => `def sorry${n} : Nat := ${n}\n`,
  (n) => `theorem no_sorry${n} : True := trivial\n`,
  (n) => `theorem sorry'${n} : True := trivial\ntheorem sorry?${n} : True := sorry'${n}\n`,
  (n) => `theorem sorry₁${n} : True := trivial\ntheorem αsorry${n} : True := sorry₁${n}\n`,
  (n) => `namespace N${n}\ndef «sorry» : Nat := ${n}\ndef «axiom» : Nat := «sorry»\nend N${n}\n`,
  (n) => `theorem «by sorry ${n}» : 1 = 1 := rfl\ntheorem «-- sorry ${n}» : 2 = 2 := rfl\n`,
  (n) => `theorem «a " b ${n}» : 1 = 1 := rfl\ntheorem «c /- d ${n}» : 1 = 1 := rfl\n`,
  (n) => `theorem P${n}.sorry : True := trivial\nexample : True := P${n}.sorry\n`,
  (n) => `theorem sorry.elim${n} : True := trivial\n`,
  (n) => `def Foo${n}.axiom : Nat := ${n}\ndef k${n} : Nat := Foo${n}.axiom\n`,
  (n) => `structure T${n} where\n  «axiom» : Prop\n  «sorry» : Nat × Nat\n`,
  (n) =>
    `def q${n} (t : Nat × Nat) (u : Theory) : Nat := t.1.sorry + (u).axiom + t.2 + u.unsafe.partial\n`,
  (n) => `inductive M${n} where | glad | «sorry»\ndef m${n} : M${n} := .sorry\n`,
  (n) => `def l${n} (x : M) : Nat := match x with\n  | .sorry => ${n}\n  | .admit => 0\n`,
  (n) => `def admit${n} : Nat := 3\ndef admit : Nat := admit${n}\n`,
  (n) => `theorem a${n} (h : admit = 4) : admit = 4 := by\n  have k := admit\n  exact h\n`,
  (n) => `def stop (n : Nat) : Nat := n\ndef j${n} : Nat := stop ${n}\n`,
  (n) => `def exact? (s : String) : Nat := s.length\ndef r${n} : Nat := exact? "abc"\n`,
  (n) => `def o${n} (xs : List Nat) : Option Nat := xs.head? <|> xs[${n}]?\n`,
  (n) => `theorem b${n} (n : Nat) : n = n := by\n  have _k := simp?\n  exact rfl\n`,
  (n) => `def extern : Nat := 1\ndef implemented_by${n} : Nat := extern\n`,
  (n) => `def unsafeCount${n} : Nat := 1\ndef partialSum${n} : Nat := 2\ndef opaque_key${n} := 3\n`,
  (n) =>
    `def half${n} (n : Nat) : Option Nat :=\n  if n = 0 then some 0 else half${n} (n - 2)\npartial_fixpoint\n`,
  (n) => `def names${n} : List Lean.Name := [\`sorry, \`Foo.axiom, \`\`Nat.add]\n`,
  (n) => `def native_decide${n} : Nat := 1\ndef native : Nat := native_decide${n}\n`,
];

/** Honest code around them. */
export const CODE: readonly Snippet[] = [
  (n) => `set_option debug.skipKernelTC false in\ntheorem safe${n} : 1 = 1 := rfl\n`,
  (n) => `set_option warn.sorry true\nset_option maxRecDepth ${n + 500}\n`,
  (n) => `abbrev S${n} : Type := { n : Int //-n = 3 }\n`,
  (n) => `theorem or${n} (p : Prop) (h : p) : p \\/ False := .inl h\n`,
  (n) => `theorem nf${n} (h : ¬ False) (g : False → Nat) : True := trivial\n`,
  (n) => `def do${n} : Option Nat := do\n  let x <- some ${n}\n  let y ← some x\n  return x + y\n`,
  (n) =>
    `theorem ih${n} (xs : List Nat) : xs ++ [] = xs := by\n  induction xs with\n  | nil => rfl\n  | cons x xs ih => exact congrArg (x :: ·) ih\n`,
  (n) => `theorem bl${n} : 1 = 1 ∧ 2 = 2 := by\n  constructor\n  · rfl\n  . rfl\n`,
  (n) =>
    `theorem ca${n} (a b : Nat) (h : a = b) : b = a := by\n  calc b = b := rfl\n    _ = a := h.symm\n`,
  (n) => `theorem fi${n} : 1 = 1 := by\n  first\n  | omega\n  | (simp; done)\n  | decide\n`,
  (n) => `theorem co${n} (n : Nat) : n = n := by\n  conv => lhs\n  all_goals (try simp) <;> rfl\n`,
  (n) => `local notation "two${n}" => (2 : Nat)\nlocal infixl:65 " ⊞${n} " => Nat.add\n`,
  (n) => `local macro "triv${n}" : tactic => \`(tactic| first | trivial | rfl)\n`,
  (n) => `instance : Add P${n} := ⟨fun a b => ⟨a.x + b.x⟩⟩\n`,
  (n) => `instance : Inhabited (Fin ${n + 1}) where\n  default := ⟨0, by omega⟩\n`,
  (n) => `structure Q${n} extends P where\n  deriving Repr, DecidableEq\n`,
  (n) => `inductive R${n} : Nat → Prop\n  | zero : R${n} 0\n  | succ : R${n} n → R${n} (n + 1)\n`,
  (n) =>
    `mutual\ndef ev${n} : Nat → Bool | 0 => true | n + 1 => od${n} n\ndef od${n} : Nat → Bool | 0 => false | n + 1 => ev${n} n\nend\n`,
  (n) => `@[simp, inline] private def in${n} (x : Nat) : Nat := x\nattribute [local simp] in${n}\n`,
  (n) => `variable {α : Type} [DecidableEq α] (n${n} : Nat) (h${n} : n${n} ≠ 0)\n`,
  (n) => `open Nat List in\nprotected theorem op${n} : True := trivial\n`,
  (n) =>
    `theorem ge${n} : ∀ x ∈ [1, 2], x ≥ 1 := by\n  intro x hx\n  rcases hx with _ | ⟨_, h⟩ <;> omega\n`,
  (n) =>
    `theorem wf${n} : 0x${n.toString(16)}f = 0b1 ∨ 1.5e3 = 1_000.0 → True := fun _ => trivial\n`,
  (n) => `termination_by n => n\ndef lam${n} := fun (x : Nat) ↦ (· + x) <| ${n} |>.succ\n`,
  (n) => `section Sec${n}\nuniverse u${n}\nend Sec${n}\n`,
  (n) => `noncomputable def pick${n} (h : ∃ n : Nat, n > 3) : Nat := Classical.choose h\n`,
  (n) =>
    `def img${n} (f : Nat → Nat) (s : Set Nat) := f '' s ∩ f ⁻¹' s\ndef am${n} (a : Nat ×' Nat) := a\n`,
  (n) =>
    `def str${n} : String := "sorry"\r\n-- sorry\r\ntheorem crlf${n} : 1 = 1 := by\r\n  rfl\r\n`,
  (n) => `def 𝔸${n} : String := "😀 sorry"\ntheorem ℕ${n}ₓ : 𝔸${n} = 𝔸${n} := rfl\n`,
  (n) => `macro_rules\n  | \`(tactic| tac${n} sorry) => \`(tactic| rfl)\n`,
];
