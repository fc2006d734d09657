module
public import Lifecycle.Scenarios.Incidents
public import Lifecycle.Scenarios.Success
public import Lifecycle.Scenarios.Failure
public import Lifecycle.Scenarios.Fences
public import Lifecycle.Scenarios.TurningPoints
/-!
# Scenarios

Collects the named scenarios that become fixtures.
-/

@[expose] public section

namespace Lifecycle

/-- Everything that happened, might have happened, or must not. -/
def scenarios : List Scenario :=
  [Incidents.all, Success.all, Failure.all, Fences.all, TurningPoints.all].flatten

end Lifecycle
