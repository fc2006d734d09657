import Lifecycle.Proofs.Steps.Sources
/-!
# What each verdict may do

Proves the table of verdicts (theorem 4): only an applied event changes a lifecycle, and of another task only
the latch; observed, held and refused events change and request only what the table says.
-/

namespace Lifecycle

/-- The attempt without what is known of its worker. -/
def Attempt.lifecycle (a : Attempt) : Key × Phase := (a.key, a.phase)

/-- The lifecycle of a task: everything but its projection, its workers and its hold. -/
structure Lifecycle where
  id : Nat
  deps : List Nat
  waived : List Nat
  retries : Nat
  generation : Nat
  attempts : Nat
  fence : Nat
  ready : Bool
  status : Status
  current : Option (Key × Phase)
  closed : List (Key × Phase)
  origin : Origin

def Task.lifecycle (t : Task) : Lifecycle :=
  { t with
    current := t.current.map Attempt.lifecycle
    closed := t.closed.map Attempt.lifecycle }

/-- What an observed event may request, of a kind that its reason allows. -/
def Effect.observable (why : Why) : Effect → Prop
  | .probe .. | .startCleanup .. | .stopProcess _ | .continueFinish .. => True
  | .projectDone .. | .projectFailed .. | .projectAbandoned .. => True
  | .promote .. => why = .promotionAbsent
  | .ready .. | .openGeneration .. => why = .converging
  | .succeeded .. | .attemptFailed .. => False

theorem stop_observable {why : Why} {a : Attempt} {x : Effect} (mem : x ∈ a.stop) : x.observable why := by
  unfold Attempt.stop at mem
  split at mem <;> simp_all [Effect.observable]

theorem stopAgain_observable {why : Why} {a : Attempt} {x : Effect} (mem : x ∈ a.stopAgain) :
    x.observable why := by
  unfold Attempt.stopAgain at mem
  split at mem <;> simp_all [Effect.observable]

theorem due_observable {why : Why} {t : Task} {x : Effect} (mem : x ∈ t.due) : x.observable why := by
  unfold Task.due at mem
  split at mem <;> simp_all [Effect.observable]

theorem reproject_observable {why : Why} {t : Task} {x : Effect} (mem : x ∈ t.reproject) :
    x.observable why := by
  unfold Task.reproject at mem
  split at mem
  · simp at mem
  · exact due_observable mem

theorem outstanding_observable {t : Task} {x : Effect} (mem : x ∈ t.outstanding) :
    x.observable .converging := by
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact stopAgain_observable mem
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact stopAgain_observable mem
  · unfold Attempt.resume at mem
    split at mem <;> simp_all [Effect.observable]
  · exact reproject_observable mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem
    all_goals rcases mem with rfl | rfl <;> rfl

/-- An observation leaves the lifecycle and the hold, and requests only what its reason allows. -/
theorem observation_authority {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) :
    next.lifecycle = t.lifecycle ∧ next.held = t.held ∧ ∀ x, x ∈ effects → x.observable why := by
  have lose : ∀ key, (t.loseClosed key).lifecycle = t.lifecycle := by
    intro key
    have : ((t.loseClosed key).closed.map Attempt.lifecycle) = t.closed.map Attempt.lifecycle := by
      simp only [Task.loseClosed, List.map_map]
      refine List.map_congr_left fun a _ => ?_
      simp only [Function.comp]
      split <;> rfl
    simp only [Task.lifecycle, this]
    rfl
  cases observation with
  | quiet => exact ⟨rfl, rfl, by simp⟩
  | current a current act _ _ requests other running absent =>
    refine ⟨?_, rfl, fun x mem => ?_⟩
    · simp [Task.lifecycle, Task.mark, current, Attempt.lifecycle]
    · cases requests with
      | reproject => exact reproject_observable mem
      | stop => exact stop_observable mem
      | promote tx phase held =>
        simp only [List.mem_singleton] at mem
        subst mem
        exact absent ⟨a.key, tx.tx, tx.candidate, List.mem_singleton.mpr rfl⟩
      | _ => simp_all [Effect.observable]
  | gone key => exact ⟨lose key, rfl, by simp⟩
  | abandonAgain => exact ⟨rfl, rfl, by simp [Effect.observable]⟩
  | agrees => exact ⟨rfl, rfl, by simp⟩
  | contradicts id seen =>
    refine ⟨rfl, rfl, fun x mem => ?_⟩
    unfold Task.correction at mem
    split at mem
    · simp_all [Effect.observable]
    · exact due_observable mem
  | converge => exact ⟨rfl, rfl, fun x mem => outstanding_observable mem⟩

/-- Theorem 4: an event that is not applied leaves the lifecycle of every task. -/
theorem only_applied_changes_lifecycle (s : State) (e : Event) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) (unapplied : (reduce s e).decision.verdict ≠ .applied) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ t'.lifecycle = t.lifecycle := by
  obtain ⟨t', found', step⟩ := reduce_task s e found
  refine ⟨t', found', ?_⟩
  generalize (reduce s e).decision = d at step unapplied
  cases step with
  | same | held => rfl
  | latched | moved => exact absurd rfl unapplied
  | observed own within why next effects observation => exact (observation_authority observation).1

/-- Theorem 4: an applied event changes another task only by latching its `ready`, and only a task that
depends on its own. -/
theorem applied_latches_dependents {s : State} (wf : ∀ t, t ∈ s.tasks → t.claimable (satisfiedIn s.tasks) = true → t.ready = true)
    (e : Event) {id : Nat} {t t' : Task} (found : findTask id s.tasks = some t) (other : id ≠ e.body.task)
    (found' : findTask id (reduce s e).state.tasks = some t') :
    t' = t ∨ (t' = { t with ready := true } ∧ (reduce s e).decision.verdict = .applied ∧
      e.body.task ∈ t.deps) := by
  have own := (findTask_some found).2
  have latch : ∀ ts : List Task, (∀ d, d ≠ e.body.task → satisfiedIn ts d = true → satisfiedIn s.tasks d = true) →
      t.latch (satisfiedIn ts) = t ∨
        (t.latch (satisfiedIn ts) = { t with ready := true } ∧ e.body.task ∈ t.deps) := by
    intro ts only
    cases ready : t.ready with
    | true =>
      left
      rw [latch_eq, ready]
      cases t
      simp_all
    | false =>
      cases claimable : t.claimable (satisfiedIn ts) with
      | false =>
        left
        simp [Task.latch, claimable]
      | true =>
        right
        refine ⟨by simp [Task.latch, claimable], Classical.byContradiction fun independent => ?_⟩
        have h := claimable_iff.mp claimable
        have : t.claimable (satisfiedIn s.tasks) = true := claimable_iff.mpr ⟨h.1, h.2.1, fun d mem =>
          (h.2.2.1 d mem).imp_right (only d fun same => independent (same ▸ mem)), h.2.2.2⟩
        simp [wf t (findTask_some found).1 this] at ready
  have step := reduce_step s e
  generalize (reduce s e).decision = d at *
  generalize (reduce s e).state.tasks = ts at *
  have replaced : ∀ {u next : Task}, findTask e.body.task s.tasks = some u → next.id = u.id →
      findTask id (replaceTask next s.tasks) = some t := by
    intro u next h same
    have := (findTask_some h).2
    rw [findTask_replaceTask, if_neg (by omega)]
    exact found
  cases step with
  | still =>
    rw [found] at found'
    injection found' with h
    exact Or.inl h.symm
  | observed u h within why next effects observation =>
    rw [replaced h observation.id] at found'
    injection found' with h
    exact Or.inl h.symm
  | held u h within why hold =>
    rw [replaced (next := { u with held := hold }) h rfl] at found'
    injection found' with h
    exact Or.inl h.symm
  | added u declares fresh known us tasks =>
    have hid := declares.fresh.1
    rw [tasks, findTask_latchReady, findTask_append, found] at found'
    simp only [Option.some_or, Option.map_some, Option.some.injEq] at found'
    rw [← found']
    refine (latch _ fun d apart sat => ?_).imp_right fun h => ⟨h.1, rfl, h.2⟩
    obtain ⟨v, hv, satisfies⟩ := satisfiedIn_iff.mp sat
    rw [findTask_append, if_neg (by omega), Option.or_none] at hv
    exact satisfiedIn_iff.mpr ⟨v, hv, satisfies⟩
  | moved u h within next effects move us tasks =>
    rw [tasks, findTask_latchReady, replaced h move.id] at found'
    simp only [Option.map_some, Option.some.injEq] at found'
    rw [← found']
    refine (latch _ fun d apart sat => ?_).imp_right fun h => ⟨h.1, rfl, h.2⟩
    obtain ⟨v, hv, satisfies⟩ := satisfiedIn_iff.mp sat
    have := (findTask_some h).2
    rw [findTask_replaceTask, if_neg (by rw [move.id]; omega)] at hv
    exact satisfiedIn_iff.mpr ⟨v, hv, satisfies⟩

/-- Theorem 4: an observed event changes only the projection and the workers of its own task, and requests
only what its reason allows. -/
theorem observed_authority (s : State) (e : Event) {why : Why}
    (observed : (reduce s e).decision.verdict = .observed why) :
    (∀ x, x ∈ (reduce s e).decision.effects → x.observable why) ∧
    ∀ id t, findTask id s.tasks = some t → ∃ t', findTask id (reduce s e).state.tasks = some t' ∧
      (id ≠ e.body.task → t' = t) ∧ t'.lifecycle = t.lifecycle ∧ t'.held = t.held := by
  refine ⟨fun x requested => ?_, fun id t found => ?_⟩
  · rcases requested_by requested with ⟨_, _, _, _, _, _, _, h, _⟩ |
      ⟨_, why', _, _, _, _, observation, mem, h, _⟩ | ⟨_, _, _, _, _, _, h, _⟩
    · rw [h] at observed
      exact nomatch observed
    · rw [h] at observed
      obtain rfl := Verdict.observed.inj observed
      exact (observation_authority observation).2.2 x mem
    · rw [h] at observed
      exact nomatch observed
  · obtain ⟨t', found', step⟩ := reduce_task s e found
    have own := (findTask_some found).2
    refine ⟨t', found', ?_⟩
    generalize (reduce s e).decision = d at step observed
    cases step with
    | same => exact ⟨fun _ => rfl, rfl, rfl⟩
    | latched | moved | held => exact nomatch observed
    | observed mine within why next effects observation =>
      have := observation_authority observation
      exact ⟨fun other => absurd (own.symm.trans mine.symm) other, this.1, this.2.1⟩

/-- Theorem 4: a hold requests nothing, and may store a hold of its own task, if it has none: that of a late
acceptance. -/
theorem hold_authority (s : State) (e : Event) {why : Why}
    (hold : (reduce s e).decision.verdict = .hold why) :
    (reduce s e).decision.effects = [] ∧
    ∀ id t, findTask id s.tasks = some t → ∃ t', findTask id (reduce s e).state.tasks = some t' ∧
      t' = { t with held := t'.held } ∧
      (t'.held ≠ t.held → t.held = none ∧ why = .acceptedAfterClose ∧ id = e.body.task) := by
  constructor
  · have step := reduce_step s e
    generalize (reduce s e).decision = d at *
    generalize (reduce s e).state.tasks = ts at *
    cases step with
    | still | held => rfl
    | _ => exact nomatch hold
  · intro id t found
    obtain ⟨t', found', step⟩ := reduce_task s e found
    have own := (findTask_some found).2
    refine ⟨t', found', ?_⟩
    obtain ⟨eid, body⟩ := e
    generalize (reduce s ⟨eid, body⟩).decision = d at step hold
    cases step with
    | same => exact ⟨rfl, fun h => absurd rfl h⟩
    | latched | moved | observed => exact nomatch hold
    | held mine within why' hold' holding =>
      injection hold with hold
      subst hold
      refine ⟨rfl, fun changed => ?_⟩
      cases holding with
      | kept => exact absurd rfl changed
      | late key act receipt =>
        refine ⟨?_, rfl, own.symm.trans mine.symm⟩
        cases held : t.held with
        | none => rfl
        | some h => simp [held] at changed

/-- Theorem 4: a noop or a refusal changes no task and requests nothing. -/
theorem refusal_authority (s : State) (e : Event)
    (refused : (∃ why, (reduce s e).decision.verdict = .noop why) ∨
      ∃ why, (reduce s e).decision.verdict = .rejected why) :
    (reduce s e).decision.effects = [] ∧ (reduce s e).state.tasks = s.tasks := by
  have step := reduce_step s e
  generalize (reduce s e).decision = d at *
  generalize (reduce s e).state.tasks = ts at *
  cases step with
  | still => exact ⟨rfl, rfl⟩
  | _ => simp at refused

end Lifecycle
