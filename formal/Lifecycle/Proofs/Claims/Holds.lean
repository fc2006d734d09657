import Lifecycle.Proofs.Claims.Applied
import Lifecycle.Proofs.Claims.Ready
import Lifecycle.Proofs.Safety.Promotion
/-!
# A hold binds

Proves that from a held late acceptance up to the next applied HoldCleared of the task, no decision requests
that it be promoted, claimed or opened, and none of the events is applied that would lead there (theorem 24).
-/

namespace Lifecycle

/-- The task of this id is held. -/
def State.holds (s : State) (id : Nat) : Prop := ∃ t, findTask id s.tasks = some t ∧ t.held ≠ none

/-- The hold of this task is cleared. -/
def ClearsHold (id : Nat) (s : State) (e : Event) : Prop :=
  (∃ g, e.body = .onTask id g .holdCleared) ∧ (reduce s e).decision.verdict = .applied

/-- A late acceptance holds its task. -/
theorem late_acceptance_holds {s : State} {e : Event}
    (hold : (reduce s e).decision.verdict = .hold .acceptedAfterClose) :
    (reduce s e).state.holds e.body.task := by
  have step := reduce_step s e
  obtain ⟨eid, body⟩ := e
  unfold State.holds
  generalize (reduce s ⟨eid, body⟩).decision = d at *
  generalize (reduce s ⟨eid, body⟩).state.tasks = ts at *
  cases step with
  | still _ refused =>
    simp only at hold
    subst hold
    simp at refused
  | added | observed | moved => exact nomatch hold
  | held t found within why hold' holding =>
    have own := (findTask_some found).2
    injection hold with hold
    subst hold
    refine ⟨{ t with held := hold' }, ?_, ?_⟩
    · simp [findTask_replaceTask, own, found]
    · cases holding with
      | kept _ _ other => exact absurd rfl other
      | late => simp

/-- A held task stays held, until its hold is cleared. -/
theorem held_kept {s : State} {id : Nat} (held : s.holds id) (e : Event) :
    (reduce s e).state.holds id ∨ ClearsHold id s e := by
  obtain ⟨t, found, held⟩ := held
  obtain ⟨t', found', step⟩ := reduce_task s e found
  have own := (findTask_some found).2
  obtain ⟨eid, body⟩ := e
  unfold State.holds ClearsHold
  generalize (reduce s ⟨eid, body⟩).decision = d at *
  generalize (reduce s ⟨eid, body⟩).state.tasks = ts at *
  cases step with
  | same => exact Or.inl ⟨t, found', held⟩
  | latched => exact Or.inl ⟨_, found', by simpa using held⟩
  | observed _ _ why next effects observation =>
    refine Or.inl ⟨_, found', ?_⟩
    cases observation <;> exact held
  | held _ _ why hold holding =>
    refine Or.inl ⟨_, found', ?_⟩
    cases holding with
    | kept => exact held
    | late => simp
  | moved mine within next effects move =>
    cases move with
    | clear id' hold h _ cleared => exact Or.inr ⟨⟨t.generation, by rw [← own, ← mine]; rfl⟩, rfl⟩
    | _ => exact Or.inl ⟨_, found', by rw [latch_held]; exact held⟩

/-- The events that a held task refuses. -/
def Body.refusedByHold (body : Body) : Prop :=
  (∃ k, body = .attemptClaimed k) ∨ (∃ k n c, body = .onAttempt k (.promotionIntended n c)) ∨
    (∃ id g, body = .onTask id g .retryRequested) ∨ ∃ id g, body = .onTask id g .reopenRequested

/-- A held task makes none of the moves that would lead to another claim or promotion. -/
theorem held_move {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) (held : t.held ≠ none) : ¬body.refusedByHold := by
  cases move with
  | claim _ _ _ free => exact absurd free held
  | intend _ _ _ _ free => exact absurd free held
  | retry _ _ _ _ _ free => exact absurd free held
  | reopen _ _ _ _ free => exact absurd free held
  | accept _ _ _ _ _ act _ accepts =>
    rcases accepts with rfl | rfl <;> simp [Body.refusedByHold]
  | fail _ _ act cls fails =>
    cases fails with
    | failure failure => cases act <;> simp_all [Body.refusedByHold, Act.failure]
    | _ => simp [Body.refusedByHold]
  | deferFail _ _ _ _ act cls failure => cases act <;> simp_all [Body.refusedByHold, Act.failure]
  | gone _ act shows => cases act <;> simp_all [Body.refusedByHold, Act.showsGone]
  | _ => simp [Body.refusedByHold]

theorem outstanding_open {t : Task} {id g : Nat} (mem : .openGeneration id g ∈ t.outstanding) :
    id = t.id ∧ g = t.generation ∧ t.status = .open ∧ t.held = none ∧ 0 < t.generation ∧
      t.generationClaimed = false := by
  have again : ∀ {a : Attempt}, .openGeneration id g ∉ a.stopAgain := by
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

/-- Where `openGeneration` comes from: a next generation, convergence, or a cleared hold. -/
theorem openGeneration_source {s : State} {e : Event} {id g : Nat}
    (requested : Requested (.openGeneration id g) s e) :
    e.body.task = id ∧ ((∃ t, findTask id s.tasks = some t ∧ t.held = none) ∨ ClearsHold id s e) := by
  obtain ⟨eid, body⟩ := e
  have noStop : ∀ {a : Attempt}, .openGeneration id g ∉ a.stop := by
    intro a mem
    unfold Attempt.stop at mem
    split at mem <;> simp at mem
  have noDue : ∀ {t : Task}, .openGeneration id g ∉ t.due := by
    intro t mem
    unfold Task.due at mem
    split at mem <;> simp at mem
  rcases requested_by requested with ⟨t, next, effects, found, _, move, mem, applied, _⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, _⟩ | ⟨_, _, _, _, _, effect, _⟩
  · have own := (findTask_some found).2
    simp only at move own found ⊢
    cases move with
    | retry id' _ _ _ _ free | reopen id' _ _ _ free =>
      simp only [List.mem_singleton, Effect.openGeneration.injEq] at mem
      have same : id = id' := mem.1.trans own
      exact ⟨same.symm, Or.inl ⟨t, by rw [same]; exact found, free⟩⟩
    | clear id' hold held _ cleared =>
      have h := outstanding_open mem
      have same : id' = id := by
        have := h.1
        subst cleared
        exact own.symm.trans this.symm
      exact ⟨same, Or.inr ⟨⟨t.generation, by rw [same]⟩, applied⟩⟩
    | accept =>
      simp only [List.mem_cons, reduceCtorEq, false_or] at mem
      unfold Attempt.stopAgain at mem
      split at mem <;> simp at mem
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
    simp only at observation own found ⊢
    cases observation with
    | converge id' some =>
      have h := outstanding_open mem
      have same : id' = id := own.symm.trans h.1.symm
      exact ⟨same, Or.inl ⟨t, by rw [← same]; exact found, h.2.2.2.1⟩⟩
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
  · exact nomatch effect

/-- Theorem 24, one event: a held task is not promoted, claimed or opened. -/
theorem held_binds {s : State} (reachable : s.Reachable) {id : Nat} (held : s.holds id) (e : Event)
    (uncleared : ¬ClearsHold id s e) :
    (∀ k n c, k.task = id → ¬Requested (.promote k n c) s e) ∧
    (∀ g, ¬Requested (.ready id g) s e) ∧ (∀ g, ¬Requested (.openGeneration id g) s e) ∧
    ((reduce s e).decision.verdict = .applied → e.body.task = id → ¬e.body.refusedByHold) := by
  have after := (held_kept held e).resolve_right uncleared
  obtain ⟨t, found, isHeld⟩ := held
  obtain ⟨t', found', isHeld'⟩ := after
  refine ⟨fun k n c task requested => ?_, fun g requested => ?_, fun g requested => ?_,
    fun applied concerns => ?_⟩
  · obtain ⟨u, a, tx, h, free, _, _, _, _, same, _⟩ := promote_source requested
    rw [← same, task, found] at h
    obtain rfl := Option.some.inj h
    exact isHeld free
  · obtain ⟨u, h, _, claimable, _⟩ := ready_means_claimable reachable requested
    rw [found'] at h
    obtain rfl := Option.some.inj h
    exact isHeld' (claimable_iff.mp claimable).2.1
  · rcases (openGeneration_source requested).2 with ⟨u, h, free⟩ | clears
    · rw [found] at h
      obtain rfl := Option.some.inj h
      exact isHeld free
    · exact uncleared clears
  · subst concerns
    obtain ⟨next, effects, _, move, _⟩ := applied_move applied found
    exact held_move move isHeld

/-- Theorem 24: over every log, from a held late acceptance up to the next applied HoldCleared of the task, no
decision requests promote, ready or openGeneration of it, and no AttemptClaimed, PromotionIntended,
RetryRequested or ReopenRequested of it is applied. -/
theorem hold_binds {s : State} (reachable : s.Reachable) {e : Event}
    (hold : (reduce s e).decision.verdict = .hold .acceptedAfterClose) (es : List Event)
    (uncleared : ¬Occurs (reduce s e).state es (ClearsHold e.body.task)) (e' : Event)
    (last : ¬ClearsHold e.body.task (finalState (reduce s e).state es) e') :
    let s' := finalState (reduce s e).state es
    (∀ k n c, k.task = e.body.task → ¬Requested (.promote k n c) s' e') ∧
    (∀ g, ¬Requested (.ready e.body.task g) s' e') ∧
    (∀ g, ¬Requested (.openGeneration e.body.task g) s' e') ∧
    ((reduce s' e').decision.verdict = .applied → e'.body.task = e.body.task → ¬e'.body.refusedByHold) := by
  have held := (kept_unless (Q := fun s => s.holds e.body.task) (fun _ e _ h => held_kept h e) es
    (reachable.step e) (late_acceptance_holds hold)).resolve_right uncleared
  exact held_binds ((reachable.step e).run es) held e' last

end Lifecycle
