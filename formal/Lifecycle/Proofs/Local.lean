import Lifecycle.Proofs.Local.Foreign
/-!
# Locality

Collects what an event cannot reach.
-/
