module
public import Lifecycle.Value
/-!
# Events

Defines the events of the durable log. Every event carries its `eid`. Events about one exact attempt
share the constructor `onAttempt`: they pass the same fence, whatever they say.
-/

@[expose] public section

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

/-- What an event says. -/
inductive Body where
  | taskDeclared (task : Nat) (deps : List Nat) (retries : Nat)
  | legacyImported (task : Nat) (deps : List Nat) (retries : Nat) (status : Status) (trusted : Bool)
  | attemptClaimed (key : Key)
  | onAttempt (key : Key) (act : Act)
  | projectionObserved (task generation : Nat) (projection : Projection)
  | abandonRequested (task generation : Nat)
  | retryRequested (task generation : Nat)
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

end Lifecycle
