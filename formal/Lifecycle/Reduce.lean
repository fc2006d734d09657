import Lifecycle.TaskRule
/-!
# The reducer

Defines `reduce`: one event, one decision, the state after it. It is pure and total. The guards of the
log come first (duplicate, foreign graph, unknown task), then the task's rule; an applied outcome is
stored, and `ready` is requested once for every task that has become claimable.
-/

namespace Lifecycle

/-! ## The latch -/

/-- The task with its latch set, if it may be claimed. -/
def Task.latch (satisfied : Nat → Bool) (t : Task) : Task :=
  if t.claimable satisfied then { t with ready := true } else t

/-- The request that a task be claimed, if it may be and this was not requested yet. -/
def Task.readyEffect (satisfied : Nat → Bool) (t : Task) : List Effect :=
  if t.claimable satisfied && !t.ready then [.ready t.id t.generation] else []

/-- The tasks with the latch set on each that may be claimed. -/
def latchReady (tasks : List Task) : List Task := tasks.map (Task.latch (satisfiedIn tasks))

/-- A `ready` for each task that has become claimable, in order of declaration. -/
def readyEffects (tasks : List Task) : List Effect :=
  tasks.flatMap (Task.readyEffect (satisfiedIn tasks))

/-! ## Changes -/

/-- What an event changes besides the evidence. -/
structure Change where
  decision : Decision
  tasks : List Task

/-- An answer that changes nothing. -/
def State.unchanged (s : State) (verdict : Verdict) : Change :=
  { decision := { verdict, effects := [] }, tasks := s.tasks }

/-- An applied event: the tasks with one changed or added, and who is ready by that. -/
def applyTasks (tasks : List Task) (effects : List Effect) : Change :=
  { decision := { verdict := .applied, effects := effects ++ readyEffects tasks }
    tasks := latchReady tasks }

/-- Stores the outcome for the task `t`. -/
def conclude (s : State) (t : Task) : Outcome → Change
  | .applied next effects => applyTasks (replaceTask next s.tasks) effects
  | .observed why next effects =>
    { decision := { verdict := .observed why, effects }, tasks := replaceTask next s.tasks }
  | .noop why => s.unchanged (.noop why)
  | .rejected why => s.unchanged (.rejected why)
  | .hold why held =>
    { decision := { verdict := .hold why, effects := [] }
      tasks := replaceTask { t with held } s.tasks }

/-! ## Declarations -/

/-- A task at its declaration. -/
def Task.declared (id : Nat) (deps : List Nat) (retries : Nat) : Task :=
  { id, deps, retries
    waived := [], generation := 0, attempts := 0, fence := 0, ready := false
    status := .open, projection := .missing, held := none
    current := none, closed := [], origin := .native }

/-- The status that a legacy record stands for: nobody is known to work on an active one. -/
def Status.imported : Status → Status
  | .active => .failed
  | status => status

/-- A legacy task at its import; the outside still shows what the record says. -/
def Task.imported (id : Nat) (deps : List Nat) (retries : Nat) (status : Status) (trusted : Bool) :
    Task :=
  { Task.declared id deps retries with
    status := status.imported
    projection := .shown status none
    origin := .legacy trusted }

/-- A new task, if its id is new and its dependencies are declared; so the graph has no cycle. -/
def declare (s : State) (t : Task) : Change :=
  if (findTask t.id s.tasks).isSome then s.unchanged (.rejected .taskExists)
  else if t.deps.all fun dep => (findTask dep s.tasks).isSome then applyTasks (s.tasks ++ [t]) []
  else s.unchanged (.rejected .unknownDependency)

/-! ## Steps -/

/-- The task that a body concerns. -/
def Body.task : Body → Nat
  | .taskDeclared task _ _ | .legacyImported task _ _ _ _ => task
  | .attemptClaimed key | .onAttempt key _ => key.task
  | .onTask task _ _ | .convergeRequested task => task

/-- The graph that a body's key names, if it has one. -/
def Body.graph : Body → Option Nat
  | .attemptClaimed key | .onAttempt key _ => some key.graph
  | _ => none

/-- The rule of the task that the body concerns. -/
def concern (s : State) (body : Body) : Change :=
  match findTask body.task s.tasks with
  | none => s.unchanged (.rejected .unknownTask)
  | some t => conclude s t (body.outcome (satisfiedIn s.tasks) t)

/-- What a body that names this graph, or none, does. -/
def dispatch (s : State) : Body → Change
  | .taskDeclared task deps retries => declare s (.declared task deps retries)
  | .legacyImported task deps retries status trusted =>
    declare s (.imported task deps retries status trusted)
  | body => concern s body

/-- What a fresh event does. -/
def change (s : State) (body : Body) : Change :=
  if body.graph.all (· = s.graph) then dispatch s body else s.unchanged (.rejected .wrongGraph)

/-- The decision on one event, and the state after it. -/
structure Step where
  decision : Decision
  state : State

/-- A decision that leaves everything as it was, the evidence included. -/
def State.ignore (s : State) (verdict : Verdict) : Step :=
  { decision := { verdict, effects := [] }, state := s }

/-- Decides a fresh event and appends it to the evidence. -/
def consume (s : State) (e : Event) : Step :=
  let c := change s e.body
  { decision := c.decision
    state :=
      { s with
        tasks := c.tasks
        evidence := s.evidence ++ [{ event := e, verdict := c.decision.verdict }] } }

/-- The reducer. -/
def reduce (s : State) (e : Event) : Step :=
  match findEntry e.eid s.evidence with
  | some entry =>
    if entry.event = e then s.ignore (.noop .duplicate) else s.ignore (.rejected .eidConflict)
  | none => consume s e

/-- The decisions on a list of events, from a state. -/
def decisions (s : State) : List Event → List Decision
  | [] => []
  | e :: es => (reduce s e).decision :: decisions (reduce s e).state es

/-- The state after a list of events, from a state. -/
def finalState (s : State) : List Event → State
  | [] => s
  | e :: es => finalState (reduce s e).state es

end Lifecycle
