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

/-- Where the task stands that a body concerns. -/
def standing (tasks : List Task) (body : Body) : String :=
  match findTask body.task tasks with
  | none => "undeclared"
  | some t =>
    match t.current with
    | some a => phaseName a.phase
    | none => idleName t.status

/-- The number of the event's type: whatever else it says is of no concern to a cell. -/
def typeNumber : Body → Nat
  | .onAttempt _ act => 100 + act.ctorIdx
  | body => body.ctorIdx

/-- Which event, met by a task that stands where, gets which verdict. -/
structure Cell where
  type : Nat
  standing : String
  verdict : Verdict
deriving DecidableEq

def cell (tasks : List Task) (body : Body) (verdict : Verdict) : Cell :=
  { type := typeNumber body, standing := standing tasks body, verdict }

/-- Event, standing and verdict, as one JSON array. -/
def cellJson (standing : String) (body : Body) (verdict : Verdict) : String :=
  match body.json with
  | (type, _) => array [quoted type, quoted standing, verdict.json]

/-- Cells seen, in a search tree by the numbers of their types, each with a list. -/
inductive SeenCells where
  | none
  | node (type : Nat) (cells : List Cell) (below above : SeenCells)

def hasCell (c : Cell) : List Cell → Bool
  | [] => false
  | d :: ds => if c = d then true else hasCell c ds

/-- The tree with the cell, or `none` if it has it already. -/
def SeenCells.add (c : Cell) : SeenCells → Option SeenCells
  | .none => some (.node c.type [c] .none .none)
  | .node type cells below above =>
    if c.type < type then
      match add c below with
      | Option.none => Option.none
      | some below => some (.node type cells below above)
    else if type < c.type then
      match add c above with
      | Option.none => Option.none
      | some above => some (.node type cells below above)
    else if hasCell c cells then Option.none
    else some (.node type (c :: cells) below above)

/-- Cells found so far, each once. -/
structure Cells where
  seen : SeenCells
  list : List String

/-- The cells with that of the body: its text is made once, for there are hundreds of bodies at every state. -/
def Cells.add (cells : Cells) (tasks : List Task) (body : Body) (verdict : Verdict) : Cells :=
  let c := cell tasks body verdict
  match cells.seen.add c with
  | none => cells
  | some seen => { seen, list := cellJson c.standing body verdict :: cells.list }

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
    let s := { s with cells := s.cells.add tasks body c.decision.verdict }
    match if further && Decision.applies c.decision && inside c.tasks then s.seen.addTasks c.tasks else none with
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
    searchFirst bodies c.tasks (cells.add tasks body c.decision.verdict)

/-- The cells of a universe besides those found before. -/
def Universe.search (u : Universe) (cells : Cells) : Cells :=
  match searchFirst u.first [] cells with
  | (tasks, cells) =>
    match Seen.none.addTasks tasks with
    | none => cells
    | some seen => searchLevels u.depth [tasks] { seen, found := [], cells }

/-- Universes explored for their cells. A single task is explored to its very end: no further lifecycle
state of it is reachable with two attempts a generation. -/
def searched : List Universe := [
  { name := "pair", first := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 1], depth := 6 },
  { name := "one", first := [.taskDeclared 1 [] 1], depth := 16 },
  { name := "legacy-open", first := [.legacyImported 1 [] 1 .open false], depth := 8 },
  { name := "legacy-failed", first := [.legacyImported 1 [] 1 .failed false], depth := 8 },
  { name := "legacy-done", depth := 8
    first := [.legacyImported 1 [] 1 .done true, .taskDeclared 2 [1] 0] },
  { name := "legacy-abandoned", first := [.legacyImported 1 [] 1 .abandoned false], depth := 2 }]

def searchAll : List Universe → Cells → Cells
  | [], cells => cells
  | u :: us, cells => searchAll us (u.search cells)

def bodiesOfEvents : List Event → List Body
  | [] => []
  | e :: es => e.body :: bodiesOfEvents es

/-- The cells of scenarios besides those found before. -/
def searchScenarios : List Scenario → Cells → Cells
  | [], cells => cells
  | s :: ss, cells => searchScenarios ss (searchFirst (bodiesOfEvents s.events) [] cells).2

/-- Every cell that the model reaches in the searched universes and in the scenarios, in the order of
discovery, last first. -/
def reachableCells : List String :=
  (searchScenarios scenarios (searchAll searched { seen := .none, list := [] })).list

end Lifecycle.Cover
