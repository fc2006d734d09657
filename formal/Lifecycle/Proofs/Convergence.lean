module
public import Lifecycle.Proofs.Answers
public import Lifecycle.Proofs.Duplicate
/-!
# Convergence

Proves that a cleaned task whose projection contradicts it is displayed as done again by one
`ConvergeRequested`, and that the next finds agreement (theorem 18).
-/

@[expose] public section

namespace Lifecycle

theorem asked_converge {s : State} {eid id : Nat} {t : Task}
    (fresh : findEntry eid s.evidence = none) (found : findTask id s.tasks = some t) :
    Asked s ⟨eid, .convergeRequested id⟩ t :=
  ⟨fresh, found, by simp [Body.within, Body.graph], by simp [Body.declares]⟩

/-- Theorem 18, the first request: the contradiction is observed, and the display restored. -/
theorem converge_restores (s : State) (eid id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (fresh : findEntry eid s.evidence = none)
    (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (contradicts : t.projection ≠ .shown .done (some receipt)) :
    (reduce s ⟨eid, .convergeRequested id⟩).decision =
        { verdict := .observed .projectionContradiction
          effects := [.projectDone id t.generation tx.contract.disposition receipt] } ∧
      findTask id (reduce s ⟨eid, .convergeRequested id⟩).state.tasks =
        some { t with projection := .shown .done (some receipt) } := by
  obtain rfl := (findTask_some found).2
  have asked := asked_converge fresh found
  obtain ⟨decision, after⟩ := asked.observed (why := .projectionContradiction)
    (seen := t.projection) (effects := [doneEffect t tx receipt])
    (by simp [Body.outcome, convergeRule, current, contradicts, Task.observe])
  exact ⟨decision, after⟩

/-- Theorem 18, every later request: there is nothing left to do. -/
theorem converge_agrees (s : State) (eid id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (fresh : findEntry eid s.evidence = none)
    (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (agrees : t.projection = .shown .done (some receipt)) :
    (reduce s ⟨eid, .convergeRequested id⟩).decision =
        { verdict := .noop .agrees, effects := [] } ∧
      (reduce s ⟨eid, .convergeRequested id⟩).state.tasks = s.tasks :=
  (asked_converge fresh found).noop
    (by simp [Body.outcome, convergeRule, current, agrees])

/-- A contradictory display that is observed is answered at once by the right one. -/
theorem contradiction_restored (s : State) (eid id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (seen : Projection) (fresh : findEntry eid s.evidence = none)
    (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (contradicts : seen ≠ .shown .done (some receipt)) :
    (reduce s ⟨eid, .projectionObserved id t.generation seen⟩).decision =
        { verdict := .observed .projectionContradiction
          effects := [.projectDone id t.generation tx.contract.disposition receipt] } ∧
      findTask id (reduce s ⟨eid, .projectionObserved id t.generation seen⟩).state.tasks =
        some { t with projection := .shown .done (some receipt) } := by
  obtain rfl := (findTask_some found).2
  have asked : Asked s ⟨eid, .projectionObserved t.id t.generation seen⟩ t :=
    ⟨fresh, found, by simp [Body.within, Body.graph], by simp [Body.declares]⟩
  obtain ⟨decision, after⟩ := asked.observed (why := .projectionContradiction) (seen := seen)
    (effects := [doneEffect t tx receipt])
    (by simp [Body.outcome, generationGuard, observeRule, current, contradicts])
  exact ⟨decision, after⟩

/-- A fresh event leaves other fresh events fresh. -/
theorem fresh_after {s : State} {eid : Nat} (fresh : findEntry eid s.evidence = none) (e : Event)
    (other : e.eid ≠ eid) : findEntry eid (reduce s e).state.evidence = none := by
  unfold reduce
  split
  · split <;> exact fresh
  · simp only [consume, snocEntry_eq]
    rw [findEntry_none] at fresh ⊢
    intro entry mem
    rcases List.mem_append.mp mem with mem | mem
    · exact fresh entry mem
    · rw [List.mem_singleton] at mem
      subst mem
      exact other

/-- Theorem 18: one request restores the display of a cleaned task, and the next finds agreement. -/
theorem convergence (s : State) (first second id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (fresh : findEntry first s.evidence = none)
    (fresh' : findEntry second s.evidence = none) (distinct : first ≠ second)
    (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (contradicts : t.projection ≠ .shown .done (some receipt)) :
    let once := reduce s ⟨first, .convergeRequested id⟩
    let again := reduce once.state ⟨second, .convergeRequested id⟩
    findTask id once.state.tasks = some { t with projection := .shown .done (some receipt) } ∧
      again.decision = { verdict := .noop .agrees, effects := [] } := by
  intro once again
  obtain ⟨_, after⟩ :=
    converge_restores s first id t key tx receipt cleanup fresh found current contradicts
  exact ⟨after, (converge_agrees once.state second id _ key tx receipt cleanup
    (fresh_after fresh' _ distinct) after current rfl).1⟩

end Lifecycle
