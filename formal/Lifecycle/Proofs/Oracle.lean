import Lifecycle.Proofs.Oracle.Decoding
import Lifecycle.Proofs.Oracle.Reading
import Lifecycle.Proofs.Oracle.RoundTrip
import Lifecycle.Proofs.Oracle.Told
import Lifecycle.Proofs.Oracle.Written
/-!
# The oracle

Collects the proofs that the oracle reads what the codec writes.
-/
