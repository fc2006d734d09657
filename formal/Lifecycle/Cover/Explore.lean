import Std.Data.HashSet
import Lifecycle.Cover.Alphabet
/-!
# Exploration

Defines the breadth-first exploration of a universe: from its first state, every state that at most `depth`
changes reach, each with a shortest way to it, and with what every body of the alphabet does there. Of a
projection, a state knows only whether it agrees.
-/

namespace Lifecycle.Cover

/-! ## States -/

deriving instance Hashable for Contract, Class, Cancel, Status, Projection, Key, Tx, Deferred, Phase, Worker, Attempt,
  Origin, Hold, Task

/-- The task with all that the exploration tells apart. -/
def seenAs (t : Task) : Task :=
  { t with projection := if t.agrees t.projection then .shown t.status none else .missing }

/-- States seen. -/
abbrev Seen := Std.HashSet (List Task)

/-- The set with the state of these tasks, or `none` if it has it already. -/
def Seen.addTasks (seen : Seen) (tasks : List Task) : Option Seen :=
  let (had, seen) := seen.containsThenInsert (tasks.map seenAs)
  if had then none else some seen

/-! ## Places -/

/-- A state, and the bodies that lead to it, last first. -/
structure Place where
  tasks : List Task
  back : List Body

/-- A place, the bodies that leave its state but for projections as it is, and those that change it without being the
way to the place they lead to. -/
structure Visit where
  place : Place
  stays : List Body
  moves : List Body

/-- What is known while a place is explored: all lists last first. -/
structure Progress where
  seen : Seen
  found : List Place
  stays : List Body
  moves : List Body

/-- How many attempts of the task's generation there are. -/
def attemptsOfGeneration (t : Task) : Nat :=
  (t.closed ++ t.current.toList).countP (·.key.generation = t.generation)

/-- Whether every task is within the bounds of a universe: two attempts a generation, three generations,
and no more than one retry left. -/
def inside (tasks : List Task) : Bool :=
  tasks.all fun t => attemptsOfGeneration t ≤ 2 && t.generation ≤ 2 && t.retries ≤ 1

/-- Whether the tasks differ at most in their projections. -/
def sameButProjections (ts us : List Task) : Bool :=
  ts.map ({ · with projection := .missing }) = us.map ({ · with projection := .missing })

/-- Tries the bodies at a place; with `further`, new places are to be explored. -/
def try_ (place : Place) (further : Bool) : List Body → Progress → Progress
  | [], p => p
  | body :: bodies, p =>
    let c := change { graph := 1, tasks := place.tasks, evidence := [] } body
    match if further && inside c.tasks then p.seen.addTasks c.tasks else none with
    | some seen =>
      try_ place further bodies
        { p with seen, found := { tasks := c.tasks, back := body :: place.back } :: p.found }
    | none =>
      if sameButProjections c.tasks place.tasks then
        try_ place further bodies { p with stays := body :: p.stays }
      else try_ place further bodies { p with moves := body :: p.moves }

/-- What the exploration of one level gives: all lists last first. -/
structure Level where
  /-- Whether every act meets every foreign key at every state. -/
  full : Bool
  /-- States visited so far. -/
  turn : Nat
  seen : Seen
  found : List Place
  visits : List Visit

/-- How the acts meet foreign keys at the state that is visited next. -/
def Level.foreign (l : Level) : Foreign := if l.full then .every else .turning l.turn

/-- Visits the places of a level in order. -/
def level (further : Bool) : List Place → Level → Level
  | [], l => l
  | place :: places, l =>
    let p := try_ place further (alphabet l.foreign place.tasks)
      { seen := l.seen, found := l.found, stays := [], moves := [] }
    let visit := { place, stays := p.stays.reverse, moves := p.moves.reverse }
    level further places
      { l with turn := l.turn + 1, seen := p.seen, found := p.found, visits := visit :: l.visits }

/-- Visits levels until `depth` changes have been made; last first. -/
def levels : Nat → List Place → Level → List Visit
  | 0, places, l => (level false places l).visits
  | depth + 1, places, l =>
    let next := level true places { l with found := [] }
    levels depth next.found.reverse next

/-- A small world: the bodies that make its first state, and how far to explore from there. -/
structure Universe where
  name : String
  first : List Body
  depth : Nat
  /-- Whether every act meets every foreign key at every state, not one of them in turn. -/
  full : Bool := false

/-- The tasks after these bodies. -/
def tasksAfter (tasks : List Task) (bodies : List Body) : List Task :=
  bodies.foldl (fun tasks body => (change { graph := 1, tasks, evidence := [] } body).tasks) tasks

/-- Every state of the universe within its depth. -/
def Universe.visits (u : Universe) : List Visit :=
  let place := { tasks := tasksAfter [] u.first, back := u.first.reverse }
  let seen := Std.HashSet.ofList [place.tasks.map seenAs]
  (levels u.depth [place] { full := u.full, turn := 0, seen, found := [], visits := [] }).reverse

end Lifecycle.Cover
