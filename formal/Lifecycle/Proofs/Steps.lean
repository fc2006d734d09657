import Lifecycle.Proofs.Steps.Lists
import Lifecycle.Proofs.Steps.Moves
import Lifecycle.Proofs.Steps.Outcomes
import Lifecycle.Proofs.Steps.Rows
import Lifecycle.Proofs.Steps.Sources
import Lifecycle.Proofs.Steps.Systems
/-!
# Steps

Collects the case analysis that the other proofs walk through: what the rules may do to a task, and an event
to the whole state.
-/
