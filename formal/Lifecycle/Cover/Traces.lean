module
public import Lifecycle.Cover.Explore
/-!
# Cover traces

Defines the universes, and their traces: in them every pair of a lifecycle state within the bound and
a body of its alphabet occurs as a step. One trace goes to a state and stays there through every body
that leaves the lifecycle as it is; each further change has a short trace of its own.
-/

@[expose] public section

namespace Lifecycle.Cover

/-- A task, one that depends on it, and a legacy record that failed. -/
def world : List Body := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 1, .legacyImported 3 [] 1 .failed false]

/-- A task, and one that depends on it. -/
def pairOf : List Body := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 1]

/-- The first attempt at task 1. -/
def first : Key := attemptKey 1 0 1 1

/-- Every universe starts from declared tasks, and some from further on, so that the bound reaches the
far ends of a task's life too. -/
def explored : List Universe := [
  { name := "declared", first := world, depth := 2 },
  { name := "claimed", depth := 3, first := flow [pairOf, [claim first]] },
  { name := "finishing", first := flow [pairOf, toValidated first 1 1], depth := 2 },
  { name := "promoting", first := flow [pairOf, toPromoting first 1 1], depth := 2 },
  { name := "accepted", first := flow [pairOf, toAccepted first 1 1 1], depth := 3 },
  { name := "reopened", depth := 2
    first := flow [pairOf, [claim first, failTask first, .retryRequested 1 0]] },
  { name := "legacy-open", first := [.legacyImported 1 [] 1 .open false], depth := 3 },
  { name := "legacy-done", depth := 2
    first := [.legacyImported 1 [] 1 .done true, .taskDeclared 2 [1] 0] },
  { name := "legacy-untrusted", depth := 2
    first := [.legacyImported 1 [] 1 .done false, .taskDeclared 2 [1] 0] },
  { name := "legacy-abandoned", first := [.legacyImported 1 [] 1 .abandoned true], depth := 1 }]

/-- A way to end up in a phase, by the attempt of this key. -/
structure Way where
  name : String
  bodies : Key → List Body

/-- Ways to every phase, and to idle tasks. -/
def ways : List Way := [
  { name := "open", bodies := fun _ => [] },
  { name := "released", bodies := fun k => [claim k, release k] },
  { name := "running", bodies := fun k => [claim k] },
  { name := "finishing", bodies := fun k => [claim k, begin k 1 1] },
  { name := "validated", bodies := fun k => toValidated k 1 1 },
  { name := "promoting", bodies := fun k => toPromoting k 1 1 },
  { name := "deferred", bodies := fun k => flow [toPromoting k 1 1, [exit k 1]] },
  { name := "accepted", bodies := fun k => toAccepted k 1 1 1 },
  { name := "cleaned", bodies := fun k => toCleaned k 1 1 1 1 },
  { name := "failed", bodies := fun k => [claim k, exit k 1] },
  { name := "abandoned", bodies := fun k => [claim k, .abandonRequested k.task k.generation] }]

/-- The end of each way, where an attempt was closed before: there every act meets every foreign key. -/
def ends (name : String) (before : List Body) (k : Key) : List Way → List Universe
  | [] => []
  | w :: ws =>
    { name := name ++ "-" ++ w.name, first := flow [before, w.bodies k], depth := 0, full := true } ::
      ends name before k ws

def joinUniverses : List Universe → List Universe → List Universe
  | [], rest => rest
  | u :: us, rest => u :: joinUniverses us rest

/-- The universes of the traces. -/
def universes : List Universe :=
  joinUniverses explored
    (joinUniverses
      (ends "next-generation" (flow [pairOf, [claim first, failTask first, .retryRequested 1 0]])
        (attemptKey 1 1 2 2) ways)
      (ends "next-attempt" (flow [pairOf, [claim first, release first]]) (attemptKey 1 0 2 2) ways))

/-- The way to a place. -/
def Place.path (p : Place) : List Body := reverseBodies p.back []

/-- The traces of further changes at a place. -/
def moveScenarios (id : String) (path : List Body) : Nat → List Body → List Scenario
  | _, [] => []
  | n, move :: moves =>
    scenario (id ++ "-" ++ toString n) ["cover"] [path, [move]] ::
      moveScenarios id path (n + 1) moves

/-- The traces of one visit. -/
def visitScenarios (id : String) (v : Visit) : List Scenario :=
  let path := v.place.path
  match v.moves with
  | [] => [scenario id ["cover"] [path, v.stays]]
  | move :: moves => scenario id ["cover"] [path, v.stays, [move]] :: moveScenarios id path 1 moves

/-- Numbers of three digits, so that traces sort as they are numbered. -/
def threeDigits (n : Nat) : String :=
  if n < 10 then "00" ++ toString n else if n < 100 then "0" ++ toString n else toString n

def joinScenarios : List Scenario → List Scenario → List Scenario
  | [], rest => rest
  | s :: ss, rest => s :: joinScenarios ss rest

def visitsScenarios (name : String) : Nat → List Visit → List Scenario
  | _, [] => []
  | n, v :: vs =>
    joinScenarios (visitScenarios ("cover/" ++ name ++ "/" ++ threeDigits n) v)
      (visitsScenarios name (n + 1) vs)

/-- What is counted of the universes: their states, and the pairs of a state and a body. -/
structure Tally where
  states : Nat
  pairs : Nat

def countBodies : List Body → Nat → Nat
  | [], n => n
  | _ :: bodies, n => countBodies bodies (n + 1)

/-- The tally with a visit's state, and the pairs in which it stays or moves. The ways to further states
are pairs too: there is one for each state but the first. -/
def Tally.add (t : Tally) (v : Visit) : Tally :=
  { states := t.states + 1, pairs := countBodies v.moves (countBodies v.stays (t.pairs + 1)) }

def tallyVisits : List Visit → Tally → Tally
  | [], t => t
  | v :: vs, t => tallyVisits vs (t.add v)

/-- Takes away the way to the first state of a universe, which is no pair of it. -/
def Tally.ofUniverse (vs : List Visit) (t : Tally) : Tally :=
  let next := tallyVisits vs t
  { next with pairs := next.pairs - 1 }

/-- The traces of all universes behind those given, and what is counted of them. -/
def coverAll : List Universe → List Scenario → Tally → List Scenario × Tally
  | [], scenarios, t => (scenarios, t)
  | u :: us, scenarios, t =>
    let vs := u.visits
    coverAll us (joinScenarios (visitsScenarios u.name 0 vs) scenarios) (t.ofUniverse vs)

/-- How far each universe is explored, for the header of the traces. -/
def boundsText : List Universe → String
  | [] => ""
  | [u] => u.name ++ " " ++ toString u.depth
  | u :: us => u.name ++ " " ++ toString u.depth ++ ", " ++ boundsText us

/-- The lines of the trace file: what the header is to say, then the traces. -/
def coverLines : List String :=
  match coverAll universes [] { states := 0, pairs := 0 } with
  | (scenarios, tally) =>
    object [field "notes" (object [field "bound" (quoted (boundsText universes)),
      field "states" (jsonNat tally.states), field "pairs" (jsonNat tally.pairs)])] ::
      traces scenarios

end Lifecycle.Cover
