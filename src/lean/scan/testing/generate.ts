/** Generated Lean sources for tests and benchmarks. */
import { CODE, COMMENTS, ESCAPE_WORDS, LITERALS, NAMES, type Snippet } from "./clean.ts";
import { createRandom, type Random } from "./random.ts";

const ALL: readonly Snippet[] = [...COMMENTS, ...LITERALS, ...NAMES, ...CODE];

/** Snippets of which one file needs each. */
export const SNIPPET_COUNT: number = ALL.length;

/** A file on which the scan is silent; over {@link SNIPPET_COUNT} seeds every construct comes up. */
export function generateClean(seed: number, snippets = 40): string {
  const random = createRandom(seed);
  const parts = ["import Lean\n", ALL[seed % ALL.length]!(0, random.pick(ESCAPE_WORDS))];
  for (let n = 1; n < snippets; n++) parts.push(random.pick(ALL)(n, random.pick(ESCAPE_WORDS)));
  const text = parts.join("\n");
  return random.below(4) === 0 ? text.trimEnd() : text;
}

/** About `size` code units of clean text as one file, dense in everything the lexer must tell apart. */
export function generateDense(seed: number, size: number): string {
  const random = createRandom(seed);
  const parts: string[] = [];
  for (let length = 0, n = 0; length < size; n++) {
    const part = random.pick(ALL)(n, random.pick(ESCAPE_WORDS));
    parts.push(part, "\n");
    length += part.length + 1;
  }
  return parts.join("");
}

/** About `size` code units of documented theorems as one file, one in a hundred of them unproved. */
export function generatePlain(size: number): string {
  const parts: string[] = [];
  for (let length = 0, n = 0; length < size; n++) {
    const proof = n % 100 === 0 ? "sorry" : "rw [h]";
    const part = `/-- Adding ${n} keeps equals equal. -/
theorem add_${n} (n m : Nat) (h : n = m) : n + ${n} = m + ${n} := by
  ${proof}

`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}

/**
 * Files of a project that looks like a real one, about `size` code units in all: documented
 * definitions and theorems, a `sorry` in one file of fifty, a comment that speaks of one in another.
 */
export function generateRealistic(seed: number, size: number): string[] {
  const random = createRandom(seed);
  const files: string[] = [];
  for (let length = 0; length < size;) {
    const file = realisticFile(random);
    files.push(file);
    length += file.length;
  }
  return files;
}

/**
 * Files of a project as dense as real ones in what the scan minds, about `size` code units in all: a hole in
 * every 3,000, and notation that each file declares and those that import it use.
 */
export function generateRough(seed: number, size: number, count = 300): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const parts = [
      `import Project.F${random.below(n + 1)}\nimport Project.Util\n\nnamespace Project\n`,
      `notation:65 a " ⊞[${n}] " b => Nat.add a b\nlocal infixl:70 " ⋆${n} " => Nat.mul\n`,
    ];
    for (let length = 0, hole = 3000, k = 0; length < size / count; k++) {
      const block = length < hole
        ? random.pick(REALISTIC)(k, "")
        : `theorem gap${k} (a b : Nat) : a ⊞[${random.below(n + 1)}] b = b := by\n  sorry\n`;
      if (length >= hole) hole += 3000;
      parts.push(block);
      length += block.length + 1;
    }
    return [...parts, "end Project\n"].join("\n");
  });
}

function realisticFile(random: Random): string {
  const parts = [
    `import Project.Basic\nimport Project.Util${random.below(9)}\n\nnamespace Project\n`,
  ];
  const blocks = 20 + random.below(120);
  for (let n = 0; n < blocks; n++) parts.push(random.pick(REALISTIC)(n, ""));
  const kind = random.below(50);
  if (kind === 0) parts.push("theorem gap : 1 + 1 = 2 := by\n  sorry\n");
  if (kind === 1) parts.push("-- No sorry is left in this file.\n");
  parts.push("end Project\n");
  return parts.join("\n");
}

const REALISTIC: readonly Snippet[] = [
  (n) =>
    `/-- A state that has taken ${n} steps; the invariant below keeps it bounded. -/
structure State${n} where
  /-- The entries still to be handled, oldest first. -/
  pending : List Nat
  handled : Nat
  bounded : handled ≤ 1000
  deriving Repr
`,
  (n) =>
    `/-- Appending nothing changes nothing. -/
theorem append_nil${n} (xs : List Nat) : xs ++ [] = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => exact congrArg (x :: ·) ih
`,
  (n) =>
    `theorem handled_le${n} (s t : State${n}) (h : s.handled ≤ t.handled) :
    s.handled < t.handled + 1 := by
  have bound : s.handled ≤ t.handled := h
  simp only [Nat.lt_succ_iff, Nat.add_one]
  exact Nat.le_trans bound (Nat.le_refl _)
`,
  (n) =>
    `def step${n} (s : State) (e : Event) : Decision × State :=
  match e with
  | .begin id => if s.pending.contains id then (.reject "busy", s) else (.accept, s.push id)
  | .finish id => (.accept, { s with pending := s.pending.erase id })
  | .tick => (.ignore, s)
`,
  (n) =>
    `@[simp] theorem step_tick${n} (s : State) : step${n} s .tick = (.ignore, s) := rfl

/-- Steps keep the count of handled entries, whatever the order in which they come. -/
theorem step_count${n} (s : State) (e : Event) (he : e ≠ .tick) :
    (step${n} s e).2.count ≤ s.count + 1 := by
  cases e with
  | begin id => by_cases h : s.pending.contains id <;> simp [step${n}, h, State.push]
  | finish id => simpa [step${n}] using Nat.le_add_right _ 1
  | tick => exact absurd rfl he
`,
  (n) =>
    `-- The proof goes by the number of entries; see the note at the top of the file.
private theorem count_mono${n} : ∀ (xs ys : List Nat), xs.length ≤ ys.length →
    (xs.map (· + ${n})).length ≤ (ys.map (fun y => y + 1)).length := by
  intro xs ys h
  rw [List.length_map, List.length_map]
  exact h
`,
  (n) =>
    `section
variable {α : Type u} (f g : α → Nat) (p : α → Bool)

theorem filter_sum${n} (xs : List α) (h : ∀ x ∈ xs, f x = g x) :
    (xs.filter p).map f = (xs.filter p).map g :=
  List.map_congr_left fun x hx => h x (List.mem_of_mem_filter hx)

end
`,
  (n) =>
    `/-- Renders an entry for the log: its id, its age in steps and what became of it. -/
def render${n} (id age : Nat) (outcome : String) : String :=
  s!"entry {id}, {age} steps old: {outcome}"
`,
];
