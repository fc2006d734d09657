module
public import Lifecycle.Proofs.Log.Duplicate
public import Lifecycle.Proofs.Log.Evidence
public import Lifecycle.Proofs.Log.Occurs
public import Lifecycle.Proofs.Log.Total
/-!
# Logs

Collects what holds of every log whatever the rules are, and the inductions over logs.
-/
