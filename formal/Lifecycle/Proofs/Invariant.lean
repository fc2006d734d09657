module
public import Lifecycle.Proofs.Invariant.Reachable
public import Lifecycle.Proofs.Invariant.Satisfied
public import Lifecycle.Proofs.Invariant.TaskShapes
public import Lifecycle.Proofs.Invariant.TaskSteps
public import Lifecycle.Proofs.Invariant.WellFormed
/-!
# Invariants

Collects what every reachable state satisfies.
-/
