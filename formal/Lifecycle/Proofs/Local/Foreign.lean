import Lifecycle.Proofs.Safety.Authority
import Lifecycle.Proofs.Invariant.Reachable
/-!
# Keys that are not current

Proves that an event with a key other than the current one changes nothing of any task, except that one which
shows a closed attempt's worker gone, with exactly its key, sets that worker, and may latch that task (theorem 8).
-/

namespace Lifecycle

/-- The key is that of the current attempt of its task. -/
def State.isCurrent (s : State) (k : Key) : Prop :=
  ∃ t a, findTask k.task s.tasks = some t ∧ t.current = some a ∧ a.key = k

/-- The event shows the worker of a closed attempt gone, with exactly its key. -/
def State.losesClosed (s : State) (k : Key) (act : Act) : Prop :=
  act.showsGone = true ∧ ∃ t, findTask k.task s.tasks = some t ∧ ∃ a, a ∈ t.closed ∧ a.key = k

theorem move_foreign {sat : Nat → Bool} {t next : Task} {k : Key} {act : Act} {effects : List Effect}
    (foreign : ∀ a, t.current = some a → a.key ≠ k) (move : Move sat t (.onAttempt k act) next effects) :
    next = t.loseClosed k ∧ act.showsGone = true ∧ (∃ a, a ∈ t.closed ∧ a.key = k) ∧ effects = [] := by
  generalize hb : Body.onAttempt k act = body at move
  cases move with
  | gone key act' shows _ closed =>
    injection hb with h1 h2
    subst h1 h2
    exact ⟨rfl, shows, closed, rfl⟩
  | claim | deferAbandon | abandonLive | abandonIdle | retry | reopen | grant | trust | waive | clear =>
    exact nomatch hb
  | finish a current | validate a current | invalidate a current | intend a current | accept a current
  | clean a current | fail a current | releaseFail a current | release a current | deferFail a current
  | deferKill a current | kill a current | absentKill a current | absentAbandon a current =>
    injection hb with h
    exact absurd h.symm (foreign a current)

theorem observation_foreign {t next : Task} {k : Key} {act : Act} {why : Why} {effects : List Effect}
    (foreign : ∀ a, t.current = some a → a.key ≠ k)
    (observation : Observation t (.onAttempt k act) why next effects) :
    (next = t ∨ (next = t.loseClosed k ∧ act.showsGone = true ∧ ∃ a, a ∈ t.closed ∧ a.key = k)) ∧
      effects = [] := by
  generalize hb : Body.onAttempt k act = body at observation
  cases observation with
  | quiet => exact ⟨Or.inl rfl, rfl⟩
  | current a current =>
    injection hb with h
    exact absurd h.symm (foreign a current)
  | gone key act' shows _ closed =>
    injection hb with h1 h2
    subst h1 h2
    exact ⟨Or.inr ⟨rfl, shows, closed⟩, rfl⟩
  | abandonAgain | agrees | contradicts | converge => exact nomatch hb

/-- What a key that is not current may do to a task: nothing, or set a closed attempt's worker, and then
latch. -/
theorem foreign_key_changes_nothing {s : State} {eid : Nat} {k : Key} {act : Act}
    (foreign : ¬s.isCurrent k) {id : Nat} {t : Task} (found : findTask id s.tasks = some t)
    (wf : ∀ t, t ∈ s.tasks → t.claimable (satisfiedIn s.tasks) = true → t.ready = true) :
    ∃ t', findTask id (reduce s ⟨eid, .onAttempt k act⟩).state.tasks = some t' ∧
      (({ t' with held := t.held } = t) ∨
        (id = k.task ∧ s.losesClosed k act ∧
          (t' = t.loseClosed k ∨ t' = { t.loseClosed k with ready := true }))) := by
  obtain ⟨t', found', step⟩ := reduce_task s ⟨eid, .onAttempt k act⟩ found
  have own := (findTask_some found).2
  refine ⟨t', found', ?_⟩
  have notOwn : k.task = t.id → ∀ a, t.current = some a → a.key ≠ k := by
    intro same a current key
    exact foreign ⟨t, a, by rw [same, own]; exact found, current, key⟩
  by_cases other : id = k.task
  · have same : k.task = t.id := by omega
    generalize (reduce s ⟨eid, .onAttempt k act⟩).decision = d at step
    cases step with
    | same => exact Or.inl rfl
    | latched _ _ apart => exact absurd same apart
    | held => exact Or.inl rfl
    | observed _ _ why next effects observation =>
      rcases (observation_foreign (notOwn same) observation).1 with rfl | ⟨rfl, shows, closed⟩
      · exact Or.inl rfl
      · exact Or.inr ⟨other, ⟨shows, t, by rw [← other]; exact found, closed⟩, Or.inl rfl⟩
    | moved _ _ next effects move ts tasks =>
      obtain ⟨rfl, shows, closed, _⟩ := move_foreign (notOwn same) move
      refine Or.inr ⟨other, ⟨shows, t, by rw [← other]; exact found, closed⟩, ?_⟩
      unfold Task.latch
      split
      · exact Or.inr rfl
      · exact Or.inl rfl
  · refine Or.inl ?_
    have unlatched : t.latch (satisfiedIn s.tasks) = t := by
      unfold Task.latch
      split
      · have := wf t (findTask_some found).1 ‹_›
        cases t
        simp_all
      · rfl
    have step := reduce_step s ⟨eid, .onAttempt k act⟩
    generalize (reduce s ⟨eid, .onAttempt k act⟩).decision = d at step
    generalize (reduce s ⟨eid, .onAttempt k act⟩).state.tasks = ts at step found'
    have apart : ∀ {u next : Task}, findTask k.task s.tasks = some u → next.id = u.id →
        findTask id (replaceTask next s.tasks) = some t := by
      intro u next h same
      have := (findTask_some h).2
      rw [findTask_replaceTask, if_neg (by omega)]
      exact found
    have same : t' = t → { t' with held := t.held } = t := by rintro rfl; rfl
    cases step with
    | still => exact same (Option.some.inj (found'.symm.trans found))
    | added _ declares => exact declares.elim
    | observed u h within why next effects observation =>
      exact same (Option.some.inj (found'.symm.trans (apart h observation.id)))
    | held u h within why hold =>
      exact same (Option.some.inj (found'.symm.trans (apart (next := { u with held := hold }) h rfl)))
    | moved u h within next effects move us tasks =>
      have foreign' : ∀ a, u.current = some a → a.key ≠ k :=
        fun a current key => foreign ⟨u, a, h, current, key⟩
      obtain ⟨rfl, _⟩ := move_foreign foreign' move
      have hu := (findTask_some h).2
      rw [tasks, findTask_latchReady, apart (next := u.loseClosed k) h rfl,
        satisfiedIn_replaceTask (t := u) (next := u.loseClosed k) (by rw [hu]; exact h) rfl rfl] at found'
      simp only [Option.map_some, Option.some.injEq, unlatched] at found'
      exact same found'.symm

end Lifecycle
