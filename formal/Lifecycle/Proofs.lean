module
public import Lifecycle.Proofs.Claims
public import Lifecycle.Proofs.Invariant
public import Lifecycle.Proofs.Local
public import Lifecycle.Proofs.Log
public import Lifecycle.Proofs.Oracle
public import Lifecycle.Proofs.Recovery
public import Lifecycle.Proofs.Safety
public import Lifecycle.Proofs.Steps
public import Lifecycle.Proofs.Witness
/-!
# What is proved of the lifecycle

Collects the proofs, one theme a folder: what no import reaches is not checked. `formal/README.md` maps each
theorem to its number, name and file.
-/
