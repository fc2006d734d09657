import Lifecycle.Proofs.Claims.Latch
/-!
# Every claim was asked for

Proves that where a task is latched, a decision has requested `ready` of it in its generation, and no claim has
consumed that since. So convergence repeats only such a request, and each applied claim consumes one
(theorem 16).
-/

namespace Lifecycle

/-- What holds of the empty log, and of each log with one more event, holds of every log. -/
theorem log_induction {Q : List Event → Prop} (nil : Q []) (snoc : ∀ es e, Q es → Q (es ++ [e]))
    (es : List Event) : Q es := by
  have : ∀ es : List Event, Q es.reverse := by
    intro es
    induction es with
    | nil => exact nil
    | cons e es ih => simpa using snoc _ e ih
  simpa using this es.reverse

theorem finalState_snoc (s : State) (es : List Event) (e : Event) :
    finalState s (es ++ [e]) = (reduce (finalState s es) e).state := by
  rw [resumption_state]
  rfl

/-- Where the latch of a moved task comes from. -/
theorem move_next_ready {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) (ready : next.ready = true) :
    (t.ready = true ∧ next.generation = t.generation ∧ ∀ k, body ≠ .attemptClaimed k) ∨
      next.ready = true ∧ next.claimable sat = true ∧ next.generation = t.generation ∧
        .ready next.id next.generation ∈ effects := by
  cases move with
  | claim | abandonLive | absentAbandon | abandonIdle | retry | reopen => exact nomatch ready
  | clear id hold held _ cleared =>
    cases h : t.ready with
    | true => subst cleared; exact Or.inl ⟨rfl, rfl, nofun⟩
    | false =>
      right
      have claimable : next.claimable sat = true := by
        subst cleared
        simpa [h] using ready
      have isOpen := claimable_iff.mp claimable
      refine ⟨ready, claimable, by subst cleared; rfl, ?_⟩
      simp only [Task.outstanding, List.mem_append]
      right
      simp [Task.opening, isOpen.1, isOpen.2.1, ready]
  | _ => exact Or.inl ⟨ready, rfl, nofun⟩

/-- A request of this log that no claim has consumed. -/
def Outstanding (graph : Nat) (es : List Event) (id g : Nat) : Prop :=
  ∃ before e after, es = before ++ e :: after ∧
    Requested (.ready id g) (finalState (initialState graph) before) e ∧
    ¬Occurs (finalState (initialState graph) (before ++ [e])) after (ClaimsIn id g)

theorem Outstanding.snoc {graph : Nat} {es : List Event} {id g : Nat} (h : Outstanding graph es id g)
    {e : Event} (unclaimed : ¬ClaimsIn id g (finalState (initialState graph) es) e) :
    Outstanding graph (es ++ [e]) id g := by
  obtain ⟨before, x, after, rfl, requested, none⟩ := h
  refine ⟨before, x, after ++ [e], by simp, requested, ?_⟩
  rintro ⟨pre, y, post, eq, claims⟩
  rcases List.eq_nil_or_concat post with rfl | ⟨post', z, rfl⟩
  · obtain ⟨rfl, h⟩ := List.append_inj' eq rfl
    injection h with h
    subst h
    refine unclaimed ?_
    have : before ++ x :: after = (before ++ [x]) ++ after := by simp
    rw [this, resumption_state]
    exact claims
  · have eq' : after ++ [e] = (pre ++ y :: post') ++ [z] := by simpa using eq
    obtain ⟨rfl, _⟩ := List.append_inj' eq' rfl
    exact none ⟨pre, y, post', rfl, claims⟩

/-- Theorem 16: where a task is latched, `ready` was requested of it in its generation, and no claim has
consumed that since. -/
theorem ready_was_requested (graph : Nat) (es : List Event) :
    ∀ id t, findTask id (finalState (initialState graph) es).tasks = some t → t.ready = true →
      Outstanding graph es id t.generation := by
  refine log_induction (Q := fun es => ∀ id t, findTask id (finalState (initialState graph) es).tasks = some t →
    t.ready = true → Outstanding graph es id t.generation) ?_ ?_ es
  · intro id t found
    simp [finalState, initialState, findTask] at found
  · intro es e ih id t' found' ready
    rw [finalState_snoc] at found'
    have now : Requested (.ready id t'.generation) (finalState (initialState graph) es) e →
        Outstanding graph (es ++ [e]) id t'.generation := by
      intro requested
      refine ⟨es, e, [], rfl, requested, ?_⟩
      rintro ⟨pre, y, post, eq, _⟩
      simp at eq
    have own' := (findTask_some found').2
    have unclaimed : ¬ClaimsIn id t'.generation (finalState (initialState graph) es) e := by
      rintro ⟨⟨k, task, _, body⟩, applied⟩
      rcases applied_by applied with ⟨u, declares, _⟩ | ⟨u, next, effects, _, _, move, _, stored⟩
      · rw [body] at declares
        exact declares
      · rw [body] at move stored
        simp only [Body.task, task] at stored
        rw [found'] at stored
        obtain rfl := Option.some.inj stored
        cases move with
        | claim => simp [Task.claim, Task.claimable] at ready
    have old : ∀ {v : Task}, findTask id (finalState (initialState graph) es).tasks = some v → v.ready = true →
        v.generation = t'.generation → Outstanding graph (es ++ [e]) id t'.generation := by
      intro v found h same
      rw [← same]
      exact (ih id v found h).snoc (by rw [same]; exact unclaimed)
    have reachable : (finalState (initialState graph) es).Reachable := (initial_reachable graph).run es
    have wf := reachable_wellFormed reachable
    have step := reduce_step (finalState (initialState graph) es) e
    unfold Requested at now
    generalize finalState (initialState graph) es = s at *
    generalize (reduce s e).decision = d at *
    generalize (reduce s e).state.tasks = ts at *
    cases step with
    | still => exact old found' ready rfl
    | observed u found within why next effects observation =>
      rw [findTask_replaceTask] at found'
      split at found'
      · rename_i same
        have hu := (findTask_some found).2
        have concerns : e.body.task = id := by rw [← same, observation.id, hu]
        rw [concerns] at found
        rw [found] at found'
        obtain rfl := Option.some.inj found'
        have kept : next.ready = u.ready ∧ next.generation = u.generation := by
          generalize e.body = body at observation
          cases observation <;> exact ⟨rfl, rfl⟩
        exact old found (kept.1 ▸ ready) kept.2.symm
      · exact old found' ready rfl
    | held u found within why hold =>
      rw [findTask_replaceTask] at found'
      split at found'
      · rename_i same
        have hu := (findTask_some found).2
        have concerns : e.body.task = id := by rw [← same]; exact hu.symm
        rw [concerns] at found
        rw [found] at found'
        obtain rfl := Option.some.inj found'
        exact old found ready rfl
      · exact old found' ready rfl
    | added u declares fresh known us tasks =>
      rw [findTask_latchReady] at found'
      obtain ⟨v, found, rfl⟩ := Option.map_eq_some_iff.mp found'
      have hv := (findTask_some found).2
      cases h : v.ready with
      | true =>
        rw [tasks, findTask_append] at found
        cases before : findTask id s.tasks with
        | some w =>
          simp only [before, Option.some_or, Option.some.injEq] at found
          subst found
          exact old before h (by simp)
        | none =>
          simp only [before, Option.none_or] at found
          split at found
          · obtain rfl := Option.some.inj found
            simp [declares.fresh.2.2.2.2.2.2.1] at h
          · exact nomatch found
      | false =>
        rw [latch_ready, h, Bool.false_or] at ready
        refine now (mem_readyEffects.mpr ⟨v, (findTask_some found).1, ready, h, ?_⟩)
        rw [hv, latch_generation]
    | moved u found within next effects move us tasks =>
      rw [findTask_latchReady] at found'
      obtain ⟨v, foundv, rfl⟩ := Option.map_eq_some_iff.mp found'
      have hv := (findTask_some foundv).2
      cases h : v.ready with
      | true =>
        rw [tasks, findTask_replaceTask] at foundv
        split at foundv
        · rename_i same
          have hu := (findTask_some found).2
          have concerns : e.body.task = id := by rw [← same, move.id, hu]
          rw [concerns] at found
          rw [found] at foundv
          obtain rfl := Option.some.inj foundv
          rcases move_next_ready move h with ⟨h', generation, _⟩ | ⟨_, _, generation, mem⟩
          · exact old found h' (by rw [latch_generation, generation])
          · refine now (List.mem_append_left _ ?_)
            rw [latch_generation]
            rw [same] at mem
            exact mem
        · exact old foundv h (by simp)
      | false =>
        rw [latch_ready, h, Bool.false_or] at ready
        refine now (List.mem_append_right _ (mem_readyEffects.mpr ⟨v, (findTask_some foundv).1, ready, h, ?_⟩))
        rw [hv, latch_generation]

/-- Theorem 16: `ready` requested by convergence repeats a request that no claim has consumed. -/
theorem converge_repeats_ready (graph : Nat) (es : List Event) {e : Event} {id g : Nat}
    (requested : Requested (.ready id g) (finalState (initialState graph) es) e)
    (observed : (reduce (finalState (initialState graph) es) e).decision.verdict = .observed .converging) :
    Outstanding graph es id g := by
  rcases ready_source requested with ⟨_, _, _, _, _, _, _, applied, _⟩ | ⟨t, found, _, _, mem, _⟩ |
    ⟨_, _, _, _, _, _, _, _, applied, _⟩
  · rw [observed] at applied
    exact nomatch applied
  · have h := outstanding_ready mem
    rw [h.2.1]
    exact ready_was_requested graph es id t found h.2.2.2.2
  · rw [observed] at applied
    exact nomatch applied

/-- Theorem 16: each applied claim consumes a request of its task and generation. -/
theorem claim_consumes_ready (graph : Nat) (es : List Event) {e : Event} {id g : Nat}
    (claims : ClaimsIn id g (finalState (initialState graph) es) e) : Outstanding graph es id g := by
  obtain ⟨⟨k, rfl, rfl, body⟩, applied⟩ := claims
  obtain ⟨eid, _⟩ := e
  simp only at body
  subst body
  rcases applied_by applied with ⟨_, declares, _⟩ | ⟨t, next, effects, found, _, move, _⟩
  · exact declares.elim
  · simp only at move found
    cases move with
    | claim _ _ _ _ ready generation =>
      rw [generation]
      exact ready_was_requested graph es _ t found ready

end Lifecycle
