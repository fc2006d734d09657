import Lifecycle.Proofs.Safety.Acceptance
/-!
# When a claim is asked for

Proves that whenever `ready` is requested, its task may be claimed after the decision, in that generation, and
has no live attempt (theorem 15).
-/

namespace Lifecycle

/-- Among a task's outstanding effects, `ready` and `openGeneration` are those of an open task without a
hold. -/
theorem outstanding_ready {t : Task} {id g : Nat} (mem : .ready id g ∈ t.outstanding) :
    id = t.id ∧ g = t.generation ∧ t.status = .open ∧ t.held = none ∧ t.ready = true := by
  have again : ∀ {a : Attempt}, .ready id g ∉ a.stopAgain := by
    intro a mem
    unfold Attempt.stopAgain at mem
    split at mem <;> simp at mem
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact absurd mem again
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact absurd mem again
  · unfold Attempt.resume at mem
    split at mem <;> simp at mem
  · unfold Task.reproject Task.due at mem
    repeat' split at mem
    all_goals simp at mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp_all

/-- Where `ready` comes from: the task has become claimable, convergence asks again, or a hold is cleared. -/
theorem ready_source {s : State} {e : Event} {id g : Nat} (requested : Requested (.ready id g) s e) :
    (∃ ts t, t ∈ ts ∧ t.claimable (satisfiedIn ts) = true ∧ t.ready = false ∧ t.id = id ∧ t.generation = g ∧
      (reduce s e).decision.verdict = .applied ∧ (reduce s e).state.tasks = latchReady ts) ∨
    (∃ t, findTask id s.tasks = some t ∧ e.body.task = id ∧ e.body = .convergeRequested id ∧
      .ready id g ∈ t.outstanding ∧ (reduce s e).decision.verdict = .observed .converging ∧
      findTask id (reduce s e).state.tasks = some t) ∨
    (∃ t next hold, findTask id s.tasks = some t ∧ e.body = .onTask id t.generation .holdCleared ∧
      t.held = some hold ∧ next = { t with
        held := none, ready := t.ready || { t with held := none }.claimable (satisfiedIn s.tasks) } ∧
      .ready id g ∈ next.outstanding ∧ (reduce s e).decision.verdict = .applied ∧
      findTask id (reduce s e).state.tasks = some (next.latch (satisfiedIn (replaceTask next s.tasks)))) := by
  obtain ⟨eid, body⟩ := e
  have noStop : ∀ {a : Attempt}, .ready id g ∉ a.stop := by
    intro a mem
    unfold Attempt.stop at mem
    split at mem <;> simp at mem
  have noAgain : ∀ {a : Attempt}, .ready id g ∉ a.stopAgain := by
    intro a mem
    unfold Attempt.stopAgain at mem
    split at mem <;> simp at mem
  have noDue : ∀ {t : Task}, .ready id g ∉ t.due := by
    intro t mem
    unfold Task.due at mem
    split at mem <;> simp at mem
  rcases requested_by requested with ⟨t, next, effects, found, _, move, mem, applied, stored⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, verdict, stored⟩ |
    ⟨ts, t, known, claimable, unready, effect, applied, tasks⟩
  · have own := (findTask_some found).2
    simp only at move own found stored
    cases move with
    | clear id' hold held _ cleared =>
      have h := outstanding_ready mem
      have same : id' = id := by
        have := h.1
        subst cleared
        simp only [Body.task] at own
        exact own.symm.trans this.symm
      subst same
      exact Or.inr (Or.inr ⟨t, next, hold, found, rfl, held, cleared, mem, applied, stored⟩)
    | accept =>
      simp only [List.mem_cons, reduceCtorEq, false_or] at mem
      exact absurd mem noAgain
    | fail | releaseFail =>
      simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false, reduceCtorEq,
        false_or] at mem
      exact absurd mem noStop
    | kill | absentKill => exact absurd mem noStop
    | abandonLive | absentAbandon =>
      rcases List.mem_append.mp mem with mem | mem
      · exact absurd mem noStop
      · simp at mem
    | abandonIdle =>
      rcases List.mem_append.mp mem with mem | mem
      · obtain ⟨a, _, mem⟩ := List.mem_flatMap.mp mem
        exact absurd mem noStop
      · simp at mem
    | _ => simp at mem
  · have own := (findTask_some found).2
    simp only at observation own found stored
    cases observation with
    | converge id' some =>
      have h := outstanding_ready mem
      simp only [Body.task] at own found stored
      have same : id' = id := own.symm.trans h.1.symm
      subst same
      exact Or.inr (Or.inl ⟨t, found, rfl, rfl, mem, verdict, stored⟩)
    | current a current act _ _ requests =>
      cases requests with
      | stop => exact absurd mem noStop
      | reproject =>
        unfold Task.reproject at mem
        split at mem
        · simp at mem
        · exact absurd mem noDue
      | _ => simp at mem
    | contradicts =>
      unfold Task.correction at mem
      split at mem
      · simp at mem
      · exact absurd mem noDue
    | _ => simp at mem
  · injection effect with h1 h2
    exact Or.inl ⟨ts, t, known, claimable, unready, h1.symm, h2.symm, applied, tasks⟩

theorem unheld_none {t : Task} (held : t.held = none) : t.unheld = t := by
  cases t
  simp_all [Task.unheld]

/-- Theorem 15: when `ready` is requested, by whatever decision, its task may be claimed after it, in that
generation, and has no live attempt. -/
theorem ready_means_claimable {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    (requested : Requested (.ready id g) s e) :
    ∃ t, findTask id (reduce s e).state.tasks = some t ∧ t.generation = g ∧
      t.claimable (satisfiedIn (reduce s e).state.tasks) = true ∧ t.ready = true ∧ t.hasLive = false := by
  have after := reachable.step e
  have wf := reachable_wellFormed after
  have finish : ∀ {t : Task}, findTask id (reduce s e).state.tasks = some t → t.generation = g →
      t.ready = true → t.held = none → ∃ t, findTask id (reduce s e).state.tasks = some t ∧ t.generation = g ∧
        t.claimable (satisfiedIn (reduce s e).state.tasks) = true ∧ t.ready = true ∧ t.hasLive = false := by
    intro t found generation ready held
    have sound := wf.sound t (findTask_some found).1 ready
    rw [unheld_none held] at sound
    have idle := (after.task found).open_idle (claimable_iff.mp sound).1
    exact ⟨t, found, generation, sound, ready, by simp [Task.hasLive, Task.phase, idle]⟩
  rcases ready_source requested with ⟨ts, t, known, claimable, _, rfl, rfl, _, tasks⟩ |
    ⟨t, _, _, _, mem, _, stored⟩ | ⟨t, next, hold, _, _, _, cleared, mem, _, stored⟩
  · have mem : t.latch (satisfiedIn ts) ∈ (reduce s e).state.tasks := by
      rw [tasks]
      exact List.mem_map_of_mem known
    have found := findTask_of_mem wf.unique mem
    simp only [latch_id] at found
    exact finish found (by simp) (by simp [claimable]) (by simpa using (claimable_iff.mp claimable).2.1)
  · have h := outstanding_ready mem
    exact finish stored h.2.1.symm h.2.2.2.2 h.2.2.2.1
  · have h := outstanding_ready mem
    refine finish stored ?_ ?_ ?_
    · rw [latch_generation]; exact h.2.1.symm
    · rw [latch_ready, h.2.2.2.2]; rfl
    · rw [latch_held]; exact h.2.2.2.1

end Lifecycle
