module
public import Lifecycle.Proofs.Answers
/-!
# Identity of the transaction

Proves that an act that names another transaction, another candidate or another contract than the current
attempt's own is refused, whatever the phase, and changes nothing; and what each contract, once fulfilled,
is told as.
-/

@[expose] public section

namespace Lifecycle

/-- The event is refused for this reason: nothing changes, nothing is requested. -/
def Refused (s : State) (e : Event) (why : Why) : Prop :=
  (reduce s e).decision = { verdict := .rejected why, effects := [] } ∧
    (reduce s e).state.tasks = s.tasks

theorem Asked.refused {s : State} {e : Event} {t : Task} {why : Why} (asked : Asked s e t)
    (outcome : e.body.outcome t = .rejected why) : Refused s e why := by
  unfold Refused
  rw [asked.reduce_eq.1, asked.reduce_eq.2, outcome]
  exact ⟨rfl, rfl⟩

/-- Another transaction than the attempt's own speaks for nobody. -/
theorem other_tx_refused (s : State) (e : Event) (key : Key) (t : Task) (phase : Phase) (own : Tx)
    (act : Act) (tx : Nat) (candidate : Option Nat) (contract : Option Contract)
    (asked : Asked s e t) (body : e.body = .onAttempt key act)
    (current : t.current = some ⟨key, phase⟩) (has : phase.tx = some own)
    (names : act.names = some (tx, candidate, contract)) (other : tx ≠ own.tx) :
    Refused s e .txMismatch := by
  refine asked.refused ?_
  rw [body]
  simp [Body.outcome, attemptRule, current, currentRule, txGuard, names, has, mismatch, other]

/-- Nor does the own transaction with another candidate. -/
theorem other_candidate_refused (s : State) (e : Event) (key : Key) (t : Task) (phase : Phase)
    (own : Tx) (act : Act) (candidate : Nat) (contract : Option Contract)
    (asked : Asked s e t) (body : e.body = .onAttempt key act)
    (current : t.current = some ⟨key, phase⟩) (has : phase.tx = some own)
    (names : act.names = some (own.tx, some candidate, contract))
    (other : candidate ≠ own.candidate) : Refused s e .candidateMismatch := by
  refine asked.refused ?_
  rw [body]
  simp [Body.outcome, attemptRule, current, currentRule, txGuard, names, has, mismatch, other]

/-- Nor does the own transaction begun again under another contract. -/
theorem other_contract_refused (s : State) (e : Event) (key : Key) (t : Task) (phase : Phase)
    (own : Tx) (contract : Contract) (asked : Asked s e t)
    (body : e.body = .onAttempt key (.finishBegun own.tx own.candidate contract))
    (current : t.current = some ⟨key, phase⟩) (has : phase.tx = some own)
    (other : contract ≠ own.contract) : Refused s e .txMismatch := by
  refine asked.refused ?_
  rw [body]
  simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, has, mismatch, other]

/-- What a fulfilled contract is told as. -/
theorem disposition_of_contract :
    Contract.land.disposition = .landed ∧ Contract.deliver.disposition = .delivered ∧
      Contract.report.disposition = .reported := ⟨rfl, rfl, rfl⟩

end Lifecycle
