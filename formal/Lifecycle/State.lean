import Lifecycle.Decision
/-!
# State

Defines attempts, tasks and the state of one graph, and what the rules ask of a task: whether it is
settled, may be claimed, what it should display. `status` is the reducer's own truth; `projection` is what
the outside was last seen to show.
-/

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

/-- What is known of an attempt's worker process. -/
inductive Worker where
  | present
  /-- To be stopped, its end not yet known. -/
  | stopping
  /-- Known to have ended. -/
  | gone
deriving DecidableEq

/-- One attempt at a task. -/
structure Attempt where
  key : Key
  phase : Phase
  worker : Worker
deriving DecidableEq

/-- Where a task comes from. -/
inductive Origin where
  | native
  | legacy (trusted : Bool)
deriving DecidableEq

/-- A late acceptance that an operator must look at. -/
structure Hold where
  key : Key
  receipt : Nat
deriving DecidableEq

/-- One task of the graph. -/
structure Task where
  id : Nat
  deps : List Nat
  /-- Dependencies that an operator has waived, in that order. -/
  waived : List Nat
  retries : Nat
  generation : Nat
  /-- Attempts ever claimed. -/
  attempts : Nat
  /-- The highest fence ever accepted. -/
  fence : Nat
  /-- Set when `ready` is requested, until a claim consumes it. -/
  ready : Bool
  status : Status
  projection : Projection
  held : Option Hold
  current : Option Attempt
  closed : List Attempt
  origin : Origin
deriving DecidableEq

/-- A consumed event, with the verdict it got. -/
structure Entry where
  event : Event
  verdict : Verdict
deriving DecidableEq

/-- The state of one graph. -/
structure State where
  graph : Nat
  /-- In order of declaration. -/
  tasks : List Task
  /-- Every consumed event, oldest first. -/
  evidence : List Entry
deriving DecidableEq

/-- The graph before its first event. -/
def initialState (graph : Nat) : State := { graph, tasks := [], evidence := [] }

/-! ## Lists -/

/-- The consumed event with this `eid`. -/
def findEntry (eid : Nat) (entries : List Entry) : Option Entry :=
  entries.find? fun entry => entry.event.eid = eid

/-- The declared task with this id. -/
def findTask (id : Nat) (tasks : List Task) : Option Task :=
  tasks.find? fun t => t.id = id

/-- The tasks with the one of the same id replaced. -/
def replaceTask (next : Task) (tasks : List Task) : List Task :=
  tasks.map fun t => if t.id = next.id then next else t

/-! ## Phases -/

/-- Whether the attempt still has something to do: neither cleaned nor ended. -/
def Phase.live : Phase → Bool
  | .running | .finishing .. | .promoting .. | .accepted .. => true
  | .cleaned .. | .failed _ | .cancelled _ => false

/-- Whether the attempt has a durable success. -/
def Phase.succeeded : Phase → Bool
  | .accepted .. | .cleaned .. => true
  | _ => false

/-- The transaction that a phase has. -/
def Phase.tx : Phase → Option Tx
  | .finishing tx _ | .promoting tx _ | .accepted tx _ | .cleaned tx _ _ => some tx
  | .running | .failed _ | .cancelled _ => none

/-! ## What is known of a task -/

/-- The phase of the task's current attempt. -/
def Task.phase (t : Task) : Option Phase := t.current.map Attempt.phase

/-- Whether the task's current attempt is live. -/
def Task.hasLive (t : Task) : Bool := t.phase.any Phase.live

/-- Whether the task's current attempt has a durable success. -/
def Task.hasSuccess (t : Task) : Bool := t.phase.any Phase.succeeded

/-- Whether the task is a legacy Done: no attempt of its own has made it so. -/
def Task.doneLegacy (t : Task) : Bool := t.status = .done && t.current.isNone

/-- Whether dependents may rely on the task: cleaned, or a legacy Done that is trusted. -/
def Task.satisfies (t : Task) : Bool :=
  match t.phase with
  | some (.cleaned ..) => true
  | some _ => false
  | none => t.status = .done && t.origin = .legacy true

/-- Whether the task has a durable success: it satisfies, or is about to. -/
def Task.settled (t : Task) : Bool := t.hasSuccess || t.satisfies

/-- Whether a declared task satisfies those that depend on it. -/
def satisfiedIn (tasks : List Task) (dep : Nat) : Bool :=
  (findTask dep tasks).any Task.satisfies

/-- Whether nothing keeps an attempt from being claimed, given which dependencies are satisfied. -/
def Task.claimable (satisfied : Nat → Bool) (t : Task) : Bool :=
  t.status = .open && t.held.isNone && t.deps.all (fun dep => t.waived.contains dep || satisfied dep) &&
    t.closed.all (·.worker = .gone)

/-! ## Projections -/

/-- What the outside should show. -/
def Task.truth (t : Task) : Projection :=
  match t.phase with
  | some (.cleaned _ receipt _) => .shown .done (some receipt)
  | _ => .shown t.status none

/-- The projection without its receipt. -/
def Projection.withoutReceipt : Projection → Projection
  | .missing => .missing
  | .shown status _ => .shown status none

/-- What a projection says of this task: receipts of a legacy task that was never claimed say nothing. -/
def Task.reads (t : Task) (p : Projection) : Projection :=
  if t.origin ≠ .native ∧ t.attempts = 0 then p.withoutReceipt else p

/-- Whether a projection shows what it should. -/
def Task.agrees (t : Task) (p : Projection) : Bool := t.reads p = t.truth

end Lifecycle
