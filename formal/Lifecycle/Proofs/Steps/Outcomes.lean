import Lifecycle.Proofs.Steps.Rows
/-!
# Outcomes

Proves that every outcome of the rules is a move, an observation or a holding of its task:
`outcome_classified`.
-/

namespace Lifecycle

variable {sat : Nat → Bool} {t : Task}

theorem closedOutcome_classified {key : Key} {act : Act}
    (foreign : ∀ a, t.current = some a → a.key ≠ key) (closed : ∃ a, a ∈ t.closed ∧ a.key = key) :
    (closedOutcome sat t key act).Classified sat t (.onAttempt key act) := by
  unfold closedOutcome
  split
  · exact .late key act _ ‹_› (Or.inr ⟨foreign, closed⟩)
  · split
    · rename_i shows
      unfold goneOutcome
      simp only
      split
      · rename_i h
        simp only [Bool.and_eq_true, Bool.not_eq_true'] at h
        exact .gone key act shows foreign closed h.1 h.2
      · exact .gone key act shows foreign closed
    · split
      · trivial
      · trivial
      · exact quiet_classified (by simp) (by simp)

theorem foreignOutcome_classified {key : Key} {body : Body} :
    (foreignOutcome t key).Classified sat t body := by
  unfold foreignOutcome
  repeat' split
  all_goals first
    | trivial
    | exact quiet_classified (by simp) (by simp)

theorem otherRule_classified {key : Key} {act : Act} (foreign : ∀ a, t.current = some a → a.key ≠ key) :
    (otherRule sat t key act).Classified sat t (.onAttempt key act) := by
  unfold otherRule
  split
  · rename_i closed
    exact closedOutcome_classified foreign (by simpa using closed)
  · exact foreignOutcome_classified

theorem txGuard_classified {a : Attempt} {act : Act} {o : Outcome} (current : t.current = some a)
    (h : txGuard t a act = some o) : o.Classified sat t (.onAttempt a.key act) := by
  unfold txGuard at h
  split at h
  · simp at h
  · unfold mismatch at h
    repeat' split at h
    all_goals simp only [reduceCtorEq, Option.some.injEq] at h
    all_goals subst h; trivial
  · unfold withoutTx at h
    rename_i noTx
    split at h
    all_goals simp only [reduceCtorEq, Option.some.injEq] at h
    · subst h; trivial
    · subst h
      rename_i acceptance
      refine .late a.key _ _ acceptance (Or.inl ⟨a, current, rfl, ?_⟩)
      cases phase : a.phase <;> simp_all [Phase.tx, Phase.ended]
    · subst h; trivial

theorem attemptRule_classified {key : Key} {act : Act} :
    (attemptRule sat t key act).Classified sat t (.onAttempt key act) := by
  unfold attemptRule
  split
  · rename_i a current
    split
    · rename_i same
      subst same
      unfold currentRule
      split
      · exact txGuard_classified current ‹_›
      · exact phaseRule_classified current ‹_›
    · exact otherRule_classified (by simp_all)
  · exact otherRule_classified (by simp_all)

theorem claimRefusal_none (h : claimRefusal t = none) :
    t.hasLive = false ∧ t.status = .open ∧ t.held = none ∧ t.ready = true := by
  unfold claimRefusal at h
  repeat' split at h
  all_goals simp_all

theorem claimRule_classified {key : Key} :
    (claimRule t key).Classified sat t (.attemptClaimed key) := by
  unfold claimRule
  split
  · trivial
  · obtain ⟨live, status, held, ready⟩ := claimRefusal_none ‹_›
    repeat' split
    all_goals first
      | trivial
      | exact .claim key live status held ready (by omega) (by omega) (by omega)

theorem not_live_of_idle {a : Attempt} (current : t.current = some a) (unsettled : t.settled = false)
    (idle : ∀ tx d, a.phase ≠ .promoting tx d) (running : a.phase ≠ .running)
    (finishing : ∀ tx v, a.phase ≠ .finishing tx v) : t.hasLive = false := by
  simp only [Task.settled, Task.hasSuccess, Task.phase, current] at unsettled
  simp only [Task.hasLive, Task.phase, current, Option.map_some, Option.any_some]
  cases phase : a.phase <;> simp_all [Phase.live, Phase.succeeded]

theorem abandonRule_classified {id : Nat} :
    (abandonRule t).Classified sat t (.onTask id t.generation .abandonRequested) := by
  unfold abandonRule
  split
  · trivial
  · split
    · trivial
    · rename_i abandoned settled
      have unsettled : t.settled = false := by simpa using settled
      split
      · rename_i a current
        split
        · rename_i tx deferred phase
          unfold deferEnd
          split
          · exact .deferAbandon id a current tx phase
          · exact .abandonAgain id a current tx _ phase
        · exact .abandonLive id a current (by simp [*, Phase.working])
        · exact .abandonLive id a current (by simp [*, Phase.working])
        · have := Move.abandonIdle (sat := sat) id unsettled
            (not_live_of_idle current unsettled (by simp_all) (by simp_all) (by simp_all)) abandoned
          simpa [current] using this
      · have := Move.abandonIdle (sat := sat) id unsettled (by simp_all [Task.hasLive, Task.phase]) abandoned
        simpa [*] using this

theorem retryRule_classified {id : Nat} :
    (retryRule t).Classified sat t (.onTask id t.generation .retryRequested) := by
  unfold retryRule openNext
  repeat' split
  all_goals first
    | trivial
    | exact Holding.kept _ _ (by simp)
    | exact Move.retry id (by simp_all) (by simp_all) (by simp_all) (by simp_all) (by simp_all) (by simp_all)

theorem reopenRule_classified {id : Nat} :
    (reopenRule t).Classified sat t (.onTask id t.generation .reopenRequested) := by
  unfold reopenRule openNext
  repeat' split
  all_goals first
    | trivial
    | exact Move.reopen id (by simp_all) (by simp_all) (by simp_all) (by simp_all)

theorem taskRule_classified {id : Nat} {act : TaskAct} :
    (taskRule sat t act).Classified sat t (.onTask id t.generation act) := by
  cases act with
  | projectionObserved seen =>
    simp only [taskRule, observeRule]
    split
    · exact .kept _ _ (by simp)
    · split
      · split
        · trivial
        · exact .agrees id seen ‹_›
      · exact .contradicts id seen (by simp_all) (by simp_all)
  | abandonRequested => exact abandonRule_classified
  | retryRequested => exact retryRule_classified
  | reopenRequested => exact reopenRule_classified
  | holdCleared =>
    simp only [taskRule, clearRule]
    split
    · trivial
    · rename_i held
      obtain ⟨hold, held⟩ := Option.isSome_iff_exists.mp (by simpa [Option.isNone_iff_eq_none, Option.isSome_iff_ne_none] using held)
      exact .clear id hold held _ rfl
  | retriesGranted count =>
    simp only [taskRule, grantRule]
    split
    · trivial
    · exact .grant id (by simp_all) count
  | legacyTrusted =>
    simp only [taskRule, trustRule]
    repeat' split
    · trivial
    · trivial
    · exact .trust id (by simp_all [Task.doneLegacy]) (by simp_all [Task.doneLegacy]) ‹_›
  | dependencyWaived dep =>
    simp only [taskRule, waiveRule]
    repeat' split
    · trivial
    · trivial
    · exact .waive id dep (by simp_all) (by simp_all) (by simp_all)

theorem convergeRule_classified {id : Nat} :
    (convergeRule t).Classified sat t (.convergeRequested id) := by
  unfold convergeRule
  split
  · trivial
  · have := Observation.converge (t := t) id (by simp_all)
    exact this

/-- Every outcome of the rules is a move, an observation or a holding. -/
theorem outcome_classified (sat : Nat → Bool) (t : Task) (body : Body) :
    (body.outcome sat t).Classified sat t body := by
  cases body with
  | taskDeclared | legacyImported => trivial
  | attemptClaimed key => exact claimRule_classified
  | onAttempt key act => exact attemptRule_classified
  | onTask task generation act =>
    simp only [Body.outcome, generationRule]
    split
    · rename_i guard
      unfold generationGuard at guard
      repeat' split at guard
      all_goals simp only [reduceCtorEq, Option.some.injEq] at guard
      all_goals subst guard
      all_goals first
        | trivial
        | exact quiet_classified (by simp) (by simp)
    · obtain rfl := generationGuard_none ‹_›
      exact taskRule_classified
  | convergeRequested task => exact convergeRule_classified

end Lifecycle
