import Lifecycle.Proofs.Invariant.Reachable
import Lifecycle.Proofs.Invariant.Satisfied
import Lifecycle.Proofs.Invariant.TaskShapes
import Lifecycle.Proofs.Invariant.TaskSteps
import Lifecycle.Proofs.Invariant.WellFormed
/-!
# Invariants

Collects what every reachable state satisfies.
-/
