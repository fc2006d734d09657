import Lifecycle.Proofs.Recovery.InFlight
/-!
# Kills and abandonments commute with an acceptance

Proves that a kill of a promoting attempt, or an abandonment of its task, and a matching acceptance leave the same
tasks in either order, and request the same effects together, but for the probe (theorem 27).
-/

namespace Lifecycle

variable {s : State} {t : Task} {a : Attempt} {tx : Tx} {deferred : Deferred}

/-- The same effects, whatever their order and number, but for probes. -/
def SameButProbes (xs ys : List Effect) : Prop :=
  ∀ x, (∀ k n, x ≠ .probe k n) → (x ∈ xs ↔ x ∈ ys)

/-- Theorem 27: in every reachable state with k promoting, whatever is deferred, a kill of k and a matching
acceptance, in either order, leave the same tasks, with k accepted. -/
theorem kill_acceptance_commute (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {acceptance : Act} {receipt : Nat}
    (accepts : acceptance.accepts tx receipt) {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid')
    (different : eid ≠ eid') :
    let kill : Event := ⟨eid, .onAttempt a.key .killRequested⟩
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    (reduce (reduce s kill).state accept).state.tasks = (reduce (reduce s accept).state kill).state.tasks ∧
      ∃ t', findTask t.id (reduce (reduce s kill).state accept).state.tasks = some t' ∧
        t'.current = some { a.mark .killRequested with phase := .accepted tx receipt } := by
  have ⟨h1, h2⟩ := (kill_waits reachable found current phase receipt).commute reachable found current phase
    accepts fresh fresh' different
  refine ⟨h1.trans h2.symm, t.enter (a.mark .killRequested) (.accepted tx receipt), ?_, rfl⟩
  rw [h1]
  exact findTask_put rfl found

/-- A kill of a promoting attempt asks for a probe alone. -/
theorem kill_promoting_effects (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {eid : Nat} (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onAttempt a.key .killRequested⟩).decision.effects = [.probe a.key tx.tx] := by
  have wf := reachable_wellFormed reachable
  have active := promoting_active (reachable.task found) current phase
  rw [(reduce_current reachable found current fresh .killRequested).1, currentRule_kill]
  have rule : killRule (t.mark a .killRequested) (a.mark .killRequested) =
      deferEnd (t.mark a .killRequested) (a.mark .killRequested) tx deferred .kill := by
    simp [killRule, phase]
  rw [rule]
  unfold deferEnd
  split
  · have h := (conclude_applied (next := t.enter (a.mark .killRequested) (.promoting tx .kill)) wf found rfl
      (enter_satisfies current (by simp [phase]) (by simp)) (by simp [Task.enter, active])
      [.probe (a.mark .killRequested).key tx.tx]).1
    refine (congrArg Decision.effects h).trans ?_
    simp
  · simp [Task.observe, conclude]

/-- A kill of an accepted attempt asks to stop its process, unless that is gone. -/
theorem kill_accepted_effects (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) {receipt : Nat} (phase : a.phase = .accepted tx receipt) {eid : Nat}
    (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onAttempt a.key .killRequested⟩).decision.effects = (a.mark .killRequested).stop := by
  rw [(reduce_current reachable found current fresh .killRequested).1, currentRule_kill]
  simp [killRule, phase, Task.observe, conclude]

/-- Marked by a kill while promoting, a worker is to be stopped unless it is gone. -/
theorem mark_kill_promoting (phase : a.phase = .promoting tx deferred) :
    (a.mark .killRequested).stopAgain = (a.mark .killRequested).stop ∧
      ((a.mark .killRequested).worker = .gone ↔ a.worker = .gone) := by
  obtain ⟨key, p, worker⟩ := a
  simp only at phase
  subst phase
  cases worker <;> simp [Attempt.mark, Act.showsGone, Attempt.stop, Attempt.stopAgain]

/-- Theorem 27: a kill and a matching acceptance, in either order, request the same effects together, but for
the probe. -/
theorem kill_acceptance_effects (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {acceptance : Act} {receipt : Nat}
    (accepts : acceptance.accepts tx receipt) {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid')
    (different : eid ≠ eid') :
    let kill : Event := ⟨eid, .onAttempt a.key .killRequested⟩
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    SameButProbes
      ((reduce s kill).decision.effects ++ (reduce (reduce s kill).state accept).decision.effects)
      ((reduce s accept).decision.effects ++ (reduce (reduce s accept).state kill).decision.effects) := by
  have still : ∀ {e e' : Nat} (b : Body), s.fresh e' → e ≠ e' → (reduce s ⟨e, b⟩).state.fresh e' := by
    intro e e' b h other
    unfold State.fresh findEntry at *
    rw [evidence_grows_by_one]
    split
    · rw [List.find?_append, h]
      simp [entryOf, other]
    · exact h
  obtain ⟨d, waits⟩ := (kill_waits reachable found current phase receipt).waits
  have afterKill : findTask t.id (reduce s ⟨eid, .onAttempt a.key .killRequested⟩).state.tasks =
      some (t.enter (a.mark .killRequested) (.promoting tx d)) := by
    rw [waits eid fresh]
    exact findTask_put rfl found
  have accepted := (acceptance_step reachable found current phase accepts fresh')
  have afterAccept : findTask t.id (reduce s ⟨eid', .onAttempt a.key acceptance⟩).state.tasks =
      some (t.enter a (.accepted tx receipt)) := by
    rw [accepted.2]
    exact findTask_put rfl found
  have e1 := kill_promoting_effects reachable found current phase fresh
  have e2 := (acceptance_step (reachable.step ⟨eid, .onAttempt a.key .killRequested⟩)
    (t := t.enter (a.mark .killRequested) (.promoting tx d)) afterKill rfl rfl accepts (eid := eid')
    (still _ fresh' different)).1
  have e3 := accepted.1
  have e4 := kill_accepted_effects (reachable.step ⟨eid', .onAttempt a.key acceptance⟩)
    (t := t.enter a (.accepted tx receipt)) afterAccept rfl rfl (still _ fresh (Ne.symm different))
  have key := mark_key a .killRequested
  have ⟨m1, m2⟩ := mark_kill_promoting phase
  intro kill accept x noProbe
  have e2' : (reduce (reduce s kill).state accept).decision.effects =
      .succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx ::
        (a.mark .killRequested).stop := by
    have : accept = ⟨eid', .onAttempt (a.mark .killRequested).key acceptance⟩ := by rw [key]
    rw [this]
    refine (congrArg Decision.effects e2).trans ?_
    show .succeeded (a.mark .killRequested).key tx.contract.disposition receipt ::
      .startCleanup (a.mark .killRequested).key tx.tx :: (a.mark .killRequested).stopAgain = _
    rw [m1, key]
  have e4' : (reduce (reduce s accept).state kill).decision.effects = (a.mark .killRequested).stop := by
    refine e4.trans ?_
    rw [mark_promoting phase]
    rfl
  have sub : x ∈ a.stopAgain → x ∈ (a.mark .killRequested).stop := by
    intro mem
    unfold Attempt.stopAgain at mem
    unfold Attempt.stop
    split at mem
    · rename_i h
      rw [if_neg (by rw [m2]; simp [h]), key]
      exact mem
    · simp at mem
  rw [e1, e2', e3, e4']
  simp only [List.mem_append, List.mem_cons, List.not_mem_nil, or_false]
  constructor
  · rintro (rfl | rfl | rfl | h)
    · exact absurd rfl (noProbe _ _)
    · exact Or.inl (Or.inl rfl)
    · exact Or.inl (Or.inr (Or.inl rfl))
    · exact Or.inr h
  · rintro ((rfl | rfl | h) | h)
    · exact Or.inr (Or.inl rfl)
    · exact Or.inr (Or.inr (Or.inl rfl))
    · exact Or.inr (Or.inr (Or.inr (sub h)))
    · exact Or.inr (Or.inr (Or.inr h))

/-- An abandonment waits while promoting. -/
theorem abandon_waits (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) (receipt : Nat) :
    EndsOrWaits s t a tx receipt (.onTask t.id t.generation .abandonRequested) .attemptReleased := by
  have wf := reachable_wellFormed reachable
  have active := promoting_active (reachable.task found) current phase
  have marked : a.mark .attemptReleased = a := mark_same rfl (by simp) a
  have unsettled : t.settled = false := by
    simp [Task.settled, Task.hasSuccess, Task.satisfies, Task.phase, current, phase, Phase.succeeded]
  have outcome : (Body.onTask t.id t.generation .abandonRequested).outcome (satisfiedIn s.tasks) t =
      deferEnd t a tx deferred .abandon := by
    simp [Body.outcome, generationRule, generationGuard, taskRule, abandonRule, active, unsettled, current, phase]
  constructor
  · by_cases first : deferred = .none
    · subst first
      refine ⟨.abandon, fun eid fresh => ?_⟩
      rw [marked, (reduce_fresh (body := .onTask t.id t.generation .abandonRequested) fresh rfl found (fun _ h => h)).2,
        outcome]
      exact (conclude_applied (next := t.enter a (.promoting tx .abandon)) wf found rfl
        (enter_satisfies current (by simp [phase]) (by simp)) (by simp [Task.enter, active]) _).2
    · refine ⟨deferred, fun eid fresh => ?_⟩
      have again : deferEnd t a tx deferred .abandon = t.observe .alreadyDeferred [.probe a.key tx.tx] := by
        unfold deferEnd
        split
        · exact absurd rfl first
        · rfl
      rw [marked, (reduce_fresh (body := .onTask t.id t.generation .abandonRequested) fresh rfl found
        (fun _ h => h)).2, outcome, again, enter_same current phase]
      rfl
  · rintro u s' reachable' _ found' rfl eid fresh
    have settled : (t.enter a (.accepted tx receipt)).settled = true := by
      simp [Task.settled, Task.hasSuccess, Task.phase, Task.enter, Phase.succeeded]
    have outcome' : (Body.onTask t.id t.generation .abandonRequested).outcome (satisfiedIn s'.tasks)
        (t.enter a (.accepted tx receipt)) = .rejected .alreadyAccepted := by
      have status : (t.enter a (.accepted tx receipt)).status = .active := active
      have generation : (t.enter a (.accepted tx receipt)).generation = t.generation := rfl
      simp [Body.outcome, generationRule, generationGuard, taskRule, abandonRule, status, settled, generation]
    rw [marked, (reduce_fresh (body := .onTask t.id t.generation .abandonRequested) fresh rfl found'
      (fun _ h => h)).2, outcome']
    exact (replaceTask_same (reachable_wellFormed reachable').unique (t := t.enter a (.accepted tx receipt)) found').symm

/-- Theorem 27: likewise the abandonment of k's task and generation. -/
theorem abandon_acceptance_commute (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {acceptance : Act} {receipt : Nat}
    (accepts : acceptance.accepts tx receipt) {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid')
    (different : eid ≠ eid') :
    let abandon : Event := ⟨eid, .onTask t.id t.generation .abandonRequested⟩
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    (reduce (reduce s abandon).state accept).state.tasks =
      (reduce (reduce s accept).state abandon).state.tasks := by
  have ⟨h1, h2⟩ := (abandon_waits reachable found current phase receipt).commute reachable found current phase
    accepts fresh fresh' different
  exact h1.trans h2.symm

end Lifecycle
