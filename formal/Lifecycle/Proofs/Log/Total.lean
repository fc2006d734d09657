import Lifecycle.Reduce
/-!
# The reducer is a function

Proves that every event gets exactly one decision and one next state (theorem 1), and that reducing
a log in two parts is reducing it in one (theorem 20).
-/

namespace Lifecycle

/-- Theorem 1: every state and event have a step, and never two different ones. -/
theorem reduce_total_deterministic (s : State) (e : Event) :
    ∃ step, reduce s e = step ∧ ∀ other, reduce s e = other → other = step :=
  ⟨reduce s e, rfl, fun _ h => h.symm⟩

/-- Theorem 1, over logs: every event of a log gets exactly one decision. -/
theorem decisions_total (s : State) (es : List Event) : (decisions s es).length = es.length := by
  induction es generalizing s with
  | nil => rfl
  | cons e es ih => simp [decisions, ih]

/-- Theorem 20: the state after a log is the state after its suffix, from the state after its prefix. -/
theorem resumption_state (s : State) (before after : List Event) :
    finalState s (before ++ after) = finalState (finalState s before) after := by
  induction before generalizing s with
  | nil => rfl
  | cons e es ih => simp [finalState, ih]

/-- Theorem 20: the decisions on a log are those on its prefix, then those on its suffix resumed. -/
theorem resumption_decisions (s : State) (before after : List Event) :
    decisions s (before ++ after) =
      decisions s before ++ decisions (finalState s before) after := by
  induction before generalizing s with
  | nil => rfl
  | cons e es ih => simp [decisions, finalState, ih]

end Lifecycle
