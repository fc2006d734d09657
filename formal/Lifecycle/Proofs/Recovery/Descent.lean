import Lifecycle.Proofs.Recovery.Rank
/-!
# Reports lower the rank

Proves that each event that reports an effect of convergence's answer as executed strictly lowers the rank of its
task: validation, intent, acceptance, an absent probe with something deferred, cleanup, and the projection seen
(theorem 21 (a)).
-/

namespace Lifecycle

theorem latch_rank (sat : Nat → Bool) (t : Task) : (t.latch sat).rank = t.rank := by
  simp [Task.rank, Task.distance, Task.stopping, Task.history, Task.reproject, Task.due, Task.agrees,
    Task.reads, Task.truth]

theorem enter_stopping {t : Task} {a : Attempt} (current : t.current = some a) (p : Phase) :
    (t.enter a p).stopping = t.stopping := by
  simp [Task.stopping, Task.history, Task.enter, current]

theorem rank_settled {t : Task} (settled : ∀ p, t.phase = some p → p.ended = true) : t.rank ≤ 2 := by
  unfold Task.rank Task.distance
  split
  all_goals first
    | (exact absurd (settled _ ‹_›) (by simp [Phase.ended]))
    | skip
  split <;> split <;> omega

/-- What is stored where an act on the current attempt is applied. -/
theorem after_applied {s : State} (reachable : s.Reachable) {t : Task} {a : Attempt}
    (found : findTask t.id s.tasks = some t) (current : t.current = some a) {eid : Nat} (fresh : s.fresh eid)
    {act : Act} {next : Task} {effects : List Effect} (applied : currentRule t a act = .applied next effects)
    (id : next.id = t.id) :
    ∃ t', findTask t.id (reduce s ⟨eid, .onAttempt a.key act⟩).state.tasks = some t' ∧ t'.rank = next.rank := by
  have h := (reduce_current reachable found current fresh act).2
  rw [applied] at h
  refine ⟨next.latch (satisfiedIn (replaceTask next s.tasks)), ?_, latch_rank _ _⟩
  rw [h]
  simp only [conclude, applyTasks, findTask_latchReady, findTask_put id found, Option.map_some]

/-- After the event, the rank of the task is lower. -/
def Lowers (s : State) (t : Task) (body : Body) : Prop :=
  ∀ eid, s.fresh eid → ∃ t', findTask t.id (reduce s ⟨eid, body⟩).state.tasks = some t' ∧ t'.rank < t.rank

variable {s : State} {t : Task} {a : Attempt} {tx : Tx}

theorem lowers_of (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) {act : Act} {next : Task} {effects : List Effect}
    (applied : currentRule t a act = .applied next effects) (id : next.id = t.id) (less : next.rank < t.rank) :
    Lowers s t (.onAttempt a.key act) := by
  intro eid fresh
  obtain ⟨t', found', same⟩ := after_applied reachable found current fresh applied id
  exact ⟨t', found', same ▸ less⟩

theorem rank_of_phase (current : t.current = some a) :
    t.rank = (match a.phase with
      | .finishing _ false => 5
      | .finishing _ true => 4
      | .promoting .. => 3
      | .accepted .. => 2
      | _ => if t.reproject = [] then 0 else 1) + if t.stopping then 1 else 0 := by
  obtain ⟨key, p, worker⟩ := a
  unfold Task.rank Task.distance
  simp only [Task.phase, current, Option.map_some]
  cases p with
  | finishing tx v => cases v <;> rfl
  | _ => rfl

/-- Theorem 21 (a): a passed validation lowers the rank of an unvalidated transaction. -/
theorem rank_falls_by_validation (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .finishing tx false) :
    Lowers s t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate true)) := by
  have rule : currentRule t a (.candidateValidated tx.tx tx.candidate true) =
      .applied (t.enter a (.finishing tx true)) [] := by
    simp [currentRule, txGuard, Act.names, phase, Phase.tx, mismatch, phaseRule, validationRule, Attempt.mark,
      Act.showsGone, withMark t a current]
  refine lowers_of reachable found current rule rfl ?_
  rw [rank_of_phase (t := t.enter a (.finishing tx true)) (a := { a with phase := .finishing tx true }) rfl,
    rank_of_phase current, phase, enter_stopping current]
  simp only
  omega

/-- Theorem 21 (a): a failed validation lowers it where the worker is gone. -/
theorem rank_falls_by_refusal (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .finishing tx false) (worker : a.worker = .gone) :
    Lowers s t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate false)) := by
  have rule : currentRule t a (.candidateValidated tx.tx tx.candidate false) = failNow t a .noCompletion := by
    simp [currentRule, txGuard, Act.names, phase, Phase.tx, mismatch, phaseRule, validationRule, Attempt.mark,
      Act.showsGone, withMark t a current, worker]
  refine lowers_of reachable found current rule rfl ?_
  have := rank_settled (t := t.fail a .noCompletion) (by
    intro p h
    simp only [Task.phase, Task.fail, Attempt.endAs, Option.map_some, Option.some.injEq] at h
    subst h
    rfl)
  rw [rank_of_phase current, phase]
  simp only
  omega

/-- Theorem 21 (a): the intent lowers the rank of a validated transaction, unless the task is held. -/
theorem rank_falls_by_intent (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (phase : a.phase = .finishing tx true) (held : t.held = none) :
    Lowers s t (.onAttempt a.key (.promotionIntended tx.tx tx.candidate)) := by
  have rule : currentRule t a (.promotionIntended tx.tx tx.candidate) =
      .applied (t.enter a (.promoting tx .none)) [.promote a.key tx.tx tx.candidate] := by
    simp [currentRule, txGuard, Act.names, phase, Phase.tx, mismatch, phaseRule, intentRule, Attempt.mark,
      Act.showsGone, held]
    cases t
    simp_all [Task.enter]
  refine lowers_of reachable found current rule rfl ?_
  rw [rank_of_phase (t := t.enter a (.promoting tx .none)) (a := { a with phase := .promoting tx .none }) rfl,
    rank_of_phase current, phase, enter_stopping current]
  simp only
  omega

/-- Theorem 21 (a): a matching acceptance lowers the rank of a promotion. -/
theorem rank_falls_by_acceptance (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) {deferred : Deferred} (phase : a.phase = .promoting tx deferred) {act : Act}
    {receipt : Nat} (accepts : act.accepts tx receipt) : Lowers s t (.onAttempt a.key act) := by
  intro eid fresh
  have h := (acceptance_step reachable found current phase accepts fresh).2
  refine ⟨t.enter a (.accepted tx receipt), by rw [h]; exact findTask_put rfl found, ?_⟩
  rw [rank_of_phase (t := t.enter a (.accepted tx receipt)) (a := { a with phase := .accepted tx receipt }) rfl,
    rank_of_phase current, phase, enter_stopping current]
  simp only
  omega

/-- Theorem 21 (a): an absent probe lowers it where something is deferred. -/
theorem rank_falls_by_absence (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) {deferred : Deferred} (phase : a.phase = .promoting tx deferred)
    (some_ : deferred ≠ .none) : Lowers s t (.onAttempt a.key (.promotionProbed tx.tx none)) := by
  have rule : currentRule t a (.promotionProbed tx.tx none) = absenceRule t a := by
    simp [currentRule, txGuard, Act.names, phase, Phase.tx, mismatch, phaseRule, Attempt.mark, Act.showsGone,
      withMark t a current]
  have before : 3 ≤ t.rank := by
    rw [rank_of_phase current, phase]
    simp only
    omega
  cases deferred with
  | none => exact absurd rfl some_
  | failure cls =>
    have : absenceRule t a = failNow t a cls := by simp [absenceRule, phase]
    refine lowers_of reachable found current (rule.trans this) rfl ?_
    have := rank_settled (t := t.fail a cls) (by
      intro p h
      simp only [Task.phase, Task.fail, Attempt.endAs, Option.map_some, Option.some.injEq] at h
      subst h
      rfl)
    omega
  | kill =>
    have : absenceRule t a = killNow t a := by simp [absenceRule, phase]
    refine lowers_of reachable found current (rule.trans this) rfl ?_
    have := rank_settled (t := t.cancel a .killed) (by simp [Task.phase, Task.cancel])
    omega
  | abandon =>
    have : absenceRule t a = abandonNow t a := by simp [absenceRule, phase]
    refine lowers_of reachable found current (rule.trans this) rfl ?_
    have := rank_settled (t := (t.cancel a .abandoned).abandon) (by simp [Task.phase, Task.cancel, Task.abandon])
    omega

/-- Theorem 21 (a): the recorded cleanup lowers the rank of a success. -/
theorem rank_falls_by_cleanup (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) {receipt : Nat} (phase : a.phase = .accepted tx receipt) (cleanup : Nat) :
    Lowers s t (.onAttempt a.key (.cleanupRecorded tx.tx receipt cleanup)) := by
  have rule : currentRule t a (.cleanupRecorded tx.tx receipt cleanup) =
      .applied (t.clean a tx receipt cleanup)
        [.projectDone t.id t.generation tx.contract.disposition receipt] := by
    simp [currentRule, txGuard, Act.names, phase, Phase.tx, mismatch, phaseRule, cleanupRule, Attempt.mark,
      Act.showsGone, withMark t a current]
  refine lowers_of reachable found current rule rfl ?_
  have stopping : (t.clean a tx receipt cleanup).stopping = t.stopping := by
    simp [Task.stopping, Task.history, Task.clean, Task.enter, current]
  rw [rank_of_phase (t := t.clean a tx receipt cleanup) (a := { a with phase := .cleaned tx receipt cleanup }) rfl,
    rank_of_phase current, phase, stopping]
  simp only
  split <;> omega

/-- Theorem 21 (a): the projection that is asked for, once seen, lowers it. -/
theorem rank_falls_by_projection (reachable : s.Reachable) (found : findTask t.id s.tasks = some t) {x : Effect}
    (due : x ∈ t.due) (disagrees : t.agrees t.projection = false) {seen : Projection}
    (shows : x.shows = some seen) : Lowers s t (.onTask t.id t.generation (.projectionObserved seen)) := by
  intro eid fresh
  have ⟨_, found', agrees⟩ := convergence_observed reachable found due disagrees shows fresh
  have wf := reachable.task found
  refine ⟨_, found', ?_⟩
  have stopping : ({ t with projection := seen } : Task).stopping = t.stopping := rfl
  have projected : ({ t with projection := seen } : Task).reproject = [] := by
    have : ({ t with projection := seen } : Task).agrees seen = true := agrees
    simp [Task.reproject, this]
  have open_ : t.reproject ≠ [] := by
    have : x ∈ t.reproject := by simp [Task.reproject, disagrees, due]
    exact List.ne_nil_of_mem this
  have idle : ∀ p, t.phase = some p → p.tx = none ∨ ∃ tx r c, p = .cleaned tx r c := by
    intro p h
    obtain ⟨a, current, phase⟩ := phase_some.mp h
    have status := wf.status a current
    unfold Task.due at due
    rw [h] at due
    cases p <;> simp_all [Phase.tx, Phase.hasStatus]
  unfold Task.rank
  rw [stopping]
  have before : t.distance = 1 := by
    unfold Task.distance
    split
    all_goals first
      | (rename_i h; rcases idle _ h with h | ⟨_, _, _, h⟩ <;> simp [Phase.tx] at h)
      | (rw [if_neg open_])
  have after : ({ t with projection := seen } : Task).distance = 0 := by
    unfold Task.distance
    split
    all_goals first
      | (rename_i h; rcases idle _ h with h | ⟨_, _, _, h⟩ <;> simp [Phase.tx] at h)
      | (rw [if_pos projected])
  rw [before, after]
  omega

end Lifecycle
