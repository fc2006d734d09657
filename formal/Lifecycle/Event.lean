import Lifecycle.Value
/-!
# Events

Defines the events of the durable log. Every event carries its `eid`. Events about one exact attempt
share the constructor `onAttempt`, and those about a generation of a task `onTask`: all of a kind pass the
same guard, whatever they say.
-/

namespace Lifecycle

/-- What an event says about one exact attempt. -/
inductive Act where
  | attemptReleased
  | finishBegun (tx candidate : Nat) (contract : Contract)
  | candidateValidated (tx candidate : Nat) (passed : Bool)
  | promotionIntended (tx candidate : Nat)
  | outcomeAccepted (tx candidate receipt : Nat)
  | promotionProbed (tx : Nat) (found : Option Nat)
  | cleanupRecorded (tx receipt cleanup : Nat)
  | failRequested
  | processExited (role : Role) (code : Nat)
  | providerFault (fault : Fault)
  | ownerLost
  | lateCommitSeen (commit : Nat)
  | killRequested
deriving DecidableEq

/-- What an event says about a generation of a task. -/
inductive TaskAct where
  | projectionObserved (projection : Projection)
  | abandonRequested
  | retryRequested
  | reopenRequested
  | holdCleared
  | retriesGranted (count : Nat)
  | legacyTrusted
  | dependencyWaived (dep : Nat)
deriving DecidableEq

/-- What an event says. -/
inductive Body where
  | taskDeclared (task : Nat) (deps : List Nat) (retries : Nat)
  | legacyImported (task : Nat) (deps : List Nat) (retries : Nat) (status : Status) (trusted : Bool)
  | attemptClaimed (key : Key)
  | onAttempt (key : Key) (act : Act)
  | onTask (task generation : Nat) (act : TaskAct)
  | convergeRequested (task : Nat)
deriving DecidableEq

/-- One record of the log. -/
structure Event where
  eid : Nat
  body : Body
deriving DecidableEq

/-- The class of failure that an act reports, if it reports one. -/
def Act.failure : Act → Option Class
  | .failRequested => some .requested
  | .processExited _ code => if code = 0 then none else some .exit
  | .providerFault _ => some .fault
  | .ownerLost => some .lost
  | _ => none

/-- The receipt of the durable acceptance that an act reports, if it reports one. -/
def Act.acceptance : Act → Option Nat
  | .outcomeAccepted _ _ receipt => some receipt
  | .promotionProbed _ found => found
  | _ => none

/-- Whether the act shows that the worker has ended. The wrapper's exit proves nothing about it. -/
def Act.showsGone : Act → Bool
  | .ownerLost | .processExited .worker _ => true
  | _ => false

end Lifecycle
