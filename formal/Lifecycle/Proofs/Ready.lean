module
public import Lifecycle.Proofs.Invariant
public import Lifecycle.Proofs.Effects
/-!
# Ready

Proves that `ready` is told only of a task whose every dependency is satisfied at that moment
(theorem 15).
-/

@[expose] public section

namespace Lifecycle

/-- The dependency is satisfied: cleaned, or a legacy Done that was declared trusted. -/
def State.satisfied (s : State) (dep : Nat) : Prop :=
  ∃ t, findTask dep s.tasks = some t ∧
    ((∃ key tx receipt cleanup, t.current = some ⟨key, .cleaned tx receipt cleanup⟩) ∨
      (t.origin = .legacy true ∧ t.status = .done))

theorem satisfies_iff (t : Task) :
    t.satisfies = true ↔
      (∃ key tx receipt cleanup, t.current = some ⟨key, .cleaned tx receipt cleanup⟩) ∨
        (t.origin = .legacy true ∧ t.status = .done) := by
  constructor
  · intro h
    unfold Task.satisfies at h
    split at h
    · rename_i tx receipt cleanup current
      exact Or.inl ⟨_, _, _, _, current⟩
    · split at h
      · rename_i origin status
        exact Or.inr ⟨origin, status⟩
      · exact nomatch h
  · rintro (⟨key, tx, receipt, cleanup, current⟩ | ⟨origin, status⟩)
    · simp [Task.satisfies, current]
    · unfold Task.satisfies
      split
      · rfl
      · simp [origin, status]

/-- Theorem 15: a task told `ready` is open, and every dependency of it is satisfied at that moment. -/
theorem ready_implies_satisfied (s : State) (wf : s.WellFormed) (e : Event) (id generation : Nat)
    (requested : .ready id generation ∈ (reduce s e).decision.effects) :
    ∃ t, findTask id (reduce s e).state.tasks = some t ∧ t.generation = generation ∧
      t.status = .open ∧ t.ready = true ∧
      ∀ dep, dep ∈ t.deps → (reduce s e).state.satisfied dep := by
  have after := reduce_wellFormed wf e
  have source := reduce_source s e requested
  cases source with
  | ready ts u known claimable unlatched effect stored =>
    injection effect with h1 h2
    subst h1 h2
    have mem : u.latch ts ∈ (reduce s e).state.tasks := by
      rw [stored, latchReady_eq]
      exact List.mem_map_of_mem known
    have found := findTask_of_mem after.unique mem
    rw [latch_id] at found
    have isReady : (u.latch ts).ready = true := by simp [latch_ready, claimable]
    have still := (after.latched _ mem).symm.trans isReady
    simp only [Task.claimable, Bool.and_eq_true, decide_eq_true_eq] at still
    refine ⟨_, found, by simp, still.1.1, isReady, fun dep isDep => ?_⟩
    obtain ⟨v, foundDep, satisfies⟩ := (allSatisfied_iff _ _).mp still.2 dep isDep
    exact ⟨v, foundDep, (satisfies_iff v).mp satisfies⟩
  | glanced u found within seen effects glance mem => exact absurd mem (glance_no_ready glance _ _)
  | moved u found within next effects move mem => exact absurd mem (move_no_ready move _ _)

end Lifecycle
