import Lifecycle.Proofs.Witness.Reached
/-!
# Witnesses

Collects the runs that reach what the theorems assume.
-/
