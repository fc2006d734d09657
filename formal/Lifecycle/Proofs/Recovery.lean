module
public import Lifecycle.Proofs.Recovery.Abandon
public import Lifecycle.Proofs.Recovery.Commute
public import Lifecycle.Proofs.Recovery.Convergence
public import Lifecycle.Proofs.Recovery.Descent
public import Lifecycle.Proofs.Recovery.Forward
public import Lifecycle.Proofs.Recovery.InFlight
public import Lifecycle.Proofs.Recovery.Kill
public import Lifecycle.Proofs.Recovery.Raises
public import Lifecycle.Proofs.Recovery.Rank
public import Lifecycle.Proofs.Recovery.Stops
/-!
# Recovery

Collects what brings a task back on its way after a crash, whatever order the reports come in.
-/
