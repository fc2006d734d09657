import Lifecycle.Proofs.Local.Answer
import Lifecycle.Proofs.Local.Both
import Lifecycle.Proofs.Local.Foreign
import Lifecycle.Proofs.Local.Independent
import Lifecycle.Proofs.Local.Store
/-!
# Locality

Collects what an event cannot reach, and what does not depend on it.
-/
