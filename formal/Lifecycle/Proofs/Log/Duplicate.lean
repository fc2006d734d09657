import Lifecycle.Proofs.Steps.Lists
/-!
# Duplicates

Proves that an event delivered again changes nothing and requests nothing (theorem 2), and that another
event under a consumed `eid` is refused.
-/

namespace Lifecycle

/-- The event was consumed before: it stands in the evidence under its `eid`. -/
def State.consumed (s : State) (e : Event) : Prop :=
  ∃ entry, findEntry e.eid s.evidence = some entry ∧ entry.event = e

/-- Theorem 2: a duplicate is the identity, and is answered as such. -/
theorem duplicate_identity (s : State) (e : Event) (consumed : s.consumed e) :
    reduce s e = { decision := { verdict := .noop .duplicate, effects := [] }, state := s } := by
  obtain ⟨entry, found, same⟩ := consumed
  simp [reduce, found, same, State.ignore]

/-- Another event under a consumed `eid` is refused, and changes nothing either. -/
theorem eid_conflict_identity (s : State) (e : Event) (entry : Entry)
    (found : findEntry e.eid s.evidence = some entry) (other : entry.event ≠ e) :
    reduce s e = { decision := { verdict := .rejected .eidConflict, effects := [] }, state := s } := by
  simp [reduce, found, other, State.ignore]

/-- Theorem 2, by delivery: whatever the log, an event just consumed is a duplicate when it comes again. -/
theorem redelivery_identity (s : State) (e : Event) (fresh : findEntry e.eid s.evidence = none) :
    reduce (reduce s e).state e =
      { decision := { verdict := .noop .duplicate, effects := [] }, state := (reduce s e).state } := by
  apply duplicate_identity
  refine ⟨⟨e, (reduce s e).decision.verdict⟩, ?_, rfl⟩
  simp only [reduce, fresh, consume]
  simp only [findEntry] at fresh
  simp [findEntry, List.find?_append, fresh]

end Lifecycle
