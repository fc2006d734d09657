import Lifecycle.Proofs.Claims.Holds
/-!
# Each claim consumes one request

Proves that between two decisions that request `ready` of a generation, the later one applied and not
HoldCleared's, stands an applied claim in that generation; and that convergence repeats only a request that no
claim has consumed (theorem 16).
-/

namespace Lifecycle

/-- `ready` of this task and generation was requested, and no claim has consumed it. -/
def State.latchedIn (s : State) (id g : Nat) : Prop :=
  ∃ t, findTask id s.tasks = some t ∧ (g < t.generation ∨
    (t.generation = g ∧ (t.ready = true ∨ t.status = .abandoned)))

/-- An applied claim of the task in this generation. -/
def ClaimsIn (id g : Nat) (s : State) (e : Event) : Prop :=
  (∃ k, k.task = id ∧ k.generation = g ∧ e.body = .attemptClaimed k) ∧
    (reduce s e).decision.verdict = .applied

theorem move_latched {sat : Nat → Bool} {graph g : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (move : Move sat t body next effects)
    (latched : g < t.generation ∨ (t.generation = g ∧ (t.ready = true ∨ t.status = .abandoned))) :
    (g < next.generation ∨ (next.generation = g ∧ (next.ready = true ∨ next.status = .abandoned))) ∨
      ∃ k, body = .attemptClaimed k ∧ k.generation = g := by
  have unready : ∀ {a : Attempt}, t.current = some a → t.status ≠ .abandoned →
      g < t.generation := by
    intro a current status
    rcases latched with h | ⟨_, h | h⟩
    · exact h
    · simp [wf.unready current] at h
    · exact absurd h status
  have alive : ∀ {a : Attempt}, t.current = some a → a.phase.live = true → t.status ≠ .abandoned := by
    intro a current live
    rw [wf.active_iff.mpr (by simp [Task.hasLive, Task.phase, current, live])]
    simp
  cases move with
  | claim key live status held ready generation =>
    rcases latched with h | ⟨h, _⟩
    · exact Or.inl (Or.inl h)
    · exact Or.inr ⟨key, rfl, generation.trans h⟩
  | finish a current phase | releaseFail a current phase | release a current phase =>
    exact Or.inl (Or.inl (unready current (alive current (by simp [phase, Phase.live]))))
  | validate a current _ phase | invalidate a current _ _ phase | intend a current _ phase
  | accept a current _ _ phase | clean a current _ _ _ phase | deferFail a current _ phase
  | deferKill a current _ phase | deferAbandon _ a current _ phase | absentKill a current _ phase =>
    exact Or.inl (Or.inl (unready current (alive current (by simp [phase, Phase.live]))))
  | kill a current phase =>
    exact Or.inl (Or.inl (unready current (alive current (working_live phase))))
  | fail a current act cls fails =>
    exact Or.inl (Or.inl (unready current (alive current fails.live)))
  | abandonLive | absentAbandon | abandonIdle =>
    rcases latched with h | ⟨h, _⟩
    · exact Or.inl (Or.inl h)
    · exact Or.inl (Or.inr ⟨h, Or.inr rfl⟩)
  | retry | reopen =>
    refine Or.inl (Or.inl ?_)
    rcases latched with h | ⟨h, _⟩
    · exact Nat.lt_succ_of_lt h
    · exact h ▸ Nat.lt_succ_self _
  | clear _ _ _ _ cleared =>
    subst cleared
    rcases latched with h | ⟨h, ready | abandoned⟩
    · exact Or.inl (Or.inl h)
    · exact Or.inl (Or.inr ⟨h, Or.inl (by simp [ready])⟩)
    · exact Or.inl (Or.inr ⟨h, Or.inr abandoned⟩)
  | grant | trust | waive | gone => exact Or.inl latched

/-- A request lasts until a claim consumes it, or the generation is over. -/
theorem latched_kept {s : State} (reachable : s.Reachable) {id g : Nat} (latched : s.latchedIn id g) (e : Event) :
    (reduce s e).state.latchedIn id g ∨ ClaimsIn id g s e := by
  obtain ⟨t, found, latched⟩ := latched
  obtain ⟨t', found', step⟩ := reduce_task s e found
  have own := (findTask_some found).2
  obtain ⟨eid, body⟩ := e
  unfold State.latchedIn ClaimsIn
  generalize (reduce s ⟨eid, body⟩).decision = d at *
  generalize (reduce s ⟨eid, body⟩).state.tasks = ts at *
  cases step with
  | same => exact Or.inl ⟨_, found', latched⟩
  | held => exact Or.inl ⟨_, found', latched⟩
  | latched =>
    refine Or.inl ⟨_, found', ?_⟩
    simp only [latch_generation, latch_ready, latch_status, Bool.or_eq_true]
    rcases latched with h | ⟨h, h' | h'⟩
    · exact Or.inl h
    · exact Or.inr ⟨h, Or.inl (Or.inl h')⟩
    · exact Or.inr ⟨h, Or.inr h'⟩
  | observed _ _ why next effects observation =>
    refine Or.inl ⟨_, found', ?_⟩
    cases observation <;> exact latched
  | moved mine within next effects move =>
    rcases move_latched (reachable.task found) move latched with h | ⟨k, rfl, same⟩
    · refine Or.inl ⟨_, found', ?_⟩
      simp only [latch_generation, latch_ready, latch_status, Bool.or_eq_true]
      rcases h with h | ⟨h, h' | h'⟩
      · exact Or.inl h
      · exact Or.inr ⟨h, Or.inl (Or.inl h')⟩
      · exact Or.inr ⟨h, Or.inr h'⟩
    · exact Or.inr ⟨⟨k, mine.trans own, same, rfl⟩, rfl⟩

/-- Of all moves only HoldCleared requests `ready` by itself. -/
theorem move_ready {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) {id g : Nat} (mem : .ready id g ∈ effects) :
    body = .onTask body.task t.generation .holdCleared := by
  have noStop : ∀ {a : Attempt}, .ready id g ∉ a.stop := by
    intro a mem
    unfold Attempt.stop at mem
    split at mem <;> simp at mem
  cases move with
  | clear => rfl
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

/-- Where an applied decision other than HoldCleared's requests `ready`, none was outstanding before. -/
theorem ready_unlatched {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    (requested : Requested (.ready id g) s e) (applied : (reduce s e).decision.verdict = .applied)
    (other : ∀ n, e.body ≠ .onTask e.body.task n .holdCleared) : ¬s.latchedIn id g := by
  rintro ⟨t, found, latched⟩
  have own := (findTask_some found).2
  have wf := reachable_wellFormed reachable
  -- A task that is claimable and not latched has no request outstanding.
  have idle : ∀ {u : Task} {sat : Nat → Bool}, u.claimable sat = true → u.ready = false → u.generation = g →
      ¬(g < u.generation ∨ (u.generation = g ∧ (u.ready = true ∨ u.status = .abandoned))) := by
    rintro u sat claimable unready same (h | ⟨_, h | h⟩)
    · omega
    · simp [unready] at h
    · simp [(claimable_iff.mp claimable).1] at h
  have known : ∀ {u : Task} {sat : Nat → Bool}, u ∈ s.tasks → u.id = id → u.claimable sat = true →
      u.ready = false → u.generation ≠ g := by
    intro u sat mem same claimable unready generation
    have h := findTask_of_mem wf.unique mem
    rw [same, found] at h
    obtain rfl := Option.some.inj h
    exact idle claimable unready generation latched
  have step := reduce_step s e
  unfold Requested at requested
  generalize (reduce s e).decision = d at *
  generalize (reduce s e).state.tasks = ts at *
  cases step with
  | still _ refused =>
    simp only at applied
    subst applied
    simp at refused
  | observed | held => exact nomatch applied
  | added u declares fresh _ us tasks =>
    obtain ⟨v, mem, claimable, unready, eq⟩ := mem_readyEffects.mp requested
    injection eq with h1 h2
    rw [tasks, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact known mem h1.symm claimable unready h2.symm
    · rw [← h1, found] at fresh
      exact nomatch fresh
  | moved u found' within next effects move us tasks =>
    rcases List.mem_append.mp requested with mem | mem
    · exact other _ (move_ready move mem)
    · obtain ⟨v, mem, claimable, unready, eq⟩ := mem_readyEffects.mp mem
      injection eq with h1 h2
      rw [tasks] at mem
      rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
      · have hu := (findTask_some found').2
        have : e.body.task = id := by rw [← hu, h1, move.id]
        rw [this, found] at found'
        obtain rfl := Option.some.inj found'
        rcases move_latched (reachable.task found) move latched with h | ⟨k, isClaim, _⟩
        · exact idle claimable unready h2.symm h
        · have open_ := (claimable_iff.mp claimable).1
          generalize e.body = body at move isClaim
          subst isClaim
          cases move with
          | claim => exact nomatch open_
      · exact known mem h1.symm claimable unready h2.symm

/-- After a decision that requests `ready`, that request is outstanding. -/
theorem ready_latches {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    (requested : Requested (.ready id g) s e) : (reduce s e).state.latchedIn id g := by
  obtain ⟨t, found, generation, _, ready, _⟩ := ready_means_claimable reachable requested
  exact ⟨t, found, Or.inr ⟨generation, Or.inl ready⟩⟩

/-- Theorem 16: over every log, between two decisions that request `ready` of a task and generation, the later
one applied and not HoldCleared's, stands an applied claim of the task in that generation. -/
theorem ready_again_only_after_claim {s : State} (reachable : s.Reachable) {e : Event} {id g : Nat}
    (requested : Requested (.ready id g) s e) (es : List Event) {e' : Event}
    (again : Requested (.ready id g) (finalState (reduce s e).state es) e')
    (applied : (reduce (finalState (reduce s e).state es) e').decision.verdict = .applied)
    (other : ∀ n, e'.body ≠ .onTask e'.body.task n .holdCleared) :
    Occurs (reduce s e).state es (ClaimsIn id g) := by
  have after := reachable.step e
  rcases kept_unless (Q := fun s => s.latchedIn id g) (fun s e r h => latched_kept r h e) es after
    (ready_latches reachable requested) with latched | claims
  · exact absurd latched (ready_unlatched (after.run es) again applied other)
  · exact claims

end Lifecycle
