module
public import Lifecycle.Proofs.Turns
/-!
# After the intent

Proves that an attempt whose promotion was intended never goes back to work: neither it nor another
attempt with its key is ever running or finishing again (`intended_forever`).
-/

@[expose] public section

namespace Lifecycle

/-- The key was claimed, and while its attempt is current it is past the intent. -/
def Task.Intended (t : Task) (key : Key) : Prop :=
  key.attempt ≤ t.attempts ∧ ∀ a, t.current = some a → a.key = key → a.phase.working = false

theorem move_intended {t next : Task} {body : Body} {effects : List Effect} {key : Key}
    (intended : t.Intended key) (move : Move t body next effects) : next.Intended key := by
  obtain ⟨claimed, past⟩ := intended
  have entered : ∀ {a : Attempt} {phase : Phase}, t.current = some a →
      (a.phase.working = false → phase.working = false) →
      next.attempts = t.attempts → next.current = some { a with phase } → next.Intended key := by
    intro a phase current step attempts after
    refine ⟨attempts ▸ claimed, fun b current' same => ?_⟩
    rw [after] at current'
    injection current' with h
    subst h
    exact step (past a current same)
  have vacated : next.attempts = t.attempts → next.current = none → next.Intended key := by
    intro attempts after
    refine ⟨attempts ▸ claimed, fun b current' => ?_⟩
    rw [after] at current'
    exact nomatch current'
  cases move with
  | claim key' free ready failed abandoned generation attempt fence =>
    refine ⟨by simp [Task.claim]; omega, fun a current same => ?_⟩
    simp only [Task.claim, Option.some.injEq] at current
    subst current
    simp only at same
    subst same
    omega
  | abandonOpen => exact ⟨claimed, past⟩
  | retry => exact vacated rfl rfl
  | absentKill | absentAbandon | release | kill => exact vacated rfl rfl
  | abandon => exact vacated rfl rfl
  | finish a current phase => exact entered current (by rw [phase]; exact nofun) rfl rfl
  | validate a current tx phase => exact entered current (by rw [phase]; exact nofun) rfl rfl
  | invalidate a current tx validated phase =>
    exact entered current (by rw [phase]; exact nofun) rfl rfl
  | intend a current | accept a current | absentFail a current | clean a current | fail a current
  | deferFail a current | deferKill a current => exact entered current (fun _ => rfl) rfl rfl
  | deferAbandon id a current => exact entered current (fun _ => rfl) rfl rfl

theorem fate_intended {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task} {key : Key}
    (intended : t.Intended key) (fate : Fate graph verdict body t t') : t'.Intended key := by
  cases fate with
  | same | glanced => exact intended
  | latched all => simpa [Task.Intended] using intended
  | moved applied own within next effects move all =>
    simpa [Task.Intended, Task.commit] using move_intended intended move

/-- The attempt's task is known, and is past the intent of this key. -/
def State.Intended (s : State) (key : Key) : Prop :=
  ∃ t, findTask key.task s.tasks = some t ∧ t.Intended key

theorem intended_forever {s : State} {key : Key} (intended : s.Intended key) (es : List Event) :
    (finalState s es).Intended key := by
  induction es generalizing s with
  | nil => exact intended
  | cons e es ih =>
    obtain ⟨t, found, past⟩ := intended
    obtain ⟨t', found', fate⟩ := reduce_fate s e found
    exact ih ⟨t', found', fate_intended past fate⟩

end Lifecycle
