module
public import Lifecycle.Cover.Explore
public import Lifecycle.Scenarios
/-!
# Cells

Defines the cells of the table that the model can reach: which event, met by a task that stands where,
gets which verdict. They are collected from universes explored further than traces are written for.
-/

@[expose] public section

namespace Lifecycle.Cover

/-- The name of a phase, as far as the rules tell phases apart. -/
def phaseName : Phase → String
  | .running => "running"
  | .finishing _ false => "finishing"
  | .finishing _ true => "validated"
  | .promoting _ .none => "promoting"
  | .promoting _ _ => "deferred"
  | .accepted .. => "accepted"
  | .cleaned .. => "cleaned"
  | .failed _ => "failed"
  | .cancelled _ => "cancelled"

/-- The name of a status, for a task that has no current attempt. -/
def idleName : Status → String
  | .open => "idle-open"
  | .active => "idle-active"
  | .done => "idle-done"
  | .failed => "idle-failed"
  | .abandoned => "idle-abandoned"

/-- What the name of a standing adds: what is known of the worker, if it is not simply there. -/
def workerName : Worker → String
  | .present => ""
  | .stopping => "-stopping"
  | .gone => "-gone"

/-- Where a task stands: the phase of its attempt and the worker, or else its status and whether a claim
has to wait for a worker; and whether it is held. -/
def taskStanding (t : Task) : String :=
  let place := match t.current with
    | some a => phaseName a.phase ++ workerName a.worker
    | none => idleName t.status ++ if t.closed.all (·.worker = .gone) then "" else "-stopping"
  if t.held.isSome then place ++ "-held" else place

/-- Where the task stands that a body concerns. -/
def standing (tasks : List Task) (body : Body) : String :=
  match findTask body.task tasks with
  | none => "undeclared"
  | some t => taskStanding t

/-- Event, standing and verdict, as one JSON array. -/
def cell (tasks : List Task) (body : Body) (verdict : Verdict) : String :=
  match body.json with
  | (type, _) => array [quoted type, quoted (standing tasks body), verdict.json]

/-- Cells found so far, each once. -/
structure Cells where
  seen : Seen
  list : List String

def Cells.add (cells : Cells) (name : String) : Cells :=
  match cells.seen.add (hash name).toNat name with
  | none => cells
  | some seen => { seen, list := name :: cells.list }

/-- What is known while states are explored for their cells: states to explore come last first. -/
structure Search where
  seen : Seen
  found : List (List Task)
  cells : Cells

/-- Tries the bodies at a state; with `further`, new states are to be explored. -/
def searchBodies (tasks : List Task) (further : Bool) : List Body → Search → Search
  | [], s => s
  | body :: bodies, s =>
    let c := change { graph := 1, tasks, evidence := [] } body
    let s := { s with cells := s.cells.add (cell tasks body c.decision.verdict) }
    match if further && inside c.tasks then s.seen.addTasks c.tasks else none with
    | some seen => searchBodies tasks further bodies { s with seen, found := c.tasks :: s.found }
    | none => searchBodies tasks further bodies s

def searchLevel (further : Bool) : List (List Task) → Search → Search
  | [], s => s
  | tasks :: states, s =>
    searchLevel further states (searchBodies tasks further (alphabet .every tasks) s)

def searchLevels : Nat → List (List Task) → Search → Cells
  | 0, states, s => (searchLevel false states s).cells
  | depth + 1, states, s =>
    let next := searchLevel true states { s with found := [] }
    searchLevels depth next.found next

/-- The tasks after the bodies that make a universe's first state, and the cells on the way there. -/
def searchFirst : List Body → List Task → Cells → List Task × Cells
  | [], tasks, cells => (tasks, cells)
  | body :: bodies, tasks, cells =>
    let c := change { graph := 1, tasks, evidence := [] } body
    searchFirst bodies c.tasks (cells.add (cell tasks body c.decision.verdict))

/-- The cells of a universe besides those found before. -/
def Universe.search (u : Universe) (cells : Cells) : Cells :=
  match searchFirst u.first [] cells with
  | (tasks, cells) =>
    match Seen.none.addTasks tasks with
    | none => cells
    | some seen => searchLevels u.depth [tasks] { seen, found := [], cells }

/-- Universes explored for their cells. -/
def searched : List Universe := [
  { name := "pair", first := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 1], depth := 3 },
  { name := "one", first := [.taskDeclared 1 [] 1], depth := 7 },
  { name := "legacy-open", first := [.legacyImported 1 [] 1 .open false], depth := 4 },
  { name := "legacy-failed", first := [.legacyImported 1 [] 1 .failed false], depth := 4 },
  { name := "legacy-done", depth := 4
    first := [.legacyImported 1 [] 1 .done true, .taskDeclared 2 [1] 0] },
  { name := "legacy-abandoned", first := [.legacyImported 1 [] 1 .abandoned false], depth := 2 }]

/-- The cells of scenarios besides those found before. -/
def searchScenarios : List Scenario → Cells → Cells
  | [], cells => cells
  | s :: ss, cells => searchScenarios ss (searchFirst (s.events.map Event.body) [] cells).2

/-- Every cell that the model reaches in the searched universes and in the scenarios, in the order of
discovery, last first. -/
def reachableCells : List String :=
  (searchScenarios scenarios (searched.foldl (fun cells u => u.search cells) { seen := .none, list := [] })).list

end Lifecycle.Cover
