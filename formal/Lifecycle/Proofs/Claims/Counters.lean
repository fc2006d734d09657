import Lifecycle.Proofs.Invariant.Reachable
/-!
# Counters

Proves that generation, attempts and fence of a task never decrease, and that each applied claim increases
attempts and fence (theorem 12).
-/

namespace Lifecycle

/-- The counters of a task are at least those of another. -/
def Task.atLeast (t' t : Task) : Prop :=
  t.generation ≤ t'.generation ∧ t.attempts ≤ t'.attempts ∧ t.fence ≤ t'.fence

theorem move_counters {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) : next.atLeast t := by
  cases move with
  | claim key _ _ _ _ _ _ fence => exact ⟨Nat.le_refl _, Nat.le_succ _, Nat.le_of_lt fence⟩
  | retry | reopen => exact ⟨Nat.le_succ _, Nat.le_refl _, Nat.le_refl _⟩
  | clear _ _ _ _ cleared => subst cleared; exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | _ => exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩

theorem step_counters {s : State} {body : Body} {t t' : Task} {d : Decision} (step : TaskStep s body t d t') :
    t'.atLeast t := by
  cases step with
  | same | held => exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | latched => simp [Task.atLeast]
  | observed own within why next effects observation =>
    cases observation <;> exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | moved own within next effects move => simpa [Task.atLeast] using move_counters move

/-- Theorem 12: generation, attempts and fence never decrease. -/
theorem counters_never_decrease (s : State) (es : List Event) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ t'.atLeast t := by
  induction es generalizing s t with
  | nil => exact ⟨t, found, Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | cons e es ih =>
    obtain ⟨u, found', step⟩ := reduce_task s e found
    obtain ⟨v, found'', more⟩ := ih _ found'
    have first := step_counters step
    exact ⟨v, found'', Nat.le_trans first.1 more.1, Nat.le_trans first.2.1 more.2.1,
      Nat.le_trans first.2.2 more.2.2⟩

/-- Theorem 12: each applied claim strictly increases attempts and fence, to those of its key. -/
theorem claim_increases {s : State} {eid : Nat} {k : Key}
    (applied : (reduce s ⟨eid, .attemptClaimed k⟩).decision.verdict = .applied) {t : Task}
    (found : findTask k.task s.tasks = some t) :
    ∃ t', findTask k.task (reduce s ⟨eid, .attemptClaimed k⟩).state.tasks = some t' ∧
      t'.attempts = t.attempts + 1 ∧ t.fence < t'.fence ∧ t'.attempts = k.attempt ∧ t'.fence = k.fence := by
  have own := (findTask_some found).2
  have stepTask := reduce_step s ⟨eid, .attemptClaimed k⟩
  generalize (reduce s ⟨eid, .attemptClaimed k⟩).decision = d at stepTask applied
  generalize (reduce s ⟨eid, .attemptClaimed k⟩).state.tasks = ts at stepTask ⊢
  cases stepTask with
  | still _ refused =>
    simp only at applied
    subst applied
    simp at refused
  | added _ declares => exact declares.elim
  | observed | held => exact nomatch applied
  | moved u h within next effects move us tasks =>
    simp only [Body.task] at h
    rw [found] at h
    obtain rfl := Option.some.inj h
    cases move with
    | claim key live status held ready generation attempt fence =>
      refine ⟨_, by rw [tasks, findTask_latchReady, findTask_replaceTask, if_pos (by exact own), found]; rfl, ?_⟩
      simp only [latch_attempts, latch_fence, Task.claim]
      exact ⟨trivial, fence, attempt.symm, trivial⟩

end Lifecycle
