module
public import Lifecycle.Proofs.Lists
/-!
# Evidence

Proves that the evidence is append-only, and grows by exactly one entry for each consumed event: that
event, with the verdict it got (theorem 3). A duplicate and an `eid` conflict are not consumed.
-/

@[expose] public section

namespace Lifecycle

/-- Whether an event with this verdict was consumed. -/
def Verdict.consumed : Verdict → Bool
  | .noop .duplicate | .rejected .eidConflict => false
  | _ => true

/-- The entry that an event leaves in the evidence. -/
def entryOf (s : State) (e : Event) : Entry :=
  { event := e, verdict := (reduce s e).decision.verdict }

/-- The entries that a log leaves in the evidence, from a state. -/
def entriesOf (s : State) : List Event → List Entry
  | [] => []
  | e :: es =>
    if (reduce s e).decision.verdict.consumed then entryOf s e :: entriesOf (reduce s e).state es
    else entriesOf (reduce s e).state es

/-- The verdicts that only the log's own guard gives do not come out of a rule. -/
def Outcome.own : Outcome → Bool
  | .noop .duplicate | .rejected .eidConflict => false
  | _ => true

theorem conclude_consumed {s : State} {t : Task} {o : Outcome} (own : o.own = true) :
    (conclude s t o).decision.verdict.consumed = true := by
  cases o with
  | applied | observed | hold => rfl
  | noop why => cases why <;> first | rfl | simp [Outcome.own] at own
  | rejected why => cases why <;> first | rfl | simp [Outcome.own] at own

theorem txGuard_own_outcome {phase : Phase} {act : Act} {o : Outcome}
    (h : txGuard phase act = some o) : o.own = true := by
  unfold txGuard mismatch withoutTx at h
  repeat' split at h
  all_goals first
    | (injection h with h; subst h; rfl)
    | cases h

theorem acceptanceRule_own {t : Task} {a : Attempt} {receipt : Nat} {same : Why}
    (h : (Outcome.noop same).own = true) : (acceptanceRule t a receipt same).own = true := by
  unfold acceptanceRule
  repeat' split
  all_goals first
    | exact h
    | rfl

theorem failureRule_own (t : Task) (a : Attempt) (cls : Class) : (failureRule t a cls).own = true := by
  unfold failureRule
  split <;> rfl

theorem phaseRule_own (t : Task) (a : Attempt) (act : Act) : (phaseRule t a act).own = true := by
  cases act with
  | attemptReleased => simp only [phaseRule]; unfold releaseRule; split <;> rfl
  | finishBegun => simp only [phaseRule]; unfold finishRule; split <;> rfl
  | candidateValidated => simp only [phaseRule]; unfold validationRule; split <;> rfl
  | promotionIntended => simp only [phaseRule]; unfold intentRule; split <;> rfl
  | outcomeAccepted => exact acceptanceRule_own rfl
  | promotionProbed _ found =>
    cases found with
    | some => exact acceptanceRule_own rfl
    | none => simp only [phaseRule]; unfold absenceRule; split <;> rfl
  | cleanupRecorded => simp only [phaseRule]; unfold cleanupRule; repeat' split
                       all_goals rfl
  | failRequested | providerFault | ownerLost => exact failureRule_own t a _
  | processExited =>
    simp only [phaseRule]
    split
    · unfold exitZeroRule; split <;> rfl
    · exact failureRule_own t a _
  | lateCommitSeen => simp only [phaseRule]; unfold lateCommitRule; split <;> rfl
  | killRequested => simp only [phaseRule]; unfold killRule; split <;> rfl

theorem attemptRule_own (t : Task) (key : Key) (act : Act) : (attemptRule t key act).own = true := by
  have closed : (closedOutcome t act).own = true := by
    unfold closedOutcome
    repeat' split
    all_goals rfl
  have foreign : (foreignOutcome t key).own = true := by
    unfold foreignOutcome
    repeat' split
    all_goals rfl
  unfold attemptRule
  repeat' split
  · unfold currentRule
    split
    · exact txGuard_own_outcome ‹_›
    · exact phaseRule_own t _ act
  all_goals first
    | exact closed
    | exact foreign

theorem claimRule_own (t : Task) (key : Key) : (claimRule t key).own = true := by
  unfold claimRule
  split
  · rename_i why refusal
    unfold claimRefusal at refusal
    repeat' split at refusal
    all_goals first
      | (injection refusal with refusal; subst refusal; rfl)
      | cases refusal
  · repeat' split
    all_goals rfl

theorem generationGuard_own {t : Task} {generation : Nat} {stale o : Outcome}
    (own : stale.own = true) (h : generationGuard t generation stale = some o) : o.own = true := by
  unfold generationGuard at h
  repeat' split at h
  all_goals first
    | (injection h with h; subst h; first | exact own | rfl)
    | cases h

theorem outcome_own (t : Task) (body : Body) : (body.outcome t).own = true := by
  cases body with
  | taskDeclared | legacyImported => rfl
  | attemptClaimed key => exact claimRule_own t key
  | onAttempt key act => exact attemptRule_own t key act
  | convergeRequested =>
    simp only [Body.outcome]
    unfold convergeRule convergeSettled
    repeat' split
    all_goals rfl
  | projectionObserved =>
    simp only [Body.outcome]
    split
    · exact generationGuard_own rfl ‹_›
    · unfold observeRule observeOwned observeLegacy
      repeat' split
      all_goals rfl
  | abandonRequested =>
    simp only [Body.outcome]
    split
    · exact generationGuard_own rfl ‹_›
    · unfold abandonRule abandonOpen
      repeat' split
      all_goals rfl
  | retryRequested =>
    simp only [Body.outcome]
    split
    · exact generationGuard_own rfl ‹_›
    · unfold retryRule retryOpen
      repeat' split
      all_goals rfl

/-- Every event that the log's own guard lets pass is consumed. -/
theorem change_consumed (s : State) (body : Body) :
    (change s body).decision.verdict.consumed = true := by
  unfold change dispatch declare concern
  repeat' split
  all_goals first
    | rfl
    | exact conclude_consumed (outcome_own _ _)

/-- Theorem 3, one event: a consumed event leaves its entry behind the evidence; any other, nothing. -/
theorem evidence_grows_by_one (s : State) (e : Event) :
    (reduce s e).state.evidence =
      if (reduce s e).decision.verdict.consumed then s.evidence ++ [entryOf s e] else s.evidence := by
  cases found : findEntry e.eid s.evidence with
  | some entry =>
    by_cases same : entry.event = e <;>
      simp [reduce, found, same, State.ignore, Verdict.consumed]
  | none =>
    have consumed := change_consumed s e.body
    simp [reduce, found, consume, consumed, snocEntry_eq, entryOf]

/-- Theorem 3, every log: the evidence after it is the evidence before it, then its entries in order. -/
theorem evidence_append_only (s : State) (es : List Event) :
    (finalState s es).evidence = s.evidence ++ entriesOf s es := by
  induction es generalizing s with
  | nil => simp [finalState, entriesOf]
  | cons e es ih =>
    simp only [finalState, ih, evidence_grows_by_one, entriesOf]
    split <;> simp

/-- Theorem 3, in numbers: one entry more for each consumed event of the log. -/
theorem evidence_counts_consumed (s : State) (es : List Event) :
    (finalState s es).evidence.length =
      s.evidence.length + ((decisions s es).filter (fun d => d.verdict.consumed)).length := by
  induction es generalizing s with
  | nil => simp [finalState, decisions]
  | cons e es ih =>
    simp only [finalState, ih, evidence_grows_by_one, decisions, List.filter_cons]
    split <;> simp <;> omega

end Lifecycle
