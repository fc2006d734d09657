module
public import Lifecycle.Proofs.Turns
/-!
# Computing a step

Proves what the reducer answers to a fresh event about a known task, given the outcome of its rule.
Theorems that say what *does* happen rest on these; theorems that say what *cannot* happen rest on
turns and fates.
-/

@[expose] public section

namespace Lifecycle

/-- A fresh event about a known task, of this graph: its rule will be asked. -/
structure Asked (s : State) (e : Event) (t : Task) : Prop where
  fresh : findEntry e.eid s.evidence = none
  found : findTask e.body.task s.tasks = some t
  within : e.body.within s.graph
  concerns : ∀ u, ¬e.body.declares u

theorem Asked.change_eq {s : State} {e : Event} {t : Task} (asked : Asked s e t) :
    change s e.body = conclude s t (e.body.outcome t) := by
  have dispatched : dispatch s e.body = conclude s t (e.body.outcome t) := by
    have found := asked.found
    have concerns := asked.concerns
    generalize e.body = body at found concerns
    cases body with
    | taskDeclared => exact absurd rfl (concerns _)
    | legacyImported => exact absurd rfl (concerns _)
    | _ => simp [dispatch, concern, found]
  unfold change
  split
  · exact dispatched
  · rename_i g names
    simp [asked.within g names, dispatched]

theorem Asked.reduce_eq {s : State} {e : Event} {t : Task} (asked : Asked s e t) :
    (reduce s e).decision = (conclude s t (e.body.outcome t)).decision ∧
      (reduce s e).state.tasks = (conclude s t (e.body.outcome t)).tasks := by
  simp [reduce, asked.fresh, consume, asked.change_eq]

/-- The tasks once the move is stored, before any latch is set. -/
def moved (s : State) (next : Task) (effects : List Effect) : List Task :=
  replaceTask (next.commit effects) s.tasks

/-- An applied outcome: its effects, then who is ready; the task stored, displayed and latched. -/
theorem Asked.applied {s : State} {e : Event} {t next : Task} {effects : List Effect}
    (asked : Asked s e t) (outcome : e.body.outcome t = .applied next effects) :
    (reduce s e).decision =
        { verdict := .applied
          effects := effects ++ readyEffects (moved s next effects) (moved s next effects) } ∧
      findTask t.id (reduce s e).state.tasks =
        some ((next.commit effects).latch (moved s next effects)) := by
  have own := (findTask_some asked.found).2
  have id := (outcome_applied outcome).id
  have found := asked.found
  rw [asked.reduce_eq.1, asked.reduce_eq.2, outcome]
  constructor
  · simp [conclude, applyTasks, appendEffects_eq, moved]
  · simp [conclude, applyTasks, moved, findTask_latchReady, findTask_replaceTask, id, own, found]

/-- An observed outcome: its effects; the task with what was seen, then displayed. -/
theorem Asked.observed {s : State} {e : Event} {t : Task} {why : Why} {seen : Projection}
    {effects : List Effect} (asked : Asked s e t)
    (outcome : e.body.outcome t = .observed why seen effects) :
    (reduce s e).decision = { verdict := .observed why, effects } ∧
      findTask t.id (reduce s e).state.tasks =
        some ({ t with projection := seen }.commit effects) := by
  have own := (findTask_some asked.found).2
  have found := asked.found
  rw [asked.reduce_eq.1, asked.reduce_eq.2, outcome]
  simp [conclude, findTask_replaceTask, own, found]

/-- An outcome with nothing to do: the decision says so, and no task changes. -/
theorem Asked.noop {s : State} {e : Event} {t : Task} {why : Why} (asked : Asked s e t)
    (outcome : e.body.outcome t = .noop why) :
    (reduce s e).decision = { verdict := .noop why, effects := [] } ∧
      (reduce s e).state.tasks = s.tasks := by
  rw [asked.reduce_eq.1, asked.reduce_eq.2, outcome]
  exact ⟨rfl, rfl⟩

/-- An outcome that an operator must look at: the decision says so, and no task changes. -/
theorem Asked.hold {s : State} {e : Event} {t : Task} {why : Why} (asked : Asked s e t)
    (outcome : e.body.outcome t = .hold why) :
    (reduce s e).decision = { verdict := .hold why, effects := [] } ∧
      (reduce s e).state.tasks = s.tasks := by
  rw [asked.reduce_eq.1, asked.reduce_eq.2, outcome]
  exact ⟨rfl, rfl⟩

end Lifecycle
