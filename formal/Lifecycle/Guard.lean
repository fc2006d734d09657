module
public import Lifecycle.State
/-!
# Guards

Defines the outcome of an event for the one task it concerns, and the guards that answer before any
rule of a phase may: the fence of keys and the identity of the transaction.
-/

@[expose] public section

namespace Lifecycle

/--
What an event does to its task. Only `applied` carries a task: that nothing else can change a
lifecycle holds by the shape of this type.
-/
inductive Outcome where
  | applied (next : Task) (effects : List Effect)
  /-- Evidence without authority; it may change the projection and request idempotent effects again. -/
  | observed (why : Why) (seen : Projection) (effects : List Effect)
  | noop (why : Why)
  | rejected (why : Why)
  | hold (why : Why)

/-- Evidence that leaves the projection as it is. -/
def Task.observe (t : Task) (why : Why) (effects : List Effect) : Outcome :=
  .observed why t.projection effects

/-- Whether the act claims a durable acceptance. -/
def Act.claimsAcceptance : Act → Bool
  | .outcomeAccepted .. => true
  | .promotionProbed _ (some _) => true
  | _ => false

/-- The answer to an act whose key is exactly that of a closed attempt. -/
def closedOutcome (t : Task) (act : Act) : Outcome :=
  if act.claimsAcceptance then .hold .acceptedAfterClose
  else match act with
    | .attemptReleased | .killRequested => .noop .already
    | _ => t.observe .closed []

/-- The answer to a key that is neither current nor closed: generation, attempt, fence, in this order. -/
def foreignOutcome (t : Task) (key : Key) : Outcome :=
  if key.generation < t.generation then t.observe .staleGeneration []
  else if t.generation < key.generation then .rejected .unknownAttempt
  else if key.attempt < t.attempts then t.observe .staleAttempt []
  else if t.attempts < key.attempt then .rejected .unknownAttempt
  else if key.fence < t.fence then t.observe .staleFence []
  else .rejected .unknownAttempt

/-- The transaction that a phase has. -/
def Phase.tx : Phase → Option Tx
  | .finishing tx _ | .promoting tx _ | .accepted tx _ | .cleaned tx _ _ => some tx
  | .running | .failed _ | .cancelled _ => none

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
  else match candidate with
    | none => none
    | some c =>
      if c ≠ own.candidate then some (.rejected .candidateMismatch)
      else match contract with
        | none => none
        | some k => if k = own.contract then none else some (.rejected .txMismatch)

/-- The answer to an act that names a transaction in a phase that has none. -/
def withoutTx (phase : Phase) (act : Act) : Option Outcome :=
  match phase with
  | .running =>
    match act with
    | .finishBegun .. => none
    | _ => some (.rejected .noTransaction)
  | _ => if act.claimsAcceptance then some (.hold .acceptedAfterClose) else some (.rejected .closed)

/-- The answer that the identity of the transaction gives, before any rule of the phase. -/
def txGuard (phase : Phase) (act : Act) : Option Outcome :=
  match act.names with
  | none => none
  | some (tx, candidate, contract) =>
    match phase.tx with
    | some own => mismatch own tx candidate contract
    | none => withoutTx phase act

/-- The answer to a request or an observation of another generation than the task's. -/
def generationGuard (t : Task) (generation : Nat) (stale : Outcome) : Option Outcome :=
  if generation < t.generation then some stale
  else if t.generation < generation then some (.rejected .unknownGeneration)
  else none

end Lifecycle
