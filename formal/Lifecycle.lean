module
public import Lifecycle.Codec
public import Lifecycle.Outcome
public import Lifecycle.Scenarios
public import Lifecycle.Proofs
/-!
# The lifecycle of a task

First terminal result wins: once the exact attempt has a durable acceptance, later diagnostics are
evidence only. `Lifecycle.Reduce` decides it, `Lifecycle.Proofs` proves it.
-/
