module
public import Lifecycle.Cover.Alphabet
/-!
# Exploration

Defines the breadth-first exploration of a universe: from its first state, every lifecycle state that
at most `depth` applied events reach, each with a shortest way to it, and with what every body of the
alphabet does there. A lifecycle state is the tasks without their projections.
-/

@[expose] public section

namespace Lifecycle.Cover

/-! ## Lifecycle states -/

/-- The task as far as only an applied event changes it. -/
def lifecycleJson (t : Task) : String := { t with projection := .missing }.json

/-- A name for the lifecycle state of these tasks: equal exactly for equal lifecycles. -/
def nameOf : List Task → String
  | [] => ""
  | t :: ts => lifecycleJson t ++ nameOf ts

/-- Names seen, in a search tree by their hashes, which are small numbers: large ones are slow to compare. -/
inductive Seen where
  | none
  | node (hash : Nat) (name : String) (below above : Seen)

/-- The tree with the name, or `none` if it has it already. -/
def Seen.add (hash : Nat) (name : String) : Seen → Option Seen
  | .none => some (.node hash name .none .none)
  | .node h n below above =>
    if hash < h then
      match add hash name below with
      | Option.none => Option.none
      | some below => some (.node h n below above)
    else if hash = h ∧ name = n then Option.none
    else
      match add hash name above with
      | Option.none => Option.none
      | some above => some (.node h n below above)

/-- The tree with the name of these tasks, or `none` if it has it already. -/
def Seen.addTasks (seen : Seen) (tasks : List Task) : Option Seen :=
  let name := nameOf tasks
  seen.add (hash name % 1000000007).toNat name

/-! ## Places -/

/-- A lifecycle state, and the bodies that lead to it, last first. -/
structure Place where
  tasks : List Task
  back : List Body

/-- A place, the bodies that leave its lifecycle as it is, and those that change it without being the
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
  let closed := count t.generation t.closed
  match t.current with
  | some _ => closed + 1
  | none => closed
where
  count (generation : Nat) : List Attempt → Nat
    | [] => 0
    | a :: as => if a.key.generation = generation then count generation as + 1 else count generation as

/-- Whether no task has more than two attempts of a generation: the universe ends there. -/
def inside : List Task → Bool
  | [] => true
  | t :: ts => if attemptsOfGeneration t ≤ 2 then inside ts else false

/-- Whether a decision changes a lifecycle. -/
def Decision.applies (d : Decision) : Bool :=
  match d.verdict with
  | .applied => true
  | _ => false

/-- Tries the bodies at a place; with `further`, new places are to be explored. -/
def try_ (place : Place) (further : Bool) : List Body → Progress → Progress
  | [], p => p
  | body :: bodies, p =>
    let c := change { graph := 1, tasks := place.tasks, evidence := [] } body
    if Decision.applies c.decision then
      match if further && inside c.tasks then p.seen.addTasks c.tasks else none with
      | some seen =>
        try_ place further bodies
          { p with seen, found := { tasks := c.tasks, back := body :: place.back } :: p.found }
      | none => try_ place further bodies { p with moves := body :: p.moves }
    else try_ place further bodies { p with stays := body :: p.stays }

def reverseBodies : List Body → List Body → List Body
  | [], done => done
  | b :: bs, done => reverseBodies bs (b :: done)

def reversePlaces : List Place → List Place → List Place
  | [], done => done
  | p :: ps, done => reversePlaces ps (p :: done)

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
    let visit :=
      { place, stays := reverseBodies p.stays [], moves := reverseBodies p.moves [] }
    level further places
      { l with turn := l.turn + 1, seen := p.seen, found := p.found, visits := visit :: l.visits }

/-- Visits levels until `depth` applied events have been made; last first. -/
def levels : Nat → List Place → Level → List Visit
  | 0, places, l => (level false places l).visits
  | depth + 1, places, l =>
    let next := level true places { l with found := [] }
    levels depth (reversePlaces next.found []) next

def reverseVisits : List Visit → List Visit → List Visit
  | [], done => done
  | v :: vs, done => reverseVisits vs (v :: done)

/-- A small world: the bodies that make its first state, and how far to explore from there. -/
structure Universe where
  name : String
  first : List Body
  depth : Nat
  /-- Whether every act meets every foreign key at every state, not one of them in turn. -/
  full : Bool := false

/-- The tasks after bodies that are applied. -/
def tasksAfter : List Task → List Body → List Task
  | tasks, [] => tasks
  | tasks, body :: bodies =>
    tasksAfter (change { graph := 1, tasks, evidence := [] } body).tasks bodies

/-- Every lifecycle state of the universe within its depth. -/
def Universe.visits (u : Universe) : List Visit :=
  let place := { tasks := tasksAfter [] u.first, back := reverseBodies u.first [] }
  match Seen.none.addTasks place.tasks with
  | none => []
  | some seen => reverseVisits (levels u.depth [place] { full := u.full, turn := 0, seen, found := [], visits := [] }) []

end Lifecycle.Cover
