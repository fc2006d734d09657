import Lifecycle.State
/-!
# Guards

Defines the outcome of an event for the one task it concerns, and the guards that answer before any
rule of a phase may: the fence of keys and the identity of the transaction.
-/

namespace Lifecycle

/--
What an event does to its task. An `observed` outcome stores a task that differs only in its projection
and its workers; a `hold` may store nothing but the hold.
-/
inductive Outcome where
  | applied (next : Task) (effects : List Effect)
  /-- Evidence without authority; it may request idempotent effects again. -/
  | observed (why : Why) (next : Task) (effects : List Effect)
  | noop (why : Why)
  | rejected (why : Why)
  | hold (why : Why) (held : Option Hold)

/-- Evidence that leaves the task as it is. -/
def Task.observe (t : Task) (why : Why) (effects : List Effect := []) : Outcome :=
  .observed why t effects

/-- A verdict that waits for an operator. -/
def Task.hold (t : Task) (why : Why) : Outcome := .hold why t.held

/-- A late acceptance: it holds the task, unless an earlier one does. -/
def Task.holdAcceptance (t : Task) (key : Key) (receipt : Nat) : Outcome :=
  .hold .acceptedAfterClose (some (t.held.getD { key, receipt }))

/-! ## Keys -/

/-- The task with the worker of the closed attempt of this key gone. -/
def Task.loseClosed (t : Task) (key : Key) : Task :=
  { t with closed := t.closed.map fun a => if a.key = key then { a with worker := .gone } else a }

/-- The worker of a closed attempt is gone: the next attempt may have waited for that. -/
def goneOutcome (satisfied : Nat → Bool) (t : Task) (key : Key) : Outcome :=
  let next := t.loseClosed key
  if next.claimable satisfied && !next.ready then .applied next [] else next.observe .closed

/-- The answer to an act whose key is exactly that of a closed attempt. -/
def closedOutcome (satisfied : Nat → Bool) (t : Task) (key : Key) (act : Act) : Outcome :=
  match act.acceptance with
  | some receipt => t.holdAcceptance key receipt
  | none =>
    if act.showsGone then goneOutcome satisfied t key
    else match act with
      | .attemptReleased | .killRequested => .noop .already
      | _ => t.observe .closed

/-- The answer to a key that is neither current nor closed: generation, attempt, fence, in this order. -/
def foreignOutcome (t : Task) (key : Key) : Outcome :=
  if key.generation < t.generation then t.observe .staleGeneration
  else if t.generation < key.generation then .rejected .unknownAttempt
  else if key.attempt < t.attempts then t.observe .staleAttempt
  else if t.attempts < key.attempt then .rejected .unknownAttempt
  else if key.fence < t.fence then t.observe .staleFence
  else .rejected .unknownAttempt

/-! ## Transactions -/

/-- The transaction, candidate and contract that an act names, as far as it names them. -/
def Act.names : Act → Option (Nat × Option Nat × Option Contract)
  | .finishBegun tx candidate contract => some (tx, some candidate, some contract)
  | .candidateValidated tx candidate _ => some (tx, some candidate, none)
  | .promotionIntended tx candidate => some (tx, some candidate, none)
  | .outcomeAccepted tx candidate _ => some (tx, some candidate, none)
  | .promotionProbed tx _ => some (tx, none, none)
  | .cleanupRecorded tx _ _ => some (tx, none, none)
  | _ => none

/-- The answer to an act that names a transaction other than the attempt's. -/
def mismatch (own : Tx) (tx : Nat) (candidate : Option Nat) (contract : Option Contract) :
    Option Outcome :=
  if tx ≠ own.tx then some (.rejected .txMismatch)
  else if candidate.getD own.candidate ≠ own.candidate then some (.rejected .candidateMismatch)
  else if contract.getD own.contract ≠ own.contract then some (.rejected .txMismatch)
  else none

/-- The answer to an act that names a transaction in a phase that has none. -/
def withoutTx (t : Task) (a : Attempt) (act : Act) : Option Outcome :=
  match a.phase, act, act.acceptance with
  | .running, .finishBegun .., _ => none
  | .running, _, _ => some (.rejected .noTransaction)
  | _, _, some receipt => some (t.holdAcceptance a.key receipt)
  | _, _, none => some (.rejected .closed)

/-- The answer that the identity of the transaction gives, before any rule of the phase. -/
def txGuard (t : Task) (a : Attempt) (act : Act) : Option Outcome :=
  match act.names, a.phase.tx with
  | none, _ => none
  | some (tx, candidate, contract), some own => mismatch own tx candidate contract
  | some _, none => withoutTx t a act

/-! ## Generations -/

/-- The answer to what is said of another generation than the task's. -/
def generationGuard (t : Task) (generation : Nat) (act : TaskAct) : Option Outcome :=
  if generation < t.generation then
    match act with
    | .projectionObserved _ => some (t.observe .staleGeneration)
    | _ => some (.rejected .staleGeneration)
  else if t.generation < generation then some (.rejected .unknownGeneration)
  else none

end Lifecycle
