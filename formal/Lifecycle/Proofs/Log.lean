module
public import Lifecycle.Proofs.Evidence
public import Lifecycle.Proofs.Turns
/-!
# What the log has applied

Defines `State.logged`: the evidence holds an applied event of a kind. Proves that it lasts, and that an
applied event is logged. Theorems that say "not before" are about this.
-/

@[expose] public section

namespace Lifecycle

/-- An event whose body is of this kind was applied. -/
def State.logged (s : State) (kind : Body → Prop) : Prop :=
  ∃ entry, entry ∈ s.evidence ∧ entry.verdict = .applied ∧ kind entry.event.body

theorem logged_kept {s : State} {kind : Body → Prop} (logged : s.logged kind) (e : Event) :
    (reduce s e).state.logged kind := by
  obtain ⟨entry, mem, applied, h⟩ := logged
  refine ⟨entry, ?_, applied, h⟩
  rw [evidence_grows_by_one]
  split <;> simp [mem]

theorem logged_applied {s : State} {kind : Body → Prop} {e : Event}
    (applied : (reduce s e).decision.verdict = .applied) (h : kind e.body) :
    (reduce s e).state.logged kind := by
  refine ⟨entryOf s e, ?_, applied, h⟩
  rw [evidence_grows_by_one, applied]
  simp [Verdict.consumed]

end Lifecycle
