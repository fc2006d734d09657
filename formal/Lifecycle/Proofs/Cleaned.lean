module
public import Lifecycle.Proofs.Authority
public import Lifecycle.Proofs.Success
public import Lifecycle.Proofs.Invariant
/-!
# Cleaned is absorbing

Proves that nothing of the lifecycle of a cleaned task ever changes, in any well-formed state, and that
it displays its receipt throughout (theorem 6, in full).
-/

@[expose] public section

namespace Lifecycle

/-- The task with this id is cleaned, with this lifecycle, and displays its receipt. -/
def State.cleaned (s : State) (id : Nat) (lifecycle : LifecycleFields) : Prop :=
  ∃ t key tx receipt cleanup, findTask id s.tasks = some t ∧ t.lifecycle = lifecycle ∧
    t.current = some ⟨key, .cleaned tx receipt cleanup⟩ ∧
    t.projection = .shown .done (some receipt)

theorem cleaned_fate {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task} {key : Key}
    {tx : Tx} {receipt cleanup : Nat} (wf : t.WellFormed graph)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (fate : Fate graph verdict body t t') : t'.lifecycle = t.lifecycle := by
  have done : t.status = .done := by
    have agrees := wf.status
    simpa [Task.StatusAgrees, current] using agrees
  cases fate with
  | same | glanced => rfl
  | latched all =>
    have idle : t.latch all = t := by simp [Task.latch, Task.claimable, done]
    rw [idle]
  | moved applied own within next effects move all => exact absurd move (wf.done_no_move done)

/-- Theorem 6, in full: a cleaned task keeps its whole lifecycle, and its display, whatever the log. -/
theorem cleaned_keeps_lifecycle (s : State) (wf : s.WellFormed) (es : List Event) (id : Nat)
    (lifecycle : LifecycleFields) (cleaned : s.cleaned id lifecycle) :
    (finalState s es).cleaned id lifecycle := by
  induction es generalizing s with
  | nil => exact cleaned
  | cons e es ih =>
    obtain ⟨t, key, tx, receipt, cleanup, found, same, current, _⟩ := cleaned
    obtain ⟨t', found', fate⟩ := reduce_fate s e found
    have wf' := reduce_wellFormed wf e
    have kept := cleaned_fate (wf.tasks t (findTask_some found).1) current fate
    have current' : t'.current = some ⟨key, .cleaned tx receipt cleanup⟩ := by
      have h := congrArg LifecycleFields.current kept
      exact h.trans current
    exact ih _ wf' ⟨t', key, tx, receipt, cleanup, found', kept.trans same, current',
      (wf'.tasks t' (findTask_some found').1).displayed key tx receipt cleanup current'⟩

end Lifecycle
