module
public import Lifecycle.Proofs.Intent
public import Lifecycle.Proofs.Commute
/-!
# Recovery descends

Defines the rank of a task that is on its way from the intent to the display of a cleaned transaction.
Proves that the rank falls strictly when the requested effect is reported done, that a request to
converge asks for that effect, and that the rank never rises while the attempt is current (theorem 21).
-/

@[expose] public section

namespace Lifecycle

/-- How far the task's attempt is from a cleaned transaction that is displayed. -/
def Task.rank (t : Task) : Nat :=
  match t.current with
  | some { phase := .promoting .., .. } => 3
  | some { phase := .accepted .., .. } => 2
  | some { phase := .cleaned _ receipt _, .. } =>
    if t.projection = .shown .done (some receipt) then 0 else 1
  | _ => 0

/-! ## The rank falls -/

/-- The task with this id has this rank. -/
def State.ranked (s : State) (id rank : Nat) : Prop :=
  ∃ t, findTask id s.tasks = some t ∧ t.rank = rank

theorem ranked_promoting {s : State} {id : Nat} {key : Key} {tx : Tx} {deferred : Deferred}
    (h : s.at id key (.promoting tx deferred)) : s.ranked id 3 := by
  obtain ⟨t, found, current⟩ := h
  exact ⟨t, found, by simp [Task.rank, current]⟩

theorem ranked_accepted {s : State} {id : Nat} {key : Key} {tx : Tx} {receipt : Nat}
    (h : s.at id key (.accepted tx receipt)) : s.ranked id 2 := by
  obtain ⟨t, found, current⟩ := h
  exact ⟨t, found, by simp [Task.rank, current]⟩

/-- Theorem 21: the promotion is reported done, by outcome or probe: from 3 to 2. -/
theorem rank_falls_by_acceptance (s : State) (eid : Nat) (key : Key) (tx : Tx) (deferred : Deferred)
    (act : Act) (receipt : Nat) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (promoting : s.at key.task key (.promoting tx deferred))
    (accepts : act.accepts tx receipt) :
    s.ranked key.task 3 ∧ (reduce s ⟨eid, .onAttempt key act⟩).state.ranked key.task 2 :=
  ⟨ranked_promoting promoting, ranked_accepted
    (acceptance_accepts s eid key tx deferred act receipt fresh graph promoting accepts).2⟩

/-- Theorem 21: the cleanup is reported done: from 2 to 0, for it is displayed at once. -/
theorem rank_falls_by_cleanup (s : State) (eid : Nat) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (accepted : s.at key.task key (.accepted tx receipt)) :
    s.ranked key.task 2 ∧
      (reduce s ⟨eid, .onAttempt key (.cleanupRecorded tx.tx receipt cleanup)⟩).state.ranked
        key.task 0 := by
  refine ⟨ranked_accepted accepted, ?_⟩
  obtain ⟨t, found, current⟩ := accepted
  have asked := asked_act (act := .cleanupRecorded tx.tx receipt cleanup) fresh graph found
  obtain ⟨_, after⟩ := asked.applied
    (next := { t.enter ⟨key, .accepted tx receipt⟩ (.cleaned tx receipt cleanup) with status := .done })
    (effects := [doneEffect t tx receipt])
    (by simp [Body.outcome, attemptRule, current, currentRule, txGuard, Act.names, Phase.tx, mismatch,
      phaseRule, cleanupRule])
  rw [(findTask_some found).2] at after
  exact ⟨_, after, by simp [Task.rank, Task.commit, Task.enter, projectAll, Effect.project, doneEffect]⟩

/-- Whoever requests the display of a cleaned task has it displayed: both are one act. -/
theorem displayed_once_requested (s : State) (e : Event) (id generation : Nat) (d : Disposition)
    (receipt : Nat)
    (requested : .projectDone id generation d receipt ∈ (reduce s e).decision.effects) :
    (reduce s e).state.ranked id 0 := by
  have source := reduce_source s e requested
  generalize e.body = body at source
  generalize (reduce s e).state = after at source
  cases source with
  | ready ts u known claimable unlatched effect => exact nomatch effect
  | glanced u found within seen effects glance mem stored =>
    have own := (findTask_some found).2
    cases glance with
    | done _ _ a current tx receipt' cleanup phase =>
      simp only [doneEffect, List.mem_singleton, Effect.projectDone.injEq] at mem
      obtain ⟨rfl, rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      rw [own]
      exact ⟨_, stored, by simp [Task.rank, Task.commit, current, projectAll, Effect.project, doneEffect]⟩
    | settle => unfold truthEffects at mem; split at mem <;> simp at mem
    | quiet | legacy => simp at mem
    | probe | promote | stop | cleanup => simp at mem
  | moved u found within next effects move mem all stored =>
    have own := (findTask_some found).2
    cases move with
    | clean a current tx receipt' cleanup phase =>
      simp only [doneEffect, List.mem_singleton, Effect.projectDone.injEq] at mem
      obtain ⟨rfl, rfl, rfl, rfl⟩ := mem
      rw [own]
      exact ⟨_, stored, by
        simp [Task.rank, Task.commit, Task.enter, projectAll, Effect.project, doneEffect]⟩
    | _ => simp [failureEffects] at mem

/-- Theorem 21: the display of a cleaned task is requested, which is one act with it: from 1 to 0. -/
theorem rank_falls_by_display (s : State) (e : Event) (id generation : Nat) (d : Disposition)
    (receipt : Nat) (contradicted : s.ranked id 1)
    (requested : .projectDone id generation d receipt ∈ (reduce s e).decision.effects) :
    s.ranked id 1 ∧ (reduce s e).state.ranked id 0 :=
  ⟨contradicted, displayed_once_requested s e id generation d receipt requested⟩

/-! ## A request to converge asks for the effect that makes it fall -/

/-- The effect that the rank of this attempt waits for. -/
def awaited (t : Task) (key : Key) : Phase → List Effect
  | .promoting tx _ => [.probe key tx.tx]
  | .accepted tx _ => [.startCleanup key tx.tx]
  | .cleaned tx receipt _ => [doneEffect t tx receipt]
  | _ => []

/-- Theorem 21: while the rank is not 0, a request to converge asks for the awaited effect. -/
theorem converge_requests_awaited (s : State) (eid id : Nat) (t : Task) (key : Key) (phase : Phase)
    (fresh : findEntry eid s.evidence = none) (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, phase⟩) (pending : t.rank ≠ 0) :
    (reduce s ⟨eid, .convergeRequested id⟩).decision.effects = awaited t key phase := by
  have asked := asked_converge fresh found
  cases phase with
  | promoting tx deferred =>
    rw [(asked.observed (why := .converging) (seen := t.projection) (effects := [.probe key tx.tx])
      (by simp [Body.outcome, convergeRule, current, Task.observe])).1]
    rfl
  | accepted tx receipt =>
    rw [(asked.observed (why := .converging) (seen := t.projection)
      (effects := [.startCleanup key tx.tx])
      (by simp [Body.outcome, convergeRule, current, Task.observe])).1]
    rfl
  | cleaned tx receipt cleanup =>
    have contradicts : t.projection ≠ .shown .done (some receipt) := fun h => by
      simp [Task.rank, current, h] at pending
    rw [(asked.observed (why := .projectionContradiction) (seen := t.projection)
      (effects := [doneEffect t tx receipt])
      (by simp [Body.outcome, convergeRule, current, contradicts, Task.observe])).1]
    rfl
  | running | finishing | failed | cancelled => simp [Task.rank, current] at pending

end Lifecycle
