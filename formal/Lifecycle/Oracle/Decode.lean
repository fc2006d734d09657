import Lifecycle.Oracle.Read
import Lifecycle.Event
/-!
# Decoding events

Reads events from JSON values, as `Lifecycle.Codec` writes them. What is no event is refused with its
path and the reason; what is missing, unknown or repeated before what has the wrong type.
-/

namespace Lifecycle.Oracle

/-- The names of an event's fields, by its type. -/
def fieldNames : String → Option (List String)
  | "TaskDeclared" => some ["type", "eid", "task", "deps", "retries"]
  | "LegacyImported" => some ["type", "eid", "task", "deps", "retries", "status", "trusted"]
  | "FinishBegun" => some ["type", "eid", "key", "tx", "candidate", "contract"]
  | "CandidateValidated" => some ["type", "eid", "key", "tx", "candidate", "passed"]
  | "PromotionIntended" => some ["type", "eid", "key", "tx", "candidate"]
  | "OutcomeAccepted" => some ["type", "eid", "key", "tx", "candidate", "receipt"]
  | "PromotionProbed" => some ["type", "eid", "key", "tx", "found"]
  | "CleanupRecorded" => some ["type", "eid", "key", "tx", "receipt", "cleanup"]
  | "ProcessExited" => some ["type", "eid", "key", "role", "code"]
  | "ProviderFault" => some ["type", "eid", "key", "fault"]
  | "LateCommitSeen" => some ["type", "eid", "key", "commit"]
  | "ProjectionObserved" => some ["type", "eid", "task", "generation", "projection"]
  | "AbandonRequested" | "RetryRequested" | "ReopenRequested" | "HoldCleared" | "LegacyTrusted" =>
    some ["type", "eid", "task", "generation"]
  | "RetriesGranted" => some ["type", "eid", "task", "generation", "count"]
  | "DependencyWaived" => some ["type", "eid", "task", "generation", "dep"]
  | "ConvergeRequested" => some ["type", "eid", "task"]
  | "AttemptClaimed" | "AttemptReleased" | "FailRequested" | "OwnerLost" | "KillRequested" =>
    some ["type", "eid", "key"]
  | _ => none

/-- Reads on with what was read, or says what was wrong. -/
def Read.andThen {α β : Type} (r : Read α) (next : α → Read β) : Read β :=
  match r with
  | .ok value => next value
  | .wrong path reason => .wrong path reason

instance : Bind Read := ⟨Read.andThen⟩
instance : Pure Read := ⟨.ok⟩

/-- The integer in the field of this name. -/
def naturalOf (o : Members) (name : String) : Read Nat := readNatural ("." ++ name) (fieldOf o name)

/-- The key of the attempt that the event is about. -/
def keyOf (o : Members) : Read Key := readKey (fieldOf o "key")

def readProjection : Json → Read Projection
  | .null => .ok .missing
  | .object o =>
    match wrongNames ["status", "receipt"] o with
    | some reason => .wrong ".projection" reason
    | none => do
      let status ← readStatus ".projection.status" (fieldOf o "status")
      let receipt ← readMaybe ".projection.receipt" (fieldOf o "receipt")
      return .shown status receipt
  | v => .wrong ".projection" (expected "an object" v)

/-- What an event of this type says of an exact attempt; of one that says nothing of any, nothing. -/
def readAct (o : Members) : String → Option (Read Act)
  | "AttemptReleased" => some (.ok .attemptReleased)
  | "FinishBegun" => some do
    let tx ← naturalOf o "tx"
    let candidate ← naturalOf o "candidate"
    let contract ← readContract (fieldOf o "contract")
    return .finishBegun tx candidate contract
  | "CandidateValidated" => some do
    let tx ← naturalOf o "tx"
    let candidate ← naturalOf o "candidate"
    let passed ← readBool ".passed" (fieldOf o "passed")
    return .candidateValidated tx candidate passed
  | "PromotionIntended" => some do
    let tx ← naturalOf o "tx"
    let candidate ← naturalOf o "candidate"
    return .promotionIntended tx candidate
  | "OutcomeAccepted" => some do
    let tx ← naturalOf o "tx"
    let candidate ← naturalOf o "candidate"
    let receipt ← naturalOf o "receipt"
    return .outcomeAccepted tx candidate receipt
  | "PromotionProbed" => some do
    let tx ← naturalOf o "tx"
    let found ← readMaybe ".found" (fieldOf o "found")
    return .promotionProbed tx found
  | "CleanupRecorded" => some do
    let tx ← naturalOf o "tx"
    let receipt ← naturalOf o "receipt"
    let cleanup ← naturalOf o "cleanup"
    return .cleanupRecorded tx receipt cleanup
  | "FailRequested" => some (.ok .failRequested)
  | "ProcessExited" => some do
    let role ← readRole (fieldOf o "role")
    let code ← naturalOf o "code"
    return .processExited role code
  | "ProviderFault" => some do
    let fault ← readFault (fieldOf o "fault")
    return .providerFault fault
  | "OwnerLost" => some (.ok .ownerLost)
  | "LateCommitSeen" => some do
    let commit ← naturalOf o "commit"
    return .lateCommitSeen commit
  | "KillRequested" => some (.ok .killRequested)
  | _ => none

/-- What an event of this type says of a generation of a task; of one that says nothing of any, nothing. -/
def readTaskAct (o : Members) : String → Option (Read TaskAct)
  | "ProjectionObserved" => some do
    let projection ← readProjection (fieldOf o "projection")
    return .projectionObserved projection
  | "AbandonRequested" => some (.ok .abandonRequested)
  | "RetryRequested" => some (.ok .retryRequested)
  | "ReopenRequested" => some (.ok .reopenRequested)
  | "HoldCleared" => some (.ok .holdCleared)
  | "RetriesGranted" => some do
    let count ← readCount ".count" (fieldOf o "count")
    return .retriesGranted count
  | "LegacyTrusted" => some (.ok .legacyTrusted)
  | "DependencyWaived" => some do
    let dep ← naturalOf o "dep"
    return .dependencyWaived dep
  | _ => none

/-- What an event of this type says. -/
def readBody (o : Members) : String → Read Body
  | "TaskDeclared" => do
    let task ← naturalOf o "task"
    let deps ← readDeps (fieldOf o "deps")
    let retries ← naturalOf o "retries"
    return .taskDeclared task deps retries
  | "LegacyImported" => do
    let task ← naturalOf o "task"
    let deps ← readDeps (fieldOf o "deps")
    let retries ← naturalOf o "retries"
    let status ← readStatus ".status" (fieldOf o "status")
    let trusted ← readBool ".trusted" (fieldOf o "trusted")
    return .legacyImported task deps retries status trusted
  | "AttemptClaimed" => do
    let key ← keyOf o
    return .attemptClaimed key
  | "ConvergeRequested" => do
    let task ← naturalOf o "task"
    return .convergeRequested task
  | type =>
    match readAct o type, readTaskAct o type with
    | some read, _ => do
      let key ← keyOf o
      let act ← read
      return .onAttempt key act
    | none, some read => do
      let task ← naturalOf o "task"
      let generation ← naturalOf o "generation"
      let act ← read
      return .onTask task generation act
    | none, none => notAnEvent (.text type)
where
  notAnEvent (v : Json) : Read Body := .wrong ".type" (expected "the type of an event" v)

/-- Reads an event. -/
def readEvent : Json → Read Event
  | .object o =>
    match findField "type" o with
    | none => .wrong "" "missing field \"type\""
    | some (.text type) =>
      match fieldNames type with
      | none => .wrong ".type" (expected "the type of an event" (.text type))
      | some names =>
        match wrongNames names o with
        | some reason => .wrong "" reason
        | none => do
          let eid ← naturalOf o "eid"
          let body ← readBody o type
          return { eid, body }
    | some v => .wrong ".type" (expected "the type of an event" v)
  | v => .wrong "" (expected "an object" v)

/-- Reads events, behind the `i` events of `before` (last first). -/
def readEventsFrom (i : Nat) (before : List Event) : Items → Read (List Event)
  | .nil => .ok (reverseEvents before [])
  | .cons v vs =>
    match readEvent v with
    | .wrong path reason => .wrong ("events[" ++ toString i ++ "]" ++ path) reason
    | .ok e => readEventsFrom (i + 1) (e :: before) vs
where
  reverseEvents : List Event → List Event → List Event
    | [], out => out
    | e :: es, out => reverseEvents es (e :: out)

/-- Reads the items of a list of events. -/
def readEvents (vs : Items) : Read (List Event) := readEventsFrom 0 [] vs

end Lifecycle.Oracle
