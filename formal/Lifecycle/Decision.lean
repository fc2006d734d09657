module
public import Lifecycle.Event
/-!
# Decisions

Defines what the reducer answers to an event: one verdict, and the effects it requests, in order.
Effects are requests; adapters carry them out idempotently and report back with further events.
-/

@[expose] public section

namespace Lifecycle

/-- The reason that a verdict other than `applied` gives. -/
inductive Why where
  -- nothing to do
  | duplicate | already | agrees
  -- evidence without authority
  | staleGeneration | staleAttempt | staleFence | afterSuccess | afterFailure | lateCommit
  | workInProgress | projectionContradiction | converging | promotionInFlight | promotionAbsent
  | finishInProgress | alreadyDeferred | closed | afterIntent
  -- refused
  | eidConflict | wrongGraph | unknownTask | unknownAttempt | unknownGeneration | taskExists
  | unknownDependency | noTransaction | txMismatch | candidateMismatch | receiptMismatch
  | notValidated | notIntended | notAccepted | ownerActive | alreadyAccepted | notReady | notFailed
  | abandoned
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
  | promote (key : Key) (tx candidate : Nat)
  | probe (key : Key) (tx : Nat)
  | succeeded (key : Key) (disposition : Disposition) (receipt : Nat)
  | startCleanup (key : Key) (tx : Nat)
  | attemptFailed (key : Key) (cls : Class)
  | projectDone (task generation : Nat) (disposition : Disposition) (receipt : Nat)
  | projectFailed (task generation : Nat) (cls : Class)
  | projectAbandoned (task generation : Nat)
  | openGeneration (task generation : Nat)
  | stopProcess (key : Key)
deriving DecidableEq

/-- The reducer's answer to one event. -/
structure Decision where
  verdict : Verdict
  effects : List Effect

/-- Effects of one list, then those of the other. -/
def appendEffects : List Effect → List Effect → List Effect
  | [], es => es
  | d :: ds, es => d :: appendEffects ds es

end Lifecycle
