import Lifecycle.Reduce
/-!
# Codec

Defines the JSON text of events, decisions and states, as every engine reads and writes it. Fields
come in the order of their declaration, so that equal values have equal bytes.
-/

namespace Lifecycle

/-! ## JSON -/

/-- A field of an object, with its value's text. -/
def field (name value : String) : String := "\"" ++ name ++ "\":" ++ value

/-- Texts joined by commas. -/
def commas : List String → String
  | [] => ""
  | [x] => x
  | x :: xs => x ++ "," ++ commas xs

def array (items : List String) : String := "[" ++ commas items ++ "]"

def object (fields : List String) : String := "{" ++ commas fields ++ "}"

/-- Text that needs no escape: every name in this file is one. -/
def quoted (s : String) : String := "\"" ++ s ++ "\""

def jsonNat (n : Nat) : String := toString n

def jsonBool : Bool → String
  | true => "true"
  | false => "false"

def jsonMaybe : Option Nat → String
  | none => "null"
  | some n => jsonNat n

def jsonNats : List Nat → List String
  | [] => []
  | n :: ns => jsonNat n :: jsonNats ns

/-- An object whose first field says which constructor it is. -/
def tagged (type : String) (fields : List String) : String :=
  object (field "type" (quoted type) :: fields)

/-! ## Values -/

def Key.json (k : Key) : String :=
  array [jsonNat k.graph, jsonNat k.task, jsonNat k.generation, jsonNat k.attempt, jsonNat k.fence]

def Contract.json : Contract → String
  | .land => quoted "land"
  | .deliver => quoted "deliver"
  | .report => quoted "report"

def Disposition.json : Disposition → String
  | .landed => quoted "landed"
  | .delivered => quoted "delivered"
  | .reported => quoted "reported"

def Class.json : Class → String
  | .exit => quoted "exit"
  | .fault => quoted "fault"
  | .lost => quoted "lost"
  | .requested => quoted "requested"
  | .noCompletion => quoted "noCompletion"
  | .released => quoted "released"

def Cancel.json : Cancel → String
  | .released => quoted "released"
  | .killed => quoted "killed"
  | .abandoned => quoted "abandoned"

def Role.json : Role → String
  | .worker => quoted "worker"
  | .wrapper => quoted "wrapper"

def Fault.json : Fault → String
  | .timeout => quoted "timeout"
  | .unavailable => quoted "unavailable"

def Status.json : Status → String
  | .open => quoted "open"
  | .active => quoted "active"
  | .done => quoted "done"
  | .failed => quoted "failed"
  | .abandoned => quoted "abandoned"

def Projection.json : Projection → String
  | .missing => "null"
  | .shown status receipt => object [field "status" status.json, field "receipt" (jsonMaybe receipt)]

def Tx.json (t : Tx) : String :=
  object [field "tx" (jsonNat t.tx), field "candidate" (jsonNat t.candidate),
    field "contract" t.contract.json]

/-! ## Events -/

/-- The type and the further fields of an event about an exact attempt. -/
def Act.json : Act → String × List String
  | .attemptReleased => ("AttemptReleased", [])
  | .finishBegun tx candidate contract =>
    ("FinishBegun", [field "tx" (jsonNat tx), field "candidate" (jsonNat candidate),
      field "contract" contract.json])
  | .candidateValidated tx candidate passed =>
    ("CandidateValidated", [field "tx" (jsonNat tx), field "candidate" (jsonNat candidate),
      field "passed" (jsonBool passed)])
  | .promotionIntended tx candidate =>
    ("PromotionIntended", [field "tx" (jsonNat tx), field "candidate" (jsonNat candidate)])
  | .outcomeAccepted tx candidate receipt =>
    ("OutcomeAccepted", [field "tx" (jsonNat tx), field "candidate" (jsonNat candidate),
      field "receipt" (jsonNat receipt)])
  | .promotionProbed tx found =>
    ("PromotionProbed", [field "tx" (jsonNat tx), field "found" (jsonMaybe found)])
  | .cleanupRecorded tx receipt cleanup =>
    ("CleanupRecorded", [field "tx" (jsonNat tx), field "receipt" (jsonNat receipt),
      field "cleanup" (jsonNat cleanup)])
  | .failRequested => ("FailRequested", [])
  | .processExited role code =>
    ("ProcessExited", [field "role" role.json, field "code" (jsonNat code)])
  | .providerFault fault => ("ProviderFault", [field "fault" fault.json])
  | .ownerLost => ("OwnerLost", [])
  | .lateCommitSeen commit => ("LateCommitSeen", [field "commit" (jsonNat commit)])
  | .killRequested => ("KillRequested", [])

/-- The type and the further fields of an event about a generation of a task. -/
def TaskAct.json : TaskAct → String × List String
  | .projectionObserved projection => ("ProjectionObserved", [field "projection" projection.json])
  | .abandonRequested => ("AbandonRequested", [])
  | .retryRequested => ("RetryRequested", [])
  | .reopenRequested => ("ReopenRequested", [])
  | .holdCleared => ("HoldCleared", [])
  | .retriesGranted count => ("RetriesGranted", [field "count" (jsonNat count)])
  | .legacyTrusted => ("LegacyTrusted", [])
  | .dependencyWaived dep => ("DependencyWaived", [field "dep" (jsonNat dep)])

/-- The type and the further fields of an event. -/
def Body.json : Body → String × List String
  | .taskDeclared task deps retries =>
    ("TaskDeclared", [field "task" (jsonNat task), field "deps" (array (jsonNats deps)),
      field "retries" (jsonNat retries)])
  | .legacyImported task deps retries status trusted =>
    ("LegacyImported", [field "task" (jsonNat task), field "deps" (array (jsonNats deps)),
      field "retries" (jsonNat retries), field "status" status.json,
      field "trusted" (jsonBool trusted)])
  | .attemptClaimed key => ("AttemptClaimed", [field "key" key.json])
  | .onAttempt key act =>
    match act.json with
    | (type, fields) => (type, field "key" key.json :: fields)
  | .onTask task generation act =>
    match act.json with
    | (type, fields) =>
      (type, field "task" (jsonNat task) :: field "generation" (jsonNat generation) :: fields)
  | .convergeRequested task => ("ConvergeRequested", [field "task" (jsonNat task)])

def Event.json (e : Event) : String :=
  match e.body.json with
  | (type, fields) => tagged type (field "eid" (jsonNat e.eid) :: fields)

def jsonEvents : List Event → List String
  | [] => []
  | e :: es => e.json :: jsonEvents es

/-! ## Decisions -/

def Why.name : Why → String
  | .duplicate => "duplicate"
  | .already => "already"
  | .agrees => "agrees"
  | .staleGeneration => "staleGeneration"
  | .staleAttempt => "staleAttempt"
  | .staleFence => "staleFence"
  | .afterSuccess => "afterSuccess"
  | .afterFailure => "afterFailure"
  | .lateCommit => "lateCommit"
  | .workInProgress => "workInProgress"
  | .projectionContradiction => "projectionContradiction"
  | .projectionAgrees => "projectionAgrees"
  | .converging => "converging"
  | .promotionInFlight => "promotionInFlight"
  | .promotionAbsent => "promotionAbsent"
  | .finishInProgress => "finishInProgress"
  | .alreadyDeferred => "alreadyDeferred"
  | .closed => "closed"
  | .afterIntent => "afterIntent"
  | .eidConflict => "eidConflict"
  | .wrongGraph => "wrongGraph"
  | .unknownTask => "unknownTask"
  | .unknownAttempt => "unknownAttempt"
  | .unknownGeneration => "unknownGeneration"
  | .taskExists => "taskExists"
  | .unknownDependency => "unknownDependency"
  | .noTransaction => "noTransaction"
  | .txMismatch => "txMismatch"
  | .candidateMismatch => "candidateMismatch"
  | .receiptMismatch => "receiptMismatch"
  | .notValidated => "notValidated"
  | .notIntended => "notIntended"
  | .notAccepted => "notAccepted"
  | .ownerActive => "ownerActive"
  | .alreadyAccepted => "alreadyAccepted"
  | .notReady => "notReady"
  | .notFailed => "notFailed"
  | .notAbandoned => "notAbandoned"
  | .notLegacyDone => "notLegacyDone"
  | .abandoned => "abandoned"
  | .held => "held"
  | .receiptConflict => "receiptConflict"
  | .acceptedAfterClose => "acceptedAfterClose"
  | .doneWithoutTransaction => "doneWithoutTransaction"
  | .retriesExhausted => "retriesExhausted"

def Verdict.json : Verdict → String
  | .applied => quoted "applied"
  | .noop why => quoted ("noop(" ++ why.name ++ ")")
  | .observed why => quoted ("observed(" ++ why.name ++ ")")
  | .rejected why => quoted ("rejected(" ++ why.name ++ ")")
  | .hold why => quoted ("hold(" ++ why.name ++ ")")

def Effect.json : Effect → String
  | .ready task generation =>
    tagged "ready" [field "task" (jsonNat task), field "generation" (jsonNat generation)]
  | .openGeneration task generation =>
    tagged "openGeneration" [field "task" (jsonNat task), field "generation" (jsonNat generation)]
  | .continueFinish key tx candidate =>
    tagged "continueFinish" [field "key" key.json, field "tx" (jsonNat tx),
      field "candidate" (jsonNat candidate)]
  | .promote key tx candidate =>
    tagged "promote" [field "key" key.json, field "tx" (jsonNat tx),
      field "candidate" (jsonNat candidate)]
  | .probe key tx => tagged "probe" [field "key" key.json, field "tx" (jsonNat tx)]
  | .startCleanup key tx => tagged "startCleanup" [field "key" key.json, field "tx" (jsonNat tx)]
  | .stopProcess key => tagged "stopProcess" [field "key" key.json]
  | .succeeded key disposition receipt =>
    tagged "succeeded" [field "key" key.json, field "disposition" disposition.json,
      field "receipt" (jsonNat receipt)]
  | .attemptFailed key cls =>
    tagged "attemptFailed" [field "key" key.json, field "class" cls.json]
  | .projectDone task generation disposition receipt =>
    tagged "projectDone" [field "task" (jsonNat task), field "generation" (jsonNat generation),
      field "disposition" disposition.json, field "receipt" (jsonNat receipt)]
  | .projectFailed task generation cls =>
    tagged "projectFailed" [field "task" (jsonNat task), field "generation" (jsonNat generation),
      field "class" cls.json]
  | .projectAbandoned task generation =>
    tagged "projectAbandoned" [field "task" (jsonNat task), field "generation" (jsonNat generation)]

def jsonEffects : List Effect → List String
  | [] => []
  | e :: es => e.json :: jsonEffects es

def Decision.json (d : Decision) : String := array (d.verdict.json :: jsonEffects d.effects)

def jsonDecisions : List Decision → List String
  | [] => []
  | d :: ds => d.json :: jsonDecisions ds

/-! ## States -/

def Deferred.json : Deferred → String
  | .none => tagged "none" []
  | .failure cls => tagged "failure" [field "class" cls.json]
  | .kill => tagged "kill" []
  | .abandon => tagged "abandon" []

def Phase.json : Phase → String
  | .running => tagged "running" []
  | .finishing tx validated =>
    tagged "finishing" [field "tx" tx.json, field "validated" (jsonBool validated)]
  | .promoting tx deferred =>
    tagged "promoting" [field "tx" tx.json, field "deferred" deferred.json]
  | .accepted tx receipt =>
    tagged "accepted" [field "tx" tx.json, field "receipt" (jsonNat receipt)]
  | .cleaned tx receipt cleanup =>
    tagged "cleaned" [field "tx" tx.json, field "receipt" (jsonNat receipt),
      field "cleanup" (jsonNat cleanup)]
  | .failed cls => tagged "failed" [field "class" cls.json]
  | .cancelled reason => tagged "cancelled" [field "reason" reason.json]

def Worker.json : Worker → String
  | .present => quoted "present"
  | .stopping => quoted "stopping"
  | .gone => quoted "gone"

def Attempt.json (a : Attempt) : String :=
  object [field "key" a.key.json, field "phase" a.phase.json, field "worker" a.worker.json]

def jsonAttempts : List Attempt → List String
  | [] => []
  | a :: as => a.json :: jsonAttempts as

def jsonCurrent : Option Attempt → String
  | none => "null"
  | some a => a.json

def jsonHold : Option Hold → String
  | none => "null"
  | some h => object [field "key" h.key.json, field "receipt" (jsonNat h.receipt)]

def Origin.json : Origin → String
  | .native => tagged "native" []
  | .legacy trusted => tagged "legacy" [field "trusted" (jsonBool trusted)]

def Task.json (t : Task) : String :=
  object [field "id" (jsonNat t.id), field "deps" (array (jsonNats t.deps)),
    field "waived" (array (jsonNats t.waived)),
    field "retries" (jsonNat t.retries), field "generation" (jsonNat t.generation),
    field "attempts" (jsonNat t.attempts), field "fence" (jsonNat t.fence),
    field "ready" (jsonBool t.ready), field "status" t.status.json,
    field "projection" t.projection.json, field "held" (jsonHold t.held),
    field "current" (jsonCurrent t.current), field "closed" (array (jsonAttempts t.closed)), field "origin" t.origin.json]

def jsonTasks : List Task → List String
  | [] => []
  | t :: ts => t.json :: jsonTasks ts

/-- A consumed event by its `eid`: the event itself stands in the log. -/
def Entry.json (e : Entry) : String := array [jsonNat e.event.eid, e.verdict.json]

def jsonEvidence : List Entry → List String
  | [] => []
  | e :: es => e.json :: jsonEvidence es

def State.json (s : State) : String :=
  object [field "graph" (jsonNat s.graph), field "tasks" (array (jsonTasks s.tasks)),
    field "evidence" (array (jsonEvidence s.evidence))]

end Lifecycle
