module
public import Lifecycle.Proofs.Answers
/-!
# What an operator must look at

Proves that the four contradictions that no rule may settle are held: another receipt for a known success, an
acceptance of an attempt that was closed, a Done display without a transaction, and a retry of a
task that has none left. Each changes no task and requests nothing.
-/

@[expose] public section

namespace Lifecycle

/-- The event is held for this reason: nothing changes, nothing is requested. -/
def Held (s : State) (e : Event) (why : Why) : Prop :=
  (reduce s e).decision = { verdict := .hold why, effects := [] } ∧
    (reduce s e).state.tasks = s.tasks

/-- A second receipt never replaces the one that was accepted. -/
theorem receipt_conflict_held (s : State) (e : Event) (key : Key) (t : Task) (phase : Phase) (tx : Tx)
    (known receipt : Nat) (act : Act) (asked : Asked s e t) (body : e.body = .onAttempt key act)
    (current : t.current = some ⟨key, phase⟩)
    (durable : phase = .accepted tx known ∨ ∃ cleanup, phase = .cleaned tx known cleanup)
    (accepts : act.accepts tx receipt) (other : known ≠ receipt) : Held s e .receiptConflict := by
  refine asked.hold ?_
  rw [body]
  rcases durable with rfl | ⟨cleanup, rfl⟩ <;> rcases accepts with rfl | rfl <;>
    simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, Phase.tx, mismatch,
      phaseRule, acceptanceRule, other]

/-- An acceptance of a closed attempt blesses nothing. -/
theorem acceptance_of_closed_held (s : State) (e : Event) (key : Key) (t : Task) (act : Act)
    (asked : Asked s e t) (body : e.body = .onAttempt key act)
    (foreign : ∀ a, t.current = some a → a.key ≠ key) (closed : isClosed key t.closed = true)
    (claims : act.claimsAcceptance = true) : Held s e .acceptedAfterClose := by
  refine asked.hold ?_
  rw [body]
  simp only [Body.outcome, attemptRule]
  split
  · rename_i a current
    simp [foreign a current, closed, closedOutcome, claims]
  · simp [closed, closedOutcome, claims]

/-- An acceptance of an attempt that has failed blesses nothing, though no other has begun. -/
theorem acceptance_of_failed_held (s : State) (e : Event) (key : Key) (t : Task) (cls : Class)
    (act : Act) (asked : Asked s e t) (body : e.body = .onAttempt key act)
    (current : t.current = some ⟨key, .failed cls⟩) (claims : act.claimsAcceptance = true) :
    Held s e .acceptedAfterClose := by
  refine asked.hold ?_
  rw [body]
  cases act with
  | promotionProbed tx found =>
    cases found with
    | none => exact nomatch claims
    | some receipt =>
      simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, Phase.tx, withoutTx,
        Act.claimsAcceptance]
  | outcomeAccepted =>
    simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, Phase.tx, withoutTx,
      Act.claimsAcceptance]
  | _ => exact nomatch claims

/-- A Done display of a task that answers for its own, and that nothing accepted, is not believed. -/
theorem done_without_transaction_held (s : State) (e : Event) (id : Nat) (t : Task)
    (receipt : Option Nat) (asked : Asked s e t)
    (body : e.body = .projectionObserved id t.generation (.shown .done receipt))
    (undecided : t.undecided) (owned : t.owned = true) : Held s e .doneWithoutTransaction := by
  refine asked.hold ?_
  rw [body]
  have rule : observeRule t (.shown .done receipt) = .hold .doneWithoutTransaction := by
    unfold observeRule
    cases current : t.current with
    | none => simp [owned, observeOwned]
    | some a =>
      have h := undecided a current
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Phase.durable, observeOwned]
  simp [Body.outcome, generationGuard, rule]

/-- A failed task without retries is not opened again. -/
theorem retries_exhausted_held (s : State) (e : Event) (id : Nat) (t : Task) (asked : Asked s e t)
    (body : e.body = .retryRequested id t.generation) (free : t.free) (failed : t.status = .failed)
    (none : t.retries = 0) : Held s e .retriesExhausted := by
  refine asked.hold ?_
  rw [body]
  have rule : retryRule t = .hold .retriesExhausted := by
    unfold retryRule
    cases current : t.current with
    | none => simp [retryOpen, failed, none]
    | some a =>
      have terminal := free.terminal current
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Phase.terminal, retryOpen]
  simp [Body.outcome, generationGuard, rule]

end Lifecycle
