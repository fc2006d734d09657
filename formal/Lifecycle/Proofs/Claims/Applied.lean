import Lifecycle.Proofs.Steps.Sources
/-!
# Applied events

Proves what an applied event does to the task that it concerns: it declares it, or makes a move of it.
-/

namespace Lifecycle

/-- An applied event declares a task, or makes a move of the task that it concerns. -/
theorem applied_by {s : State} {e : Event} (applied : (reduce s e).decision.verdict = .applied) :
    (∃ t, e.body.declares t ∧ findTask t.id s.tasks = none) ∨
    (∃ t next effects, findTask e.body.task s.tasks = some t ∧ e.body.within s.graph ∧
      Move (satisfiedIn s.tasks) t e.body next effects ∧
      (reduce s e).decision.effects = effects ++ readyEffects (replaceTask next s.tasks) ∧
      findTask e.body.task (reduce s e).state.tasks =
        some (next.latch (satisfiedIn (replaceTask next s.tasks)))) := by
  have step := reduce_step s e
  generalize (reduce s e).decision = d at *
  generalize (reduce s e).state.tasks = ts at *
  cases step with
  | still _ refused =>
    simp only at applied
    subst applied
    simp at refused
  | added t declares fresh => exact Or.inl ⟨t, declares, fresh⟩
  | observed | held => exact nomatch applied
  | moved t found within next effects move us tasks =>
    have own := (findTask_some found).2
    refine Or.inr ⟨t, next, effects, found, within, move, by rw [tasks], ?_⟩
    rw [tasks, findTask_latchReady, findTask_replaceTask, if_pos (by rw [move.id, own]), found]
    rfl

/-- An applied event that is no declaration makes a move. -/
theorem applied_move {s : State} {e : Event} (applied : (reduce s e).decision.verdict = .applied)
    {t : Task} (found : findTask e.body.task s.tasks = some t) :
    ∃ next effects, e.body.within s.graph ∧ Move (satisfiedIn s.tasks) t e.body next effects ∧
      (reduce s e).decision.effects = effects ++ readyEffects (replaceTask next s.tasks) ∧
      findTask e.body.task (reduce s e).state.tasks =
        some (next.latch (satisfiedIn (replaceTask next s.tasks))) := by
  rcases applied_by applied with ⟨u, declares, fresh⟩ | ⟨u, next, effects, found', rest⟩
  · rw [← declares.fresh.1, found] at fresh
    exact nomatch fresh
  · rw [found] at found'
    obtain rfl := Option.some.inj found'
    exact ⟨next, effects, rest⟩

end Lifecycle
