module
public import Lifecycle.Proofs.Counters
public import Lifecycle.Proofs.History
/-!
# No attempt is forgotten

Proves that an attempt, once claimed, stays known to its task for ever, current or closed: what it still
says is told from the words of an attempt that never was.
-/

@[expose] public section

namespace Lifecycle

theorem move_keys {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (move : Move t body next effects) {key : Key} (known : key ∈ t.keys) :
    key ∈ next.keys := by
  have same : next.keys = t.keys → key ∈ next.keys := fun h => h ▸ known
  cases move with
  | claim _ _ ready =>
    have before : t.current = none := (wf.latch ready).2
    simp only [Task.keys, Task.history, before, Option.toList_none, List.append_nil] at known
    simp [Task.keys, Task.history, Task.claim, known]
  | abandonOpen => exact known
  | retry =>
    refine same ?_
    unfold Task.keys Task.history
    cases current : t.current with
    | none => simp [Task.reopen, Task.closeCurrent, current]
    | some a => simp [Task.reopen, Task.closeCurrent, current, snocAttempt_eq]
  | finish a current | validate a current | invalidate a current | intend a current
  | accept a current | absentFail a current | clean a current | fail a current
  | deferFail a current | deferKill a current =>
    exact same (by simp [Task.keys, Task.history, Task.fail, Task.enter, current])
  | deferAbandon id a current =>
    exact same (by simp [Task.keys, Task.history, Task.enter, current])
  | absentKill a current | absentAbandon a current | release a current | kill a current =>
    exact same (by simp [Task.keys, Task.history, Task.cancel, snocAttempt_eq, current])
  | abandon id a current =>
    exact same (by simp [Task.keys, Task.history, Task.cancel, snocAttempt_eq, current])

theorem fate_keys {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (wf : t.WellFormed graph) (fate : Fate graph verdict body t t') {key : Key}
    (known : key ∈ t.keys) : key ∈ t'.keys := by
  cases fate with
  | same | glanced => exact known
  | latched all => simpa [Task.keys, Task.history] using known
  | moved applied own within next effects move all =>
    simpa [Task.keys, Task.history, Task.commit] using move_keys wf move known

/-- Every log: whatever follows, the task still knows each attempt that it knew. -/
theorem attempts_never_forgotten (s : State) (wf : s.WellFormed) (es : List Event) (id : Nat)
    (t : Task) (found : findTask id s.tasks = some t) (key : Key) (known : key ∈ t.keys) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ key ∈ t'.keys := by
  induction es generalizing s t with
  | nil => exact ⟨t, found, known⟩
  | cons e es ih =>
    obtain ⟨u, found', fate⟩ := reduce_fate s e found
    exact ih _ (reduce_wellFormed wf e) u found'
      (fate_keys (wf.tasks t (findTask_some found).1) fate known)

/-- Every log: a claimed attempt is known from then on. -/
theorem claimed_never_forgotten (s : State) (wf : s.WellFormed) (eid : Nat) (key : Key)
    (applied : (reduce s ⟨eid, .attemptClaimed key⟩).decision.verdict = .applied)
    (es : List Event) :
    ∃ t, findTask key.task (finalState (reduce s ⟨eid, .attemptClaimed key⟩).state es).tasks =
      some t ∧ key ∈ t.keys := by
  obtain ⟨_, t, _, found, _, _, current⟩ := claim_increases s eid key applied
  exact attempts_never_forgotten _ (reduce_wellFormed wf _) es key.task t found key
    (by simp [Task.keys, Task.history, current])

end Lifecycle
