import Lifecycle.Proofs.Steps.Systems
/-!
# Evidence

Proves that the evidence is append-only, and grows by exactly one entry for each consumed event: that
event, with the verdict it got (theorem 3). A duplicate and an `eid` conflict are not consumed.
-/

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

theorem failNow_own (t : Task) (a : Attempt) (cls : Class) : (failNow t a cls).own = true := rfl

theorem deferEnd_own (t : Task) (a : Attempt) (tx : Tx) (deferred reason : Deferred) :
    (deferEnd t a tx deferred reason).own = true := by
  unfold deferEnd; split <;> rfl

theorem acceptanceRule_own {t : Task} {a : Attempt} {receipt : Nat} {same : Why}
    (h : (Outcome.noop same).own = true) : (acceptanceRule t a receipt same).own = true := by
  unfold acceptanceRule
  repeat' split
  all_goals first
    | exact h
    | rfl

theorem failureRule_own (t : Task) (a : Attempt) (cls : Class) : (failureRule t a cls).own = true := by
  unfold failureRule
  split
  all_goals first
    | exact deferEnd_own ..
    | rfl

theorem phaseRule_own (t : Task) (a : Attempt) (act : Act) : (phaseRule t a act).own = true := by
  cases act with
  | attemptReleased =>
    simp only [phaseRule, releaseRule]
    repeat' split
    all_goals rfl
  | finishBegun => simp only [phaseRule, finishRule]; split <;> rfl
  | candidateValidated =>
    simp only [phaseRule, validationRule]
    repeat' split
    all_goals rfl
  | promotionIntended =>
    simp only [phaseRule, intentRule]
    repeat' split
    all_goals rfl
  | outcomeAccepted => exact acceptanceRule_own rfl
  | promotionProbed _ found =>
    cases found with
    | some => exact acceptanceRule_own rfl
    | none => simp only [phaseRule, absenceRule]; split <;> rfl
  | cleanupRecorded =>
    simp only [phaseRule, cleanupRule]
    repeat' split
    all_goals rfl
  | failRequested | providerFault | ownerLost => exact failureRule_own t a _
  | processExited =>
    simp only [phaseRule]
    split
    · unfold exitZeroRule; split <;> rfl
    · exact failureRule_own t a _
  | lateCommitSeen => simp only [phaseRule, lateCommitRule]; split <;> rfl
  | killRequested =>
    simp only [phaseRule, killRule]
    split
    all_goals first
      | exact deferEnd_own ..
      | rfl

theorem currentRule_own (t : Task) (a : Attempt) (act : Act) : (currentRule t a act).own = true := by
  unfold currentRule
  split
  · rename_i h
    unfold txGuard mismatch withoutTx at h
    repeat' split at h
    all_goals first
      | (injection h with h; subst h; rfl)
      | cases h
  · exact phaseRule_own _ _ act

theorem otherRule_own (sat : Nat → Bool) (t : Task) (key : Key) (act : Act) :
    (otherRule sat t key act).own = true := by
  unfold otherRule closedOutcome goneOutcome foreignOutcome
  simp only
  repeat' split
  all_goals rfl

theorem taskRule_own (sat : Nat → Bool) (t : Task) (act : TaskAct) : (taskRule sat t act).own = true := by
  cases act <;>
    simp only [taskRule, observeRule, abandonRule, retryRule, reopenRule, clearRule, grantRule, trustRule,
      waiveRule] <;> repeat' split
  all_goals first
    | exact deferEnd_own ..
    | rfl

theorem outcome_own (sat : Nat → Bool) (t : Task) (body : Body) : (body.outcome sat t).own = true := by
  cases body with
  | taskDeclared | legacyImported => rfl
  | attemptClaimed key =>
    simp only [Body.outcome, claimRule]
    split
    · rename_i refusal
      unfold claimRefusal at refusal
      repeat' split at refusal
      all_goals first
        | (injection refusal with refusal; subst refusal; rfl)
        | cases refusal
    · repeat' split
      all_goals rfl
  | onAttempt key act =>
    simp only [Body.outcome, attemptRule]
    repeat' split
    all_goals first
      | exact currentRule_own ..
      | exact otherRule_own ..
  | onTask task generation act =>
    simp only [Body.outcome, generationRule]
    split
    · rename_i h
      unfold generationGuard at h
      repeat' split at h
      all_goals first
        | (injection h with h; subst h; rfl)
        | cases h
    · exact taskRule_own ..
  | convergeRequested => simp only [Body.outcome, convergeRule]; split <;> rfl

/-- Every event that the log's own guard lets pass is consumed. -/
theorem change_consumed (s : State) (body : Body) :
    (change s body).decision.verdict.consumed = true := by
  unfold change dispatch declare concern
  repeat' split
  all_goals first
    | rfl
    | exact conclude_consumed (outcome_own _ _ _)

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
    simp [reduce, found, consume, consumed, entryOf]

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
