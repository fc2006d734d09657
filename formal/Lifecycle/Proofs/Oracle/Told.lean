import Lifecycle.Cover.Alphabet
import Lifecycle.Scenarios
/-!
# Every kind of event occurs

Proves that the fixtures leave out no kind of event: the alphabet of the universes has each, and some scenario
has each. A new constructor fails here until both have it. Kinds are numbered in order of declaration.
-/

namespace Lifecycle

/-- Whether an event is about an attempt, with an act of this kind. -/
def Body.hasAct (kind : Nat) : Body → Bool
  | .onAttempt _ act => act.ctorIdx == kind
  | _ => false

/-- Whether an event is about a task, with an act of this kind. -/
def Body.hasTaskAct (kind : Nat) : Body → Bool
  | .onTask _ _ act => act.ctorIdx == kind
  | _ => false

/-- Whether an event of some scenario has this property. -/
def someScenarioHas (has : Body → Bool) : Bool := scenarios.any (·.events.any (has ·.body))

/-- On the current attempt, and on any other. -/
theorem alphabet_has_every_act (act : Act) :
    (Cover.namedActs ++ Cover.plainActs).any (·.ctorIdx == act.ctorIdx) = true ∧
      Cover.kindsOfActs.any (·.ctorIdx == act.ctorIdx) = true := by
  cases act <;> first
    | exact ⟨rfl, rfl⟩
    | fail "An act that the universes do not know: add it to formal/Lifecycle/Cover/Alphabet.lean"

theorem alphabet_has_every_task_act (t : Task) (act : TaskAct) :
    (Cover.requests t).any (·.hasTaskAct act.ctorIdx) = true := by
  cases act <;> first
    | simp [Cover.requests, Cover.operatorActs, Cover.projections, Body.hasTaskAct, TaskAct.ctorIdx]; done
    | fail "An act on tasks that the universes do not know: add it to formal/Lifecycle/Cover/Alphabet.lean"

theorem alphabet_has_every_body (body : Body) :
    Cover.undeclared.any (·.ctorIdx == body.ctorIdx) = true := by
  cases body <;> first
    | rfl
    | fail "A body that the universes do not know: add it to formal/Lifecycle/Cover/Alphabet.lean"

theorem scenarios_have_every_act (act : Act) : someScenarioHas (·.hasAct act.ctorIdx) = true := by
  cases act <;> first
    | rfl
    | fail "An act that no scenario tells: add one to formal/Lifecycle/Scenarios/"

theorem scenarios_have_every_task_act (act : TaskAct) :
    someScenarioHas (·.hasTaskAct act.ctorIdx) = true := by
  cases act <;> first
    | rfl
    | fail "An act on tasks that no scenario tells: add one to formal/Lifecycle/Scenarios/"

theorem scenarios_have_every_body (body : Body) :
    someScenarioHas (·.ctorIdx == body.ctorIdx) = true := by
  cases body <;> first
    | rfl
    | fail "A body that no scenario tells: add one to formal/Lifecycle/Scenarios/"

end Lifecycle
