import Lifecycle.Proofs.Claims
import Lifecycle.Proofs.Crash
import Lifecycle.Proofs.Invariant
import Lifecycle.Proofs.Local
import Lifecycle.Proofs.Log
import Lifecycle.Proofs.Oracle
import Lifecycle.Proofs.Recovery
import Lifecycle.Proofs.Safety
import Lifecycle.Proofs.Steps
import Lifecycle.Proofs.Witness
/-!
# What is proved of the lifecycle

Collects the proofs, one theme a folder: what no import reaches is not checked. `formal/README.md` maps each
theorem to its number, name and file.
-/
