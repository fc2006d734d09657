import Lifecycle.Proofs.Recovery.Commute
/-!
# Whatever ends an attempt in flight

Proves that failures, exits, kills and abandonments commute with a matching acceptance while promoting
(theorems 19 and 27).
-/

namespace Lifecycle

variable {s : State} {t : Task} {a : Attempt} {tx : Tx} {deferred : Deferred}

theorem enter_same {u : Task} {b : Attempt} {p : Phase} (current : u.current = some b) (phase : b.phase = p) :
    u.enter b p = u := by
  obtain ⟨key, q, worker⟩ := b
  simp only at phase
  subst phase
  cases u
  simp_all [Task.enter]

/-- Any act on the current attempt whose row defers while promoting, and observes once accepted. -/
theorem act_waits (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {act : Act} {receipt : Nat}
    (rule : Task → Attempt → Outcome) (is : ∀ t a, currentRule t a act = rule (t.mark a act) (a.mark act))
    (waits : ∀ t a, a.phase = .promoting tx deferred →
      (∃ reason, rule t a = deferEnd t a tx deferred reason) ∨ ∃ why es, rule t a = t.observe why es)
    (late : ∀ t a, a.phase = .accepted tx receipt → ∃ why es, rule t a = t.observe why es) :
    EndsOrWaits s t a tx receipt (.onAttempt a.key act) act := by
  have wf := reachable_wellFormed reachable
  have active := promoting_active (reachable.task found) current phase
  have marked : t.mark a act = t.enter (a.mark act) (.promoting tx deferred) :=
    (enter_same (u := t.mark a act) rfl ((mark_phase a act).trans phase)).symm
  constructor
  · rcases waits (t.mark a act) (a.mark act) ((mark_phase a act).trans phase) with ⟨reason, h⟩ | ⟨why, es, h⟩
    · by_cases first : deferred = .none
      · subst first
        refine ⟨reason, fun eid fresh => ?_⟩
        rw [(reduce_current reachable found current fresh act).2, is, h]
        exact (conclude_applied (next := t.enter (a.mark act) (.promoting tx reason)) wf found rfl
          (enter_satisfies current (by simp [phase]) (by simp)) (by simp [Task.enter, active]) _).2
      · refine ⟨deferred, fun eid fresh => ?_⟩
        have again : deferEnd (t.mark a act) (a.mark act) tx deferred reason =
            (t.mark a act).observe .alreadyDeferred [.probe (a.mark act).key tx.tx] := by
          unfold deferEnd
          split
          · exact absurd rfl first
          · rfl
        rw [(reduce_current reachable found current fresh act).2, is, h, again, ← marked]
        rfl
    · refine ⟨deferred, fun eid fresh => ?_⟩
      rw [(reduce_current reachable found current fresh act).2, is, h, ← marked]
      rfl
  · rintro u s' reachable' _ found' rfl eid fresh
    have step := (reduce_current reachable' (t := t.enter a (.accepted tx receipt)) found' rfl fresh act).2
    obtain ⟨why, es, h⟩ := late ((t.enter a (.accepted tx receipt)).mark { a with phase := .accepted tx receipt } act)
      (({ a with phase := .accepted tx receipt } : Attempt).mark act) (mark_phase _ act)
    rw [is, h] at step
    refine step.trans ?_
    have same : (t.enter a (.accepted tx receipt)).mark { a with phase := .accepted tx receipt } act =
        t.enter (a.mark act) (.accepted tx receipt) := by
      simp only [Task.mark, Task.enter, mark_promoting phase]
    simp only [Task.observe, conclude, same]

/-- A failure waits while promoting. -/
theorem failure_waits (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {act : Act} {cls : Class}
    (failure : act.failure = some cls) (receipt : Nat) :
    EndsOrWaits s t a tx receipt (.onAttempt a.key act) act :=
  act_waits reachable found current phase (failureRule · · cls) (fun _ _ => currentRule_failure failure)
    (fun _ _ h => Or.inl ⟨.failure cls, by simp [failureRule, h]⟩)
    (fun _ _ h => ⟨.afterSuccess, _, by simp only [failureRule, h]; rfl⟩)

/-- An exit with zero is observed. -/
theorem exitZero_waits (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) (role : Role) (receipt : Nat) :
    EndsOrWaits s t a tx receipt (.onAttempt a.key (.processExited role 0)) (.processExited role 0) :=
  act_waits reachable found current phase exitZeroRule (fun _ _ => currentRule_exitZero role)
    (fun _ _ h => Or.inr ⟨.promotionInFlight, _, by simp only [exitZeroRule, h]; rfl⟩)
    (fun _ _ h => ⟨.afterSuccess, _, by simp only [exitZeroRule, h]; rfl⟩)

/-- A kill waits while promoting. -/
theorem kill_waits (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) (receipt : Nat) :
    EndsOrWaits s t a tx receipt (.onAttempt a.key .killRequested) .killRequested :=
  act_waits reachable found current phase killRule (fun _ _ => currentRule_kill)
    (fun _ _ h => Or.inl ⟨.kill, by simp [killRule, h]⟩)
    (fun _ _ h => ⟨.afterSuccess, _, by simp only [killRule, h]; rfl⟩)

/-- Theorem 19: in every reachable state with k promoting, a failure or an exit of k and a matching acceptance,
in either order, leave the same tasks, with k accepted. -/
theorem exit_acceptance_commute (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .promoting tx deferred) {act acceptance : Act}
    {receipt : Nat} (ends : (∃ cls, act.failure = some cls) ∨ ∃ role code, act = .processExited role code)
    (accepts : acceptance.accepts tx receipt) {eid eid' : Nat} (fresh : s.fresh eid) (fresh' : s.fresh eid')
    (different : eid ≠ eid') :
    let exit : Event := ⟨eid, .onAttempt a.key act⟩
    let accept : Event := ⟨eid', .onAttempt a.key acceptance⟩
    (reduce (reduce s exit).state accept).state.tasks = (reduce (reduce s accept).state exit).state.tasks ∧
      ∃ t', findTask t.id (reduce (reduce s exit).state accept).state.tasks = some t' ∧
        t'.current = some { a.mark act with phase := .accepted tx receipt } := by
  have waits : EndsOrWaits s t a tx receipt (.onAttempt a.key act) act := by
    rcases ends with ⟨cls, failure⟩ | ⟨role, code, rfl⟩
    · exact failure_waits reachable found current phase failure receipt
    · by_cases zero : code = 0
      · subst zero
        exact exitZero_waits reachable found current phase role receipt
      · exact failure_waits reachable found current phase (cls := .exit) (by simp [Act.failure, zero]) receipt
  have ⟨h1, h2⟩ := waits.commute reachable found current phase accepts fresh fresh' different
  refine ⟨h1.trans h2.symm, t.enter (a.mark act) (.accepted tx receipt), ?_, rfl⟩
  rw [h1]
  exact findTask_put rfl found

end Lifecycle
