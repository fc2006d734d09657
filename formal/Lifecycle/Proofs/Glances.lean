module
public import Lifecycle.Proofs.AppliedRows
/-!
# Glances

Defines `Glance`: the observed outcomes of the rules, by what they show and request. Proves that where a
row of the table observes an act on the current attempt, it glances: `phaseRule_observed`.
-/

@[expose] public section

namespace Lifecycle

/-- The task has no attempt with a durable success. -/
def Task.undecided (t : Task) : Prop := ∀ a, t.current = some a → a.phase.durable = false

/-- What an observed event shows of its task, and what it requests. -/
inductive Glance (t : Task) : Body → Projection → List Effect → Prop where
  | quiet (body : Body) : Glance t body t.projection []
  | probe (body : Body) (a : Attempt) (current : t.current = some a) (tx : Tx) (deferred : Deferred)
      (phase : a.phase = .promoting tx deferred) :
      Glance t body t.projection [.probe a.key tx.tx]
  | promote (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) :
      Glance t (.onAttempt a.key (.promotionProbed tx.tx none)) t.projection
        [.promote a.key tx.tx tx.candidate]
  | stop (body : Body) (a : Attempt) (current : t.current = some a)
      (phase : a.phase.durable = true) :
      Glance t body t.projection [.stopProcess a.key]
  | cleanup (body : Body) (seen : Projection) (a : Attempt) (current : t.current = some a) (tx : Tx)
      (receipt : Nat) (phase : a.phase = .accepted tx receipt) :
      Glance t body seen [.startCleanup a.key tx.tx]
  | done (body : Body) (seen : Projection) (a : Attempt) (current : t.current = some a) (tx : Tx)
      (receipt cleanup : Nat) (phase : a.phase = .cleaned tx receipt cleanup) :
      Glance t body seen [doneEffect t tx receipt]
  | settle (body : Body) (seen : Projection) (undecided : t.undecided)
      (honest : ∀ receipt, seen = .shown .done receipt → seen = t.projection) :
      Glance t body seen (truthEffects t)
  | legacy (body : Body) (seen : Projection) (undecided : t.undecided) (owned : t.owned = false) :
      Glance t body seen []

theorem observe_eq {t : Task} {why why' : Why} {seen : Projection} {effects es : List Effect}
    (h : t.observe why es = .observed why' seen effects) : seen = t.projection ∧ effects = es := by
  unfold Task.observe at h
  injection h with _ h1 h2
  exact ⟨h1.symm, h2.symm⟩

theorem failureRule_observed {t : Task} {a : Attempt} {cls : Class} {body : Body} {why : Why}
    {seen : Projection} {effects : List Effect} (current : t.current = some a)
    (h : failureRule t a cls = .observed why seen effects) : Glance t body seen effects := by
  unfold failureRule at h
  split at h
  · exact nomatch h
  · exact nomatch h
  · exact nomatch h
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .probe body a current _ _ ‹_›
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .cleanup body _ a current _ _ ‹_›
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    unfold repairEffects
    split
    · exact .quiet body
    · exact .done body _ a current _ _ _ ‹_›
  all_goals
    obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .quiet body

theorem exitZeroRule_observed {t : Task} {a : Attempt} {body : Body} {why : Why}
    {seen : Projection} {effects : List Effect} (current : t.current = some a)
    (h : exitZeroRule t a = .observed why seen effects) : Glance t body seen effects := by
  unfold exitZeroRule at h
  split at h
  · exact nomatch h
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .quiet body
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .probe body a current _ _ ‹_›
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .cleanup body _ a current _ _ ‹_›
  · obtain ⟨rfl, rfl⟩ := observe_eq h
    unfold repairEffects
    split
    · exact .quiet body
    · exact .done body _ a current _ _ _ ‹_›
  all_goals
    obtain ⟨rfl, rfl⟩ := observe_eq h
    exact .quiet body

theorem acceptanceRule_observed {t : Task} {a : Attempt} {receipt : Nat} {same why : Why}
    {seen : Projection} {effects : List Effect} :
    acceptanceRule t a receipt same ≠ .observed why seen effects := by
  intro h
  unfold acceptanceRule at h
  repeat' split at h
  all_goals exact nomatch h

theorem phaseRule_observed {t : Task} {a : Attempt} {act : Act} {why : Why} {seen : Projection}
    {effects : List Effect} (current : t.current = some a) (guard : txGuard a.phase act = none)
    (h : phaseRule t a act = .observed why seen effects) :
    Glance t (.onAttempt a.key act) seen effects := by
  cases act with
  | attemptReleased =>
    simp only [phaseRule] at h
    unfold releaseRule at h
    split at h <;> exact nomatch h
  | finishBegun =>
    simp only [phaseRule] at h
    unfold finishRule at h
    split at h <;> exact nomatch h
  | candidateValidated =>
    simp only [phaseRule] at h
    unfold validationRule at h
    split at h
    all_goals first
      | (obtain ⟨rfl, rfl⟩ := observe_eq h; exact .quiet _)
      | cases h
  | promotionIntended =>
    simp only [phaseRule] at h
    unfold intentRule at h
    split at h <;> exact nomatch h
  | outcomeAccepted => exact absurd h acceptanceRule_observed
  | promotionProbed tx found =>
    cases found with
    | some receipt => exact absurd h acceptanceRule_observed
    | none =>
      simp only [phaseRule] at h
      unfold absenceRule at h
      split at h
      · rename_i phase
        obtain ⟨rfl, _⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
        obtain ⟨rfl, rfl⟩ := observe_eq h
        exact .promote a current _ phase
      all_goals first
        | (obtain ⟨rfl, rfl⟩ := observe_eq h; exact .quiet _)
        | cases h
  | cleanupRecorded =>
    simp only [phaseRule] at h
    unfold cleanupRule at h
    repeat' split at h
    all_goals exact nomatch h
  | failRequested => exact failureRule_observed current h
  | processExited role code =>
    simp only [phaseRule] at h
    split at h
    · exact exitZeroRule_observed current h
    · exact failureRule_observed current h
  | providerFault fault => exact failureRule_observed current h
  | ownerLost => exact failureRule_observed current h
  | lateCommitSeen commit =>
    simp only [phaseRule] at h
    unfold lateCommitRule at h
    split at h
    all_goals
      obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .quiet _
  | killRequested =>
    simp only [phaseRule] at h
    unfold killRule at h
    split at h
    · exact nomatch h
    · exact nomatch h
    · exact nomatch h
    · obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .probe _ a current _ _ ‹_›
    · obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .stop _ a current (by simp [*, Phase.durable])
    · obtain ⟨rfl, rfl⟩ := observe_eq h
      exact .stop _ a current (by simp [*, Phase.durable])
    · exact nomatch h
    · exact nomatch h

end Lifecycle
