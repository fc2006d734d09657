import Lifecycle.Cover.Traces
import Lifecycle.Scenarios
/-!
# Cells

Defines the cells of the table that the model can reach: which event, met by a task that stands where,
gets which verdict. Universes are explored for them further than every pair of a state and a body has a trace;
a cell that only they reach gets a trace of its own.
-/

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

/-- Cells found so far. -/
abbrev Cells := Std.HashSet String

/-- The cells with those of a run of these bodies from these tasks. -/
def Cells.run (cells : Cells) : List Task → List Body → Cells
  | _, [] => cells
  | tasks, body :: bodies =>
    let c := change { graph := 1, tasks, evidence := [] } body
    Cells.run (cells.insert (cell tasks body c.decision.verdict)) c.tasks bodies

/-- The cells with those of these scenarios. -/
def Cells.runAll (cells : Cells) (scenarios : List Scenario) : Cells :=
  scenarios.foldl (fun cells s => cells.run [] (s.events.map Event.body)) cells

/-- What is known while states are explored for their cells: places to explore, and visits with the bodies
that reach a new cell, come last first. -/
structure Search where
  seen : Seen
  found : List Place
  cells : Cells
  visits : List Visit

/-- Tries the bodies at a place; with `further`, new places are to be explored. -/
def searchBodies (place : Place) (further : Bool) : List Body → Visit → Search → Search
  | [], v, s =>
    if v.stays.isEmpty && v.moves.isEmpty then s
    else { s with visits := { v with stays := v.stays.reverse, moves := v.moves.reverse } :: s.visits }
  | body :: bodies, v, { seen, found, cells, visits } =>
    let c := change { graph := 1, tasks := place.tasks, evidence := [] } body
    let (had, cells) := cells.containsThenInsert (cell place.tasks body c.decision.verdict)
    let v :=
      if had then v
      else if c.tasks = place.tasks then { v with stays := body :: v.stays }
      else { v with moves := body :: v.moves }
    match if further && inside c.tasks then seen.addTasks c.tasks else none with
    | some seen =>
      searchBodies place further bodies v
        { seen, found := { tasks := c.tasks, back := body :: place.back } :: found, cells, visits }
    | none => searchBodies place further bodies v { seen, found, cells, visits }

def searchLevel (further : Bool) (places : List Place) (s : Search) : Search :=
  places.foldl (init := s) fun s place =>
    searchBodies place further (alphabet .every place.tasks) { place, stays := [], moves := [] } s

def searchLevels : Nat → List Place → Search → Search
  | 0, places, s => searchLevel false places s
  | depth + 1, places, s =>
    let next := searchLevel true places { s with found := [] }
    searchLevels depth next.found.reverse next

/-- The cells of a universe besides those found before, and the visits that reach them. -/
def Universe.search (u : Universe) (cells : Cells) : Cells × List Visit :=
  let place := { tasks := tasksAfter [] u.first, back := u.first.reverse }
  let seen := Std.HashSet.ofList [place.tasks.map seenAs]
  let found := searchLevels u.depth [place] { seen, found := [], cells, visits := [] }
  (found.cells, found.visits.reverse)

/-- One task. -/
def alone : List Body := [.taskDeclared 1 [] 1]

/-- One task in its second generation, after an attempt that failed. -/
def again : List Body := alone ++ [claim first, workerExit first 1, retry 1 0]

/-- Universes explored for their cells: from the beginning, and from every way's end after an earlier attempt. -/
def searched : List Universe := [
  { name := "pair", first := pairOf, depth := 3 },
  { name := "alone", first := alone, depth := 4 },
  { name := "legacy-open", first := [.legacyImported 1 [] 1 .open false], depth := 3 },
  { name := "legacy-failed", first := [.legacyImported 1 [] 1 .failed false], depth := 3 },
  { name := "legacy-done", depth := 4
    first := [.legacyImported 1 [] 1 .done true, .taskDeclared 2 [1] 0] },
  { name := "legacy-abandoned", first := [.legacyImported 1 [] 1 .abandoned false], depth := 2 }] ++
  ends "again" again (attemptKey 1 1 2 2) [] 2 ++
  ends "again-held" again (attemptKey 1 1 2 2) [accept first 1 1 1] 2

/-- Every cell that the model reaches in the searched universes, in the scenarios and in the traces of the cover,
and the traces of those that only the search reaches. -/
def searchCells (cover : List Scenario) : Cells × List Scenario :=
  searched.foldl (init := (Cells.runAll {} (scenarios ++ cover), []))
    fun (cells, found) u =>
      let (cells, visits) := u.search cells
      (cells, found ++ visitsScenarios ("cells-" ++ u.name) visits)

end Lifecycle.Cover
