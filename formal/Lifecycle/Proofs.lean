module
public import Lifecycle.Proofs.Acceptance
public import Lifecycle.Proofs.Answers
public import Lifecycle.Proofs.Applied
public import Lifecycle.Proofs.AppliedRows
public import Lifecycle.Proofs.Authority
public import Lifecycle.Proofs.Cleaned
public import Lifecycle.Proofs.Commute
public import Lifecycle.Proofs.Complete
public import Lifecycle.Proofs.Convergence
public import Lifecycle.Proofs.Counters
public import Lifecycle.Proofs.Decoding
public import Lifecycle.Proofs.Display
public import Lifecycle.Proofs.Duplicate
public import Lifecycle.Proofs.Effects
public import Lifecycle.Proofs.Evidence
public import Lifecycle.Proofs.Failure
public import Lifecycle.Proofs.Fence
public import Lifecycle.Proofs.Glances
public import Lifecycle.Proofs.History
public import Lifecycle.Proofs.Holds
public import Lifecycle.Proofs.Identity
public import Lifecycle.Proofs.Intent
public import Lifecycle.Proofs.Invariant
public import Lifecycle.Proofs.Kept
public import Lifecycle.Proofs.Latch
public import Lifecycle.Proofs.Legacy
public import Lifecycle.Proofs.Lists
public import Lifecycle.Proofs.Log
public import Lifecycle.Proofs.Moves
public import Lifecycle.Proofs.Observed
public import Lifecycle.Proofs.Promotion
public import Lifecycle.Proofs.Rank
public import Lifecycle.Proofs.Reading
public import Lifecycle.Proofs.Ready
public import Lifecycle.Proofs.Recovery
public import Lifecycle.Proofs.RoundTrip
public import Lifecycle.Proofs.Satisfied
public import Lifecycle.Proofs.Settled
public import Lifecycle.Proofs.Success
public import Lifecycle.Proofs.TaskFates
public import Lifecycle.Proofs.TaskInvariant
public import Lifecycle.Proofs.Told
public import Lifecycle.Proofs.Total
public import Lifecycle.Proofs.Turns
public import Lifecycle.Proofs.WellFormed
public import Lifecycle.Proofs.Witness
public import Lifecycle.Proofs.WitnessAnswers
public import Lifecycle.Proofs.Written
/-!
# What is proved of the lifecycle

Collects the proofs, one theme a file: what no import reaches is not checked. `formal/README.md` maps each
theorem to its number, name and file.
-/
