import Lifecycle.Event
/-!
# Decisions

Defines what the reducer answers to an event: one verdict, and the effects it requests, in order.
Effects are requests; adapters carry them out idempotently and report back with further events.
-/

namespace Lifecycle

/-- The reason that a verdict other than `applied` gives. -/
inductive Why where
  -- nothing to do
  | duplicate | already | agrees
  -- evidence without authority
  | staleGeneration | staleAttempt | staleFence | afterSuccess | afterFailure | lateCommit
  | workInProgress | projectionContradiction | projectionAgrees | converging | promotionInFlight
  | promotionAbsent | finishInProgress | alreadyDeferred | closed | afterIntent
  -- refused
  | eidConflict | wrongGraph | unknownTask | unknownAttempt | unknownGeneration | taskExists
  | unknownDependency | noTransaction | txMismatch | candidateMismatch | receiptMismatch
  | notValidated | notIntended | notAccepted | ownerActive | alreadyAccepted | notReady | notFailed
  | notAbandoned | notLegacyDone | abandoned | held
  -- an operator must look
  | receiptConflict | acceptedAfterClose | doneWithoutTransaction | retriesExhausted
deriving DecidableEq

/-- What becomes of an event. Only `applied` changes a task's lifecycle. -/
inductive Verdict where
  | applied
  | noop (why : Why)
  | observed (why : Why)
  | rejected (why : Why)
  | hold (why : Why)
deriving DecidableEq

/-- What a decision requests of the adapters. -/
inductive Effect where
  | ready (task generation : Nat)
  | openGeneration (task generation : Nat)
  | continueFinish (key : Key) (tx candidate : Nat)
  | promote (key : Key) (tx candidate : Nat)
  | probe (key : Key) (tx : Nat)
  | startCleanup (key : Key) (tx : Nat)
  | stopProcess (key : Key)
  | succeeded (key : Key) (disposition : Disposition) (receipt : Nat)
  | attemptFailed (key : Key) (cls : Class)
  | projectDone (task generation : Nat) (disposition : Disposition) (receipt : Nat)
  | projectFailed (task generation : Nat) (cls : Class)
  | projectAbandoned (task generation : Nat)
deriving DecidableEq

/-- The reducer's answer to one event. -/
structure Decision where
  verdict : Verdict
  effects : List Effect
deriving DecidableEq

end Lifecycle
