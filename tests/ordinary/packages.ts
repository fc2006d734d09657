/** Ten small packages in the style of real ones: ordinary files, imported notation, deriving, `Std`, recursion. */

/** A package, and a hole that an honest line of it is replaced by. */
export interface OrdinaryPackage {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly hole: {
    readonly file: string;
    readonly find: string;
    readonly replace: string;
    readonly code: string;
  };
}

const toml = (name: string, more = "") =>
  `name = "${name.toLowerCase()}"\ndefaultTargets = ["${name}"]\n\n[[lean_lib]]\nname = "${name}"\n${more}`;

const script = (name: string, more = "") =>
  `import Lake\nopen Lake DSL\n\npackage ${name.toLowerCase()} where\n  version := v!"0.1.0"\n\n@[default_target]\nlean_lib ${name}\n${more}`;

/** The packages. */
export const PACKAGES: readonly OrdinaryPackage[] = [
  {
    name: "mutual recursion over files",
    files: {
      "lakefile.toml": toml("Parity"),
      "Parity.lean": "import Parity.Basic\nimport Parity.Laws\n",
      "Parity/Basic.lean": `namespace Parity

mutual
/-- Whether a number is even. -/
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
/-- Whether a number is odd. -/
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end

end Parity
`,
      "Parity/Laws.lean": `import Parity.Basic

namespace Parity

theorem odd_succ (n : Nat) : isOdd (n + 1) = isEven n := by
  simp [isOdd]

theorem even_or_odd (n : Nat) : (isEven n || isOdd n) = true := by
  induction n with
  | zero => simp [isEven]
  | succ n ih => simp [isEven, isOdd, Bool.or_comm] at *; exact ih

end Parity
`,
    },
    hole: {
      file: "Parity/Laws.lean",
      find: "  simp [isOdd]\n",
      replace: "  sorry\n",
      code: "sorry",
    },
  },
  {
    name: "notation and tactics of one file used in another",
    files: {
      "lakefile.lean": script("Vec"),
      "Vec.lean": "import Vec.Use\n",
      "Vec/Notation.lean": `/-- A pair of numbers. -/
structure Vec where
  x : Int
  y : Int
  deriving Repr, DecidableEq

namespace Vec

/-- The sum. -/
def plus (a b : Vec) : Vec := ⟨a.x + b.x, a.y + b.y⟩

@[inherit_doc] scoped infixl:65 " ⊹ " => plus
notation "⟪" x ", " y "⟫" => Vec.mk x y

/-- Proves equations of vectors by their parts. -/
macro "by_parts" : tactic => \`(tactic| (simp only [plus, mk.injEq]; constructor <;> omega))

end Vec
`,
      "Vec/Use.lean": `import Vec.Notation

open Vec

theorem plus_comm (a b : Vec) : a ⊹ b = b ⊹ a := by by_parts

example : ⟪1, 2⟫ ⊹ ⟪3, 4⟫ = ⟪4, 6⟫ := rfl
`,
    },
    hole: {
      file: "Vec/Notation.lean",
      find: "(simp only [plus, mk.injEq]; constructor <;> omega)",
      replace: "admit",
      code: "macro_hidden",
    },
  },
  {
    name: "deriving handlers and JSON",
    files: {
      "lakefile.toml": toml("Config"),
      "Config.lean": `import Lean.Data.Json

open Lean

/-- How loud the log is. -/
inductive Level where
  | quiet | normal | loud
  deriving Repr, BEq, DecidableEq, Inhabited, Hashable, Ord, ToJson, FromJson

/-- What a user may set. -/
structure Config where
  level : Level := .normal
  retries : Nat := 3
  tags : List String := []
  parent : Option String := none
  deriving Repr, BEq, DecidableEq, Inhabited, ToJson, FromJson

def Config.read (text : String) : Except String Config := do
  fromJson? (← Json.parse text)

theorem Config.default_retries : ({} : Config).retries = 3 := rfl

theorem Level.quiet_ne_loud : Level.quiet ≠ Level.loud := by decide

#guard (toJson ({} : Config)).compress.length > 10
`,
    },
    hole: {
      file: "Config.lean",
      find: ":= by decide",
      replace: ":= by native_decide",
      code: "native_decide",
    },
  },
  {
    name: "maps of Std",
    files: {
      "lakefile.toml": toml("Counts"),
      "Counts.lean": `import Std.Data.HashMap

open Std

/-- How often each word occurs. -/
def counts (words : List String) : HashMap String Nat :=
  words.foldl (fun m w => m.insert w (m.getD w 0 + 1)) {}

theorem counts_nil : counts [] = {} := rfl

theorem get_insert (m : HashMap String Nat) (w : String) (n : Nat) : (m.insert w n)[w]? = some n := by
  simp

/-- The words that occur, each once. -/
def distinct (words : List String) : Nat := (counts words).size
`,
    },
    hole: {
      file: "Counts.lean",
      find: "theorem counts_nil",
      replace: "axiom trusted : 1 = 2\n\ntheorem counts_nil",
      code: "axiom",
    },
  },
  {
    name: "type classes and their laws",
    files: {
      "lakefile.lean": script("Algebra"),
      "Algebra.lean": "import Algebra.Instances\n",
      "Algebra/Classes.lean": `universe u

/-- An associative operation. -/
class Semi (α : Type u) where
  op : α → α → α
  assoc : ∀ a b c, op (op a b) c = op a (op b c)

/-- One with a unit. -/
class Mono (α : Type u) extends Semi α where
  unit : α
  unit_op : ∀ a, op unit a = a
  op_unit : ∀ a, op a unit = a

namespace Mono

variable {α : Type u} [Mono α]

/-- The product of a list. -/
def prod : List α → α
  | [] => unit
  | a :: as => Semi.op a (prod as)

@[simp] theorem prod_nil : prod ([] : List α) = unit := rfl

theorem prod_append (as bs : List α) : prod (as ++ bs) = Semi.op (prod as) (prod bs) := by
  induction as with
  | nil => simp [unit_op]
  | cons a as ih => simp [prod, ih, Semi.assoc]

end Mono
`,
      "Algebra/Instances.lean": `import Algebra.Classes

/-- Numbers under addition. -/
structure Sum' where
  value : Nat
  deriving Repr

instance : Mono Sum' where
  op a b := ⟨a.value + b.value⟩
  assoc _ _ _ := by simp [Nat.add_assoc]
  unit := ⟨0⟩
  unit_op _ := by simp
  op_unit _ := by simp

instance {α : Type} : Mono (List α) where
  op := (· ++ ·)
  assoc := List.append_assoc
  unit := []
  unit_op := List.nil_append
  op_unit := List.append_nil
`,
    },
    hole: {
      file: "Algebra/Classes.lean",
      find: "  | nil => simp [unit_op]\n",
      replace: "  | nil => exact sorryAx _\n",
      code: "sorry_ax",
    },
  },
  {
    name: "well-founded recursion",
    files: {
      "lakefile.toml": toml("Euclid"),
      "Euclid.lean": `/-- The greatest common divisor, by remainders. -/
def euclid (a b : Nat) : Nat :=
  if h : b = 0 then a else euclid b (a % b)
termination_by b
decreasing_by exact Nat.mod_lt _ (Nat.pos_of_ne_zero h)

theorem euclid_zero (a : Nat) : euclid a 0 = a := by
  unfold euclid; simp

/-- How many digits a number has in base two. -/
def digits (n : Nat) : Nat :=
  if n < 2 then 1 else digits (n / 2) + 1

theorem digits_pos (n : Nat) : 0 < digits n := by
  unfold digits
  split <;> omega
`,
    },
    hole: {
      file: "Euclid.lean",
      find: "decreasing_by exact Nat.mod_lt _ (Nat.pos_of_ne_zero h)",
      replace: "decreasing_by all_goals sorry",
      code: "sorry",
    },
  },
  {
    name: "an executable beside its library",
    files: {
      "lakefile.lean": script("Greet", "\nlean_exe greet where\n  root := `Main\n"),
      "Greet.lean": `/-- What is said to somebody. -/
def greeting (name : String) : String := "Hello, " ++ name ++ "!"

theorem greeting_nobody : greeting "" = "Hello, " ++ "" ++ "!" := rfl
`,
      "Main.lean": `import Greet

def main (args : List String) : IO Unit := do
  for arg in args do
    IO.println (greeting arg)
  if args.isEmpty then IO.println (greeting "")
`,
    },
    hole: {
      file: "Main.lean",
      find: "import Greet\n",
      replace: "import Greet\n\ntheorem two : 1 = 2 := by\n  stop\n",
      code: "stop",
    },
  },
  {
    name: "sections, namespaces and private helpers",
    files: {
      "lakefile.toml": toml("Queue", '\n[[lean_lib]]\nname = "QueueTest"\n'),
      "Queue.lean": `/-- A queue as two lists. -/
structure Queue (α : Type u) where
  front : List α := []
  back : List α := []

namespace Queue

section
variable {α : Type u}

private def flip (q : Queue α) : Queue α := ⟨q.front ++ q.back.reverse, []⟩

/-- What is in it, the oldest first. -/
def toList (q : Queue α) : List α := q.front ++ q.back.reverse

def push (q : Queue α) (a : α) : Queue α := { q with back := a :: q.back }

def pop? (q : Queue α) : Option (α × Queue α) :=
  go q.flip
where
  go : Queue α → Option (α × Queue α)
    | ⟨a :: as, bs⟩ => some (a, ⟨as, bs⟩)
    | ⟨[], _⟩ => none

theorem toList_push (q : Queue α) (a : α) : (q.push a).toList = q.toList ++ [a] := by
  simp [push, toList]

theorem toList_flip (q : Queue α) : q.flip.toList = q.toList := by
  simp [Queue.flip, toList]

end

open List in
theorem push_ne (q : Queue Nat) : (q.push 1).toList ≠ [] := by
  simp [toList_push]

end Queue
`,
      "QueueTest.lean": `import Queue

/-- info: [1, 2] -/
#guard_msgs in
#eval (({} : Queue Nat).push 1 |>.push 2).toList

example : (({} : Queue Nat).push 1).toList = [1] := by simp [Queue.toList, Queue.push]
`,
    },
    hole: {
      file: "Queue.lean",
      find: "theorem push_ne",
      replace: "set_option debug.skipKernelTC true in\ntheorem push_ne",
      code: "skip_kernel",
    },
  },
  {
    name: "an interpreter with monads",
    files: {
      "lakefile.toml": toml("Calc"),
      "Calc.lean": "import Calc.Run\n",
      "Calc/Syntax.lean": `/-- Expressions of a calculator. -/
inductive Term where
  | lit (n : Int)
  | var (name : String)
  | add (a b : Term)
  | div (a b : Term)
  deriving Repr, BEq, Inhabited

declare_syntax_cat formula
syntax num : formula
syntax ident : formula
syntax:65 formula:65 " + " formula:66 : formula
syntax "(" formula ")" : formula
syntax "calc! " formula : term

macro_rules
  | \`(calc! $n:num) => \`(Term.lit $n)
  | \`(calc! $x:ident) => \`(Term.var $(Lean.quote (toString x.getId)))
  | \`(calc! $a:formula + $b:formula) => \`(Term.add (calc! $a) (calc! $b))
  | \`(calc! ($a:formula)) => \`(calc! $a)
`,
      "Calc/Run.lean": `import Calc.Syntax

/-- A run fails, or reads variables. -/
abbrev Run := ReaderT (String → Option Int) (Except String)

def Term.run : Term → Run Int
  | .lit n => pure n
  | .var x => do
    match (← read) x with
    | some n => return n
    | none => throw s!"unknown {x}"
  | .add a b => return (← a.run) + (← b.run)
  | .div a b => do
    let d ← b.run
    if d = 0 then throw "division by zero"
    return (← a.run) / d

theorem run_lit (n : Int) (env : String → Option Int) : (Term.lit n).run env = .ok n := rfl

example : calc! 1 + (x + 2) = .add (.lit 1) (.add (.var "x") (.lit 2)) := rfl
`,
    },
    hole: {
      file: "Calc/Run.lean",
      find: "(Term.lit n).run env = .ok n := rfl",
      replace: "(Term.lit n).run env = .ok n := by\n  exact?",
      code: "search_tactic",
    },
  },
  {
    name: "inductive predicates and sources in a folder of their own",
    files: {
      "lakefile.toml": toml("Steps", 'srcDir = "src"\nglobs = ["Steps.+"]\n'),
      "src/Steps/Basic.lean": `/-- Reachability by the steps of a relation. -/
inductive Star {α : Type u} (r : α → α → Prop) : α → α → Prop
  | refl (a : α) : Star r a a
  | step {a b c : α} : r a b → Star r b c → Star r a c

theorem Star.trans {α : Type u} {r : α → α → Prop} {a b c : α} (h : Star r a b) (k : Star r b c) :
    Star r a c := by
  induction h with
  | refl => exact k
  | step s _ ih => exact .step s (ih k)
`,
      "src/Steps/Invariant.lean": `import Steps.Basic

theorem invariant {α : Type u} {r : α → α → Prop} {p : α → Prop} (keeps : ∀ a b, r a b → p a → p b)
    {a b : α} (path : Star r a b) (start : p a) : p b := by
  induction path with
  | refl => exact start
  | step s _ ih => exact ih (keeps _ _ s start)

/-- Counting down by two. -/
def Down (a b : Nat) : Prop := a = b + 2

theorem parity_kept {a b : Nat} (path : Star Down a b) (even : a % 2 = 0) : b % 2 = 0 :=
  invariant (p := fun n => n % 2 = 0) (fun _ _ s h => by unfold Down at s; omega) path even
`,
    },
    hole: {
      file: "src/Steps/Invariant.lean",
      find: "theorem parity_kept {a b : Nat} (path",
      replace: "theorem parity_kept {a b : Nat} (wrong : False) (path",
      code: "vacuous",
    },
  },
];
