module
public import Lifecycle.Proofs.Failure
public import Lifecycle.Proofs.Convergence
public import Lifecycle.Proofs.Acceptance
/-!
# Exit and acceptance commute

Proves that a nonzero exit and the acceptance of a promoting attempt end in the same phase in whichever
order they arrive (theorem 19): the durable success.
-/

@[expose] public section

namespace Lifecycle

/-- A fresh act on the current attempt, of this graph. -/
theorem asked_act {s : State} {eid : Nat} {key : Key} {act : Act} {t : Task}
    (fresh : findEntry eid s.evidence = none) (graph : key.graph = s.graph)
    (found : findTask key.task s.tasks = some t) : Asked s ⟨eid, .onAttempt key act⟩ t :=
  ⟨fresh, found, by simp [Body.within, Body.graph, graph], by simp [Body.declares]⟩

/-- The outcome of an acceptance while promoting. -/
theorem outcome_acceptance {t : Task} {key : Key} {tx : Tx} {deferred : Deferred} {act : Act}
    {receipt : Nat} (current : t.current = some ⟨key, .promoting tx deferred⟩)
    (accepts : act.accepts tx receipt) :
    (Body.onAttempt key act).outcome t =
      .applied (t.enter ⟨key, .promoting tx deferred⟩ (.accepted tx receipt))
        [.succeeded key tx.contract.disposition receipt, .startCleanup key tx.tx] := by
  rcases accepts with rfl | rfl <;>
    simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, Phase.tx, mismatch,
      phaseRule, acceptanceRule]

/-- An acceptance of a promoting attempt is applied, whatever was deferred. -/
theorem acceptance_accepts (s : State) (eid : Nat) (key : Key) (tx : Tx) (deferred : Deferred)
    (act : Act) (receipt : Nat) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (promoting : s.at key.task key (.promoting tx deferred))
    (accepts : act.accepts tx receipt) :
    (reduce s ⟨eid, .onAttempt key act⟩).decision.verdict = .applied ∧
      (reduce s ⟨eid, .onAttempt key act⟩).state.at key.task key (.accepted tx receipt) := by
  obtain ⟨t, found, current⟩ := promoting
  obtain ⟨decision, after⟩ :=
    (asked_act (act := act) fresh graph found).applied (outcome_acceptance current accepts)
  rw [(findTask_some found).2] at after
  exact ⟨by rw [decision], _, after, by simp [Task.commit, Task.enter]⟩

/-- A failure of a promoting attempt is deferred: it goes on promoting the same transaction. -/
theorem failure_deferred (s : State) (eid : Nat) (key : Key) (tx : Tx) (deferred : Deferred)
    (act : Act) (cls : Class) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (promoting : s.at key.task key (.promoting tx deferred))
    (failure : act.failure = some cls) :
    ∃ deferred', (reduce s ⟨eid, .onAttempt key act⟩).state.at key.task key
      (.promoting tx deferred') := by
  obtain ⟨t, found, current⟩ := promoting
  have outcome := outcome_failure current failure
  have asked := asked_act (act := act) fresh graph found
  cases deferred with
  | none =>
    obtain ⟨_, after⟩ := asked.applied
      (next := t.enter ⟨key, .promoting tx .none⟩ (.promoting tx (.failure cls)))
      (effects := [.probe key tx.tx]) outcome
    rw [(findTask_some found).2] at after
    exact ⟨.failure cls, _, after, by simp [Task.commit, Task.enter]⟩
  | failure | kill | abandon =>
    obtain ⟨_, after⟩ := asked.observed (why := .alreadyDeferred) (seen := t.projection)
      (effects := [.probe key tx.tx]) outcome
    rw [(findTask_some found).2] at after
    exact ⟨_, _, after, current⟩

/-- A failure of an accepted attempt leaves it accepted. -/
theorem failure_after_success (s : State) (eid : Nat) (key : Key) (tx : Tx) (receipt : Nat)
    (act : Act) (cls : Class) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (accepted : s.at key.task key (.accepted tx receipt))
    (failure : act.failure = some cls) :
    (reduce s ⟨eid, .onAttempt key act⟩).decision =
        { verdict := .observed .afterSuccess, effects := [.startCleanup key tx.tx] } ∧
      (reduce s ⟨eid, .onAttempt key act⟩).state.at key.task key (.accepted tx receipt) := by
  obtain ⟨t, found, current⟩ := accepted
  obtain ⟨decision, after⟩ := (asked_act (act := act) fresh graph found).observed
    (why := .afterSuccess) (seen := t.projection) (effects := [.startCleanup key tx.tx])
    (outcome_failure current failure)
  rw [(findTask_some found).2] at after
  exact ⟨decision, _, after, current⟩

/-- A failure of a cleaned attempt leaves it cleaned, and its display right. -/
theorem failure_after_cleaned (s : State) (eid : Nat) (key : Key) (t : Task) (tx : Tx)
    (receipt cleanup : Nat) (act : Act) (cls : Class) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (found : findTask key.task s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩)
    (failure : act.failure = some cls) :
    (reduce s ⟨eid, .onAttempt key act⟩).decision.verdict = .observed .afterSuccess ∧
      findTask key.task (reduce s ⟨eid, .onAttempt key act⟩).state.tasks =
        some { t with projection := .shown .done (some receipt) } := by
  obtain ⟨decision, after⟩ := (asked_act (act := act) fresh graph found).observed
    (why := .afterSuccess) (seen := t.projection) (effects := repairEffects t tx receipt)
    (outcome_failure current failure)
  refine ⟨by rw [decision], ?_⟩
  rw [← (findTask_some found).2, after]
  unfold repairEffects
  split
  · rename_i agrees
    simp [Task.commit, projectAll, agrees]
  · rfl

/-- Theorem 19: while promoting, a nonzero exit and an acceptance end accepted, in either order. -/
theorem exit_acceptance_commute (s : State) (exitId acceptId : Nat) (key : Key) (tx : Tx)
    (deferred : Deferred) (role : Role) (code receipt : Nat) (act : Act)
    (freshExit : findEntry exitId s.evidence = none)
    (freshAccept : findEntry acceptId s.evidence = none) (distinct : exitId ≠ acceptId)
    (graph : key.graph = s.graph) (promoting : s.at key.task key (.promoting tx deferred))
    (nonzero : code ≠ 0) (accepts : act.accepts tx receipt) :
    let exit : Event := ⟨exitId, .onAttempt key (.processExited role code)⟩
    let accept : Event := ⟨acceptId, .onAttempt key act⟩
    (finalState s [exit, accept]).at key.task key (.accepted tx receipt) ∧
      (finalState s [accept, exit]).at key.task key (.accepted tx receipt) := by
  intro exit accept
  have failure : (Act.processExited role code).failure = some .exit := by
    simp [Act.failure, nonzero]
  constructor
  · obtain ⟨deferred', promoting'⟩ :=
      failure_deferred s exitId key tx deferred _ .exit freshExit graph promoting failure
    exact (acceptance_accepts (reduce s exit).state acceptId key tx deferred' act receipt
      (fresh_after freshAccept exit distinct) (by simp [graph]) promoting' accepts).2
  · have accepted := (acceptance_accepts s acceptId key tx deferred act receipt freshAccept graph
      promoting accepts).2
    exact (failure_after_success (reduce s accept).state exitId key tx receipt _ .exit
      (fresh_after freshExit accept distinct.symm) (by simp [graph]) accepted failure).2

end Lifecycle
