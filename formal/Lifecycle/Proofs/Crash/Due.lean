import Lifecycle.Proofs.Crash.Lasting
/-!
# A due projection stays due

Proves for one step of a task that the projection it owes stays due until an abandonment or a new generation, and
that what is stored of it is what was seen last.
-/

namespace Lifecycle

variable {s : State} {body : Body} {t t' : Task} {d : Decision}

/-- Where a projection is due, nothing works. -/
theorem due_idle {graph : Nat} (wf : t.WellFormed graph) {x : Effect} (due : x ∈ t.due) :
    t.hasLive = false ∧ t.status ≠ .open ∧ (t.status = .done → t.current ≠ none) := by
  cases current : t.current with
  | none =>
    have none : t.phase = none := by simp [Task.phase, current]
    unfold Task.due at due
    simp only [none] at due
    split at due
    · simp_all
    · simp [Task.hasLive, *]
    · simp_all
    · simp at due
  | some a =>
    have status := wf.status a current
    have phase : t.phase = some a.phase := by simp [Task.phase, current]
    unfold Task.due at due
    rw [phase] at due
    cases h : a.phase <;> cases h' : t.status <;> simp_all [Phase.hasStatus, Task.hasLive, Phase.live]

/-- What a projection is compared with, and what is due, stay the same. -/
def Task.shows (t t' : Task) : Prop :=
  t'.due = t.due ∧ t'.generation = t.generation ∧ ∀ p, t'.agrees p = t.agrees p

theorem shows_of (id : t'.id = t.id) (generation : t'.generation = t.generation) (phase : t'.phase = t.phase)
    (status : t'.status = t.status) (origin : t'.origin = t.origin) (attempts : t'.attempts = t.attempts) :
    t.shows t' := by
  refine ⟨?_, generation, fun p => ?_⟩
  · simp only [Task.due, phase, status, id, generation]
  · simp only [Task.agrees, Task.reads, Task.truth, phase, status, origin, attempts]

/-- A projection stays due until the task is abandoned or gets a new generation, and is stored as it is observed. -/
theorem step_due (wf : t.WellFormed s.graph) (step : TaskStep s body t d t') {x : Effect} (due : x ∈ t.due) :
    (t.shows t' ∧ (t'.projection = t.projection ∨ ∃ seen,
      body = .onTask t.id t.generation (.projectionObserved seen) ∧ t'.projection = seen ∧
      ((d.verdict = .observed .projectionAgrees ∧ t.agrees seen = true) ∨
        (d.verdict = .observed .projectionContradiction ∧ t.agrees seen = false)))) ∨
    (d.verdict = .applied ∧ body = .onTask t.id t.generation .abandonRequested ∧ t'.status = .abandoned) ∨
    (d.verdict = .applied ∧ (body = .onTask t.id t.generation .retryRequested ∨
      body = .onTask t.id t.generation .reopenRequested)) := by
  obtain ⟨idle, notOpen, done⟩ := due_idle wf due
  have busy : ∀ {P : Prop} {b : Attempt}, t.current = some b → b.phase.live = true → P := by
    intro P b current live
    simp [live_not_idle current live] at idle
  cases step with
  | same | held => exact Or.inl ⟨shows_of rfl rfl rfl rfl rfl rfl, Or.inl rfl⟩
  | latched => exact Or.inl ⟨shows_of (by simp) (by simp) (by simp) (by simp) (by simp) (by simp), Or.inl (by simp)⟩
  | observed own within why next effects observation =>
    cases observation with
    | current b current act =>
      exact Or.inl ⟨shows_of rfl rfl (by simp [Task.phase, Task.mark, current]) rfl rfl rfl, Or.inl rfl⟩
    | agrees id seen agrees =>
      obtain rfl : id = t.id := own
      exact Or.inl ⟨shows_of rfl rfl rfl rfl rfl rfl, Or.inr ⟨seen, rfl, rfl, Or.inl ⟨rfl, agrees⟩⟩⟩
    | contradicts id seen contradicts =>
      obtain rfl : id = t.id := own
      exact Or.inl ⟨shows_of rfl rfl rfl rfl rfl rfl, Or.inr ⟨seen, rfl, rfl, Or.inr ⟨rfl, contradicts⟩⟩⟩
    | _ => exact Or.inl ⟨shows_of rfl rfl rfl rfl rfl rfl, Or.inl rfl⟩
  | moved own within next effects move ts tasks =>
    have latched : t.shows next → next.projection = t.projection →
        t.shows (next.latch (satisfiedIn ts)) ∧ (next.latch (satisfiedIn ts)).projection = t.projection := by
      rintro ⟨h1, h2, h3⟩ h4
      refine ⟨⟨?_, by simpa using h2, fun p => by rw [latch_agrees]; exact h3 p⟩, by simpa using h4⟩
      rw [← h1]
      simp [Task.due]
    cases move with
    | claim _ _ status => exact absurd status notOpen
    | abandonIdle id =>
      obtain rfl : id = t.id := own
      exact Or.inr (Or.inl ⟨rfl, rfl, by simp [Task.abandon]⟩)
    | retry id =>
      obtain rfl : id = t.id := own
      exact Or.inr (Or.inr ⟨rfl, Or.inl rfl⟩)
    | reopen id =>
      obtain rfl : id = t.id := own
      exact Or.inr (Or.inr ⟨rfl, Or.inr rfl⟩)
    | trust _ isDone none => exact absurd none (done isDone)
    | grant | waive | gone =>
      have := latched (shows_of rfl rfl rfl rfl rfl rfl) rfl
      exact Or.inl ⟨this.1, Or.inl this.2⟩
    | clear _ _ _ _ cleared =>
      subst cleared
      have := latched (shows_of rfl rfl rfl rfl rfl rfl) rfl
      exact Or.inl ⟨this.1, Or.inl this.2⟩
    | finish b h phase | releaseFail b h phase | release b h phase | validate b h _ phase
    | invalidate b h _ _ phase | intend b h _ phase | accept b h _ _ phase | clean b h _ _ _ phase
    | deferFail b h _ phase | deferKill b h _ phase | deferAbandon _ b h _ phase | absentKill b h _ phase
    | absentAbandon b h _ phase => exact busy h (by simp [phase, Phase.live])
    | kill b h phase | abandonLive _ b h phase => exact busy h (working_live phase)
    | fail b h act cls fails => exact busy h fails.live

end Lifecycle
