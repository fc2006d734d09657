import Lifecycle.Proofs.Recovery.Abandon
import Lifecycle.Proofs.Recovery.Commute
import Lifecycle.Proofs.Recovery.Convergence
import Lifecycle.Proofs.Recovery.Descent
import Lifecycle.Proofs.Recovery.Forward
import Lifecycle.Proofs.Recovery.InFlight
import Lifecycle.Proofs.Recovery.Kill
import Lifecycle.Proofs.Recovery.Raises
import Lifecycle.Proofs.Recovery.Rank
import Lifecycle.Proofs.Recovery.Stops
/-!
# Recovery

Collects what brings a task back on its way after a crash, whatever order the reports come in.
-/
