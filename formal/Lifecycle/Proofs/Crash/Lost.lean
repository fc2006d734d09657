import Lifecycle.Proofs.Claims.Requested
import Lifecycle.Proofs.Crash.Due
/-!
# Lost requests return

Defines when an event reports an effect as executed (`Effect.reportedBy`), supersedes it (`Effect.supersededBy`), or
denies what was seen of it (`Effect.deniedBy`). Proves that over every log each effect that an applied decision
requested is executed, superseded or withheld by a hold, or a request to converge asks for it again (theorem 23).
-/

namespace Lifecycle

/-- The event reports the effect as executed. -/
def Effect.reportedBy (x : Effect) (s : State) (e : Event) : Prop :=
  match x with
  | .ready id g | .openGeneration id g => ClaimsIn id g s e
  | .continueFinish k n c =>
    (reduce s e).decision.verdict = .applied ∧ e.body = .onAttempt k (.promotionIntended n c)
  | .promote k n _ | .probe k n =>
    (reduce s e).decision.verdict = .applied ∧ ((∃ c r, e.body = .onAttempt k (.outcomeAccepted n c r)) ∨
      ∃ found, e.body = .onAttempt k (.promotionProbed n found))
  | .startCleanup k n =>
    (reduce s e).decision.verdict = .applied ∧ ∃ r c, e.body = .onAttempt k (.cleanupRecorded n r c)
  | .stopProcess k => EndReported k s e
  | .projectDone id g _ _ | .projectFailed id g _ | .projectAbandoned id g =>
    (reduce s e).decision.verdict = .observed .projectionAgrees ∧
      ∃ seen, e.body = .onTask id g (.projectionObserved seen)
  | .succeeded .. | .attemptFailed .. => False

/-- The attempt of this key has ended. -/
def State.ends (s : State) (k : Key) : Prop := ∃ t, findTask k.task s.tasks = some t ∧ t.ends k

/-- The event is applied, and leaves nothing to execute. -/
def Effect.supersededBy (x : Effect) (s : State) (e : Event) : Prop :=
  (reduce s e).decision.verdict = .applied ∧
  match x with
  | .ready id g | .openGeneration id g => e.body = .onTask id g .abandonRequested
  | .continueFinish k n c =>
    e.body = .onAttempt k (.candidateValidated n c false) ∨ (¬s.ends k ∧ (reduce s e).state.ends k)
  | .projectDone id g _ _ | .projectFailed id g _ | .projectAbandoned id g =>
    e.body = .onTask id g .abandonRequested ∨ e.body = .onTask id g .retryRequested ∨
      e.body = .onTask id g .reopenRequested
  | _ => False

/-- The event shows that the outside displays something else than the effect asked for. -/
def Effect.deniedBy (x : Effect) (s : State) (e : Event) : Prop :=
  (reduce s e).decision.verdict = .observed .projectionContradiction ∧
  ∃ seen, match x with
    | .projectDone id g _ _ | .projectFailed id g _ | .projectAbandoned id g =>
      e.body = .onTask id g (.projectionObserved seen)
    | _ => False

/-- An event of the log reports the effect as executed, and none denies that later. -/
def Executed (x : Effect) (s : State) (es : List Event) : Prop :=
  ∃ before e after, es = before ++ e :: after ∧ x.reportedBy (finalState s before) e ∧
    ¬Occurs (finalState s (before ++ [e])) after x.deniedBy

/-- The effect opens a generation or asks for a claim, and its task is held. -/
def State.withholds (s : State) (x : Effect) : Prop :=
  x.opens = true ∧ ∃ t, findTask x.task s.tasks = some t ∧ t.held ≠ none

theorem Executed.snoc {x : Effect} {s : State} {es : List Event} (h : Executed x s es) {e : Event}
    (undenied : ¬x.deniedBy (finalState s es) e) : Executed x s (es ++ [e]) := by
  obtain ⟨before, y, after, rfl, reported, none⟩ := h
  refine ⟨before, y, after ++ [e], by simp, reported, ?_⟩
  rintro ⟨pre, z, post, eq, denied⟩
  rcases List.eq_nil_or_concat post with rfl | ⟨post', w, rfl⟩
  · obtain ⟨rfl, h⟩ := List.append_inj' eq rfl
    injection h with h
    subst h
    refine undenied ?_
    have : before ++ y :: after = (before ++ [y]) ++ after := by simp
    rw [this, resumption_state]
    exact denied
  · have eq' : after ++ [e] = (pre ++ z :: post') ++ [w] := by simpa using eq
    obtain ⟨rfl, _⟩ := List.append_inj' eq' rfl
    exact none ⟨pre, z, post', rfl, denied⟩

/-! ## Effects other than projections -/

variable {s : State} {x : Effect} {t t' : Task}

theorem mark_keeps_stopping {a : Attempt} (worker : a.worker = .stopping) (act : Act) :
    (a.mark act).worker = .stopping ∨ (a.mark act).worker = .gone := by
  unfold Attempt.mark
  split
  · exact Or.inr rfl
  · split <;> simp_all

/-- A worker that is to be stopped stays so until its end is reported. -/
theorem stopping_kept (reachable : s.Reachable) {k : Key} (awaits : s.awaits (.stopProcess k)) (e : Event) :
    (reduce s e).state.awaits (.stopProcess k) ∨ EndReported k s e := by
  obtain ⟨t, found, a, mem, rfl, worker, phase⟩ := awaits
  have wf := reachable.task found
  have allows := wf.workers a mem
  have working : a.phase.working = false := by
    cases h : a.phase <;> simp_all [Phase.allows, Phase.working]
  refine (lingers_kept (k := a.key) reachable ⟨t, found, a, mem, rfl, working, by simp [worker]⟩ e).imp_left ?_
  rintro ⟨t', found', b, memb, keyb, _, notGone⟩
  have wf' := (reachable.step e).task found'
  obtain ⟨u, foundu, step⟩ := reduce_task s e found
  obtain rfl := Option.some.inj (foundu.symm.trans found')
  obtain ⟨q, ⟨c, memc, keyc, rfl⟩, leads⟩ := step_attempt wf step ⟨a, mem, rfl, rfl⟩
  obtain rfl := wf'.keys_unique memc memb (keyc.trans keyb.symm)
  have allows' := wf'.workers c memc
  have success : a.phase.succeeded = true → c.worker = .stopping := by
    intro success
    have current : t.current = some a := by
      simp only [Task.history, List.mem_append, Option.mem_toList] at mem
      rcases mem with closed | current
      · have := wf.ended a closed
        cases h : a.phase <;> simp_all [Phase.ended, Phase.succeeded]
      · exact current
    obtain ⟨d, current', keyd, worker', _⟩ := step_succeeded wf step current success
    obtain rfl := wf'.keys_unique (wf'.current_mem current') memc (keyd.trans keyc.symm)
    rcases worker' with same | ⟨act, same⟩
    · exact same.trans worker
    · rw [same] at notGone ⊢
      exact (mark_keeps_stopping worker act).resolve_right notGone
  refine ⟨u, found', c, memc, keyc, ?_, ?_⟩
  · cases h : a.phase with
    | accepted | cleaned => exact success (by simp [h, Phase.succeeded])
    | promoting => exact absurd h (phase _ _)
    | running | finishing => simp [h, Phase.working] at working
    | failed | cancelled =>
      rw [h] at leads
      rw [show c.phase = _ from leads] at allows'
      cases w : c.worker <;> simp_all [Phase.allows]
  · intro tx d h'
    rw [h'] at leads
    cases h : a.phase with
    | promoting => exact absurd h (phase _ _)
    | running | finishing => simp [h, Phase.working] at working
    | _ => simp [h, Phase.leads] at leads

/-- What is awaited stays so, unless the event reports it as executed or supersedes it. -/
theorem awaits_kept (reachable : s.Reachable) (plain : ¬x.projects) (awaits : s.awaits x) (e : Event) :
    (reduce s e).state.awaits x ∨ x.reportedBy s e ∨ x.supersededBy s e := by
  obtain ⟨t, found, awaits⟩ := awaits
  obtain ⟨t', found', step⟩ := reduce_task s e found
  have wf := reachable.task found
  cases x with
  | ready id g =>
    obtain ⟨rfl, rfl, isOpen, ready⟩ := awaits
    rcases step_open wf step isOpen with ⟨generation, isOpen', ready', _⟩ | ⟨applied, k, task, generation, body⟩ |
      ⟨applied, body, _⟩
    · exact Or.inl ⟨t', found', step.id, generation, isOpen', ready' ready⟩
    · exact Or.inr (Or.inl ⟨⟨k, task, generation, body⟩, applied⟩)
    · exact Or.inr (Or.inr ⟨applied, body⟩)
  | openGeneration id g =>
    obtain ⟨rfl, rfl, above, isOpen, unclaimed⟩ := awaits
    rcases step_open wf step isOpen with ⟨generation, isOpen', _, claimed⟩ | ⟨applied, k, task, generation, body⟩ |
      ⟨applied, body, _⟩
    · exact Or.inl ⟨t', found', step.id, generation, above, isOpen', claimed.trans unclaimed⟩
    · exact Or.inr (Or.inl ⟨⟨k, task, generation, body⟩, applied⟩)
    · exact Or.inr (Or.inr ⟨applied, body⟩)
  | continueFinish k n c =>
    obtain ⟨tx, v, ⟨a, current, rfl, phase⟩, rfl, rfl⟩ := awaits
    rcases step_finishing step current phase with ⟨v', stands⟩ | ⟨applied, body | body | ends⟩
    · exact Or.inl ⟨t', found', tx, v', stands, rfl, rfl⟩
    · exact Or.inr (Or.inl ⟨applied, body⟩)
    · exact Or.inr (Or.inr ⟨applied, Or.inl body⟩)
    · refine Or.inr (Or.inr ⟨applied, Or.inr ⟨?_, t', found', ends⟩⟩)
      rintro ⟨u, foundu, p, has, ended⟩
      obtain rfl := Option.some.inj (foundu.symm.trans found)
      have same := wf.has_unique has ⟨a, wf.current_mem current, rfl, phase⟩
      simp [same, Phase.ended] at ended
  | promote k n c =>
    obtain ⟨tx, deferred, ⟨a, current, rfl, phase⟩, rfl, rfl⟩ := awaits
    rcases step_promoting step current phase with ⟨deferred', stands⟩ | ⟨applied, ⟨r, body⟩ | ⟨seen, body⟩⟩
    · exact Or.inl ⟨t', found', tx, deferred', stands, rfl, rfl⟩
    · exact Or.inr (Or.inl ⟨applied, Or.inl ⟨_, r, body⟩⟩)
    · exact Or.inr (Or.inl ⟨applied, Or.inr ⟨seen, body⟩⟩)
  | probe k n =>
    obtain ⟨tx, deferred, ⟨a, current, rfl, phase⟩, rfl⟩ := awaits
    rcases step_promoting step current phase with ⟨deferred', stands⟩ | ⟨applied, ⟨r, body⟩ | ⟨seen, body⟩⟩
    · exact Or.inl ⟨t', found', tx, deferred', stands, rfl⟩
    · exact Or.inr (Or.inl ⟨applied, Or.inl ⟨_, r, body⟩⟩)
    · exact Or.inr (Or.inl ⟨applied, Or.inr ⟨seen, body⟩⟩)
  | startCleanup k n =>
    obtain ⟨tx, r, ⟨a, current, rfl, phase⟩, rfl⟩ := awaits
    obtain ⟨b, current', key, _, same | ⟨applied, tx', r', c, phase', _, body⟩⟩ :=
      step_succeeded wf step current (by simp [phase, Phase.succeeded])
    · exact Or.inl ⟨t', found', tx, r, ⟨b, current', key, same.trans phase⟩, rfl⟩
    · rw [phase] at phase'
      injection phase' with same
      subst same
      exact Or.inr (Or.inl ⟨applied, r', c, body⟩)
  | stopProcess k => exact (stopping_kept reachable ⟨t, found, awaits⟩ e).imp_right Or.inl
  | succeeded | attemptFailed => exact awaits.elim
  | projectDone | projectFailed | projectAbandoned => exact (plain rfl).elim

theorem denied_projects {e : Event} (denied : x.deniedBy s e) : x.projects := by
  obtain ⟨_, _, h⟩ := denied
  cases x <;> first | exact h.elim | exact rfl

end Lifecycle
