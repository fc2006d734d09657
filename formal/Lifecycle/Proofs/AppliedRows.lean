module
public import Lifecycle.Proofs.Moves
/-!
# Applied cells of the table

Proves that where a row of the table applies an act on the current attempt, it makes a `Move`:
`phaseRule_applied`.
-/

@[expose] public section

namespace Lifecycle

theorem failureRule_applied {t : Task} {a : Attempt} {act : Act} {cls : Class} {next : Task}
    {effects : List Effect} (current : t.current = some a) (failure : act.failure = some cls)
    (h : failureRule t a cls = .applied next effects) : Move t (.onAttempt a.key act) next effects := by
  unfold failureRule at h
  split at h
  · injection h with h1 h2
    subst h1 h2
    exact .fail a current act cls (Or.inl ⟨failure, by simp [*, Phase.working]⟩)
  · injection h with h1 h2
    subst h1 h2
    exact .fail a current act cls (Or.inl ⟨failure, by simp [*, Phase.working]⟩)
  · injection h with h1 h2
    subst h1 h2
    exact .deferFail a current _ ‹_› act cls failure
  all_goals exact nomatch h

theorem exitZeroRule_applied {t : Task} {a : Attempt} {role : Role} {next : Task}
    {effects : List Effect} (current : t.current = some a)
    (h : exitZeroRule t a = .applied next effects) :
    Move t (.onAttempt a.key (.processExited role 0)) next effects := by
  unfold exitZeroRule at h
  split at h
  · injection h with h1 h2
    subst h1 h2
    exact .fail a current _ _ (Or.inr ⟨role, rfl, ‹_›, rfl⟩)
  all_goals exact nomatch h

/-- What the transaction guard has established once it lets an act pass. -/
theorem txGuard_own {phase : Phase} {act : Act} {own : Tx} (guard : txGuard phase act = none)
    (tx : phase.tx = some own) {n : Nat} {candidate : Option Nat} {contract : Option Contract}
    (names : act.names = some (n, candidate, contract)) :
    n = own.tx ∧ (∀ c, candidate = some c → c = own.candidate) := by
  unfold txGuard at guard
  simp only [names, tx] at guard
  exact ⟨(mismatch_none guard).1, (mismatch_none guard).2.1⟩

theorem acceptanceRule_applied {t : Task} {a : Attempt} {act : Act} {receipt : Nat} {same : Why}
    {next : Task} {effects : List Effect} (current : t.current = some a)
    (accepts : ∀ tx, a.phase.tx = some tx → act.accepts tx receipt)
    (h : acceptanceRule t a receipt same = .applied next effects) :
    Move t (.onAttempt a.key act) next effects := by
  unfold acceptanceRule at h
  split at h
  · rename_i phase
    injection h with h1 h2
    subst h1 h2
    exact .accept a current _ _ phase act receipt (accepts _ (by simp [phase, Phase.tx]))
  · split at h <;> exact nomatch h
  · split at h <;> exact nomatch h
  all_goals exact nomatch h

theorem phaseRule_applied {t : Task} {a : Attempt} {act : Act} {next : Task} {effects : List Effect}
    (current : t.current = some a) (guard : txGuard a.phase act = none)
    (h : phaseRule t a act = .applied next effects) : Move t (.onAttempt a.key act) next effects := by
  cases act with
  | attemptReleased =>
    simp only [phaseRule] at h
    unfold releaseRule at h
    split at h
    · injection h with h1 h2
      subst h1 h2
      exact .release a current ‹_›
    all_goals exact nomatch h
  | finishBegun tx candidate contract =>
    simp only [phaseRule] at h
    unfold finishRule at h
    split at h
    · injection h with h1 h2
      subst h1 h2
      exact .finish a current ‹_› ⟨tx, candidate, contract⟩
    all_goals exact nomatch h
  | candidateValidated tx candidate passed =>
    simp only [phaseRule] at h
    have own := fun own tx' => txGuard_own (own := own) guard tx' rfl
    unfold validationRule at h
    split at h
    · exact nomatch h
    · rename_i phase
      obtain ⟨rfl, hc⟩ := own _ (by simp [phase, Phase.tx]; rfl)
      obtain rfl := hc _ rfl
      injection h with h1 h2
      subst h1 h2
      exact .validate a current _ phase
    · rename_i phase
      obtain ⟨rfl, hc⟩ := own _ (by simp [phase, Phase.tx]; rfl)
      obtain rfl := hc _ rfl
      injection h with h1 h2
      subst h1 h2
      exact .invalidate a current _ _ phase
    all_goals exact nomatch h
  | promotionIntended tx candidate =>
    simp only [phaseRule] at h
    unfold intentRule at h
    split at h
    · rename_i phase
      obtain ⟨rfl, hc⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
      obtain rfl := hc _ rfl
      injection h with h1 h2
      subst h1 h2
      exact .intend a current _ phase
    all_goals exact nomatch h
  | outcomeAccepted tx candidate receipt =>
    refine acceptanceRule_applied current (fun own htx => ?_) h
    obtain ⟨rfl, hc⟩ := txGuard_own guard htx rfl
    obtain rfl := hc _ rfl
    exact Or.inl rfl
  | promotionProbed tx found =>
    cases found with
    | some receipt =>
      refine acceptanceRule_applied current (fun own htx => ?_) h
      obtain ⟨rfl, _⟩ := txGuard_own guard htx rfl
      exact Or.inr rfl
    | none =>
      simp only [phaseRule] at h
      unfold absenceRule at h
      split at h
      · exact nomatch h
      · rename_i phase
        obtain ⟨rfl, _⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
        injection h with h1 h2
        subst h1 h2
        exact .absentFail a current _ _ phase
      · rename_i phase
        obtain ⟨rfl, _⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
        injection h with h1 h2
        subst h1 h2
        exact .absentKill a current _ phase
      · rename_i phase
        obtain ⟨rfl, _⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
        injection h with h1 h2
        subst h1 h2
        exact .absentAbandon a current _ phase
      all_goals exact nomatch h
  | cleanupRecorded tx receipt cleanup =>
    simp only [phaseRule] at h
    unfold cleanupRule at h
    split at h
    · rename_i phase
      obtain ⟨rfl, _⟩ := txGuard_own guard (by simp [phase, Phase.tx]; rfl) rfl
      split at h
      · rename_i same
        subst same
        injection h with h1 h2
        subst h1 h2
        exact .clean a current _ _ cleanup phase
      · exact nomatch h
    · split at h <;> exact nomatch h
    all_goals exact nomatch h
  | failRequested => exact failureRule_applied current rfl h
  | processExited role code =>
    simp only [phaseRule] at h
    split at h
    · rename_i zero
      subst zero
      exact exitZeroRule_applied current h
    · rename_i nonzero
      exact failureRule_applied current (by simp [Act.failure, nonzero]) h
  | providerFault fault => exact failureRule_applied current rfl h
  | ownerLost => exact failureRule_applied current rfl h
  | lateCommitSeen commit =>
    simp only [phaseRule] at h
    unfold lateCommitRule at h
    split at h <;> exact nomatch h
  | killRequested =>
    simp only [phaseRule] at h
    unfold killRule at h
    split at h
    · injection h with h1 h2
      subst h1 h2
      exact .kill a current (by simp [*, Phase.working])
    · injection h with h1 h2
      subst h1 h2
      exact .kill a current (by simp [*, Phase.working])
    · injection h with h1 h2
      subst h1 h2
      exact .deferKill a current _ ‹_›
    all_goals exact nomatch h

end Lifecycle
