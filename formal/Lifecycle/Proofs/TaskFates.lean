module
public import Lifecycle.Proofs.TaskInvariant
/-!
# A task stays well-formed, whatever happens

Proves that a well-formed task is so after every fate that an event may give it (`fate_wellFormed`).
-/

@[expose] public section

namespace Lifecycle

theorem move_wellFormed {graph : Nat} {body : Body} {t next : Task} {effects : List Effect}
    (wf : t.WellFormed graph) (own : body.task = t.id) (within : body.within graph)
    (move : Move t body next effects) : (next.commit effects).WellFormed graph := by
  have entered : ∀ {a : Attempt} {phase : Phase} (projection : Projection),
      t.current = some a → a.phase.live = true → phase.live = true ∨ (∃ tx r, phase = .accepted tx r) →
      { t.enter a phase with projection }.WellFormed graph := by
    intro a phase projection current live to
    have active := wf.active current live
    have h := wf.after_enter current phase t.status projection
      (by rcases to with to | ⟨_, _, rfl⟩
          · cases phase <;> simp_all [Task.StatusAgrees, Task.enter, Phase.live]
          · simp_all [Task.StatusAgrees, Task.enter])
      (by rintro tx r c rfl
          rcases to with to | ⟨_, _, to⟩
          · exact nomatch to
          · exact nomatch to)
    exact h
  have failed : ∀ {a : Attempt} {cls : Class} (projection : Projection), t.current = some a →
      { t.fail a cls with projection }.WellFormed graph := fun projection current =>
    wf.after_enter current _ .failed projection (by simp [Task.StatusAgrees, Task.enter]) nofun
  cases move with
  | claim key free ready failed abandoned generation attempt fence =>
    exact wf.after_claim ready (within _ rfl) own generation attempt fence
  | finish a current phase tx =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | validate a current tx phase | intend a current tx phase =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | invalidate a current tx validated phase =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | accept a current tx deferred phase act receipt =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inr ⟨tx, receipt, rfl⟩)
  | absentFail a current tx cls phase => exact failed _ current
  | absentKill a current tx phase => exact wf.after_cancel current _ _
  | absentAbandon a current tx phase => exact wf.after_cancel current _ _
  | clean a current tx receipt cleanup phase =>
    exact wf.after_enter current _ .done _ (by simp [Task.StatusAgrees, Task.enter])
      (by rintro _ _ _ ⟨rfl, rfl, rfl⟩; rfl)
  | fail a current act cls ends => exact failed _ current
  | deferFail a current tx phase act cls failure =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | release a current phase => exact wf.after_cancel current _ _
  | kill a current phase => exact wf.after_cancel current _ _
  | deferKill a current tx phase =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | abandonOpen id free done abandoned => exact wf.after_abandon free _
  | abandon id a current phase => exact wf.after_cancel current _ _
  | deferAbandon id a current tx phase =>
    exact entered _ current (by simp [phase, Phase.live]) (Or.inl rfl)
  | retry id free failed retries => exact wf.after_reopen free _

theorem glance_wellFormed {graph : Nat} {body : Body} {t : Task} {seen : Projection}
    {effects : List Effect} (wf : t.WellFormed graph) (glance : Glance t body seen effects) :
    ({ t with projection := seen }.commit effects).WellFormed graph := by
  apply wf.after_project
  intro key tx receipt cleanup current
  have kept := wf.displayed key tx receipt cleanup current
  cases glance with
  | quiet | probe | promote | stop => exact kept
  | cleanup _ _ a current' tx' receipt' phase =>
    obtain rfl := same_attempt current current'
    exact nomatch phase
  | done _ _ a current' tx' receipt' cleanup' phase =>
    obtain rfl := same_attempt current current'
    injection phase with _ h
    subst h
    rfl
  | settle _ _ undecided => exact nomatch undecided _ current
  | legacy _ _ undecided => exact nomatch undecided _ current

/-- A well-formed task stays so, whatever an event does to it. -/
theorem fate_wellFormed {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (wf : t.WellFormed graph) (fate : Fate graph verdict body t t') : t'.WellFormed graph := by
  cases fate with
  | same => exact wf
  | latched all => exact wf.after_latch all
  | glanced own within seen effects glance => exact glance_wellFormed wf glance
  | moved applied own within next effects move all => exact (move_wellFormed wf own within move).after_latch all

end Lifecycle
