import Lifecycle.Proofs.Claims.Applied
import Lifecycle.Proofs.Claims.Bounded
import Lifecycle.Proofs.Claims.Counters
import Lifecycle.Proofs.Claims.Exclusive
import Lifecycle.Proofs.Claims.Holds
import Lifecycle.Proofs.Claims.Latch
import Lifecycle.Proofs.Claims.Ready
import Lifecycle.Proofs.Claims.Requested
import Lifecycle.Proofs.Claims.Workers
/-!
# Claims

Collects when an attempt may be claimed: what must have happened before, and what forbids it.
-/
