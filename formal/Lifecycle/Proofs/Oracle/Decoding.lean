import Lifecycle.Oracle.Decode
/-!
# Decoding

Proves that the oracle takes every event of the wire for what it is: an event, as the values that its
text is made of (`Event.tree`), decodes to itself.
-/

namespace Lifecycle

open Oracle

/-! ## Events as JSON values -/

def natItems : List Nat → Items
  | [] => .nil
  | n :: ns => .cons (.natural n) (natItems ns)

def maybeTree : Option Nat → Json
  | none => .null
  | some n => .natural n

def Key.tree (k : Key) : Json :=
  .list (natItems [k.graph, k.task, k.generation, k.attempt, k.fence])

def Contract.tree : Contract → Json
  | .land => .text "land"
  | .deliver => .text "deliver"
  | .report => .text "report"

def Role.tree : Role → Json
  | .worker => .text "worker"
  | .wrapper => .text "wrapper"

def Fault.tree : Fault → Json
  | .timeout => .text "timeout"
  | .unavailable => .text "unavailable"

def Status.tree : Status → Json
  | .open => .text "open"
  | .active => .text "active"
  | .done => .text "done"
  | .failed => .text "failed"
  | .abandoned => .text "abandoned"

/-- Fields, in this order. -/
def members : List (String × Json) → Members
  | [] => .nil
  | (name, v) :: fields => .cons name v (members fields)

def Projection.tree : Projection → Json
  | .missing => .null
  | .shown status receipt =>
    .object (members [("status", status.tree), ("receipt", maybeTree receipt)])

/-- The type and the further fields of an event about an exact attempt, as `Act.json` writes them. -/
def Act.tree : Act → String × List (String × Json)
  | .attemptReleased => ("AttemptReleased", [])
  | .finishBegun tx candidate contract =>
    ("FinishBegun", [("tx", .natural tx), ("candidate", .natural candidate), ("contract", contract.tree)])
  | .candidateValidated tx candidate passed =>
    ("CandidateValidated", [("tx", .natural tx), ("candidate", .natural candidate),
      ("passed", .bool passed)])
  | .promotionIntended tx candidate =>
    ("PromotionIntended", [("tx", .natural tx), ("candidate", .natural candidate)])
  | .outcomeAccepted tx candidate receipt =>
    ("OutcomeAccepted", [("tx", .natural tx), ("candidate", .natural candidate),
      ("receipt", .natural receipt)])
  | .promotionProbed tx found => ("PromotionProbed", [("tx", .natural tx), ("found", maybeTree found)])
  | .cleanupRecorded tx receipt cleanup =>
    ("CleanupRecorded", [("tx", .natural tx), ("receipt", .natural receipt),
      ("cleanup", .natural cleanup)])
  | .failRequested => ("FailRequested", [])
  | .processExited role code => ("ProcessExited", [("role", role.tree), ("code", .natural code)])
  | .providerFault fault => ("ProviderFault", [("fault", fault.tree)])
  | .ownerLost => ("OwnerLost", [])
  | .lateCommitSeen commit => ("LateCommitSeen", [("commit", .natural commit)])
  | .killRequested => ("KillRequested", [])

/-- The type and the further fields of an event about a generation, as `TaskAct.json` writes them. -/
def TaskAct.tree : TaskAct → String × List (String × Json)
  | .projectionObserved projection => ("ProjectionObserved", [("projection", projection.tree)])
  | .abandonRequested => ("AbandonRequested", [])
  | .retryRequested => ("RetryRequested", [])
  | .reopenRequested => ("ReopenRequested", [])
  | .holdCleared => ("HoldCleared", [])
  | .retriesGranted count => ("RetriesGranted", [("count", .natural count)])
  | .legacyTrusted => ("LegacyTrusted", [])
  | .dependencyWaived dep => ("DependencyWaived", [("dep", .natural dep)])

/-- The type and the further fields of an event, as `Body.json` writes them. -/
def Body.tree : Body → String × List (String × Json)
  | .taskDeclared task deps retries =>
    ("TaskDeclared", [("task", .natural task), ("deps", .list (natItems deps)),
      ("retries", .natural retries)])
  | .legacyImported task deps retries status trusted =>
    ("LegacyImported", [("task", .natural task), ("deps", .list (natItems deps)),
      ("retries", .natural retries), ("status", status.tree), ("trusted", .bool trusted)])
  | .attemptClaimed key => ("AttemptClaimed", [("key", key.tree)])
  | .onAttempt key act => (act.tree.1, ("key", key.tree) :: act.tree.2)
  | .onTask task generation act =>
    (act.tree.1, ("task", .natural task) :: ("generation", .natural generation) :: act.tree.2)
  | .convergeRequested task => ("ConvergeRequested", [("task", .natural task)])

def Event.tree (e : Event) : Json :=
  .object (members (("type", .text e.body.tree.1) :: ("eid", .natural e.eid) :: e.body.tree.2))

def eventItems : List Event → Items
  | [] => .nil
  | e :: es => .cons e.tree (eventItems es)

/-! ## What the wire can say: integers below 2^53, and each dependency once -/

def onWire (n : Nat) : Prop := n ≤ maxInteger

def MaybeOnWire : Option Nat → Prop
  | none => True
  | some n => onWire n

def DepsOnWire (deps : List Nat) : Prop := deps.Nodup ∧ ∀ d ∈ deps, onWire d

def Key.OnWire (k : Key) : Prop :=
  onWire k.graph ∧ onWire k.task ∧ onWire k.generation ∧ onWire k.attempt ∧ onWire k.fence

def Projection.OnWire : Projection → Prop
  | .missing => True
  | .shown _ receipt => MaybeOnWire receipt

def Act.OnWire : Act → Prop
  | .finishBegun tx candidate _ | .candidateValidated tx candidate _
  | .promotionIntended tx candidate => onWire tx ∧ onWire candidate
  | .outcomeAccepted tx candidate receipt => onWire tx ∧ onWire candidate ∧ onWire receipt
  | .promotionProbed tx found => onWire tx ∧ MaybeOnWire found
  | .cleanupRecorded tx receipt cleanup => onWire tx ∧ onWire receipt ∧ onWire cleanup
  | .processExited _ code => onWire code
  | .lateCommitSeen commit => onWire commit
  | .attemptReleased | .failRequested | .providerFault _ | .ownerLost | .killRequested => True

def TaskAct.OnWire : TaskAct → Prop
  | .projectionObserved projection => projection.OnWire
  | .retriesGranted count => 1 ≤ count ∧ onWire count
  | .dependencyWaived dep => onWire dep
  | .abandonRequested | .retryRequested | .reopenRequested | .holdCleared | .legacyTrusted => True

def Body.OnWire : Body → Prop
  | .taskDeclared task deps retries | .legacyImported task deps retries _ _ =>
    onWire task ∧ DepsOnWire deps ∧ onWire retries
  | .attemptClaimed key => key.OnWire
  | .onAttempt key act => key.OnWire ∧ act.OnWire
  | .onTask task generation act => onWire task ∧ onWire generation ∧ act.OnWire
  | .convergeRequested task => onWire task

def Event.OnWire (e : Event) : Prop := onWire e.eid ∧ e.body.OnWire

/-! ## Parts -/

theorem readNatural_natural {n : Nat} (path : String) (h : onWire n) :
    readNatural path (.natural n) = .ok n := by
  simp only [onWire] at h
  simp [readNatural, h]

theorem readCount_natural {n : Nat} (path : String) (least : 1 ≤ n) (h : onWire n) :
    readCount path (.natural n) = .ok n := by
  simp only [onWire] at h
  simp [readCount, least, h]

theorem readMaybe_tree {n : Option Nat} (path : String) (h : MaybeOnWire n) :
    readMaybe path (maybeTree n) = .ok n := by
  cases n with
  | none => rfl
  | some n =>
    simp only [MaybeOnWire] at h
    simp [readMaybe, maybeTree, readNatural_natural path h]

theorem readKey_tree {k : Key} (h : k.OnWire) : readKey k.tree = .ok k := by
  obtain ⟨h1, h2, h3, h4, h5⟩ := h
  simp [readKey, Key.tree, natItems, readNatural_natural _ h1, readNatural_natural _ h2,
    readNatural_natural _ h3, readNatural_natural _ h4, readNatural_natural _ h5]

theorem readContract_tree (c : Contract) : readContract c.tree = .ok c := by cases c <;> rfl

theorem readRole_tree (r : Role) : readRole r.tree = .ok r := by cases r <;> rfl

theorem readFault_tree (f : Fault) : readFault f.tree = .ok f := by cases f <;> rfl

theorem readStatus_tree (path : String) (s : Status) : readStatus path s.tree = .ok s := by
  cases s <;> rfl

theorem readDepsFrom_items (i : Nat) (before : List Nat) : (deps : List Nat) → DepsOnWire deps →
    (∀ d ∈ deps, d ∉ before) → readDepsFrom i before (natItems deps) = .ok deps
  | [], _, _ => rfl
  | d :: ds, h, fresh => by
    obtain ⟨once, small⟩ := h
    have hd : onWire d := small d (by simp)
    have once' := List.nodup_cons.mp once
    have rest := readDepsFrom_items (i + 1) (d :: before) ds
      ⟨once'.2, fun e he => small e (by simp [he])⟩
      (fun e he => by
        simp only [List.mem_cons, not_or]
        exact ⟨fun same => once'.1 (same ▸ he), fresh e (by simp [he])⟩)
    have new := fresh d (by simp)
    simp [readDepsFrom, natItems, readNatural_natural _ hd, rest, new]

theorem readDeps_tree {deps : List Nat} (h : DepsOnWire deps) :
    readDeps (.list (natItems deps)) = .ok deps := by
  simp [readDeps, readDepsFrom_items 0 [] deps h]

theorem readProjection_tree {p : Projection} (h : p.OnWire) : readProjection p.tree = .ok p := by
  cases p with
  | missing => rfl
  | shown status receipt =>
    simp only [Projection.OnWire] at h
    simp [readProjection, Projection.tree, members, wrongNames, areNamed, fieldOf, findField,
      readStatus_tree, readMaybe_tree _ h, bind, pure, Read.andThen]

/-! ## Events -/

theorem readEvent_tree {e : Event} (h : e.OnWire) : readEvent e.tree = .ok e := by
  obtain ⟨eid, body⟩ := e
  obtain ⟨heid, hbody⟩ := h
  have heid' := readNatural_natural ".eid" heid
  cases body with
  | onAttempt key act =>
    obtain ⟨hkey, hact⟩ := hbody
    have hkey' := readKey_tree hkey
    cases act <;> simp only [Act.OnWire] at hact <;>
      simp [readEvent, Event.tree, Body.tree, Act.tree, members, findField, fieldNames, wrongNames, areNamed,
        naturalOf, keyOf, fieldOf, readBody, readAct, bind, pure, Read.andThen, heid', hkey', readBool,
        readNatural_natural, readMaybe_tree, readContract_tree, readRole_tree, readFault_tree, hact]
  | onTask task generation act =>
    obtain ⟨htask, hgeneration, hact⟩ := hbody
    cases act <;> simp only [TaskAct.OnWire] at hact <;>
      simp [readEvent, Event.tree, Body.tree, TaskAct.tree, members, findField, fieldNames, wrongNames,
        areNamed, naturalOf, fieldOf, readBody, readAct, readTaskAct, bind, pure, Read.andThen, heid',
        readNatural_natural, readCount_natural, readProjection_tree, htask, hgeneration, hact]
  | _ =>
    simp only [Body.OnWire] at hbody
    simp [readEvent, Event.tree, Body.tree, members, findField, fieldNames, wrongNames, areNamed, naturalOf,
      keyOf, fieldOf, readBody, bind, pure, Read.andThen, heid', readBool, readNatural_natural,
      readDeps_tree, readStatus_tree, readKey_tree, hbody]

theorem readEventsFrom_items (i : Nat) (before : List Event) : (es : List Event) →
    (∀ e ∈ es, e.OnWire) →
    readEventsFrom i before (eventItems es) = .ok (readEventsFrom.reverseEvents before es)
  | [], _ => rfl
  | e :: es, h => by
    have rest := readEventsFrom_items (i + 1) (e :: before) es (fun e he => h e (by simp [he]))
    simp [readEventsFrom, eventItems, readEvent_tree (h e (by simp)), rest,
      readEventsFrom.reverseEvents]

/-- Every list of events that the wire can say decodes to itself. -/
theorem readEvents_tree {es : List Event} (h : ∀ e ∈ es, e.OnWire) :
    readEvents (eventItems es) = .ok es := by
  simp [readEvents, readEventsFrom_items 0 [] es h, readEventsFrom.reverseEvents]

end Lifecycle
