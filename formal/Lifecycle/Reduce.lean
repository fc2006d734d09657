module
public import Lifecycle.Rule
/-!
# The reducer

Defines `reduce`: one event, one decision, the state after it. It is pure and total. The guards of the
log come first (duplicate, foreign graph, unknown task), then the task's rule; an applied outcome is
stored, and every task that has become claimable is told `ready` once.
-/

@[expose] public section

namespace Lifecycle

/-- What an event changes besides the evidence. -/
structure Change where
  decision : Decision
  tasks : List Task

/-- An answer that changes nothing. -/
def State.unchanged (s : State) (verdict : Verdict) : Change :=
  { decision := { verdict, effects := [] }, tasks := s.tasks }

/-- Emitting a projection and displaying it are one act. -/
def Effect.project (e : Effect) (p : Projection) : Projection :=
  match e with
  | .projectDone _ _ _ receipt => .shown .done (some receipt)
  | .projectFailed .. => .shown .failed none
  | .projectAbandoned .. => .shown .abandoned none
  | _ => p

/-- The projection after effects were emitted. -/
def projectAll : List Effect → Projection → Projection
  | [], p => p
  | e :: es, p => projectAll es (e.project p)

/-- The task after its own effects were emitted. -/
def Task.commit (t : Task) (effects : List Effect) : Task :=
  { t with projection := projectAll effects t.projection }

/-- The tasks with the latch set on each that may be claimed. -/
def latchReady (all : List Task) : List Task → List Task
  | [] => []
  | t :: ts => (if t.claimable all then { t with ready := true } else t) :: latchReady all ts

/-- A `ready` for each task that may be claimed and was not told so yet, in order of declaration. -/
def readyEffects (all : List Task) : List Task → List Effect
  | [] => []
  | t :: ts =>
    if t.claimable all && !t.ready then .ready t.id t.generation :: readyEffects all ts
    else readyEffects all ts

/-- An applied event: the tasks with one changed or added, and who is ready by that. -/
def applyTasks (tasks : List Task) (effects : List Effect) : Change :=
  { decision := { verdict := .applied, effects := appendEffects effects (readyEffects tasks tasks) }
    tasks := latchReady tasks tasks }

/-- Stores the outcome for the task `t`. -/
def conclude (s : State) (t : Task) : Outcome → Change
  | .applied next effects => applyTasks (replaceTask (next.commit effects) s.tasks) effects
  | .observed why seen effects =>
    { decision := { verdict := .observed why, effects }
      tasks := replaceTask ({ t with projection := seen }.commit effects) s.tasks }
  | .noop why => s.unchanged (.noop why)
  | .rejected why => s.unchanged (.rejected why)
  | .hold why => s.unchanged (.hold why)

/-- A new task, if its id is new and its dependencies are declared; so the graph has no cycle. -/
def declare (s : State) (t : Task) : Change :=
  match findTask t.id s.tasks with
  | some _ => s.unchanged (.rejected .taskExists)
  | none =>
    if allDeclared s.tasks t.deps then applyTasks (snocTask s.tasks t) []
    else s.unchanged (.rejected .unknownDependency)

/-- A task at its declaration. -/
def Task.declared (id : Nat) (deps : List Nat) (retries : Nat) : Task :=
  { id, deps, retries
    generation := 0, attempts := 0, fence := 0, ready := false
    status := .open, projection := .missing
    current := none, closed := [], origin := .native }

/-- The status that a legacy record stands for: nobody is known to work on an active one. -/
def Status.imported : Status → Status
  | .active => .failed
  | status => status

/-- A legacy task at its import. -/
def Task.imported (id : Nat) (deps : List Nat) (retries : Nat) (status : Status) (trusted : Bool) :
    Task :=
  { id, deps, retries
    generation := 0, attempts := 0, fence := 0, ready := false
    status := status.imported, projection := .shown status.imported none
    current := none, closed := [], origin := .legacy trusted }

/-- The outcome of a body that is not a declaration, for the task it concerns. -/
def Body.outcome (t : Task) : Body → Outcome
  | .taskDeclared .. | .legacyImported .. => .rejected .taskExists
  | .attemptClaimed key => claimRule t key
  | .onAttempt key act => attemptRule t key act
  | .projectionObserved _ generation projection =>
    match generationGuard t generation (t.observe .staleGeneration []) with
    | some outcome => outcome
    | none => observeRule t projection
  | .abandonRequested _ generation =>
    match generationGuard t generation (.rejected .staleGeneration) with
    | some outcome => outcome
    | none => abandonRule t
  | .retryRequested _ generation =>
    match generationGuard t generation (.rejected .staleGeneration) with
    | some outcome => outcome
    | none => retryRule t
  | .convergeRequested _ => convergeRule t

/-- The task that a body concerns. -/
def Body.task : Body → Nat
  | .taskDeclared task _ _ | .legacyImported task _ _ _ _ => task
  | .attemptClaimed key | .onAttempt key _ => key.task
  | .projectionObserved task _ _ | .abandonRequested task _ | .retryRequested task _
  | .convergeRequested task => task

/-- The graph that a body's key names, if it has one. -/
def Body.graph : Body → Option Nat
  | .attemptClaimed key | .onAttempt key _ => some key.graph
  | _ => none

/-- The rule of the task that the body concerns. -/
def concern (s : State) (body : Body) : Change :=
  match findTask body.task s.tasks with
  | none => s.unchanged (.rejected .unknownTask)
  | some t => conclude s t (body.outcome t)

/-- What a body that names this graph, or none, does. -/
def dispatch (s : State) : Body → Change
  | .taskDeclared task deps retries => declare s (.declared task deps retries)
  | .legacyImported task deps retries status trusted =>
    declare s (.imported task deps retries status trusted)
  | body => concern s body

/-- What a fresh event does. -/
def change (s : State) (body : Body) : Change :=
  match body.graph with
  | none => dispatch s body
  | some graph =>
    if graph = s.graph then dispatch s body else s.unchanged (.rejected .wrongGraph)

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
        evidence := snocEntry s.evidence { event := e, verdict := c.decision.verdict } } }

/-- The reducer. -/
def reduce (s : State) (e : Event) : Step :=
  match findEntry e.eid s.evidence with
  | some entry =>
    if entry.event = e then s.ignore (.noop .duplicate) else s.ignore (.rejected .eidConflict)
  | none => consume s e

/-- The decisions on a list of events, from a state. -/
def decisions (s : State) : List Event → List Decision
  | [] => []
  | e :: es =>
    let step := reduce s e
    step.decision :: decisions step.state es

/-- The state after a list of events, from a state. -/
def finalState (s : State) : List Event → State
  | [] => s
  | e :: es => finalState (reduce s e).state es

end Lifecycle
