module
/-!
# A turnstile

Defines a turnstile, which a coin unlocks for one push, and proves that nobody passes without paying.
This is the truth that the engines must follow: replace it by your own model.
-/

@[expose] public section

namespace Turnstile

/-- The state of the turnstile. -/
structure State where
  locked : Bool
  /-- Coins taken. -/
  coins : Nat
  /-- People let through. -/
  passed : Nat

/-- Before anything has happened. -/
def start : State := { locked := true, coins := 0, passed := 0 }

/-- What may happen to the turnstile. -/
inductive Event where
  | coin
  | push

/-- What becomes of an event. -/
inductive Verdict where
  | applied
  | refused

/-- The verdict on an event, and the state after it. -/
def step (s : State) : Event → Verdict × State
  | .coin =>
    if s.locked then (.applied, { s with locked := false, coins := s.coins + 1 }) else (.refused, s)
  | .push =>
    if s.locked then (.refused, s) else (.applied, { s with locked := true, passed := s.passed + 1 })

/-- Everybody who passed has paid; while it is unlocked, one more has. -/
def Paid (s : State) : Prop :=
  (if s.locked then s.passed else s.passed + 1) = s.coins

theorem start_paid : Paid start := rfl

/-- Nobody passes without paying, whatever happens. -/
theorem step_paid (s : State) (e : Event) (h : Paid s) : Paid (step s e).2 := by
  cases e <;> cases locked : s.locked <;> simp_all [step, Paid]

end Turnstile
