import Lifecycle.Codec
import Lifecycle.Outcome
import Lifecycle.Scenarios
import Lifecycle.Proofs
/-!
# The lifecycle of a task

First terminal result wins: once the exact attempt has a durable acceptance, later diagnostics are
evidence only. `Lifecycle.Reduce` decides it, `Lifecycle.Proofs` proves it.
-/
