import Lifecycle.Cover.Explore
/-!
# Cover traces

Defines the universes, and their traces: in them every pair of a lifecycle state within the bound and
a body of its alphabet occurs as a step. Some traces go to a state and stay there through the bodies
that leave the lifecycle as it is; each change has a trace of its own.
-/

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
  { name := "declared", first := world, depth := 1 },
  { name := "claimed", depth := 1, first := pairOf ++ [claim first] },
  { name := "finishing", first := pairOf ++ toValidated first 1 1, depth := 1 },
  { name := "promoting", first := pairOf ++ toPromoting first 1 1, depth := 1 },
  { name := "accepted", first := pairOf ++ toAccepted first 1 1 1, depth := 1 },
  { name := "reopened", depth := 1, first := pairOf ++ [claim first, workerExit first 1, retry 1 0] },
  { name := "killed", depth := 1, first := pairOf ++ [claim first, kill first] },
  { name := "legacy-open", first := [.legacyImported 1 [] 1 .open false], depth := 2 },
  { name := "legacy-done", depth := 1
    first := [.legacyImported 1 [] 1 .done true, .taskDeclared 2 [1] 0] },
  { name := "legacy-untrusted", depth := 1
    first := [.legacyImported 1 [] 1 .done false, .taskDeclared 2 [1] 0] },
  { name := "legacy-abandoned", first := [.legacyImported 1 [] 1 .abandoned true], depth := 1 }]

/-- A way to end up in a phase, by the attempt of this key. -/
structure Way where
  name : String
  bodies : Key → List Body

/-- Ways to every phase, with the worker there or not, and to idle tasks. -/
def ways : List Way := [
  { name := "open", bodies := fun _ => [] },
  { name := "released", bodies := fun k => [claim k, release k] },
  { name := "killed", bodies := fun k => [claim k, kill k] },
  { name := "running", bodies := fun k => [claim k] },
  { name := "finishing", bodies := fun k => [claim k, begin k 1 1] },
  { name := "finishing-gone", bodies := fun k => [claim k, begin k 1 1, workerExit k 0] },
  { name := "validated", bodies := fun k => toValidated k 1 1 },
  { name := "promoting", bodies := fun k => toPromoting k 1 1 },
  { name := "promoting-gone", bodies := fun k => toPromoting k 1 1 ++ [workerExit k 0] },
  { name := "deferred", bodies := fun k => toPromoting k 1 1 ++ [exit k 1] },
  { name := "deferred-kill", bodies := fun k => toPromoting k 1 1 ++ [kill k] },
  { name := "accepted", bodies := fun k => toAccepted k 1 1 1 },
  { name := "accepted-stopping", bodies := fun k => toAccepted k 1 1 1 ++ [kill k] },
  { name := "cleaned", bodies := fun k => toCleaned k 1 1 1 1 },
  { name := "cleaned-gone", bodies := fun k => toCleaned k 1 1 1 1 ++ [workerExit k 0] },
  { name := "failed", bodies := fun k => [claim k, exit k 1] },
  { name := "failed-gone", bodies := fun k => [claim k, workerExit k 1] },
  { name := "abandoned", bodies := fun k => [claim k, abandon k.task k.generation] }]

/-- The end of each way, where an attempt was closed before and `after` follows, and so many changes from there:
there every act meets every foreign key. -/
def ends (name : String) (before : List Body) (k : Key) (after : List Body) (depth : Nat := 0) : List Universe :=
  ways.map fun w =>
    { name := name ++ "-" ++ w.name, first := before ++ w.bodies k ++ after, depth, full := true }

/-- An attempt that failed, and the next generation. -/
def nextGeneration : List Body := pairOf ++ [claim first, workerExit first 1, retry 1 0]

/-- The universes of the traces. -/
def universes : List Universe :=
  explored ++ ends "next-generation" nextGeneration (attemptKey 1 1 2 2) [] ++
    ends "next-attempt" (pairOf ++ [claim first, release first]) (attemptKey 1 0 2 2) [] ++
    ends "held" nextGeneration (attemptKey 1 1 2 2) [accept first 1 1 1]

/-- The way to a place. -/
def Place.path (p : Place) : List Body := p.back.reverse

/-- The list in parts of so many, the last one shorter or empty. -/
def inParts (n : Nat) (bodies : List Body) : List (List Body) :=
  (List.range (bodies.length / n + 1)).map fun i => (bodies.drop (i * n)).take n

/-- The traces of one visit, short enough for a reader and for the kernel: those of the bodies that stay, in parts,
then one of each body that moves. -/
def visitScenarios (id : String) (v : Visit) : List Scenario :=
  let further := inParts 48 v.stays ++ v.moves.map ([·])
  (further.zip (List.range further.length)).map fun (bodies, n) =>
    scenario (if n = 0 then id else id ++ "-" ++ toString n) ["cover"] [v.place.path, bodies]

/-- Numbers of three digits, so that traces sort as they are numbered. -/
def threeDigits (n : Nat) : String :=
  if n < 10 then "00" ++ toString n else if n < 100 then "0" ++ toString n else toString n

def visitsScenarios (name : String) (visits : List Visit) : List Scenario :=
  (visits.zip (List.range visits.length)).flatMap fun (v, n) =>
    visitScenarios ("cover/" ++ name ++ "/" ++ threeDigits n) v

/-- The pairs of a state and a body in these visits: those that stay or move, and the ways to further
states, of which there is one for each state but the first. -/
def pairsOf (visits : List Visit) : Nat :=
  (visits.map fun v => v.stays.length + v.moves.length + 1).sum - 1

/-- How far each universe is explored, for the header of the traces. -/
def boundsText (universes : List Universe) : String :=
  ", ".intercalate (universes.map fun u => u.name ++ " " ++ toString u.depth)

/-- The traces of every pair in the universes, with the notes on them for the header of the file. -/
def coverPairs : String × List Scenario :=
  let visited := universes.map fun u => (u, u.visits)
  let states := (visited.map fun (_, visits) => visits.length).sum
  let pairs := (visited.map fun (_, visits) => pairsOf visits).sum
  (object [field "notes" (object [field "bound" (quoted (boundsText universes)),
    field "states" (jsonNat states), field "pairs" (jsonNat pairs)])],
    visited.flatMap fun (u, visits) => visitsScenarios u.name visits)

end Lifecycle.Cover
