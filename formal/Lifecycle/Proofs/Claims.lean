module
public import Lifecycle.Proofs.Claims.Applied
public import Lifecycle.Proofs.Claims.Bounded
public import Lifecycle.Proofs.Claims.Counters
public import Lifecycle.Proofs.Claims.Exclusive
public import Lifecycle.Proofs.Claims.Holds
public import Lifecycle.Proofs.Claims.Latch
public import Lifecycle.Proofs.Claims.Ready
public import Lifecycle.Proofs.Claims.Requested
public import Lifecycle.Proofs.Claims.Workers
/-!
# Claims

Collects when an attempt may be claimed: what must have happened before, and what forbids it.
-/
