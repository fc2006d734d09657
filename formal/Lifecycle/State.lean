module
public import Lifecycle.Decision
/-!
# State

Defines attempts, tasks and the state of one graph, and the few functions over lists of them that the
reducer needs. `status` is the reducer's own truth; `projection` is what the outside shows.
-/

@[expose] public section

namespace Lifecycle

/-- A reason to end an attempt that arrived while its promotion was in flight. -/
inductive Deferred where
  | none
  | failure (cls : Class)
  | kill
  | abandon
deriving DecidableEq

/-- Where an attempt stands. -/
inductive Phase where
  | running
  | finishing (tx : Tx) (validated : Bool)
  /-- The intent is durable, acceptance not yet known. -/
  | promoting (tx : Tx) (deferred : Deferred)
  /-- Durable success: failures are suppressed from here on. -/
  | accepted (tx : Tx) (receipt : Nat)
  /-- Done: the projection and the dependents may follow. -/
  | cleaned (tx : Tx) (receipt cleanup : Nat)
  | failed (cls : Class)
  | cancelled (reason : Cancel)
deriving DecidableEq

/-- One attempt at a task. -/
structure Attempt where
  key : Key
  phase : Phase
deriving DecidableEq

/-- Where a task comes from. -/
inductive Origin where
  | native
  | legacy (trusted : Bool)
deriving DecidableEq

/-- One task of the graph. -/
structure Task where
  id : Nat
  deps : List Nat
  retries : Nat
  generation : Nat
  /-- Attempts ever claimed. -/
  attempts : Nat
  /-- The highest fence ever accepted. -/
  fence : Nat
  /-- Set when `ready` is emitted, until a claim consumes it. -/
  ready : Bool
  status : Status
  projection : Projection
  current : Option Attempt
  closed : List Attempt
  origin : Origin

/-- A consumed event, with the verdict it got. -/
structure Entry where
  event : Event
  verdict : Verdict

/-- The state of one graph. -/
structure State where
  graph : Nat
  /-- In order of declaration. -/
  tasks : List Task
  /-- Every consumed event, oldest first. -/
  evidence : List Entry

/-- The graph before its first event. -/
def initialState (graph : Nat) : State := { graph, tasks := [], evidence := [] }

/-- Whether the attempt may still act: neither accepted nor closed. -/
def Phase.live : Phase → Bool
  | .running | .finishing .. | .promoting .. => true
  | _ => false

/-- Adds an attempt behind the closed ones. -/
def snocAttempt : List Attempt → Attempt → List Attempt
  | [], a => [a]
  | b :: bs, a => b :: snocAttempt bs a

/-- Adds an entry behind the evidence. -/
def snocEntry : List Entry → Entry → List Entry
  | [], e => [e]
  | d :: ds, e => d :: snocEntry ds e

/-- Adds a task behind the declared ones. -/
def snocTask : List Task → Task → List Task
  | [], t => [t]
  | u :: us, t => u :: snocTask us t

/-- The consumed event with this `eid`. -/
def findEntry (eid : Nat) : List Entry → Option Entry
  | [] => none
  | e :: es => if e.event.eid = eid then some e else findEntry eid es

/-- The declared task with this id. -/
def findTask (id : Nat) : List Task → Option Task
  | [] => none
  | t :: ts => if t.id = id then some t else findTask id ts

/-- The tasks with the one of the same id replaced. -/
def replaceTask (next : Task) : List Task → List Task
  | [] => []
  | t :: ts => if t.id = next.id then next :: ts else t :: replaceTask next ts

/-- Whether exactly this attempt was closed. -/
def isClosed (key : Key) : List Attempt → Bool
  | [] => false
  | a :: as => if a.key = key then true else isClosed key as

/-- Whether dependents may rely on the task: cleaned, or a legacy Done that was declared trusted. -/
def Task.satisfies (t : Task) : Bool :=
  match t.current with
  | some { phase := .cleaned .., .. } => true
  | _ =>
    match t.origin, t.status with
    | .legacy true, .done => true
    | _, _ => false

/-- Whether every one of the dependencies is satisfied. -/
def allSatisfied (tasks : List Task) : List Nat → Bool
  | [] => true
  | d :: ds =>
    match findTask d tasks with
    | some t => t.satisfies && allSatisfied tasks ds
    | none => false

/-- Whether every one of the dependencies is declared. -/
def allDeclared (tasks : List Task) : List Nat → Bool
  | [] => true
  | d :: ds =>
    match findTask d tasks with
    | some _ => allDeclared tasks ds
    | none => false

/-- Whether the task's current attempt is live. -/
def Task.hasLive (t : Task) : Bool :=
  match t.current with
  | some a => a.phase.live
  | none => false

/-- Whether an attempt may be claimed: open, no live attempt, every dependency satisfied. -/
def Task.claimable (tasks : List Task) (t : Task) : Bool :=
  decide (t.status = .open) && !t.hasLive && allSatisfied tasks t.deps

/-- Whether the task answers for its own display: native, or legacy once claimed. -/
def Task.owned (t : Task) : Bool :=
  match t.origin with
  | .native => true
  | .legacy _ => decide (t.attempts ≠ 0)

/-- What the graph should display. -/
def Task.truth (t : Task) : Projection :=
  match t.current with
  | some { phase := .cleaned _ receipt _, .. } => .shown .done (some receipt)
  | _ => .shown t.status none

/-- Why the task's current attempt failed; `lost` for a task that has none to tell. -/
def Task.failure (t : Task) : Class :=
  match t.current with
  | some { phase := .failed cls, .. } => cls
  | _ => .lost

end Lifecycle
