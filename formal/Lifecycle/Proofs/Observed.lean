module
public import Lifecycle.Proofs.Glances
/-!
# Observed outcomes

Proves that every observed outcome is a `Glance`: `outcome_observed`.
-/

@[expose] public section

namespace Lifecycle

theorem closedOutcome_observed {t : Task} {act : Act} {why : Why} {seen : Projection}
    {effects : List Effect} (h : closedOutcome t act = .observed why seen effects) :
    seen = t.projection ∧ effects = [] := by
  unfold closedOutcome at h
  repeat' split at h
  all_goals first
    | exact observe_eq h
    | cases h

theorem foreignOutcome_observed {t : Task} {key : Key} {why : Why} {seen : Projection}
    {effects : List Effect} (h : foreignOutcome t key = .observed why seen effects) :
    seen = t.projection ∧ effects = [] := by
  unfold foreignOutcome at h
  repeat' split at h
  all_goals first
    | exact observe_eq h
    | cases h

theorem attemptRule_observed {t : Task} {key : Key} {act : Act} {why : Why} {seen : Projection}
    {effects : List Effect} (h : attemptRule t key act = .observed why seen effects) :
    Glance t (.onAttempt key act) seen effects := by
  have quiet : seen = t.projection ∧ effects = [] → Glance t (.onAttempt key act) seen effects := by
    rintro ⟨rfl, rfl⟩
    exact .quiet _
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
      · exact phaseRule_observed current ‹_› h
    · split at h
      · exact quiet (closedOutcome_observed h)
      · exact quiet (foreignOutcome_observed h)
  · split at h
    · exact quiet (closedOutcome_observed h)
    · exact quiet (foreignOutcome_observed h)

theorem claimRule_not_observed {t : Task} {key : Key} {why : Why} {seen : Projection}
    {effects : List Effect} : claimRule t key ≠ .observed why seen effects := by
  intro h
  unfold claimRule at h
  repeat' split at h
  all_goals exact nomatch h

theorem abandonRule_observed {t : Task} {body : Body} {why : Why} {seen : Projection}
    {effects : List Effect} (h : abandonRule t = .observed why seen effects) :
    Glance t body seen effects := by
  have never : abandonOpen t ≠ .observed why seen effects := by
    intro h
    unfold abandonOpen at h
    repeat' split at h
    all_goals exact nomatch h
  unfold abandonRule at h
  split at h
  · rename_i a current
    split at h
    · exact nomatch h
    · exact nomatch h
    · exact nomatch h
    · obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .probe _ a current _ _ ‹_›
    · exact nomatch h
    · exact nomatch h
    · exact absurd h never
    · exact absurd h never
  · exact absurd h never

theorem retryRule_not_observed {t : Task} {why : Why} {seen : Projection}
    {effects : List Effect} : retryRule t ≠ .observed why seen effects := by
  intro h
  unfold retryRule retryOpen at h
  repeat' split at h
  all_goals exact nomatch h

theorem observeOwned_observed {t : Task} {body : Body} {why : Why} {shown seen : Projection}
    {effects : List Effect} (undecided : t.undecided)
    (h : observeOwned t shown = .observed why seen effects) : Glance t body seen effects := by
  unfold observeOwned at h
  split at h
  · exact nomatch h
  · rename_i notDone
    split at h
    · exact nomatch h
    · injection h with _ h1 h2
      subst h1 h2
      exact .settle body _ undecided fun receipt same => absurd same (notDone receipt)

theorem observeLegacy_observed {t : Task} {body : Body} {why : Why} {shown seen : Projection}
    {effects : List Effect} (undecided : t.undecided) (owned : t.owned = false)
    (h : observeLegacy t shown = .observed why seen effects) : Glance t body seen effects := by
  unfold observeLegacy at h
  repeat' split at h
  all_goals cases h
  all_goals exact .legacy body _ undecided owned

theorem observeRule_observed {t : Task} {body : Body} {why : Why} {shown seen : Projection}
    {effects : List Effect} (h : observeRule t shown = .observed why seen effects) :
    Glance t body seen effects := by
  have tail : t.undecided →
      (if t.owned then observeOwned t shown else observeLegacy t shown)
        = .observed why seen effects → Glance t body seen effects := by
    intro undecided h
    split at h
    · exact observeOwned_observed undecided h
    · exact observeLegacy_observed undecided (by simp_all) h
  unfold observeRule at h
  cases hc : t.current with
  | none =>
    simp only [hc] at h
    exact tail (by simp [Task.undecided, hc]) h
  | some a =>
    obtain ⟨key, phase⟩ := a
    cases phase with
    | accepted tx receipt =>
      simp only [hc] at h
      split at h
      · exact nomatch h
      · injection h with _ h1 h2
        subst h1 h2
        exact .cleanup body _ ⟨key, _⟩ hc tx receipt rfl
    | cleaned tx receipt cleanup =>
      simp only [hc] at h
      split at h
      · exact nomatch h
      · injection h with _ h1 h2
        subst h1 h2
        exact .done body _ ⟨key, _⟩ hc tx receipt cleanup rfl
    | running | finishing | promoting | failed | cancelled =>
      simp only [hc] at h
      exact tail (by simp [Task.undecided, hc, Phase.durable]) h

theorem convergeRule_observed {t : Task} {body : Body} {why : Why} {seen : Projection}
    {effects : List Effect} (h : convergeRule t = .observed why seen effects) :
    Glance t body seen effects := by
  have tail : t.undecided → convergeSettled t = .observed why seen effects →
      Glance t body seen effects := by
    intro undecided h
    unfold convergeSettled at h
    repeat' split at h
    all_goals first
      | (obtain ⟨rfl, rfl⟩ := observe_eq h; exact .settle body _ undecided fun _ _ => rfl)
      | cases h
  unfold convergeRule at h
  cases hc : t.current with
  | none =>
    simp only [hc] at h
    exact tail (by simp [Task.undecided, hc]) h
  | some a =>
    obtain ⟨key, phase⟩ := a
    cases phase with
    | promoting tx deferred =>
      simp only [hc] at h
      obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .probe body ⟨key, _⟩ hc tx deferred rfl
    | accepted tx receipt =>
      simp only [hc] at h
      obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .cleanup body _ ⟨key, _⟩ hc tx receipt rfl
    | cleaned tx receipt cleanup =>
      simp only [hc] at h
      split at h
      · exact nomatch h
      · obtain ⟨rfl, rfl⟩ := observe_eq h
        exact .done body _ ⟨key, _⟩ hc tx receipt cleanup rfl
    | running | finishing | failed | cancelled =>
      simp only [hc] at h
      exact tail (by simp [Task.undecided, hc, Phase.durable]) h

/-- The rules observe nothing but glances. -/
theorem outcome_observed {t : Task} {body : Body} {why : Why} {seen : Projection}
    {effects : List Effect} (h : body.outcome t = .observed why seen effects) :
    Glance t body seen effects := by
  cases body with
  | taskDeclared | legacyImported => exact nomatch h
  | attemptClaimed key => exact absurd h claimRule_not_observed
  | onAttempt key act => exact attemptRule_observed h
  | convergeRequested id => exact convergeRule_observed h
  | projectionObserved id generation shown =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      subst h
      unfold generationGuard at guard
      repeat' split at guard
      all_goals first
        | (injection guard with guard; obtain ⟨rfl, rfl⟩ := observe_eq guard; exact .quiet _)
        | cases guard
    · exact observeRule_observed h
  | abandonRequested id generation =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals
        simp only [Option.some.injEq, reduceCtorEq] at guard
        try (subst guard; exact nomatch h)
    · exact abandonRule_observed h
  | retryRequested id generation =>
    simp only [Body.outcome] at h
    split at h
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals
        simp only [Option.some.injEq, reduceCtorEq] at guard
        try (subst guard; exact nomatch h)
    · exact absurd h retryRule_not_observed

end Lifecycle
