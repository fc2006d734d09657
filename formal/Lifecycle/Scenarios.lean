import Lifecycle.Scenarios.Incidents
import Lifecycle.Scenarios.Success
import Lifecycle.Scenarios.Failure
import Lifecycle.Scenarios.Fences
import Lifecycle.Scenarios.TurningPoints
/-!
# Scenarios

Collects the named scenarios that become fixtures.
-/

namespace Lifecycle

/-- Everything that happened, might have happened, or must not. -/
def scenarios : List Scenario :=
  [Incidents.all, Success.all, Failure.all, Fences.all, TurningPoints.all].flatten

end Lifecycle
