module
public import Lifecycle.Proofs.Safety.Acceptance
public import Lifecycle.Proofs.Safety.Attempts
public import Lifecycle.Proofs.Safety.Authority
public import Lifecycle.Proofs.Safety.Cleaned
public import Lifecycle.Proofs.Safety.Failure
public import Lifecycle.Proofs.Safety.FirstPromotion
public import Lifecycle.Proofs.Safety.Legacy
public import Lifecycle.Proofs.Safety.Promotion
public import Lifecycle.Proofs.Safety.Provenance
public import Lifecycle.Proofs.Safety.Success
/-!
# Safety

Collects what the reducer can never decide: no success without its acceptance, none taken back, no authority
but that of an applied event.
-/
