import Lifecycle.Proofs.Recovery.Forward
/-!
# A genuine failure stays one

Proves that before a durable success a nonzero exit fails the attempt at once, and stops its process unless that
is gone (theorem 13).
-/

namespace Lifecycle

/-- Theorem 13: a nonzero exit, of worker or wrapper, while running or finishing fails the attempt; the
wrapper's also requests stopProcess, unless the worker is gone. -/
theorem nonzero_exit_fails {s : State} (reachable : s.Reachable) {t : Task} {a : Attempt}
    (found : findTask t.id s.tasks = some t) (current : t.current = some a) (phase : a.phase.working = true)
    {eid : Nat} (fresh : s.fresh eid) (role : Role) {code : Nat} (nonzero : code ≠ 0) :
    let step := reduce s ⟨eid, .onAttempt a.key (.processExited role code)⟩
    step.decision.verdict = .applied ∧ .attemptFailed a.key .exit ∈ step.decision.effects ∧
      .projectFailed t.id t.generation .exit ∈ step.decision.effects ∧
      (role = .wrapper → a.worker ≠ .gone → .stopProcess a.key ∈ step.decision.effects) ∧
      ∃ t' b, findTask t.id step.state.tasks = some t' ∧ t'.current = some b ∧ b.key = a.key ∧
        b.phase = .failed .exit := by
  have failure : (Act.processExited role code).failure = some .exit := by simp [Act.failure, nonzero]
  have outcome : currentRule t a (.processExited role code) =
      failNow (t.mark a (.processExited role code)) (a.mark (.processExited role code)) .exit := by
    rw [currentRule_failure failure]
    cases h : a.phase <;> simp_all [Phase.working, failureRule]
  have ⟨h1, h2⟩ := reduce_current reachable found current fresh (.processExited role code)
  rw [outcome] at h1 h2
  simp only [failNow, conclude, applyTasks] at h1 h2
  simp only [h1, h2]
  refine ⟨trivial, by simp, ?_, ?_, ?_⟩
  · simp [Task.mark]
  · intro wrapper worker
    subst wrapper
    have : a.mark (.processExited .wrapper code) = a := mark_same rfl (by simp) a
    simp [this, Attempt.stop, worker]
  · let next := (t.mark a (.processExited role code)).fail (a.mark (.processExited role code)) .exit
    have stored : findTask t.id (replaceTask next s.tasks) = some next := by
      rw [findTask_replaceTask, if_pos (show next.id = t.id from rfl), found]
      rfl
    refine ⟨next.latch (satisfiedIn (replaceTask next s.tasks)),
      (a.mark (.processExited role code)).endAs (.failed .exit), ?_, ?_, mark_key _ _, rfl⟩
    · rw [findTask_latchReady, stored]
      rfl
    · rw [latch_current]
      rfl

end Lifecycle
