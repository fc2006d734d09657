import Lifecycle.Proofs.Invariant.TaskShapes
/-!
# A task stays well-formed

Proves that a well-formed task is so after every step that an event may make of it (`step_wellFormed`).
-/

namespace Lifecycle

variable {graph : Nat} {t : Task}

/-! ## Workers -/

theorem mark_allows {a : Attempt} {act : Act} (allows : a.phase.allows a.worker)
    (running : a.phase = .running → act.showsGone = false) : a.phase.allows (a.mark act).worker := by
  unfold Attempt.mark
  split
  · cases phase : a.phase <;> simp_all [Phase.allows]
  · split <;> simp_all [Phase.allows]

theorem ended_worker (a : Attempt) (phase : Phase) : (a.endAs phase).worker ≠ .present := by
  cases h : a.worker <;> simp [Attempt.endAs, Worker.ended, h]

theorem Act.Fails.live {act : Act} {a : Attempt} {cls : Class} (fails : act.Fails a cls) :
    a.phase.live = true := by
  cases fails with
  | failure _ phase => cases h : a.phase <;> simp_all [Phase.working, Phase.live]
  | exitZero _ phase | refused _ _ phase | absent _ _ phase => simp [phase, Phase.live]

theorem working_live {p : Phase} (h : p.working = true) : p.live = true := by
  cases p <;> simp_all [Phase.working, Phase.live]

/-! ## Moves -/

theorem move_wellFormed {body : Body} {next : Task} {effects : List Effect} {sat : Nat → Bool}
    (wf : t.WellFormed graph) (own : body.task = t.id) (within : body.within graph)
    (move : Move sat t body next effects) : next.WellFormed graph := by
  have active : ∀ {a : Attempt}, t.current = some a → a.phase.live = true → t.status = .active :=
    fun current live => wf.active_iff.mpr (by simp [Task.hasLive, Task.phase, current, live])
  have allowed : ∀ {a : Attempt}, t.current = some a → a.phase.allows a.worker :=
    fun current => wf.workers _ (wf.current_mem current)
  have failed : ∀ {a b : Attempt} (cls : Class), t.current = some a → b.key = a.key →
      (t.fail b cls).WellFormed graph := fun {a b} cls current key =>
    wf.after_current current (b.endAs (.failed cls)) .failed .missing key (Or.inl rfl) (ended_worker b _)
  have closed : ∀ {a b : Attempt} (reason : Cancel) (retries : Nat), t.current = some a → b.key = a.key →
      { t.cancel b reason with retries }.WellFormed graph := fun {a b} reason retries current key =>
    wf.after_close current (b.endAs (.cancelled reason)) retries t.generation t.ready .open t.projection key
      rfl (ended_worker b _) (Nat.le_refl _) (Or.inr rfl) (Or.inl rfl)
  have abandoned : ∀ {a : Attempt}, t.current = some a →
      (t.cancel a .abandoned).abandon.WellFormed graph := fun {a} current =>
    wf.after_close current (a.endAs (.cancelled .abandoned)) t.retries t.generation false .abandoned .missing
      rfl rfl (ended_worker a _) (Nat.le_refl _) (Or.inl rfl) (Or.inr rfl)
  have opened : ∀ (retries : Nat), t.hasLive = false → t.settled = false →
      { t.nextGeneration with retries }.WellFormed graph := by
    intro retries idle unsettled
    cases current : t.current with
    | none =>
      have := wf.after_idle retries (t.generation + 1) .open t.projection (by omega) (Or.inr current)
        (by simp [current]) (fun _ => Or.inl rfl)
      simpa [Task.nextGeneration, current] using this
    | some a =>
      have ended : a.phase.ended = true := by
        cases phase : a.phase <;>
          simp_all [Task.hasLive, Task.settled, Task.hasSuccess, Task.phase, Phase.live, Phase.succeeded,
            Phase.ended]
      have worker : a.worker ≠ .present := by
        have := allowed current
        cases phase : a.phase <;> simp_all [Phase.ended, Phase.allows]
      have := wf.after_close current a retries (t.generation + 1) false .open t.projection rfl ended worker
        (by omega) (Or.inl rfl) (Or.inl rfl)
      simpa [Task.nextGeneration, current] using this
  cases move with
  | claim key live status held ready generation attempt fence =>
    exact wf.after_claim ready (within _ rfl) own generation attempt fence
  | finish a current phase tx =>
    refine wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) ?_
    have := allowed current
    simp_all [Phase.allows]
  | validate a current tx phase =>
    refine wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) ?_
    have := allowed current
    simp_all [Phase.allows]
  | intend a current tx phase =>
    exact wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) trivial
  | invalidate a current tx validated phase worker =>
    refine wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) ?_
    have := allowed current
    cases h : a.worker <;> simp_all [Phase.allows]
  | accept a current tx deferred phase act receipt =>
    exact wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) trivial
  | clean a current tx receipt cleanup phase =>
    exact wf.after_current current _ _ _ rfl rfl trivial
  | fail a current act cls fails => exact failed cls current (by simp)
  | releaseFail a current phase retries => exact failed _ current (by simp)
  | release a current phase retries => exact closed _ _ current (by simp)
  | deferFail a current tx phase act cls failure =>
    exact wf.after_current current _ _ _ (by simp) (active current (by simp [phase, Phase.live])) trivial
  | deferKill a current tx phase =>
    exact wf.after_current current _ _ _ (by simp) (active current (by simp [phase, Phase.live])) trivial
  | deferAbandon id a current tx phase =>
    exact wf.after_current current _ _ _ rfl (active current (by simp [phase, Phase.live])) trivial
  | kill a current phase => exact closed _ t.retries current rfl
  | absentKill a current tx phase => exact closed _ t.retries current rfl
  | abandonLive id a current phase => exact abandoned current
  | absentAbandon a current tx phase => exact abandoned current
  | abandonIdle id unsettled live status =>
    refine wf.after_idle t.retries t.generation .abandoned .missing (Nat.le_refl _) (Or.inl rfl)
      (fun a current => ?_) (fun _ => Or.inr rfl)
    have := wf.status a current
    cases phase : a.phase <;>
      simp_all [Task.hasLive, Task.settled, Task.hasSuccess, Task.phase, Phase.live, Phase.succeeded,
        Phase.hasStatus]
  | retry id unsettled live => exact opened _ live unsettled
  | reopen id unsettled live => exact opened _ live unsettled
  | grant id unsettled count => exact wf.after_rest _ t.projection t.held
  | trust id done current untrusted => exact wf.after_origin true
  | waive id dep dependency => exact wf.after_waive dependency
  | clear id hold held _ cleared =>
    subst cleared
    refine Task.WellFormed.after_ready (t := { t with held := none }) (wf.after_rest t.retries t.projection none)
      _ fun ready => ?_
    rw [Bool.or_eq_true] at ready
    rcases ready with ready | claimable
    · exact wf.latch ready
    · have := claimable_iff.mp claimable
      exact ⟨this.1, this.2.2.2⟩
  | gone key act => exact wf.after_lose key

theorem observation_wellFormed {body : Body} {why : Why} {next : Task} {effects : List Effect}
    (wf : t.WellFormed graph) (observation : Observation t body why next effects) :
    next.WellFormed graph := by
  cases observation with
  | quiet | abandonAgain | converge => exact wf
  | current a current act why effects requests other running =>
    refine wf.after_current current (a.mark act) t.status t.projection (by simp)
      (by simpa using wf.status a current) ?_
    rw [mark_phase]
    exact mark_allows (wf.workers a (wf.current_mem current)) running
  | gone key act => exact wf.after_lose key
  | agrees id seen | contradicts id seen => exact wf.after_rest t.retries seen t.held

/-- A well-formed task stays so, whatever an event makes of it. -/
theorem step_wellFormed {s : State} {body : Body} {d : Decision} {t' : Task} (wf : t.WellFormed s.graph)
    (step : TaskStep s body t d t') : t'.WellFormed s.graph := by
  cases step with
  | same => exact wf
  | latched => exact wf.after_latch _
  | observed own within why next effects observation => exact observation_wellFormed wf observation
  | held own within why hold => exact wf.after_rest t.retries t.projection hold
  | moved own within next effects move => exact (move_wellFormed wf own within move).after_latch _

end Lifecycle
