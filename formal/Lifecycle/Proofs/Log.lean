import Lifecycle.Proofs.Log.Duplicate
import Lifecycle.Proofs.Log.Evidence
import Lifecycle.Proofs.Log.Occurs
import Lifecycle.Proofs.Log.Total
/-!
# Logs

Collects what holds of every log whatever the rules are, and the inductions over logs.
-/
