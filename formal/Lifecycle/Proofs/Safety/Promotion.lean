import Lifecycle.Proofs.Safety.Acceptance
/-!
# Promotions

Proves that a promotion is requested only after its candidate has passed, first by an applied intent and then
only by absent probes (theorem 14).
-/

namespace Lifecycle

/-- The effect is no promotion. -/
def Effect.noPromote (x : Effect) : Prop := ∀ k tx c, x ≠ .promote k tx c

theorem outstanding_noPromote {t : Task} {x : Effect} (mem : x ∈ t.outstanding) : x.noPromote := by
  have again : ∀ {a : Attempt}, x ∈ a.stopAgain → x.noPromote := by
    intro a mem
    unfold Attempt.stopAgain at mem
    split at mem <;> simp_all [Effect.noPromote]
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact again mem
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact again mem
  · unfold Attempt.resume at mem
    split at mem <;> simp_all [Effect.noPromote]
  · unfold Task.reproject Task.due at mem
    repeat' split at mem
    all_goals simp_all [Effect.noPromote]
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem
    all_goals rcases mem with rfl | rfl <;> simp [Effect.noPromote]

theorem stop_noPromote {a : Attempt} {x : Effect} (mem : x ∈ a.stop) : x.noPromote := by
  unfold Attempt.stop at mem
  split at mem <;> simp_all [Effect.noPromote]

/-- Where `promote` comes from: an applied intent, or an absent probe. -/
theorem promote_source {s : State} {e : Event} {k : Key} {n c : Nat}
    (requested : Requested (.promote k n c) s e) :
    ∃ t a tx, findTask e.body.task s.tasks = some t ∧ t.held = none ∧ t.current = some a ∧ a.key = k ∧
      tx.tx = n ∧ tx.candidate = c ∧ k.task = e.body.task ∧
      ((a.phase = .finishing tx true ∧ intended k tx e.body ∧ (reduce s e).decision.verdict = .applied ∧
          ∃ sat, findTask k.task (reduce s e).state.tasks = some ((t.enter a (.promoting tx .none)).latch sat)) ∨
        (a.phase = .promoting tx .none ∧ (reduce s e).decision.verdict = .observed .promotionAbsent)) := by
  obtain ⟨eid, body⟩ := e
  rcases requested_by requested with ⟨t, next, effects, found, _, move, mem, applied, stored⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, verdict, _⟩ | ⟨ts, t, _, _, _, effect, _⟩
  · simp only at move found
    cases move with
    | intend a current tx phase held =>
      simp only [List.mem_singleton, Effect.promote.injEq] at mem
      obtain ⟨rfl, rfl, rfl⟩ := mem
      exact ⟨t, a, tx, found, held, current, rfl, rfl, rfl, rfl, Or.inl ⟨phase, rfl, applied, _, stored⟩⟩
    | accept a =>
      simp only [List.mem_cons, reduceCtorEq, false_or] at mem
      unfold Attempt.stopAgain at mem
      split at mem <;> simp at mem
    | fail | releaseFail =>
      simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false, reduceCtorEq,
        false_or] at mem
      exact absurd rfl (stop_noPromote mem _ _ _)
    | kill | absentKill => exact absurd rfl (stop_noPromote mem _ _ _)
    | abandonLive | absentAbandon =>
      rcases List.mem_append.mp mem with mem | mem
      · exact absurd rfl (stop_noPromote mem _ _ _)
      · simp at mem
    | abandonIdle =>
      rcases List.mem_append.mp mem with mem | mem
      · obtain ⟨a, _, mem⟩ := List.mem_flatMap.mp mem
        exact absurd rfl (stop_noPromote mem _ _ _)
      · simp at mem
    | clear => exact absurd rfl (outstanding_noPromote mem _ _ _)
    | _ => simp at mem
  · simp only at observation found
    cases observation with
    | current a current act _ _ requests other running absent =>
      have why := absent ⟨k, n, c, mem⟩
      cases requests with
      | promote tx phase held =>
        simp only [List.mem_singleton, Effect.promote.injEq] at mem
        obtain ⟨rfl, rfl, rfl⟩ := mem
        exact ⟨t, a, tx, found, held, current, rfl, rfl, rfl, rfl, Or.inr ⟨phase, by rw [verdict, why]⟩⟩
      | stop => exact absurd rfl (stop_noPromote mem _ _ _)
      | reproject =>
        unfold Task.reproject Task.due at mem
        repeat' split at mem
        all_goals simp at mem
      | _ => simp at mem
    | contradicts =>
      unfold Task.correction Task.due at mem
      repeat' split at mem
      all_goals simp at mem
    | converge => exact absurd rfl (outstanding_noPromote mem _ _ _)
    | _ => simp at mem
  · exact nomatch effect

/-- Theorem 14: a promotion is requested only after an applied validation of its candidate. -/
theorem promote_only_after_validation {s : State} (reachable : s.Reachable) {e : Event} {k : Key} {n c : Nat}
    (requested : Requested (.promote k n c) s e) :
    s.logged (· = .onAttempt k (.candidateValidated n c true)) := by
  obtain ⟨t, a, tx, found, _, current, rfl, rfl, rfl, _, from_⟩ := promote_source requested
  have stages := current_provenance reachable _ _ _ found current
  rcases from_ with ⟨phase, _⟩ | ⟨phase, _⟩ <;> rw [Attempt.stages, phase] at stages <;>
    exact stages.logged (kind := validated a.key tx) (by simp [Phase.stages])

/-- Once a promotion was requested, its attempt works no more. -/
theorem promoted_not_working {s : State} (reachable : s.Reachable) {e : Event} {k : Key} {n c : Nat}
    (requested : Requested (.promote k n c) s e) :
    ∃ p, (reduce s e).state.has k p ∧ p.working = false := by
  obtain ⟨t, a, tx, found, held, current, rfl, rfl, rfl, task, from_⟩ := promote_source requested
  have mem : a ∈ t.history := by simp [Task.history, current]
  rcases from_ with ⟨phase, body, applied, sat, stored⟩ | ⟨phase, _⟩
  · exact ⟨.promoting tx .none, ⟨_, stored, { a with phase := .promoting tx .none },
      by simp [Task.history, Task.enter], rfl, rfl⟩, rfl⟩
  · obtain ⟨q, has, leads⟩ := reduce_attempt reachable e ⟨t, by rw [task]; exact found, a, mem, rfl, phase⟩
    refine ⟨q, has, ?_⟩
    rcases leads with ⟨_, rfl⟩ | ⟨_, rfl⟩ | h
    · rfl
    · rfl
    · cases q <;> simp_all [Phase.ended, Phase.working]

theorem not_working_leads {p q : Phase} (h : p.working = false) (leads : p.leads q) : q.working = false := by
  cases p with
  | promoting => rcases leads with ⟨_, rfl⟩ | ⟨_, rfl⟩ | h
                 · rfl
                 · rfl
                 · cases q <;> simp_all [Phase.ended, Phase.working]
  | accepted => rcases leads with rfl | ⟨_, rfl⟩ <;> rfl
  | cleaned | failed | cancelled => rw [leads]; rfl
  | _ => exact nomatch h

/-- Theorem 14: once a promotion of an attempt was requested, every further one is requested by an absent
probe; so the first was requested by an applied intent. -/
theorem promote_again_only_after_absent_probe {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    {n c : Nat} (requested : Requested (.promote k n c) s e) (es : List Event) {e' : Event} {n' c' : Nat}
    (again : Requested (.promote k n' c') (finalState (reduce s e).state es) e') :
    (reduce (finalState (reduce s e).state es) e').decision.verdict = .observed .promotionAbsent := by
  obtain ⟨p, has, working⟩ := promoted_not_working reachable requested
  obtain ⟨q, has', working'⟩ := has_forever (Q := fun p => p.working = false)
    (fun p q h leads => not_working_leads h leads) es (reachable.step e) has working
  obtain ⟨t, a, tx, found, _, current, rfl, rfl, rfl, task, from_⟩ := promote_source again
  rcases from_ with ⟨phase, _⟩ | ⟨_, h⟩
  · have := ((reachable.step e).run es).has_unique has'
      ⟨t, by rw [task]; exact found, a, by simp [Task.history, current], rfl, phase⟩
    simp [this, Phase.working] at working'
  · exact h

/-- An applied event of the evidence is one of the log. -/
theorem logged_occurs {kind : Body → Prop} (graph : Nat) (es : List Event)
    (logged : (finalState (initialState graph) es).logged kind) :
    Occurs (initialState graph) es fun s e => (reduce s e).decision.verdict = .applied ∧ kind e.body := by
  have : ∀ (es : List Event) (s : State), (finalState s es).logged kind → s.logged kind ∨
      Occurs s es fun s e => (reduce s e).decision.verdict = .applied ∧ kind e.body := by
    intro es
    induction es with
    | nil => exact fun s h => Or.inl h
    | cons e es ih =>
      intro s h
      rcases ih _ h with ⟨entry, mem, applied, isKind⟩ | h
      · rw [evidence_grows_by_one] at mem
        split at mem
        · rcases List.mem_append.mp mem with mem | mem
          · exact Or.inl ⟨entry, mem, applied, isKind⟩
          · simp only [List.mem_singleton] at mem
            subst mem
            exact Or.inr (.head ⟨applied, isKind⟩)
        · exact Or.inl ⟨entry, mem, applied, isKind⟩
      · exact Or.inr h.cons
  rcases this es _ logged with ⟨entry, mem, _⟩ | h
  · simp [initialState] at mem
  · exact h

end Lifecycle
