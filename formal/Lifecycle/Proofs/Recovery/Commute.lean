import Lifecycle.Proofs.Recovery.Forward
/-!
# Ends and acceptances commute

Proves that while a promotion is in flight, an event that would end the attempt and a matching acceptance leave
the same tasks in either order, with the attempt accepted (theorems 19 and 27).
-/

namespace Lifecycle

/-- What an event that would end an attempt does to one that is promoting, and to one that is accepted. -/
structure EndsOrWaits (s : State) (t : Task) (a : Attempt) (tx : Tx) (receipt : Nat) (body : Body)
    (act : Act) : Prop where
  /-- While promoting, it marks the worker, and may be deferred. -/
  waits : ∃ deferred, ∀ eid, s.fresh eid →
    (reduce s ⟨eid, body⟩).state.tasks = replaceTask (t.enter (a.mark act) (.promoting tx deferred)) s.tasks
  /-- Once accepted, it marks the worker. -/
  late : ∀ (u : Task) (s' : State), s'.Reachable → s'.graph = s.graph → findTask t.id s'.tasks = some u →
    u = t.enter a (.accepted tx receipt) → ∀ eid, s'.fresh eid →
      (reduce s' ⟨eid, body⟩).state.tasks =
        replaceTask (t.enter (a.mark act) (.accepted tx receipt)) s'.tasks

/-- Marking does not depend on whether a success is known already. -/
theorem mark_promoting {a : Attempt} {act : Act} {tx : Tx} {deferred : Deferred} {receipt : Nat}
    (phase : a.phase = .promoting tx deferred) :
    ({ a with phase := .accepted tx receipt } : Attempt).mark act =
      { a.mark act with phase := .accepted tx receipt } := by
  obtain ⟨key, p, worker⟩ := a
  simp only at phase
  subst phase
  cases act <;> simp [Attempt.mark, Act.showsGone]
  case processExited role code => cases role <;> simp
  case killRequested => cases worker <;> rfl

theorem promoting_active {graph : Nat} {t : Task} (wf : t.WellFormed graph) {a : Attempt}
    (current : t.current = some a) {tx : Tx} {deferred : Deferred} (phase : a.phase = .promoting tx deferred) :
    t.status = .active := by
  have := wf.status a current
  simpa [phase, Phase.hasStatus] using this

theorem enter_satisfies {t : Task} {a b : Attempt} (current : t.current = some a)
    (before : ∀ tx r c, a.phase ≠ .cleaned tx r c) {p : Phase} (after : ∀ tx r c, p ≠ .cleaned tx r c) :
    (t.enter b p).satisfies = t.satisfies := by
  rw [not_satisfies_of_phase current before, not_satisfies_of_phase (a := { b with phase := p }) rfl after]

/-- A matching acceptance of a promoting attempt. -/
theorem acceptance_step {s : State} (reachable : s.Reachable) {t : Task} {a : Attempt}
    (found : findTask t.id s.tasks = some t) (current : t.current = some a) {tx : Tx} {deferred : Deferred}
    (phase : a.phase = .promoting tx deferred) {act : Act} {receipt : Nat} (accepts : act.accepts tx receipt)
    {eid : Nat} (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onAttempt a.key act⟩).decision = ⟨.applied,
      .succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain⟩ ∧
    (reduce s ⟨eid, .onAttempt a.key act⟩).state.tasks =
      replaceTask (t.enter a (.accepted tx receipt)) s.tasks := by
  have ⟨h1, h2⟩ := reduce_current reachable found current fresh act
  obtain ⟨same, rule⟩ := currentRule_accepts accepts (by simp [phase, Phase.tx]) current
  have wf := reachable_wellFormed reachable
  have outcome : acceptanceRule t a receipt same = .applied (t.enter a (.accepted tx receipt))
      (.succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain) := by
    simp [acceptanceRule, phase]
  have active := promoting_active (reachable.task found) current phase
  rw [rule, outcome] at h1 h2
  have ⟨h3, h4⟩ := conclude_applied (next := t.enter a (.accepted tx receipt)) wf found rfl
    (enter_satisfies current (by simp [phase]) (by simp)) (by simp [Task.enter, active])
    (.succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain)
  exact ⟨h1.trans h3, h2.trans h4⟩

theorem findTask_put {ts : List Task} {t next : Task} (id : next.id = t.id) (found : findTask t.id ts = some t) :
    findTask t.id (replaceTask next ts) = some next := by
  simp [findTask_replaceTask, id, found]

/-- The two events, in either order, leave the same tasks, with the attempt accepted. -/
theorem EndsOrWaits.commute {s : State} (reachable : s.Reachable) {t : Task} {a : Attempt}
    (found : findTask t.id s.tasks = some t) (current : t.current = some a) {tx : Tx} {deferred : Deferred}
    (phase : a.phase = .promoting tx deferred) {body : Body} {act : Act} {receipt : Nat}
    (ends : EndsOrWaits s t a tx receipt body act) {acceptance : Act} (accepts : acceptance.accepts tx receipt)
    {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid') (different : eid ≠ eid') :
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    (reduce (reduce s ⟨eid, body⟩).state accept).state.tasks =
        replaceTask (t.enter (a.mark act) (.accepted tx receipt)) s.tasks ∧
      (reduce (reduce s accept).state ⟨eid, body⟩).state.tasks =
        replaceTask (t.enter (a.mark act) (.accepted tx receipt)) s.tasks := by
  have still : ∀ {e e' : Nat} (b : Body), s.fresh e' → e ≠ e' → (reduce s ⟨e, b⟩).state.fresh e' := by
    intro e e' b h other
    unfold State.fresh findEntry at *
    rw [evidence_grows_by_one]
    split
    · rw [List.find?_append, h]
      simp [entryOf, other]
    · exact h
  constructor
  · obtain ⟨d, waits⟩ := ends.waits
    have tasks := waits eid fresh
    have next := reachable.step ⟨eid, body⟩
    have found' : findTask t.id (reduce s ⟨eid, body⟩).state.tasks =
        some (t.enter (a.mark act) (.promoting tx d)) := by
      rw [tasks]
      exact findTask_put rfl found
    have := (acceptance_step next (t := t.enter (a.mark act) (.promoting tx d)) found' rfl rfl accepts
      (eid := eid') (still body fresh' different)).2
    rw [tasks] at this
    rw [← mark_key a act]
    exact this.trans (replaceTask_twice (t := t.enter (a.mark act) (.promoting tx d))
      (u := t.enter (a.mark act) (.accepted tx receipt)) rfl)
  · have tasks := (acceptance_step reachable found current phase accepts fresh').2
    have next := reachable.step ⟨eid', .onAttempt a.key acceptance⟩
    have found' : findTask t.id (reduce s ⟨eid', .onAttempt a.key acceptance⟩).state.tasks =
        some (t.enter a (.accepted tx receipt)) := by
      rw [tasks]
      exact findTask_put rfl found
    have := ends.late _ _ next (by simp) found' rfl eid (still _ fresh (Ne.symm different))
    rw [this, tasks]
    exact replaceTask_twice (t := t.enter a (.accepted tx receipt))
      (u := t.enter (a.mark act) (.accepted tx receipt)) rfl

end Lifecycle
