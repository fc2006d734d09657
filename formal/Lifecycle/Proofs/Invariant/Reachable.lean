import Lifecycle.Proofs.Invariant.Satisfied
/-!
# Well-formedness is invariant

Proves that the graph before its first event is well-formed, that every event keeps it so, and hence
that every reachable state is well-formed (theorem 22).
-/

namespace Lifecycle

/-! ## Ids and dependencies -/

/-- What no event changes of a declared task. -/
def Task.declaration (t : Task) : Nat × List Nat := (t.id, t.deps)

theorem SystemStep.declarations {s : State} {body : Body} {d : Decision} {ts : List Task}
    (unique : (s.tasks.map Task.id).Nodup) (step : SystemStep s body d ts) :
    ts.map Task.declaration = s.tasks.map Task.declaration ∨
      ∃ t : Task, findTask t.id s.tasks = none ∧ (∀ d, d ∈ t.deps → ∃ u, findTask d s.tasks = some u) ∧
        ts.map Task.declaration = s.tasks.map Task.declaration ++ [t.declaration] := by
  have latched : ∀ us, (latchReady us).map Task.declaration = us.map Task.declaration := by
    intro us
    simp [latchReady, Function.comp_def, Task.declaration]
  have replaced : ∀ {t next : Task}, findTask body.task s.tasks = some t → next.id = t.id →
      next.deps = t.deps → (replaceTask next s.tasks).map Task.declaration = s.tasks.map Task.declaration := by
    intro t next found id deps
    have own := (findTask_some found).2
    exact map_replaceTask Task.declaration unique (t := t) (by rw [id, own, found]) (by simp [Task.declaration, id, deps])
  cases step with
  | still => exact Or.inl rfl
  | added t declares fresh known us tasks =>
    exact Or.inr ⟨t, fresh, known, by rw [latched, tasks]; simp⟩
  | observed t found within why next effects observation =>
    exact Or.inl (replaced found observation.id observation.deps)
  | held t found => exact Or.inl (replaced found rfl rfl)
  | moved t found within next effects move us tasks =>
    rw [latched, tasks]
    exact Or.inl (replaced found move.id move.deps)

theorem ids_of_declarations {ts us : List Task} (same : ts.map Task.declaration = us.map Task.declaration) :
    ts.map Task.id = us.map Task.id := by
  have h := congrArg (List.map Prod.fst) same
  simpa [Function.comp_def, Task.declaration] using h

theorem declaredInOrder_congr {seen : List Nat} {ts us : List Task}
    (same : ts.map Task.declaration = us.map Task.declaration) (order : DeclaredInOrder seen us) :
    DeclaredInOrder seen ts := by
  induction ts generalizing seen us with
  | nil => trivial
  | cons t ts ih =>
    cases us with
    | nil => simp at same
    | cons u us =>
      simp only [List.map_cons, List.cons.injEq, Task.declaration, Prod.mk.injEq] at same
      obtain ⟨⟨id, deps⟩, rest⟩ := same
      exact ⟨by rw [deps]; exact order.1, ih rest (by rw [id]; exact order.2)⟩

theorem declaredInOrder_snoc {seen : List Nat} {ts : List Task} {t : Task}
    (order : DeclaredInOrder seen ts) (deps : ∀ d, d ∈ t.deps → d ∈ seen ∨ d ∈ ts.map Task.id) :
    DeclaredInOrder seen (ts ++ [t]) := by
  induction ts generalizing seen with
  | nil => exact ⟨fun d mem => by simpa using deps d mem, trivial⟩
  | cons u us ih =>
    refine ⟨order.1, ih order.2 fun d mem => ?_⟩
    have h := deps d mem
    simp only [List.map_cons, List.mem_cons] at h ⊢
    rcases h with h | h | h
    · exact Or.inl (Or.inr h)
    · exact Or.inl (Or.inl h)
    · exact Or.inr h

theorem SystemStep.unique {s : State} {body : Body} {d : Decision} {ts : List Task}
    (unique : (s.tasks.map Task.id).Nodup) (step : SystemStep s body d ts) : (ts.map Task.id).Nodup := by
  rcases step.declarations unique with same | ⟨t, fresh, known, same⟩
  · rw [ids_of_declarations same]
    exact unique
  · have ids : ts.map Task.id = (s.tasks ++ [t]).map Task.id :=
      ids_of_declarations (by rw [same]; simp)
    rw [ids, List.map_append, List.nodup_append]
    refine ⟨unique, by simp, fun id mem other isNew => ?_⟩
    simp only [List.map_cons, List.map_nil, List.mem_singleton] at isNew
    subst isNew
    obtain ⟨u, known, rfl⟩ := List.mem_map.mp mem
    exact findTask_none.mp fresh u known

theorem SystemStep.order {s : State} {body : Body} {d : Decision} {ts : List Task}
    (unique : (s.tasks.map Task.id).Nodup) (order : DeclaredInOrder [] s.tasks)
    (step : SystemStep s body d ts) : DeclaredInOrder [] ts := by
  rcases step.declarations unique with same | ⟨t, fresh, known, same⟩
  · exact declaredInOrder_congr same order
  · refine declaredInOrder_congr (us := s.tasks ++ [t]) (by rw [same]; simp) ?_
    refine declaredInOrder_snoc order fun d mem => Or.inr ?_
    obtain ⟨u, found⟩ := known d mem
    exact (findTask_some found).2 ▸ List.mem_map_of_mem (findTask_some found).1

/-! ## Latches -/

/-- What `ready` means for a task: it may be claimed, but for a hold. -/
def Task.Sound (sat : Nat → Bool) (t : Task) : Prop := t.ready = true → t.unheld.claimable sat = true

theorem unheld_of_claimable {sat : Nat → Bool} {t : Task} (h : t.claimable sat = true) :
    t.unheld.claimable sat = true := by
  rw [claimable_iff] at *
  exact ⟨h.1, rfl, h.2.2⟩

theorem Task.Sound.latch {sat : Nat → Bool} {t : Task} (sound : t.Sound sat) : (t.latch sat).Sound sat := by
  intro ready
  rw [latch_ready, Bool.or_eq_true] at ready
  have : (t.latch sat).unheld.claimable sat = t.unheld.claimable sat := by
    simp [Task.unheld, Task.claimable]
  rw [this]
  rcases ready with ready | claimable
  · exact sound ready
  · exact unheld_of_claimable claimable

theorem move_sound {sat sat' : Nat → Bool} {graph : Nat} {t next : Task} {body : Body}
    {effects : List Effect} (wf : t.WellFormed graph) (sound : t.Sound sat)
    (more : ∀ d, sat d = true → sat' d = true) (move : Move sat t body next effects) : next.Sound sat' := by
  have kept : t.ready = true → t.unheld.claimable sat' = true :=
    fun ready => claimable_mono more (sound ready)
  have unready : ∀ {a : Attempt} {u : Task}, t.current = some a → u.ready = t.ready → u.Sound sat' := by
    intro a u current same ready
    rw [same, wf.unready current] at ready
    exact nomatch ready
  cases move with
  | claim => nofun
  | finish a current | validate a current | intend a current | invalidate a current | accept a current
  | clean a current | fail a current | releaseFail a current | release a current | deferFail a current
  | deferKill a current | deferAbandon _ a current | kill a current | absentKill a current =>
    exact unready current rfl
  | abandonLive | absentAbandon | abandonIdle | retry | reopen => nofun
  | grant | trust => exact kept
  | waive id dep =>
    intro ready
    have := claimable_iff.mp (kept ready)
    rw [claimable_iff]
    refine ⟨this.1, this.2.1, fun d mem => ?_, this.2.2.2⟩
    rcases this.2.2.1 d mem with h | h
    · exact Or.inl (List.mem_append_left _ h)
    · exact Or.inr h
  | clear id hold held _ cleared =>
    subst cleared
    intro ready
    simp only [Bool.or_eq_true] at ready
    rcases ready with ready | claimable
    · exact kept ready
    · exact claimable_mono more claimable
  | gone key act shows foreign closed claimable unready =>
    intro ready
    exact absurd ready (by simp [Task.loseClosed, unready])

theorem observation_latch {t next : Task} {graph : Nat} {sat : Nat → Bool} {body : Body} {why : Why}
    {effects : List Effect} (wf : t.WellFormed graph) (observation : Observation t body why next effects) :
    (t.Sound sat → next.Sound sat) ∧ next.ready = t.ready ∧
      (next.claimable sat = t.claimable sat ∨ ∃ key, next = t.loseClosed key) := by
  have lose : ∀ key, t.Sound sat → (t.loseClosed key).Sound sat := by
    intro key sound ready
    have := claimable_iff.mp (sound ready)
    rw [claimable_iff]
    refine ⟨this.1, rfl, this.2.2.1, fun b mem => ?_⟩
    obtain ⟨a, mem, _, _, _, gone⟩ := loseClosed_mem mem
    exact gone (this.2.2.2 a mem)
  cases observation with
  | gone key => exact ⟨lose key, rfl, Or.inr ⟨key, rfl⟩⟩
  | current a current act =>
    refine ⟨fun _ ready => ?_, rfl, Or.inl rfl⟩
    exact absurd ready (by simp [Task.mark, wf.unready current])
  | _ => exact ⟨id, rfl, Or.inl rfl⟩

/-! ## States -/

/-- An act that shows a closed attempt's worker gone is observed only where no claim has waited for that. -/
theorem gone_waits {s : State} {t : Task} {key : Key} {act : Act} {why : Why}
    (observed : (change s (.onAttempt key act)).decision.verdict = .observed why)
    (found : findTask key.task s.tasks = some t) (shows : act.showsGone = true)
    (foreign : ∀ a, t.current = some a → a.key ≠ key) (closed : ∃ a, a ∈ t.closed ∧ a.key = key)
    (claimable : (t.loseClosed key).claimable (satisfiedIn s.tasks) = true) : t.ready = true := by
  have isClosed : t.closed.any (fun a => decide (a.key = key)) = true := by simpa using closed
  have none : act.acceptance = none := by cases act <;> simp_all [Act.showsGone, Act.acceptance]
  have rule : attemptRule (satisfiedIn s.tasks) t key act = goneOutcome (satisfiedIn s.tasks) t key := by
    have other : otherRule (satisfiedIn s.tasks) t key act = goneOutcome (satisfiedIn s.tasks) t key := by
      simp [otherRule, isClosed, closedOutcome, none, shows]
    unfold attemptRule
    split
    · simp [foreign _ ‹_›, other]
    · exact other
  cases ready : t.ready with
  | true => rfl
  | false =>
    have same : (t.loseClosed key).ready = false := ready
    unfold change at observed
    split at observed
    · simp [dispatch, concern, Body.task, found, Body.outcome, rule, goneOutcome, claimable, same, conclude,
        applyTasks] at observed
    · simp [State.unchanged] at observed

theorem latched_latchReady {us : List Task} {t : Task} (mem : t ∈ latchReady us)
    (claimable : t.claimable (satisfiedIn (latchReady us)) = true) : t.ready = true := by
  obtain ⟨u, mem, rfl⟩ := List.mem_map.mp mem
  rw [satisfiedIn_latchReady, latch_claimable] at claimable
  simp [claimable]

theorem sound_latchReady {us : List Task} (sound : ∀ u, u ∈ us → u.Sound (satisfiedIn us)) {t : Task}
    (mem : t ∈ latchReady us) : t.Sound (satisfiedIn (latchReady us)) := by
  obtain ⟨u, known, rfl⟩ := List.mem_map.mp mem
  rw [satisfiedIn_latchReady]
  exact (sound u known).latch

/-- Replacing a task by one that satisfies as much keeps what is satisfied. -/
theorem satisfiedIn_replaceTask {ts : List Task} {t next : Task} (found : findTask t.id ts = some t)
    (id : next.id = t.id) (same : next.satisfies = t.satisfies) :
    satisfiedIn (replaceTask next ts) = satisfiedIn ts := by
  funext d
  simp only [satisfiedIn, findTask_replaceTask]
  split
  · rename_i h
    rw [← h, id, found]
    simp [same]
  · rfl

theorem change_latched {s : State} (wf : s.WellFormed) (body : Body) (t : Task)
    (mem : t ∈ (change s body).tasks) :
    (t.claimable (satisfiedIn (change s body).tasks) = true → t.ready = true) ∧
      t.Sound (satisfiedIn (change s body).tasks) := by
  have step := change_step s body
  generalize hd : (change s body).decision = d at step
  generalize (change s body).tasks = ts at *
  have mono := fun dep => satisfiedIn_mono (dep := dep) wf.tasks step
  cases step with
  | still => exact ⟨wf.latched t mem, wf.sound t mem⟩
  | added u declares fresh known us tasks =>
    refine ⟨latched_latchReady mem, sound_latchReady (fun v mem => ?_) mem⟩
    subst tasks
    rw [List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · intro ready
      refine claimable_mono (fun dep h => ?_) (wf.sound v mem ready)
      simpa using mono dep h
    · intro ready
      cases body <;> simp only [Body.declares] at declares <;> subst declares <;> exact nomatch ready
  | observed u found within why next effects observation =>
    have own := (findTask_some found).2
    have uwf := wf.tasks u (findTask_some found).1
    have sat : satisfiedIn (replaceTask next s.tasks) = satisfiedIn s.tasks :=
      satisfiedIn_replaceTask (own ▸ found) observation.id (observation_satisfies observation)
    rw [sat]
    have latched := wf.latched u (findTask_some found).1
    rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
    · have ⟨sound, ready, claimable⟩ := observation_latch (sat := satisfiedIn s.tasks) uwf observation
      refine ⟨fun h => ?_, sound (wf.sound u (findTask_some found).1)⟩
      rw [ready]
      rcases claimable with same | ⟨key, isLose⟩
      · exact latched (same ▸ h)
      · cases observation with
        | gone key' act shows foreign closed =>
          exact gone_waits (why := .closed) (by rw [hd]) found shows foreign closed h
        | current a current act =>
          have := (claimable_iff.mp h).1
          exact absurd current (by simp [uwf.open_idle this])
        | _ => exact latched h
    · exact ⟨wf.latched t mem, wf.sound t mem⟩
  | held u found within why hold holding =>
    have own := (findTask_some found).2
    have sat : satisfiedIn (replaceTask { u with held := hold } s.tasks) = satisfiedIn s.tasks :=
      satisfiedIn_replaceTask (t := u) (own ▸ found) rfl rfl
    rw [sat]
    rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
    · refine ⟨fun h => ?_, wf.sound u (findTask_some found).1⟩
      have isHeld : hold = none := (claimable_iff.mp h).2.1
      cases holding with
      | kept => exact wf.latched u (findTask_some found).1 h
      | late => exact nomatch isHeld
    · exact ⟨wf.latched t mem, wf.sound t mem⟩
  | moved u found within next effects move us tasks =>
    have own := (findTask_some found).2
    refine ⟨latched_latchReady mem, sound_latchReady (fun v mem => ?_) mem⟩
    subst tasks
    have more : ∀ dep, satisfiedIn s.tasks dep = true → satisfiedIn (replaceTask next s.tasks) dep = true :=
      fun dep h => by simpa using mono dep h
    rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
    · have known := (findTask_some found).1
      exact move_sound (wf.tasks u known) (wf.sound u known) more move
    · exact fun ready => claimable_mono more (wf.sound v mem ready)

/-- Theorem 22, at the start. -/
theorem initial_wellFormed (graph : Nat) : (initialState graph).WellFormed := by
  constructor <;> simp [initialState, DeclaredInOrder]

theorem evidence_unique {s : State} (unique : (s.evidence.map (fun x => x.event.eid)).Nodup) (e : Event) :
    ((reduce s e).state.evidence.map (fun x => x.event.eid)).Nodup := by
  unfold reduce
  split
  · split <;> exact unique
  · rename_i fresh
    simp only [consume, List.map_append, List.map_cons, List.map_nil]
    rw [List.nodup_append]
    refine ⟨unique, by simp, fun eid mem other isNew => ?_⟩
    rw [List.mem_singleton] at isNew
    subst isNew
    obtain ⟨entry, known, rfl⟩ := List.mem_map.mp mem
    exact findEntry_none.mp fresh entry known

/-- Theorem 22, one event. -/
theorem reduce_wellFormed {s : State} (wf : s.WellFormed) (e : Event) : (reduce s e).state.WellFormed := by
  have step := reduce_step s e
  have latched : ∀ t, t ∈ (reduce s e).state.tasks →
      (t.claimable (satisfiedIn (reduce s e).state.tasks) = true → t.ready = true) ∧
        t.Sound (satisfiedIn (reduce s e).state.tasks) := by
    unfold reduce
    split
    · split <;> exact fun t mem => ⟨wf.latched t mem, wf.sound t mem⟩
    · exact change_latched wf e.body
  have unique := step.unique wf.unique
  refine ⟨fun t mem => ?_, unique, step.order wf.unique wf.order, fun t mem => (latched t mem).1,
    fun t mem => (latched t mem).2, evidence_unique wf.evidence e⟩
  rw [reduce_graph]
  rcases step.origin (findTask_of_mem unique mem) with ⟨u, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, _⟩⟩
  · exact step_wellFormed (wf.tasks u (findTask_some found).1) step
  · exact (declared_wellFormed declares).after_latch _

/-- Theorem 22: every reachable state is well-formed. -/
theorem reachable_wellFormed {s : State} (reachable : s.Reachable) : s.WellFormed :=
  reachable_induction initial_wellFormed (fun _ e _ wf => reduce_wellFormed wf e) reachable

/-- A task of a reachable state is well-formed. -/
theorem State.Reachable.task {s : State} (reachable : s.Reachable) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) : t.WellFormed s.graph :=
  (reachable_wellFormed reachable).tasks t (findTask_some found).1

end Lifecycle
