import Lifecycle.Proofs.Crash.Complete
/-!
# Where what is awaited comes from

Proves for one step of a task that what convergence asks for after it was asked for before it, or by this step.
-/

namespace Lifecycle

variable {s : State} {body : Body} {t t' : Task} {d : Decision} {x : Effect}

/-- The decision requests the effect: a `probe` also where it requests the promotion to be probed. -/
def Effect.askedIn (x : Effect) (effects : List Effect) : Prop :=
  x ∈ effects ∨ ∃ k n c, x = .probe k n ∧ .promote k n c ∈ effects

theorem askedIn_append {effects more : List Effect} (asked : x.askedIn effects) : x.askedIn (effects ++ more) :=
  asked.imp (List.mem_append_left _) fun ⟨k, n, c, h, mem⟩ => ⟨k, n, c, h, List.mem_append_left _ mem⟩

theorem mark_resume (a : Attempt) (act : Act) : (a.mark act).resume = a.resume := by
  simp [Attempt.resume]

/-- What carries on the current attempt was asked for when it came to its phase. -/
theorem step_resume (step : TaskStep s body t d t') {b : Attempt} (current : t'.current = some b)
    (mem : x ∈ b.resume) :
    (∃ a, t.current = some a ∧ x ∈ a.resume) ∨ (body.task = t.id ∧ x.askedIn d.effects) := by
  have kept : t'.current = t.current →
      (∃ a, t.current = some a ∧ x ∈ a.resume) ∨ (body.task = t.id ∧ x.askedIn d.effects) :=
    fun same => Or.inl ⟨b, same.symm.trans current, mem⟩
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current a h act =>
      obtain rfl : a.mark act = b := Option.some.inj current
      exact Or.inl ⟨a, h, by rwa [mark_resume] at mem⟩
    | _ => exact kept rfl
  | moved own within next effects move ts tasks =>
    rw [latch_current] at current
    have new : x.askedIn effects → (∃ a, t.current = some a ∧ x ∈ a.resume) ∨
        (body.task = t.id ∧ x.askedIn (effects ++ readyEffects ts)) :=
      fun asked => Or.inr ⟨own, askedIn_append asked⟩
    have quiet : ∀ {c : Attempt}, next.current = some c → c.resume = [] → (∃ a, t.current = some a ∧ x ∈ a.resume) ∨
        (body.task = t.id ∧ x.askedIn (effects ++ readyEffects ts)) := by
      intro c h none
      obtain rfl := Option.some.inj (h.symm.trans current)
      simp [none] at mem
    cases move with
    | claim | invalidate | clean | fail | releaseFail => exact quiet rfl rfl
    | release | kill | absentKill | abandonLive | absentAbandon | retry | reopen =>
      exact nomatch (show (none : Option Attempt) = some b from current)
    | finish a h phase tx =>
      obtain rfl := Option.some.inj current
      simp only [Attempt.resume, List.mem_singleton] at mem
      subst mem
      exact new (Or.inl (List.mem_singleton.mpr rfl))
    | intend a h tx =>
      obtain rfl := Option.some.inj current
      simp only [Attempt.resume, List.mem_singleton] at mem
      subst mem
      exact new (Or.inr ⟨_, _, _, rfl, List.mem_singleton.mpr rfl⟩)
    | accept a h tx =>
      obtain rfl := Option.some.inj current
      simp only [Attempt.resume, List.mem_singleton] at mem
      subst mem
      exact new (Or.inl (by simp))
    | validate a h tx phase | deferAbandon _ a h tx phase =>
      obtain rfl := Option.some.inj current
      exact Or.inl ⟨a, h, by simpa [Attempt.resume, phase] using mem⟩
    | deferFail a h tx phase | deferKill a h tx phase =>
      obtain rfl := Option.some.inj current
      exact Or.inl ⟨a, h, by simpa [Attempt.resume, phase] using mem⟩
    | clear _ _ _ _ cleared =>
      subst cleared
      exact Or.inl ⟨b, current, mem⟩
    | abandonIdle | grant | trust | waive | gone => exact Or.inl ⟨b, current, mem⟩

/-- A generation that nobody has claimed was asked for when it was opened. -/
theorem step_generation (wf : t.WellFormed s.graph) (step : TaskStep s body t d t')
    (isOpen : t'.status = .open) (unclaimed : t'.generationClaimed = false) :
    (t'.generation = t.generation ∧ t.status = .open ∧ t.generationClaimed = false) ∨
      (body.task = t.id ∧ .openGeneration t'.id t'.generation ∈ d.effects) := by
  cases step with
  | same | held => exact Or.inl ⟨rfl, isOpen, unclaimed⟩
  | latched => exact Or.inl ⟨by simp, by simpa using isOpen, by simpa [Task.generationClaimed] using unclaimed⟩
  | observed own within why next effects observation =>
    cases observation with
    | gone key => exact Or.inl ⟨rfl, isOpen, (loseClosed_claimed t key).symm.trans unclaimed⟩
    | _ => exact Or.inl ⟨rfl, isOpen, unclaimed⟩
  | moved own within next effects move ts tasks =>
    rw [latch_status] at isOpen
    have unclaimed : next.generationClaimed = false := by simpa [Task.generationClaimed] using unclaimed
    rw [latch_generation, latch_id]
    have busy : ∀ {P : Prop} {a : Attempt}, t.current = some a → t.status = .open → P := by
      intro P a current isOpen
      simp [wf.open_idle isOpen] at current
    have closes : ∀ {P : Prop} {a b : Attempt}, t.current = some a → b.key = a.key →
        next.closed = t.closed ++ [b] → next.generation = t.generation → P := by
      intro P a b current key closed generation
      simp [Task.generationClaimed, closed, generation, key, wf.current a current, Task.currentKey] at unclaimed
    cases move with
    | finish a h | validate a h | invalidate a h | intend a h | accept a h | deferFail a h | deferKill a h
    | deferAbandon _ a h => exact busy h isOpen
    | claim | clean | fail | releaseFail | abandonLive | absentAbandon | abandonIdle => exact nomatch isOpen
    | release a h => exact closes (b := a.leave.endAs (.cancelled .released)) h rfl rfl rfl
    | kill a h | absentKill a h => exact closes (b := a.endAs (.cancelled .killed)) h rfl rfl rfl
    | retry | reopen => exact Or.inr ⟨own, List.mem_append_left _ (List.mem_singleton.mpr rfl)⟩
    | grant | trust | waive => exact Or.inl ⟨rfl, isOpen, unclaimed⟩
    | gone key => exact Or.inl ⟨rfl, isOpen, (loseClosed_claimed t key).symm.trans unclaimed⟩
    | clear _ _ _ _ cleared =>
      subst cleared
      exact Or.inl ⟨rfl, isOpen, unclaimed⟩

theorem reproject_shows (shows : t.shows t') (projection : t'.projection = t.projection) :
    t'.reproject = t.reproject := by
  simp only [Task.reproject, shows.2.2, projection, shows.1]

/-- A projection that is due and does not agree was asked for when it became due, or was contradicted. -/
theorem step_reproject (wf' : t'.WellFormed s.graph) (step : TaskStep s body t d t')
    (mem : x ∈ t'.reproject) : x ∈ t.reproject ∨ (body.task = t.id ∧ x ∈ d.effects) := by
  have same : t.shows t' → t'.projection = t.projection →
      x ∈ t.reproject ∨ (body.task = t.id ∧ x ∈ d.effects) :=
    fun shows projection => Or.inl (by rwa [reproject_shows shows projection] at mem)
  have ⟨due, disagrees⟩ : x ∈ t'.due ∧ t'.agrees t'.projection = false := by
    unfold Task.reproject at mem
    split at mem
    · simp at mem
    · exact ⟨mem, Bool.of_not_eq_true ‹_›⟩
  obtain ⟨idle, notOpen, done⟩ := due_idle wf' due
  cases step with
  | same | held => exact Or.inl mem
  | latched => exact same (shows_of (by simp) (by simp) (by simp) (by simp) (by simp) (by simp)) (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current a h act => exact same (shows_of rfl rfl (by simp [Task.phase, Task.mark, h]) rfl rfl rfl) rfl
    | agrees id seen agrees => exact absurd (show t.agrees seen = false from disagrees) (by simp [agrees])
    | contradicts id seen contradicts =>
      refine Or.inr ⟨own, ?_⟩
      have due : x ∈ t.due := due
      simp only [Task.correction]
      split
      · rename_i current
        have idle : t.hasLive = false := idle
        simp [Task.hasLive, Task.phase, current, Phase.live] at idle
      · exact due
    | _ => exact Or.inl mem
  | moved own within next effects move ts tasks =>
    have latched : (next.latch (satisfiedIn ts)).reproject = next.reproject :=
      reproject_shows (shows_of (by simp) (by simp) (by simp) (by simp) (by simp) (by simp)) (by simp)
    have due : x ∈ next.due := by
      rw [latched] at mem
      unfold Task.reproject at mem
      split at mem
      · simp at mem
      · exact mem
    have kept : next.reproject = t.reproject → x ∈ t.reproject ∨ (body.task = t.id ∧ x ∈ effects ++ readyEffects ts) :=
      fun same => Or.inl (by rwa [latched, same] at mem)
    have new : x ∈ effects → x ∈ t.reproject ∨ (body.task = t.id ∧ x ∈ effects ++ readyEffects ts) :=
      fun asked => Or.inr ⟨own, List.mem_append_left _ asked⟩
    simp only [Task.hasLive, latch_phase, latch_status, latch_current] at idle notOpen done
    cases move with
    | claim | finish | validate | invalidate | intend | accept | deferFail | deferKill | deferAbandon =>
      exact nomatch (show true = false from idle)
    | release | kill | absentKill | retry | reopen => exact (notOpen rfl).elim
    | trust id isDone none => exact absurd none (done isDone)
    | clean =>
      refine new ?_
      simpa [Task.due, Task.phase, Task.clean, Task.enter] using due
    | fail | releaseFail =>
      refine new ?_
      simp [Task.due, Task.phase, Task.fail, Attempt.endAs] at due
      simp [due, failEffects]
    | abandonLive | absentAbandon =>
      refine new (List.mem_append_right _ ?_)
      simpa [Task.due, Task.phase, Task.cancel, Task.abandon] using due
    | abandonIdle id unsettled =>
      refine new (List.mem_append_right _ ?_)
      have notCleaned : ∀ tx r c, t.phase ≠ some (.cleaned tx r c) := by
        intro tx r c h
        simp [Task.settled, Task.hasSuccess, h, Phase.succeeded] at unsettled
      have same : t.abandon.phase = t.phase := rfl
      unfold Task.due at due
      rw [same] at due
      split at due
      · exact absurd ‹_› (notCleaned _ _ _)
      · exact due
      · exact absurd rfl ‹_›
      · simp at due
    | grant | waive | gone => exact kept (reproject_shows (shows_of rfl rfl rfl rfl rfl rfl) rfl)
    | clear _ _ _ _ cleared =>
      subst cleared
      exact kept (reproject_shows (shows_of rfl rfl rfl rfl rfl rfl) rfl)

end Lifecycle
