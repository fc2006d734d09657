import Lifecycle.Proofs.Steps.Systems
/-!
# Where effects come from

Proves `requested_by`: each requested effect comes from a move or an observation of the task concerned, or is the
`ready` of a task that has become claimable.
-/

namespace Lifecycle

/-- What a task has at its declaration. -/
theorem Body.declares.fresh {body : Body} {t : Task} (declares : body.declares t) :
    body.task = t.id ∧ t.current = none ∧ t.closed = [] ∧ t.attempts = 0 ∧ t.generation = 0 ∧
      t.fence = 0 ∧ t.ready = false ∧ t.held = none ∧ t.waived = [] := by
  cases body with
  | taskDeclared | legacyImported =>
    subst declares
    exact ⟨rfl, rfl, rfl, rfl, rfl, rfl, rfl, rfl, rfl⟩
  | _ => exact declares.elim

/-- Where a requested effect comes from, with the verdict and what is stored. -/
theorem requested_by {s : State} {e : Event} {x : Effect} (requested : x ∈ (reduce s e).decision.effects) :
    (∃ t next effects, findTask e.body.task s.tasks = some t ∧ e.body.within s.graph ∧
      Move (satisfiedIn s.tasks) t e.body next effects ∧ x ∈ effects ∧
      (reduce s e).decision.verdict = .applied ∧
      findTask e.body.task (reduce s e).state.tasks =
        some (next.latch (satisfiedIn (replaceTask next s.tasks)))) ∨
    (∃ t why next effects, findTask e.body.task s.tasks = some t ∧ e.body.within s.graph ∧
      Observation t e.body why next effects ∧ x ∈ effects ∧
      (reduce s e).decision.verdict = .observed why ∧
      findTask e.body.task (reduce s e).state.tasks = some next) ∨
    (∃ ts t, t ∈ ts ∧ t.claimable (satisfiedIn ts) = true ∧ t.ready = false ∧
      x = .ready t.id t.generation ∧ (reduce s e).decision.verdict = .applied ∧
      (reduce s e).state.tasks = latchReady ts) := by
  have source := reduce_source s e requested
  generalize (reduce s e).decision.verdict = v at *
  generalize (reduce s e).state.tasks = ts at *
  cases source with
  | moved t found within next effects move mem _ stored =>
    exact Or.inl ⟨t, next, effects, found, within, move, mem, rfl, stored⟩
  | observed t found within why next effects observation mem _ stored =>
    exact Or.inr (Or.inl ⟨t, why, next, effects, found, within, observation, mem, rfl, stored⟩)
  | ready us t known claimable unready effect =>
    exact Or.inr (Or.inr ⟨us, t, known, claimable, unready, effect, rfl, rfl⟩)

end Lifecycle
