module
public import Lifecycle.Cover.Alphabet
public import Lifecycle.Scenarios
/-!
# Every event is told

Proves that no kind of event is left out of the fixtures: the alphabet of the universes knows each, and some
scenario tells it. A new constructor fails here until both have it.
-/

@[expose] public section

namespace Lifecycle

/-- Whether an act of this kind is listed; kinds are numbered in order of declaration. -/
def listsAct (kind : Nat) : List Act → Bool
  | [] => false
  | act :: acts => act.ctorIdx == kind || listsAct kind acts

def listsBody (kind : Nat) : List Body → Bool
  | [] => false
  | body :: bodies => body.ctorIdx == kind || listsBody kind bodies

/-- Whether some event is an act of this kind. -/
def holdsAct (kind : Nat) : List Event → Bool
  | [] => false
  | ⟨_, .onAttempt _ act⟩ :: es => act.ctorIdx == kind || holdsAct kind es
  | _ :: es => holdsAct kind es

def holdsBody (kind : Nat) : List Event → Bool
  | [] => false
  | e :: es => e.body.ctorIdx == kind || holdsBody kind es

/-- Whether some scenario has such an event. -/
def tell (holds : List Event → Bool) : List Scenario → Bool
  | [] => false
  | s :: ss => holds s.events || tell holds ss

/-- On the current attempt, and on any other. -/
theorem alphabet_knows_every_act (act : Act) :
    listsAct act.ctorIdx (Cover.namedActs ++ Cover.plainActs) = true ∧
      listsAct act.ctorIdx Cover.kindsOfActs = true := by
  cases act <;> first
    | exact ⟨rfl, rfl⟩
    | fail "An act that the universes do not know: add it to formal/Lifecycle/Cover/Alphabet.lean"

theorem alphabet_knows_every_body (body : Body) :
    listsBody body.ctorIdx Cover.undeclared = true := by
  cases body <;> first
    | rfl
    | fail "A body that the universes do not know: add it to formal/Lifecycle/Cover/Alphabet.lean"

theorem scenarios_tell_every_act (act : Act) :
    tell (holdsAct act.ctorIdx) scenarios = true := by
  cases act <;> first
    | rfl
    | fail "An act that no scenario tells: add one to formal/Lifecycle/Scenarios/"

theorem scenarios_tell_every_body (body : Body) :
    tell (holdsBody body.ctorIdx) scenarios = true := by
  cases body <;> first
    | rfl
    | fail "A body that no scenario tells: add one to formal/Lifecycle/Scenarios/"

end Lifecycle
