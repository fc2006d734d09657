import Lifecycle.Proofs.Steps.Moves
/-!
# Rows of the table

Defines `Outcome.Classified`: an outcome is a move, an observation or a holding of its task. Proves it for
each row of the table: `phaseRule_classified`.
-/

namespace Lifecycle

/-- The outcome is one of those that the walks through the table know. -/
def Outcome.Classified (sat : Nat → Bool) (t : Task) (body : Body) : Outcome → Prop
  | .applied next effects => Move sat t body next effects
  | .observed why next effects => Observation t body why next effects
  | .hold why held => Holding t body why held
  | .noop _ | .rejected _ => True

variable {sat : Nat → Bool} {t : Task} {a : Attempt} {act : Act}

theorem mark_task_same (current : t.current = some a) (gone : act.showsGone = false)
    (kill : act ≠ .killRequested) : t.mark a act = t := by
  rw [Task.mark, mark_same gone kill, withMark t a current]

theorem failNow_classified (current : t.current = some a) {cls : Class} (fails : act.Fails a cls) :
    (failNow (t.mark a act) (a.mark act) cls).Classified sat t (.onAttempt a.key act) :=
  .fail a current act cls fails

/-- An observation of the current attempt that requests no promotion. -/
theorem observe_classified (current : t.current = some a) {why : Why} {effects : List Effect}
    (requests : Requests t a act effects) (other : why ≠ .converging)
    (running : a.phase = .running → act.showsGone = false := by simp_all)
    (quiet : ∀ k x c, .promote k x c ∉ effects := by simp) :
    ((t.mark a act).observe why effects).Classified sat t (.onAttempt a.key act) :=
  .current a current act why effects requests other running fun ⟨k, x, c, mem⟩ => absurd mem (quiet k x c)

theorem reproject_no_promote (t : Task) (k : Key) (x c : Nat) : .promote k x c ∉ t.reproject := by
  unfold Task.reproject
  split
  · simp
  · unfold Task.due; split <;> simp

/-- Marking the worker changes no projection that is due. -/
theorem mark_reproject (current : t.current = some a) (act : Act) :
    (t.mark a act).reproject = t.reproject := by
  have same : (t.mark a act).phase = t.phase := by simp [Task.phase, Task.mark, current]
  simp only [Task.reproject, Task.due, Task.agrees, Task.reads, Task.truth, same]
  rfl

theorem deferEnd_classified (current : t.current = some a) {tx : Tx} {deferred reason : Deferred}
    (phase : a.phase = .promoting tx deferred)
    (move : deferred = .none → Move sat t (.onAttempt a.key act)
      (t.enter (a.mark act) (.promoting tx reason)) [.probe a.key tx.tx]) :
    (deferEnd (t.mark a act) (a.mark act) tx deferred reason).Classified sat t (.onAttempt a.key act) := by
  unfold deferEnd
  split
  · simpa using move rfl
  · simpa using observe_classified current (.probe act tx deferred phase) (by simp)

theorem failureRule_classified (current : t.current = some a) {cls : Class}
    (failure : act.failure = some cls) :
    (failureRule (t.mark a act) (a.mark act) cls).Classified sat t (.onAttempt a.key act) := by
  unfold failureRule
  simp only [mark_phase, mark_key]
  split
  · exact failNow_classified current (.failure failure (by simp [*, Phase.working]))
  · exact failNow_classified current (.failure failure (by simp [*, Phase.working]))
  · exact deferEnd_classified current ‹_› (by rintro rfl; exact .deferFail a current _ ‹_› act cls failure)
  · exact observe_classified current (.cleanup act _ _ ‹_›) (by simp)
  · rw [mark_reproject current]
    exact observe_classified current (.reproject act _ _ _ ‹_›) (by simp) (by simp_all) (reproject_no_promote t)
  all_goals exact observe_classified current (.nothing act) (by simp)

theorem exitZeroRule_classified (current : t.current = some a) {role : Role}
    (isExit : act = .processExited role 0) :
    (exitZeroRule (t.mark a act) (a.mark act)).Classified sat t (.onAttempt a.key act) := by
  unfold exitZeroRule
  simp only [mark_phase, mark_key]
  split
  · exact failNow_classified current (by subst isExit; exact .exitZero role ‹_›)
  · exact observe_classified current (by subst isExit; exact .continueFinish _ _ ‹_› role) (by simp)
  · exact observe_classified current (.probe act _ _ ‹_›) (by simp)
  · exact observe_classified current (.cleanup act _ _ ‹_›) (by simp)
  · rw [mark_reproject current]
    exact observe_classified current (.reproject act _ _ _ ‹_›) (by simp) (by simp_all) (reproject_no_promote t)
  all_goals exact observe_classified current (.nothing act) (by simp)

theorem lateCommitRule_classified (current : t.current = some a) (silent : act.showsGone = false) :
    (lateCommitRule (t.mark a act) (a.mark act)).Classified sat t (.onAttempt a.key act) := by
  unfold lateCommitRule
  simp only [mark_phase]
  split <;> exact observe_classified current (.nothing act) (by simp) (fun _ => silent)

theorem killRule_classified (current : t.current = some a) :
    (killRule (t.mark a .killRequested) (a.mark .killRequested)).Classified sat t
      (.onAttempt a.key .killRequested) := by
  have same : a.phase.working = true → a.mark .killRequested = a := by
    intro working
    unfold Attempt.mark
    split
    · exact absurd ‹_› (by simp [Act.showsGone])
    · split <;> simp_all [Phase.working]
  unfold killRule
  simp only [mark_phase]
  split
  · have := same (by simp [*, Phase.working])
    simp only [this, killNow]
    exact .kill a current (by simp [*, Phase.working])
  · have := same (by simp [*, Phase.working])
    simp only [this, killNow]
    exact .kill a current (by simp [*, Phase.working])
  · exact deferEnd_classified current ‹_› (by rintro rfl; exact .deferKill a current _ ‹_›)
  · exact observe_classified current (.stop (by simp [*, Phase.succeeded])) (by simp) (by simp_all)
      (by intro k x c; unfold Attempt.stop; split <;> simp)
  · exact observe_classified current (.stop (by simp [*, Phase.succeeded])) (by simp) (by simp_all)
      (by intro k x c; unfold Attempt.stop; split <;> simp)
  all_goals trivial

/-! ## Rows that say nothing of the worker -/

theorem finishRule_classified (current : t.current = some a) (tx : Tx) :
    (finishRule t a tx).Classified sat t
      (.onAttempt a.key (.finishBegun tx.tx tx.candidate tx.contract)) := by
  unfold finishRule
  split
  · exact .finish a current ‹_› tx
  all_goals trivial

theorem quiet_classified {body : Body} {why : Why} (other : why ≠ .converging)
    (absent : why ≠ .promotionAbsent) : (t.observe why).Classified sat t body := .quiet body why other absent

theorem validationRule_classified (current : t.current = some a) {n c : Nat} {passed : Bool}
    (own : ∀ tx, a.phase.tx = some tx → n = tx.tx ∧ c = tx.candidate) :
    (validationRule t a passed).Classified sat t
      (.onAttempt a.key (.candidateValidated n c passed)) := by
  unfold validationRule
  split
  · trivial
  · rename_i phase
    obtain ⟨rfl, rfl⟩ := own _ (by simp [phase, Phase.tx]; rfl)
    exact .validate a current _ phase
  · rename_i phase
    obtain ⟨rfl, rfl⟩ := own _ (by simp [phase, Phase.tx]; rfl)
    split
    · rename_i worker
      have := failNow_classified (sat := sat) current (.refused _ _ phase worker)
      rwa [mark_task_same current rfl (by simp), mark_same rfl (by simp)] at this
    · exact .invalidate a current _ _ phase ‹_›
  all_goals first
    | trivial
    | exact quiet_classified (by simp) (by simp)

theorem intentRule_classified (current : t.current = some a) {n c : Nat}
    (own : ∀ tx, a.phase.tx = some tx → n = tx.tx ∧ c = tx.candidate) :
    (intentRule t a).Classified sat t (.onAttempt a.key (.promotionIntended n c)) := by
  unfold intentRule
  split
  · rename_i tx validated phase
    obtain ⟨rfl, rfl⟩ := own tx (by simp [phase, Phase.tx])
    split
    · trivial
    · rename_i held
      split
      · rename_i valid
        subst valid
        exact .intend a current tx phase (by simpa using held)
      · trivial
  all_goals trivial

theorem acceptanceRule_classified (current : t.current = some a) {receipt : Nat} {same : Why}
    (accepts : ∀ tx, a.phase.tx = some tx → act.accepts tx receipt)
    (acceptance : act.acceptance = some receipt) :
    (acceptanceRule t a receipt same).Classified sat t (.onAttempt a.key act) := by
  unfold acceptanceRule
  split
  · rename_i phase
    exact .accept a current _ _ phase act receipt (accepts _ (by simp [phase, Phase.tx]))
  · split
    · trivial
    · exact .kept _ _ (by simp)
  · split
    · trivial
    · exact .kept _ _ (by simp)
  · trivial
  · trivial
  all_goals
    exact .late a.key act receipt acceptance (Or.inl ⟨a, current, rfl, by simp [*, Phase.ended]⟩)

theorem absenceRule_classified (current : t.current = some a) {n : Nat}
    (own : ∀ tx, a.phase.tx = some tx → n = tx.tx) :
    (absenceRule t a).Classified sat t (.onAttempt a.key (.promotionProbed n none)) := by
  have marked : ∀ n, a.mark (.promotionProbed n none) = a := fun n => mark_same rfl (by simp) a
  have whole : ∀ n, t.mark a (.promotionProbed n none) = t := fun n => mark_task_same current rfl (by simp)
  unfold absenceRule
  split
  · rename_i tx phase
    obtain rfl := own _ (by simp [phase, Phase.tx]; rfl)
    have := Observation.current a current (.promotionProbed tx.tx none) .promotionAbsent
      (if t.held.isSome then [] else [.promote a.key tx.tx tx.candidate])
      (by split
          · exact .nothing _
          · exact .promote tx phase (by simp_all)) (by simp) (by simp_all) (fun _ => rfl)
    rw [whole] at this
    exact this
  · rename_i tx cls phase
    obtain rfl := own _ (by simp [phase, Phase.tx]; rfl)
    have := failNow_classified (sat := sat) current (.absent _ _ phase)
    rwa [marked, whole] at this
  · rename_i tx phase
    obtain rfl := own _ (by simp [phase, Phase.tx]; rfl)
    exact .absentKill a current _ phase
  · rename_i tx phase
    obtain rfl := own _ (by simp [phase, Phase.tx]; rfl)
    exact .absentAbandon a current _ phase
  all_goals first
    | trivial
    | exact quiet_classified (by simp) (by simp)

theorem cleanupRule_classified (current : t.current = some a) {n receipt cleanup : Nat}
    (own : ∀ tx, a.phase.tx = some tx → n = tx.tx) :
    (cleanupRule t a receipt cleanup).Classified sat t
      (.onAttempt a.key (.cleanupRecorded n receipt cleanup)) := by
  unfold cleanupRule
  split
  · rename_i tx known phase
    obtain rfl := own _ (by simp [phase, Phase.tx]; rfl)
    split
    · rename_i same
      subst same
      exact .clean a current tx known cleanup phase
    · trivial
  · split <;> trivial
  all_goals trivial

theorem releaseRule_classified (current : t.current = some a) :
    (releaseRule t a).Classified sat t (.onAttempt a.key .attemptReleased) := by
  unfold releaseRule
  split
  · rename_i phase
    simp only
    split
    · exact .releaseFail a current phase ‹_›
    · exact .release a current phase ‹_›
  all_goals trivial

/-- Every row of the table has only classified outcomes. -/
theorem phaseRule_classified (current : t.current = some a) (guard : txGuard t a act = none) :
    (phaseRule (t.mark a act) (a.mark act) act).Classified sat t (.onAttempt a.key act) := by
  have silent : act.showsGone = false → act ≠ .killRequested → a.mark act = a ∧ t.mark a act = t := by
    intro h1 h2
    exact ⟨mark_same h1 h2 a, mark_task_same current h1 h2⟩
  cases act with
  | attemptReleased =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    exact releaseRule_classified current
  | finishBegun tx candidate contract =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    exact finishRule_classified current ⟨tx, candidate, contract⟩
  | candidateValidated tx candidate passed =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    exact validationRule_classified current fun own h => by simpa using txGuard_own guard h rfl
  | promotionIntended tx candidate =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    exact intentRule_classified current fun own h => by simpa using txGuard_own guard h rfl
  | outcomeAccepted tx candidate receipt =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    refine acceptanceRule_classified current (fun own h => ?_) rfl
    have ⟨h1, h2, _⟩ := txGuard_own guard h rfl
    exact Or.inl (by simp_all)
  | promotionProbed tx found =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    cases found with
    | some receipt =>
      refine acceptanceRule_classified current (fun own h => ?_) rfl
      have ⟨h1, _, _⟩ := txGuard_own guard h rfl
      exact Or.inr (by simp_all)
    | none => exact absenceRule_classified current fun own h => (txGuard_own guard h rfl).1
  | cleanupRecorded tx receipt cleanup =>
    rw [(silent rfl (by simp)).1, (silent rfl (by simp)).2]
    exact cleanupRule_classified current fun own h => (txGuard_own guard h rfl).1
  | failRequested => exact failureRule_classified current rfl
  | processExited role code =>
    simp only [phaseRule]
    split
    · rename_i zero
      subst zero
      exact exitZeroRule_classified current rfl
    · exact failureRule_classified current (by simp [Act.failure, *])
  | providerFault fault => exact failureRule_classified current rfl
  | ownerLost => exact failureRule_classified current rfl
  | lateCommitSeen commit => exact lateCommitRule_classified current rfl
  | killRequested => exact killRule_classified current

end Lifecycle
