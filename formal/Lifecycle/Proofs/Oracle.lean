module
public import Lifecycle.Proofs.Oracle.Decoding
public import Lifecycle.Proofs.Oracle.Reading
public import Lifecycle.Proofs.Oracle.RoundTrip
public import Lifecycle.Proofs.Oracle.Written
/-!
# The oracle

Collects the proofs that the oracle reads what the codec writes.
-/
