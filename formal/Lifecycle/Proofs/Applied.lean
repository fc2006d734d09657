module
public import Lifecycle.Proofs.AppliedRows
/-!
# Applied outcomes

Proves that every applied outcome is a `Move`: `outcome_applied`.
-/

@[expose] public section

namespace Lifecycle

theorem closedOutcome_not_applied {t : Task} {act : Act} {next : Task} {effects : List Effect} :
    closedOutcome t act ≠ .applied next effects := by
  unfold closedOutcome
  intro h
  repeat' split at h
  all_goals exact nomatch h

theorem foreignOutcome_not_applied {t : Task} {key : Key} {next : Task} {effects : List Effect} :
    foreignOutcome t key ≠ .applied next effects := by
  unfold foreignOutcome
  intro h
  repeat' split at h
  all_goals exact nomatch h

theorem attemptRule_applied {t : Task} {key : Key} {act : Act} {next : Task} {effects : List Effect}
    (h : attemptRule t key act = .applied next effects) : Move t (.onAttempt key act) next effects := by
  unfold attemptRule at h
  split at h
  · rename_i a current
    split at h
    · rename_i same
      subst same
      unfold currentRule at h
      split at h
      · rename_i guard
        subst h
        rcases txGuard_some guard with ⟨_, h⟩ | h <;> exact nomatch h
      · exact phaseRule_applied current ‹_› h
    · split at h
      · exact absurd h closedOutcome_not_applied
      · exact absurd h foreignOutcome_not_applied
  · split at h
    · exact absurd h closedOutcome_not_applied
    · exact absurd h foreignOutcome_not_applied

theorem claimRefusal_none {t : Task} (h : claimRefusal t = none) :
    t.free ∧ t.ready = true ∧ t.status ≠ .failed ∧ t.status ≠ .abandoned := by
  have tail : ∀ {w : Option Why}, w = none →
      w = (if t.status = .abandoned then some .abandoned
        else if t.status = .failed then some .notReady
        else if t.ready then none else some .notReady) →
      t.ready = true ∧ t.status ≠ .failed ∧ t.status ≠ .abandoned := by
    intro w hw e
    subst hw
    repeat' split at e
    all_goals simp_all
  unfold claimRefusal at h
  cases hc : t.current with
  | none =>
    simp only [hc] at h
    exact ⟨by simp [Task.free, hc], tail h rfl⟩
  | some a =>
    obtain ⟨key, phase⟩ := a
    cases phase <;> simp only [hc, reduceCtorEq] at h
    all_goals exact ⟨by simp [Task.free, hc, Phase.terminal], tail h rfl⟩

theorem claimRule_applied {t : Task} {key : Key} {next : Task} {effects : List Effect}
    (h : claimRule t key = .applied next effects) : Move t (.attemptClaimed key) next effects := by
  unfold claimRule at h
  split at h
  · exact nomatch h
  · rename_i refusal
    obtain ⟨free, ready, failed, abandoned⟩ := claimRefusal_none refusal
    repeat' split at h
    all_goals cases h
    exact .claim key free ready failed abandoned (by omega) (by omega) (by omega)

theorem abandonRule_applied {t : Task} {id : Nat} {next : Task} {effects : List Effect}
    (h : abandonRule t = .applied next effects) :
    Move t (.abandonRequested id t.generation) next effects := by
  have onOpen : t.free → abandonOpen t = .applied next effects →
      Move t (.abandonRequested id t.generation) next effects := by
    intro free h
    unfold abandonOpen at h
    split at h
    · exact nomatch h
    · exact nomatch h
    · injection h with h1 h2
      subst h1 h2
      exact .abandonOpen id free ‹_› ‹_›
  unfold abandonRule at h
  split at h
  · rename_i a current
    split at h
    · exact nomatch h
    · exact nomatch h
    · injection h with h1 h2
      subst h1 h2
      exact .deferAbandon id a current _ ‹_›
    · exact nomatch h
    · injection h with h1 h2
      subst h1 h2
      exact .abandon id a current (by simp [*, Phase.working])
    · injection h with h1 h2
      subst h1 h2
      exact .abandon id a current (by simp [*, Phase.working])
    · exact onOpen (by simp [Task.free, *, Phase.terminal]) h
    · exact onOpen (by simp [Task.free, *, Phase.terminal]) h
  · exact onOpen (by simp [Task.free, *]) h

theorem retryRule_applied {t : Task} {id : Nat} {next : Task} {effects : List Effect}
    (h : retryRule t = .applied next effects) :
    Move t (.retryRequested id t.generation) next effects := by
  have onOpen : t.free → retryOpen t = .applied next effects →
      Move t (.retryRequested id t.generation) next effects := by
    intro free h
    unfold retryOpen at h
    split at h
    · split at h
      · exact nomatch h
      · injection h with h1 h2
        subst h1 h2
        exact .retry id free ‹_› ‹_›
    · exact nomatch h
    · exact nomatch h
  unfold retryRule at h
  cases hc : t.current with
  | none =>
    simp only [hc] at h
    exact onOpen (by simp [Task.free, hc]) h
  | some a =>
    obtain ⟨key, phase⟩ := a
    cases phase <;> simp only [hc, reduceCtorEq] at h
    all_goals exact onOpen (by simp [Task.free, hc, Phase.terminal]) h

theorem observeRule_not_applied {t : Task} {seen : Projection} {next : Task}
    {effects : List Effect} : observeRule t seen ≠ .applied next effects := by
  intro h
  unfold observeRule observeOwned observeLegacy at h
  repeat' split at h
  all_goals exact nomatch h

theorem convergeRule_not_applied {t : Task} {next : Task} {effects : List Effect} :
    convergeRule t ≠ .applied next effects := by
  intro h
  unfold convergeRule convergeSettled at h
  repeat' split at h
  all_goals exact nomatch h

/-- The rules apply nothing but moves. -/
theorem outcome_applied {t : Task} {body : Body} {next : Task} {effects : List Effect}
    (h : body.outcome t = .applied next effects) : Move t body next effects := by
  cases body with
  | taskDeclared | legacyImported => exact nomatch h
  | attemptClaimed key => exact claimRule_applied h
  | onAttempt key act => exact attemptRule_applied h
  | convergeRequested id => exact absurd h convergeRule_not_applied
  | projectionObserved id generation seen =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals
        simp only [Option.some.injEq, reduceCtorEq] at guard
        try (subst guard; exact nomatch h)
    · exact absurd h observeRule_not_applied
  | abandonRequested id generation =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals
        simp only [Option.some.injEq, reduceCtorEq] at guard
        try (subst guard; exact nomatch h)
    · obtain rfl := generationGuard_none ‹_›
      exact abandonRule_applied h
  | retryRequested id generation =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals
        simp only [Option.some.injEq, reduceCtorEq] at guard
        try (subst guard; exact nomatch h)
    · obtain rfl := generationGuard_none ‹_›
      exact retryRule_applied h

end Lifecycle
