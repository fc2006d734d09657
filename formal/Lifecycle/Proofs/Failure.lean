module
public import Lifecycle.Proofs.Complete
/-!
# Genuine failures

Proves that before a durable success a failure stays a failure: a nonzero exit of a running or
finishing attempt fails it (theorem 13), and so does every other report of a failure.
-/

@[expose] public section

namespace Lifecycle

theorem outcome_failure {t : Task} {key : Key} {phase : Phase} {act : Act} {cls : Class}
    (current : t.current = some ⟨key, phase⟩) (failure : act.failure = some cls) :
    (Body.onAttempt key act).outcome t = failureRule t ⟨key, phase⟩ cls := by
  simp [Body.outcome, attemptRule, current, currentRule, txGuard, failure_unnamed failure,
    phaseRule_of_failure failure]

/-- A report of a failure while the attempt is running or finishing fails it. -/
theorem failure_fails (s : State) (eid : Nat) (key : Key) (t : Task) (phase : Phase) (act : Act)
    (cls : Class) (fresh : findEntry eid s.evidence = none) (graph : key.graph = s.graph)
    (found : findTask key.task s.tasks = some t) (current : t.current = some ⟨key, phase⟩)
    (working : phase.working = true) (failure : act.failure = some cls) :
    (reduce s ⟨eid, .onAttempt key act⟩).decision.verdict = .applied ∧
      .attemptFailed key cls ∈ (reduce s ⟨eid, .onAttempt key act⟩).decision.effects ∧
      .projectFailed t.id t.generation cls ∈
        (reduce s ⟨eid, .onAttempt key act⟩).decision.effects ∧
      ∃ t', findTask key.task (reduce s ⟨eid, .onAttempt key act⟩).state.tasks = some t' ∧
        t'.current = some ⟨key, .failed cls⟩ ∧ t'.status = .failed ∧
        t'.projection = .shown .failed none := by
  have asked : Asked s ⟨eid, .onAttempt key act⟩ t :=
    ⟨fresh, found, by simp [Body.within, Body.graph, graph], by simp [Body.declares]⟩
  have outcome : (Body.onAttempt key act).outcome t =
      .applied (t.fail ⟨key, phase⟩ cls) (failureEffects t ⟨key, phase⟩ cls) := by
    rw [outcome_failure current failure]
    cases phase <;> simp_all [failureRule, Phase.working]
  obtain ⟨decision, after⟩ := asked.applied outcome
  rw [(findTask_some found).2] at after
  rw [decision]
  refine ⟨rfl, by simp [failureEffects], by simp [failureEffects], _, after, ?_⟩
  simp [Task.commit, Task.fail, Task.enter, projectAll, Effect.project, failureEffects]

/-- Theorem 13: a nonzero exit while running or finishing fails the attempt. -/
theorem nonzero_exit_fails (s : State) (eid : Nat) (key : Key) (t : Task) (phase : Phase)
    (role : Role) (code : Nat) (fresh : findEntry eid s.evidence = none)
    (graph : key.graph = s.graph) (found : findTask key.task s.tasks = some t)
    (current : t.current = some ⟨key, phase⟩) (working : phase.working = true)
    (nonzero : code ≠ 0) :
    (reduce s ⟨eid, .onAttempt key (.processExited role code)⟩).decision.verdict = .applied ∧
      .attemptFailed key .exit ∈
        (reduce s ⟨eid, .onAttempt key (.processExited role code)⟩).decision.effects ∧
      ∃ t', findTask key.task
          (reduce s ⟨eid, .onAttempt key (.processExited role code)⟩).state.tasks = some t' ∧
        t'.current = some ⟨key, .failed .exit⟩ ∧ t'.status = .failed ∧
        t'.projection = .shown .failed none := by
  obtain ⟨verdict, failed, _, after⟩ := failure_fails s eid key t phase (.processExited role code)
    .exit fresh graph found current working (by simp [Act.failure, nonzero])
  exact ⟨verdict, failed, after⟩

end Lifecycle
