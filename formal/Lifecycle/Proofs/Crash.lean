import Lifecycle.Proofs.Crash.Asked
import Lifecycle.Proofs.Crash.Awaited
import Lifecycle.Proofs.Crash.Complete
import Lifecycle.Proofs.Crash.Due
import Lifecycle.Proofs.Crash.Lasting
import Lifecycle.Proofs.Crash.Lost
import Lifecycle.Proofs.Crash.Origins
import Lifecycle.Proofs.Crash.Repeated
/-!
# Crash completeness

Collects the proofs that nothing which a crash can lose is lost for good: convergence requests it again.
-/
