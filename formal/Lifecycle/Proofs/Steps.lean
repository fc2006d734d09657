module
public import Lifecycle.Proofs.Steps.Lists
public import Lifecycle.Proofs.Steps.Moves
public import Lifecycle.Proofs.Steps.Outcomes
public import Lifecycle.Proofs.Steps.Rows
public import Lifecycle.Proofs.Steps.Sources
public import Lifecycle.Proofs.Steps.Systems
/-!
# Steps

Collects the case analysis that the other proofs walk through: what the rules may do to a task, and an event
to the whole state.
-/
