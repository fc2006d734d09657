module
/-!
# A bounded counter

Defines a counter that refuses to pass its limit, and proves that it never does.
-/

@[expose] public section

namespace Counter

/-- The counter never passes this. -/
def limit : Nat := 10

/-- What may happen to the counter. -/
inductive Event where
  | add (amount : Nat)
  | reset

/-- What becomes of an event. -/
inductive Verdict where
  | applied
  | refused

/-- The verdict on an event, and the count after it. -/
def step (count : Nat) : Event → Verdict × Nat
  | .add amount => if count + amount ≤ limit then (.applied, count + amount) else (.refused, count)
  | .reset => (.applied, 0)

/-- From below the limit, every event stays below it. -/
theorem step_le_limit (count : Nat) (e : Event) (h : count ≤ limit) : (step count e).2 ≤ limit := by
  cases e with
  | add amount =>
    simp only [step]
    split
    · assumption
    · exact h
  | reset => exact Nat.zero_le limit

end Counter
