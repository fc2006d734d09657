import Lifecycle.Proofs.Recovery.Kill
/-!
# What an abandonment in flight requests

Proves that the abandonment of a task whose attempt is promoting and a matching acceptance request the same
effects in either order, but for the probe (theorem 27).
-/

namespace Lifecycle

variable {s : State} {t : Task} {a : Attempt} {tx : Tx} {deferred : Deferred}

/-- An abandonment while promoting asks for a probe alone. -/
theorem abandon_promoting_effects (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {eid : Nat} (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onTask t.id t.generation .abandonRequested⟩).decision.effects = [.probe a.key tx.tx] := by
  have wf := reachable_wellFormed reachable
  have active := promoting_active (reachable.task found) current phase
  have unsettled : t.settled = false := by
    simp [Task.settled, Task.hasSuccess, Task.satisfies, Task.phase, current, phase, Phase.succeeded]
  have outcome : (Body.onTask t.id t.generation .abandonRequested).outcome (satisfiedIn s.tasks) t =
      deferEnd t a tx deferred .abandon := by
    simp [Body.outcome, generationRule, generationGuard, taskRule, abandonRule, active, unsettled, current, phase]
  rw [(reduce_fresh (body := .onTask t.id t.generation .abandonRequested) fresh rfl found (fun _ h => h)).1,
    outcome]
  unfold deferEnd
  split
  · have h := (conclude_applied (next := t.enter a (.promoting tx .abandon)) wf found rfl
      (enter_satisfies current (by simp [phase]) (by simp)) (by simp [Task.enter, active]) [.probe a.key tx.tx]).1
    exact congrArg Decision.effects h
  · simp [Task.observe, conclude]

/-- An abandonment of an accepted attempt's task is refused. -/
theorem abandon_accepted_effects (found : findTask t.id s.tasks = some t) (current : t.current = some a)
    {receipt : Nat} (phase : a.phase = .accepted tx receipt) (active : t.status = .active) {eid : Nat}
    (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onTask t.id t.generation .abandonRequested⟩).decision.effects = [] := by
  have settled : t.settled = true := by
    simp [Task.settled, Task.hasSuccess, Task.phase, current, phase, Phase.succeeded]
  have outcome : (Body.onTask t.id t.generation .abandonRequested).outcome (satisfiedIn s.tasks) t =
      .rejected .alreadyAccepted := by
    simp [Body.outcome, generationRule, generationGuard, taskRule, abandonRule, active, settled]
  rw [(reduce_fresh (body := .onTask t.id t.generation .abandonRequested) fresh rfl found (fun _ h => h)).1,
    outcome]
  rfl

/-- Theorem 27: an abandonment of k's task and a matching acceptance, in either order, request the same effects
together, but for the probe. -/
theorem abandon_acceptance_effects (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {acceptance : Act} {receipt : Nat}
    (accepts : acceptance.accepts tx receipt) {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid')
    (different : eid ≠ eid') :
    let abandon : Event := ⟨eid, .onTask t.id t.generation .abandonRequested⟩
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    SameButProbes
      ((reduce s abandon).decision.effects ++ (reduce (reduce s abandon).state accept).decision.effects)
      ((reduce s accept).decision.effects ++ (reduce (reduce s accept).state abandon).decision.effects) := by
  have still : ∀ {e e' : Nat} (b : Body), s.fresh e' → e ≠ e' → (reduce s ⟨e, b⟩).state.fresh e' := by
    intro e e' b h other
    unfold State.fresh findEntry at *
    rw [evidence_grows_by_one]
    split
    · rw [List.find?_append, h]
      simp [entryOf, other]
    · exact h
  have marked : a.mark .attemptReleased = a := mark_same rfl (by simp) a
  have active := promoting_active (reachable.task found) current phase
  obtain ⟨d, waits⟩ := (abandon_waits reachable found current phase receipt).waits
  have afterAbandon : findTask t.id
      (reduce s ⟨eid, .onTask t.id t.generation .abandonRequested⟩).state.tasks =
        some (t.enter a (.promoting tx d)) := by
    rw [waits eid fresh, marked]
    exact findTask_put rfl found
  have accepted := acceptance_step reachable found current phase accepts fresh'
  have afterAccept : findTask t.id (reduce s ⟨eid', .onAttempt a.key acceptance⟩).state.tasks =
      some (t.enter a (.accepted tx receipt)) := by
    rw [accepted.2]
    exact findTask_put rfl found
  have e1 := abandon_promoting_effects reachable found current phase fresh
  have e2 := (acceptance_step (reachable.step ⟨eid, .onTask t.id t.generation .abandonRequested⟩)
    (t := t.enter a (.promoting tx d)) afterAbandon rfl rfl accepts (eid := eid')
    (still _ fresh' different)).1
  have e4 := abandon_accepted_effects (s := (reduce s ⟨eid', .onAttempt a.key acceptance⟩).state)
    (t := t.enter a (.accepted tx receipt)) afterAccept rfl rfl active (still _ fresh (Ne.symm different))
  intro abandon accept x noProbe
  have e2' : (reduce (reduce s abandon).state accept).decision.effects =
      .succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain :=
    congrArg Decision.effects e2
  have e4' : (reduce (reduce s accept).state abandon).decision.effects = [] := e4
  rw [e1, e2', accepted.1, e4']
  simp only [List.append_nil, List.cons_append, List.nil_append, List.mem_cons]
  constructor
  · rintro (rfl | h)
    · exact absurd rfl (noProbe _ _)
    · exact h
  · exact Or.inr

end Lifecycle
