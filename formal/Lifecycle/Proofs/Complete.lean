module
public import Lifecycle.Proofs.Answers
/-!
# The moves are exact

Proves the converse of `outcome_applied`: every `Move` is an applied outcome (`move_iff`). So a fresh event
about a known task whose guards hold does happen, with exactly these effects (`move_happens`): no applied
cell of the table is missing.
-/

@[expose] public section

namespace Lifecycle

/-- An act that names no transaction but the attempt's own, or none, reaches the rule of its phase. -/
theorem outcome_phaseRule {t : Task} {a : Attempt} {act : Act} (current : t.current = some a)
    (guard : txGuard a.phase act = none) :
    (Body.onAttempt a.key act).outcome t = phaseRule t a act := by
  simp [Body.outcome, attemptRule, current, currentRule, guard]

theorem txGuard_unnamed {phase : Phase} {act : Act} (unnamed : act.names = none) :
    txGuard phase act = none := by
  simp [txGuard, unnamed]

theorem txGuard_named {phase : Phase} {act : Act} {own : Tx} (tx : phase.tx = some own)
    (names : act.names = some (own.tx, some own.candidate, none) ∨
      act.names = some (own.tx, none, none)) : txGuard phase act = none := by
  rcases names with names | names <;> simp [txGuard, names, tx, mismatch]

theorem failure_unnamed {act : Act} {cls : Class} (failure : act.failure = some cls) :
    act.names = none := by
  cases act <;> simp_all [Act.failure, Act.names]

theorem phaseRule_of_failure {t : Task} {a : Attempt} {act : Act} {cls : Class}
    (failure : act.failure = some cls) : phaseRule t a act = failureRule t a cls := by
  cases act with
  | failRequested | providerFault | ownerLost =>
    simp only [Act.failure, Option.some.injEq] at failure
    subst failure
    rfl
  | processExited role code =>
    by_cases zero : code = 0
    · simp [Act.failure, zero] at failure
    · simp only [Act.failure, zero, if_false, Option.some.injEq] at failure
      subst failure
      simp [phaseRule, zero]
  | _ => simp [Act.failure] at failure

theorem claim_outcome {t : Task} {key : Key} (free : t.free) (ready : t.ready = true)
    (failed : t.status ≠ .failed) (abandoned : t.status ≠ .abandoned)
    (generation : key.generation = t.generation) (attempt : key.attempt = t.attempts + 1)
    (fence : t.fence < key.fence) : claimRule t key = .applied (t.claim key) [] := by
  have refusal : claimRefusal t = none := by
    unfold claimRefusal
    cases current : t.current with
    | none => simp [failed, abandoned, ready]
    | some a =>
      have terminal := free.terminal current
      obtain ⟨_, phase⟩ := a
      cases phase <;> simp_all [Phase.terminal]
  have notStale : ¬key.fence ≤ t.fence := by omega
  simp [claimRule, refusal, generation, attempt, notStale]

theorem abandonOpen_outcome {t : Task} (free : t.free) (done : t.status ≠ .done)
    (abandoned : t.status ≠ .abandoned) :
    abandonRule t = .applied { t with ready := false, status := .abandoned }
      [.projectAbandoned t.id t.generation] := by
  have onOpen : abandonOpen t = .applied { t with ready := false, status := .abandoned }
      [.projectAbandoned t.id t.generation] := by
    unfold abandonOpen
    split <;> simp_all
  unfold abandonRule
  split
  · rename_i a current
    have terminal := free.terminal current
    split
    all_goals first
      | exact onOpen
      | simp_all [Phase.terminal]
  · exact onOpen

theorem retry_outcome {t : Task} (free : t.free) (failed : t.status = .failed)
    (retries : t.retries ≠ 0) :
    retryRule t = .applied t.reopen [.openGeneration t.id (t.generation + 1)] := by
  have onOpen : retryOpen t = .applied t.reopen [.openGeneration t.id (t.generation + 1)] := by
    simp [retryOpen, failed, retries]
  unfold retryRule
  cases current : t.current with
  | none => exact onOpen
  | some a =>
    have terminal := free.terminal current
    obtain ⟨_, phase⟩ := a
    cases phase <;> simp_all [Phase.terminal]

/-- Every move is an applied outcome. -/
theorem move_outcome {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) : body.outcome t = .applied next effects := by
  cases move with
  | claim key free ready failed abandoned generation attempt fence =>
    exact claim_outcome free ready failed abandoned generation attempt fence
  | finish a current phase tx =>
    rw [outcome_phaseRule current (by simp [txGuard, Act.names, phase, Phase.tx, withoutTx])]
    simp [phaseRule, finishRule, phase]
  | validate a current tx phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inl rfl))]
    simp [phaseRule, validationRule, phase]
  | invalidate a current tx validated phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inl rfl))]
    simp [phaseRule, validationRule, phase]
  | intend a current tx phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inl rfl))]
    simp [phaseRule, intentRule, phase]
  | accept a current tx deferred phase act receipt accepts =>
    rcases accepts with rfl | rfl
    · rw [outcome_phaseRule current
        (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inl rfl))]
      simp [phaseRule, acceptanceRule, phase]
    · rw [outcome_phaseRule current
        (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inr rfl))]
      simp [phaseRule, acceptanceRule, phase]
  | absentFail a current tx cls phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inr rfl))]
    simp [phaseRule, absenceRule, phase]
  | absentKill a current tx phase | absentAbandon a current tx phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inr rfl))]
    simp [phaseRule, absenceRule, phase]
  | clean a current tx receipt cleanup phase =>
    rw [outcome_phaseRule current (txGuard_named (own := tx) (by simp [phase, Phase.tx]) (Or.inr rfl))]
    simp [phaseRule, cleanupRule, phase]
  | fail a current act cls ends =>
    rcases ends with ⟨failure, working⟩ | ⟨role, rfl, phase, rfl⟩
    · rw [outcome_phaseRule current (txGuard_unnamed (failure_unnamed failure)),
        phaseRule_of_failure failure]
      unfold failureRule
      split <;> simp_all [Phase.working]
    · rw [outcome_phaseRule current (txGuard_unnamed rfl)]
      simp [phaseRule, exitZeroRule, phase]
  | deferFail a current tx phase act cls failure =>
    rw [outcome_phaseRule current (txGuard_unnamed (failure_unnamed failure)),
      phaseRule_of_failure failure]
    simp [failureRule, phase]
  | release a current phase =>
    rw [outcome_phaseRule current (txGuard_unnamed rfl)]
    simp [phaseRule, releaseRule, phase]
  | kill a current phase =>
    rw [outcome_phaseRule current (txGuard_unnamed rfl)]
    simp only [phaseRule]
    unfold killRule
    split <;> simp_all [Phase.working]
  | deferKill a current tx phase =>
    rw [outcome_phaseRule current (txGuard_unnamed rfl)]
    simp [phaseRule, killRule, phase]
  | abandonOpen id free done abandoned =>
    simp [Body.outcome, generationGuard, abandonOpen_outcome free done abandoned]
  | abandon id a current phase =>
    simp only [Body.outcome, generationGuard, Nat.lt_irrefl, if_false, abandonRule, current]
    split <;> simp_all [Phase.working]
  | deferAbandon id a current tx phase =>
    simp [Body.outcome, generationGuard, abandonRule, current, phase]
  | retry id free failed retries =>
    simp [Body.outcome, generationGuard, retry_outcome free failed retries]

/-- The applied outcomes are exactly the moves. -/
theorem move_iff {t next : Task} {body : Body} {effects : List Effect} :
    body.outcome t = .applied next effects ↔ Move t body next effects :=
  ⟨outcome_applied, move_outcome⟩

/-- A move whose event is fresh and concerns a known task of this graph happens: it is applied, its
effects are requested in order before any `ready`, and the task is stored as it says. -/
theorem move_happens {s : State} {e : Event} {t next : Task} {effects : List Effect}
    (asked : Asked s e t) (move : Move t e.body next effects) :
    (reduce s e).decision.verdict = .applied ∧
      (∃ told, (reduce s e).decision.effects = effects ++ told) ∧
      ∃ t', findTask t.id (reduce s e).state.tasks = some t' ∧ t'.current = next.current ∧
        t'.status = next.status ∧ t'.closed = next.closed ∧
        t'.projection = projectAll effects t.projection := by
  obtain ⟨decision, after⟩ := asked.applied (move_outcome move)
  refine ⟨by rw [decision], ⟨_, by rw [decision]⟩, _, after, ?_⟩
  have kept : next.projection = t.projection := by
    generalize e.body = body at move
    cases move <;> rfl
  simp [Task.commit, kept]

end Lifecycle
