module
public import Lifecycle.Scenarios.Incidents
public import Lifecycle.Scenarios.Success
public import Lifecycle.Scenarios.Failure
public import Lifecycle.Scenarios.Fences
/-!
# Scenarios

Collects the named scenarios that become fixtures.
-/

@[expose] public section

namespace Lifecycle

/-- One list of scenarios out of several. -/
def gather : List (List Scenario) → List Scenario
  | [] => []
  | part :: parts => join part (gather parts)
where
  join : List Scenario → List Scenario → List Scenario
    | [], rest => rest
    | s :: ss, rest => s :: join ss rest

/-- Everything that happened, might have happened, or must not. -/
def scenarios : List Scenario :=
  gather [Incidents.all, gather Success.all, gather Failure.all, gather Fences.all]

end Lifecycle
