module
public import Lifecycle.Proofs.Answers
public import Lifecycle.Proofs.Authority
/-!
# The fence

Proves that an event with a key other than the current one of its task changes no task at all, neither
its lifecycle nor its projection, and requests nothing (theorem 8).
-/

@[expose] public section

namespace Lifecycle

/-- The key is the current attempt's of some task with the id that the key names. -/
def State.holds (s : State) (key : Key) : Prop :=
  ∃ t a, findTask key.task s.tasks = some t ∧ t.current = some a ∧ a.key = key

/-- What a key that is not current gets, whatever the act. -/
theorem attemptRule_foreign {t : Task} {key : Key} {act : Act}
    (foreign : ∀ a, t.current = some a → a.key ≠ key) :
    attemptRule t key act = closedOutcome t act ∨ attemptRule t key act = foreignOutcome t key := by
  unfold attemptRule
  split
  · rename_i a current
    simp only [foreign a current, if_false]
    split
    · exact Or.inl rfl
    · exact Or.inr rfl
  · split
    · exact Or.inl rfl
    · exact Or.inr rfl

/-- Such an outcome leaves the task as it is. -/
theorem conclude_foreign {s : State} {t : Task} {key : Key} {act : Act} {o : Outcome}
    (found : findTask t.id s.tasks = some t)
    (outcome : o = closedOutcome t act ∨ o = foreignOutcome t key) :
    (conclude s t o).tasks = s.tasks ∧ (conclude s t o).decision.effects = [] := by
  cases o with
  | applied next effects =>
    rcases outcome with h | h
    · exact absurd h.symm closedOutcome_not_applied
    · exact absurd h.symm foreignOutcome_not_applied
  | observed why seen effects =>
    have same : seen = t.projection ∧ effects = [] := by
      rcases outcome with h | h
      · exact closedOutcome_observed h.symm
      · exact foreignOutcome_observed h.symm
    obtain ⟨rfl, rfl⟩ := same
    exact ⟨replaceTask_same found, rfl⟩
  | noop | rejected | hold => exact ⟨rfl, rfl⟩

theorem change_foreign {s : State} {key : Key} {act : Act} (foreign : ¬s.holds key) :
    (change s (.onAttempt key act)).tasks = s.tasks ∧
      (change s (.onAttempt key act)).decision.effects = [] := by
  simp only [change, Body.graph]
  split
  · simp only [dispatch, concern, Body.task]
    split
    · exact ⟨rfl, rfl⟩
    · rename_i t found
      have own := (findTask_some found).2
      refine conclude_foreign (by rw [own]; exact found) (attemptRule_foreign ?_)
      intro a current same
      exact foreign ⟨t, a, found, current, same⟩
  · exact ⟨rfl, rfl⟩

/-- Theorem 8: an event whose key is not current changes no task, and requests nothing. -/
theorem foreign_key_changes_nothing (s : State) (eid : Nat) (key : Key) (act : Act)
    (foreign : ¬s.holds key) :
    (reduce s ⟨eid, .onAttempt key act⟩).state.tasks = s.tasks ∧
      (reduce s ⟨eid, .onAttempt key act⟩).decision.effects = [] := by
  unfold reduce
  split
  · split <;> exact ⟨rfl, rfl⟩
  · exact change_foreign foreign

/-- Theorem 8, task by task: every task keeps its lifecycle and its projection. -/
theorem foreign_key_keeps_every_task (s : State) (eid : Nat) (key : Key) (act : Act)
    (foreign : ¬s.holds key) (id : Nat) :
    (findTask id (reduce s ⟨eid, .onAttempt key act⟩).state.tasks).map
        (fun t => (t.lifecycle, t.projection)) =
      (findTask id s.tasks).map (fun t => (t.lifecycle, t.projection)) := by
  rw [(foreign_key_changes_nothing s eid key act foreign).1]

/-- An act of another graph is foreign too, whatever tasks its key names. -/
theorem other_graph_changes_nothing (s : State) (e : Event) (foreign : ¬e.body.within s.graph) :
    (reduce s e).state.tasks = s.tasks ∧ (reduce s e).decision.effects = [] := by
  unfold reduce
  split
  · split <;> exact ⟨rfl, rfl⟩
  · simp only [consume, change]
    split
    · exact absurd (by simp [Body.within, *]) foreign
    · split
      · exact absurd (by simp_all [Body.within]) foreign
      · exact ⟨rfl, rfl⟩

end Lifecycle
