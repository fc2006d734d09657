import Lifecycle.Proofs.Safety.Acceptance
import Lifecycle.Proofs.Safety.Attempts
import Lifecycle.Proofs.Safety.Authority
import Lifecycle.Proofs.Safety.Cleaned
import Lifecycle.Proofs.Safety.Failure
import Lifecycle.Proofs.Safety.FirstPromotion
import Lifecycle.Proofs.Safety.Legacy
import Lifecycle.Proofs.Safety.Promotion
import Lifecycle.Proofs.Safety.Provenance
import Lifecycle.Proofs.Safety.Success
/-!
# Safety

Collects what the reducer can never decide: no success without its acceptance, none taken back, no authority
but that of an applied event.
-/
