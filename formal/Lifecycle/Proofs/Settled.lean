module
public import Lifecycle.Proofs.Convergence
/-!
# Displays of failures

Proves that a task that has failed, or was given up, and is displayed otherwise is displayed as such again: by a
request to converge, and in answer to an observation; with the class that its attempt failed by.
-/

@[expose] public section

namespace Lifecycle

/-- A failed task that is displayed otherwise is displayed as failed, on request. -/
theorem failed_display_restored (s : State) (eid id : Nat) (t : Task) (key : Key) (cls : Class)
    (fresh : findEntry eid s.evidence = none) (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .failed cls⟩) (failed : t.status = .failed)
    (owned : t.owned = true) (contradicts : t.projection ≠ .shown .failed none) :
    (reduce s ⟨eid, .convergeRequested id⟩).decision =
        { verdict := .observed .projectionContradiction
          effects := [.projectFailed id t.generation cls] } ∧
      findTask id (reduce s ⟨eid, .convergeRequested id⟩).state.tasks =
        some { t with projection := .shown .failed none } := by
  obtain rfl := (findTask_some found).2
  obtain ⟨decision, after⟩ := (asked_converge fresh found).observed
    (why := .projectionContradiction) (seen := t.projection)
    (effects := [.projectFailed t.id t.generation cls])
    (by simp [Body.outcome, convergeRule, convergeSettled, current, failed, owned, contradicts,
      truthEffects, Task.failure, Task.observe])
  exact ⟨decision, after⟩

/-- A failed task that is seen displayed otherwise, but for Done, is displayed as failed. -/
theorem failed_display_corrected (s : State) (eid id : Nat) (t : Task) (key : Key) (cls : Class)
    (seen : Projection) (fresh : findEntry eid s.evidence = none)
    (found : findTask id s.tasks = some t) (current : t.current = some ⟨key, .failed cls⟩)
    (failed : t.status = .failed) (owned : t.owned = true)
    (contradicts : seen ≠ .shown .failed none) (notDone : ∀ r, seen ≠ .shown .done r) :
    (reduce s ⟨eid, .projectionObserved id t.generation seen⟩).decision =
      { verdict := .observed .projectionContradiction
        effects := [.projectFailed id t.generation cls] } := by
  obtain rfl := (findTask_some found).2
  have asked : Asked s ⟨eid, .projectionObserved t.id t.generation seen⟩ t :=
    ⟨fresh, found, by simp [Body.within, Body.graph], by simp [Body.declares]⟩
  have rule : observeOwned t seen =
      .observed .projectionContradiction seen [.projectFailed t.id t.generation cls] := by
    unfold observeOwned
    split
    · exact absurd rfl (notDone _)
    · simp [failed, contradicts, truthEffects, Task.failure, current]
  exact (asked.observed (why := .projectionContradiction) (seen := seen)
    (effects := [.projectFailed t.id t.generation cls])
    (by simp [Body.outcome, generationGuard, observeRule, current, owned, rule])).1

/-- A task that was given up and is displayed otherwise is displayed as abandoned, on request. -/
theorem abandoned_display_restored (s : State) (eid id : Nat) (t : Task)
    (fresh : findEntry eid s.evidence = none) (found : findTask id s.tasks = some t)
    (free : t.free) (abandoned : t.status = .abandoned) (owned : t.owned = true)
    (contradicts : t.projection ≠ .shown .abandoned none) :
    (reduce s ⟨eid, .convergeRequested id⟩).decision =
        { verdict := .observed .projectionContradiction
          effects := [.projectAbandoned id t.generation] } ∧
      findTask id (reduce s ⟨eid, .convergeRequested id⟩).state.tasks =
        some { t with projection := .shown .abandoned none } := by
  obtain rfl := (findTask_some found).2
  have rule : convergeRule t = .observed .projectionContradiction t.projection
      [.projectAbandoned t.id t.generation] := by
    have settled : convergeSettled t = .observed .projectionContradiction t.projection
        [.projectAbandoned t.id t.generation] := by
      simp [convergeSettled, abandoned, owned, contradicts, truthEffects, Task.observe]
    unfold convergeRule
    cases current : t.current with
    | none => exact settled
    | some a =>
      have terminal := free.terminal current
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Phase.terminal]
  obtain ⟨decision, after⟩ := (asked_converge fresh found).observed
    (why := .projectionContradiction) (seen := t.projection)
    (effects := [.projectAbandoned t.id t.generation]) rule
  exact ⟨decision, after⟩

end Lifecycle
