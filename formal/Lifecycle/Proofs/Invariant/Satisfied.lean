import Lifecycle.Proofs.Invariant.TaskSteps
/-!
# Satisfaction is never lost

Proves that no event takes from a task what its dependents rely on: once it is cleaned, or a trusted legacy
Done, it stays so.
-/

namespace Lifecycle

theorem satisfies_iff {t : Task} : t.satisfies = true ↔
    (∃ tx receipt cleanup, t.phase = some (.cleaned tx receipt cleanup)) ∨
      (t.phase = none ∧ t.status = .done ∧ t.origin = .legacy true) := by
  unfold Task.satisfies
  split <;> simp_all

theorem phase_none {t : Task} : t.phase = none ↔ t.current = none := by
  simp [Task.phase]

theorem phase_some {t : Task} {p : Phase} : t.phase = some p ↔ ∃ a, t.current = some a ∧ a.phase = p := by
  simp [Task.phase]

theorem settled_of_satisfies {t : Task} (h : t.satisfies = true) : t.settled = true := by
  simp [Task.settled, h]

theorem not_satisfies_of_phase {t : Task} {a : Attempt} (current : t.current = some a)
    (phase : ∀ tx receipt cleanup, a.phase ≠ .cleaned tx receipt cleanup) : t.satisfies = false := by
  cases h : t.satisfies with
  | false => rfl
  | true =>
    rcases satisfies_iff.mp h with ⟨tx, r, c, h⟩ | ⟨h, _⟩
    · simp only [Task.phase, current, Option.map_some, Option.some.injEq] at h
      exact absurd h (phase tx r c)
    · simp [phase_none, current] at h

theorem Act.Fails.not_cleaned {act : Act} {a : Attempt} {cls : Class} (fails : act.Fails a cls) :
    ∀ tx receipt cleanup, a.phase ≠ .cleaned tx receipt cleanup := by
  intro tx r c h
  have := fails.live
  simp [h, Phase.live] at this

theorem working_not_cleaned {p : Phase} (h : p.working = true) :
    ∀ tx receipt cleanup, p ≠ .cleaned tx receipt cleanup := by
  rintro tx r c rfl
  simp [Phase.working] at h

/-- The status of a task that satisfies. -/
theorem Task.WellFormed.done_of_satisfies {graph : Nat} {t : Task} (wf : t.WellFormed graph)
    (h : t.satisfies = true) : t.status = .done := by
  rcases satisfies_iff.mp h with ⟨tx, r, c, h⟩ | ⟨_, h, _⟩
  · obtain ⟨a, current, phase⟩ := phase_some.mp h
    have := wf.status a current
    simpa [phase, Phase.hasStatus] using this
  · exact h

theorem move_satisfies {sat : Nat → Bool} {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (move : Move sat t body next effects) (h : t.satisfies = true) :
    next.satisfies = true := by
  have done := wf.done_of_satisfies h
  have settled := settled_of_satisfies h
  have impossible : ∀ {a : Attempt}, t.current = some a →
      (∀ tx receipt cleanup, a.phase ≠ .cleaned tx receipt cleanup) → next.satisfies = true :=
    fun current phase => absurd h (by simp [not_satisfies_of_phase current phase])
  cases move with
  | claim key live status => simp [done] at status
  | finish a current phase | releaseFail a current phase | release a current phase =>
    exact impossible current (by simp [phase])
  | validate a current tx phase | intend a current tx phase | invalidate a current tx _ phase
  | accept a current tx _ phase | clean a current tx _ _ phase | deferFail a current tx phase
  | deferKill a current tx phase | deferAbandon _ a current tx phase | absentKill a current tx phase
  | absentAbandon a current tx phase => exact impossible current (by simp [phase])
  | fail a current act cls fails => exact impossible current fails.not_cleaned
  | kill a current phase => exact impossible current (working_not_cleaned phase)
  | abandonLive id a current phase => exact impossible current (working_not_cleaned phase)
  | abandonIdle id unsettled | retry id unsettled | reopen id unsettled => simp [settled] at unsettled
  | grant | waive => exact h
  | trust id done current untrusted =>
    exact satisfies_iff.mpr (Or.inr ⟨by simpa [phase_none] using current, done, rfl⟩)
  | clear id hold held _ cleared => subst cleared; exact h
  | gone => exact h

theorem observation_satisfies {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) : next.satisfies = t.satisfies := by
  cases observation with
  | current a current act =>
    have same : (t.mark a act).phase = t.phase := by simp [Task.phase, Task.mark, current]
    simp only [Task.satisfies, same]
    rfl
  | _ => rfl

theorem step_satisfies {s : State} {graph : Nat} {body : Body} {d : Decision} {t t' : Task}
    (wf : t.WellFormed graph) (step : TaskStep s body t d t') (h : t.satisfies = true) :
    t'.satisfies = true := by
  cases step with
  | same => exact h
  | latched => simpa using h
  | observed _ _ _ _ _ observation => rw [observation_satisfies observation]; exact h
  | held => exact h
  | moved _ _ _ _ move => simpa using move_satisfies wf move h

/-- What is satisfied before an event is satisfied after it. -/
theorem satisfiedIn_mono {s : State} {body : Body} {d : Decision} {ts : List Task}
    (tasks : ∀ t, t ∈ s.tasks → t.WellFormed s.graph) (step : SystemStep s body d ts) {dep : Nat}
    (h : satisfiedIn s.tasks dep = true) : satisfiedIn ts dep = true := by
  obtain ⟨t, found, satisfies⟩ := satisfiedIn_iff.mp h
  obtain ⟨t', found', step⟩ := step.task found
  exact satisfiedIn_iff.mpr ⟨t', found', step_satisfies (tasks t (findTask_some found).1) step satisfies⟩

end Lifecycle
