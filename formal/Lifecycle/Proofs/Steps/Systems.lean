import Lifecycle.Proofs.Steps.Outcomes
/-!
# Steps

Defines `SystemStep`: what one event does to all tasks together, and `TaskStep`: what it does to one of them.
Proves that every step of the reducer is a `SystemStep` (`reduce_step`), that every task it knows makes a
`TaskStep` (`reduce_task`), that no task appears from nowhere (`reduce_origin`), and where each requested
effect comes from (`reduce_source`).
-/

namespace Lifecycle

/-- The body brings this task into the graph. -/
def Body.declares : Body → Task → Prop
  | .taskDeclared id deps retries, t => t = .declared id deps retries
  | .legacyImported id deps retries status trusted, t => t = .imported id deps retries status trusted
  | _, _ => False

/-- The key that the body names, if it names one, is of this graph. -/
def Body.within (body : Body) (graph : Nat) : Prop := ∀ g, body.graph = some g → g = graph

/-- What an event does: the decision on it, and the tasks after it. -/
inductive SystemStep (s : State) (body : Body) : Decision → List Task → Prop where
  /-- Nothing but the evidence changes. -/
  | still (verdict : Verdict) (refused : (∃ why, verdict = .noop why) ∨ (∃ why, verdict = .rejected why)) :
      SystemStep s body { verdict, effects := [] } s.tasks
  /-- A task is declared. -/
  | added (t : Task) (declares : body.declares t) (fresh : findTask t.id s.tasks = none)
      (known : ∀ d, d ∈ t.deps → ∃ u, findTask d s.tasks = some u) (ts : List Task)
      (tasks : ts = s.tasks ++ [t]) :
      SystemStep s body { verdict := .applied, effects := readyEffects ts } (latchReady ts)
  /-- Something of the task concerned is observed. -/
  | observed (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (why : Why) (next : Task) (effects : List Effect) (observation : Observation t body why next effects) :
      SystemStep s body { verdict := .observed why, effects } (replaceTask next s.tasks)
  /-- The event waits for an operator, and may hold the task concerned. -/
  | held (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (why : Why) (hold : Option Hold) (holding : Holding t body why hold) :
      SystemStep s body { verdict := .hold why, effects := [] } (replaceTask { t with held := hold } s.tasks)
  /-- The task concerned moves; others may become ready by that. -/
  | moved (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (next : Task) (effects : List Effect) (move : Move (satisfiedIn s.tasks) t body next effects)
      (ts : List Task) (tasks : ts = replaceTask next s.tasks) :
      SystemStep s body { verdict := .applied, effects := effects ++ readyEffects ts } (latchReady ts)

theorem conclude_step {s : State} {body : Body} {t : Task}
    (found : findTask body.task s.tasks = some t) (within : body.within s.graph) (o : Outcome)
    (classified : o.Classified (satisfiedIn s.tasks) t body) :
    SystemStep s body (conclude s t o).decision (conclude s t o).tasks := by
  cases o with
  | applied next effects => exact .moved t found within next effects classified _ rfl
  | observed why next effects => exact .observed t found within why next effects classified
  | hold why held => exact .held t found within why held classified
  | noop why => exact .still _ (Or.inl ⟨why, rfl⟩)
  | rejected why => exact .still _ (Or.inr ⟨why, rfl⟩)

theorem declare_step {s : State} {body : Body} {t : Task} (declares : body.declares t) :
    SystemStep s body (declare s t).decision (declare s t).tasks := by
  unfold declare
  split
  · exact .still _ (Or.inr ⟨_, rfl⟩)
  · split
    · rename_i fresh known
      refine .added t declares (by simpa using fresh) (fun d mem => ?_) _ rfl
      exact Option.isSome_iff_exists.mp (List.all_eq_true.mp known d mem)
    · exact .still _ (Or.inr ⟨_, rfl⟩)

theorem concern_step {s : State} {body : Body} (within : body.within s.graph) :
    SystemStep s body (concern s body).decision (concern s body).tasks := by
  unfold concern
  split
  · exact .still _ (Or.inr ⟨_, rfl⟩)
  · exact conclude_step ‹_› within _ (outcome_classified _ _ _)

theorem change_step (s : State) (body : Body) :
    SystemStep s body (change s body).decision (change s body).tasks := by
  unfold change
  split
  · rename_i inGraph
    have within : body.within s.graph := by
      intro g h
      simpa [h] using inGraph
    unfold dispatch
    split
    · exact declare_step rfl
    · exact declare_step rfl
    · exact concern_step within
  · exact .still _ (Or.inr ⟨_, rfl⟩)

/-- Every step of the reducer is a system step. -/
theorem reduce_step (s : State) (e : Event) :
    SystemStep s e.body (reduce s e).decision (reduce s e).state.tasks := by
  unfold reduce
  split
  · split
    · exact .still _ (Or.inl ⟨_, rfl⟩)
    · exact .still _ (Or.inr ⟨_, rfl⟩)
  · exact change_step s e.body

/-- The reducer stays in its graph. -/
@[simp] theorem reduce_graph (s : State) (e : Event) : (reduce s e).state.graph = s.graph := by
  unfold reduce
  repeat' split
  all_goals rfl

/-! ## One task -/

/-- What an event does to one task. -/
inductive TaskStep (s : State) (body : Body) (t : Task) : Decision → Task → Prop where
  | same (d : Decision) : TaskStep s body t d t
  /-- Another task has moved. -/
  | latched (effects : List Effect) (ts : List Task) (other : body.task ≠ t.id) :
      TaskStep s body t { verdict := .applied, effects } (t.latch (satisfiedIn ts))
  | observed (own : body.task = t.id) (within : body.within s.graph) (why : Why) (next : Task)
      (effects : List Effect) (observation : Observation t body why next effects) :
      TaskStep s body t { verdict := .observed why, effects } next
  | held (own : body.task = t.id) (within : body.within s.graph) (why : Why) (hold : Option Hold)
      (holding : Holding t body why hold) :
      TaskStep s body t { verdict := .hold why, effects := [] } { t with held := hold }
  | moved (own : body.task = t.id) (within : body.within s.graph) (next : Task)
      (effects : List Effect) (move : Move (satisfiedIn s.tasks) t body next effects) (ts : List Task)
      (tasks : ts = replaceTask next s.tasks) :
      TaskStep s body t { verdict := .applied, effects := effects ++ readyEffects ts }
        (next.latch (satisfiedIn ts))

/-- A move keeps the task's identity. -/
theorem Move.id {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) : next.id = t.id := by
  cases move with
  | clear => simp_all
  | _ => rfl

/-- A move keeps the task's dependencies. -/
theorem Move.deps {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) : next.deps = t.deps := by
  cases move with
  | clear => simp_all
  | _ => rfl

theorem Observation.id {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) : next.id = t.id := by
  cases observation <;> rfl

theorem Observation.deps {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) : next.deps = t.deps := by
  cases observation <;> rfl

/-- A task step keeps the task's identity. -/
theorem TaskStep.id {s : State} {body : Body} {d : Decision} {t t' : Task}
    (step : TaskStep s body t d t') : t'.id = t.id := by
  cases step with
  | same => rfl
  | latched => simp
  | observed _ _ _ _ _ observation => exact observation.id
  | held => rfl
  | moved _ _ _ _ move => simp [move.id]

theorem TaskStep.deps {s : State} {body : Body} {d : Decision} {t t' : Task}
    (step : TaskStep s body t d t') : t'.deps = t.deps := by
  cases step with
  | same => rfl
  | latched => simp
  | observed _ _ _ _ _ observation => exact observation.deps
  | held => rfl
  | moved _ _ _ _ move => simp [move.deps]

theorem SystemStep.task {s : State} {body : Body} {d : Decision} {ts : List Task}
    (step : SystemStep s body d ts) {id : Nat} {t : Task} (found : findTask id s.tasks = some t) :
    ∃ t', findTask id ts = some t' ∧ TaskStep s body t d t' := by
  have own := (findTask_some found).2
  have unique : ∀ {u : Task}, findTask body.task s.tasks = some u → u.id = id →
      u = t ∧ body.task = t.id := by
    intro u found' same
    have hu := (findTask_some found').2
    rw [← hu, same, found] at found'
    injection found' with eq
    exact ⟨eq.symm, by omega⟩
  cases step with
  | still => exact ⟨t, found, .same _⟩
  | added u declares fresh known us tasks =>
    subst tasks
    have other : body.task ≠ t.id := by
      intro h
      have hid : u.id = body.task := by
        cases body <;> simp only [Body.declares] at declares <;> subst declares <;> rfl
      rw [hid, h, own, found] at fresh
      exact nomatch fresh
    refine ⟨t.latch (satisfiedIn (s.tasks ++ [u])), ?_, .latched _ _ other⟩
    simp [findTask_latchReady, findTask_append, found]
  | observed u found' within why next effects observation =>
    by_cases same : u.id = id
    · obtain ⟨rfl, h⟩ := unique found' same
      exact ⟨next, by simp [findTask_replaceTask, observation.id, same, found],
        .observed h within why next effects observation⟩
    · exact ⟨t, by simp [findTask_replaceTask, observation.id, same, found], .same _⟩
  | held u found' within why hold holding =>
    by_cases same : u.id = id
    · obtain ⟨rfl, h⟩ := unique found' same
      exact ⟨{ u with held := hold }, by simp [findTask_replaceTask, same, found],
        .held h within why hold holding⟩
    · exact ⟨t, by simp [findTask_replaceTask, same, found], .same _⟩
  | moved u found' within next effects move us tasks =>
    subst tasks
    by_cases same : u.id = id
    · obtain ⟨rfl, h⟩ := unique found' same
      exact ⟨_, by simp [findTask_latchReady, findTask_replaceTask, move.id, same, found],
        .moved h within next effects move _ rfl⟩
    · have other : body.task ≠ t.id := by
        have := (findTask_some found').2
        omega
      exact ⟨t.latch (satisfiedIn (replaceTask next s.tasks)),
        by simp [findTask_latchReady, findTask_replaceTask, move.id, same, found], .latched _ _ other⟩

/-- Every task known before an event is known after it, and makes one of the task steps. -/
theorem reduce_task (s : State) (e : Event) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ TaskStep s e.body t (reduce s e).decision t' :=
  (reduce_step s e).task found

/-- The task is declared by this body, and nothing was known under its id. -/
structure Appears (s : State) (body : Body) (d : Decision) (t' : Task) : Prop where
  declared : ∃ t : Task, body.declares t ∧ findTask t.id s.tasks = none ∧
    (∀ dep, dep ∈ t.deps → ∃ u, findTask dep s.tasks = some u) ∧
    t' = t.latch (satisfiedIn (s.tasks ++ [t])) ∧
    d = { verdict := .applied, effects := readyEffects (s.tasks ++ [t]) }

theorem SystemStep.origin {s : State} {body : Body} {d : Decision} {ts : List Task}
    (step : SystemStep s body d ts) {id : Nat} {t' : Task} (found : findTask id ts = some t') :
    (∃ t, findTask id s.tasks = some t ∧ TaskStep s body t d t') ∨
      (findTask id s.tasks = none ∧ Appears s body d t') := by
  cases before : findTask id s.tasks with
  | some t =>
    obtain ⟨u, hu, step⟩ := step.task before
    rw [found] at hu
    injection hu with hu
    subst hu
    exact Or.inl ⟨t, rfl, step⟩
  | none =>
    refine Or.inr ⟨rfl, ?_⟩
    cases step with
    | still => simp [before] at found
    | added u declares fresh known us tasks =>
      subst tasks
      simp only [findTask_latchReady, findTask_append, before, Option.none_or,
        Option.map_eq_some_iff] at found
      obtain ⟨v, hv, rfl⟩ := found
      split at hv
      · injection hv with hv
        subst hv
        exact ⟨u, declares, fresh, known, rfl, rfl⟩
      · simp at hv
    | observed u found' within why next effects observation =>
      simp [findTask_replaceTask, before] at found
    | held => simp [findTask_replaceTask, before] at found
    | moved u found' within next effects move us tasks =>
      subst tasks
      simp [findTask_latchReady, findTask_replaceTask, before] at found

/-- Every task known after an event was known before it, or is declared by it. -/
theorem reduce_origin (s : State) (e : Event) {id : Nat} {t' : Task}
    (found : findTask id (reduce s e).state.tasks = some t') :
    (∃ t, findTask id s.tasks = some t ∧ TaskStep s e.body t (reduce s e).decision t') ∨
      (findTask id s.tasks = none ∧ Appears s e.body (reduce s e).decision t') :=
  (reduce_step s e).origin found

/-! ## Effects -/

/-- Why a step requests an effect, given the verdict and the tasks after it. -/
inductive Source (s : State) (body : Body) (x : Effect) : Verdict → List Task → Prop where
  | moved (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (next : Task) (effects : List Effect) (move : Move (satisfiedIn s.tasks) t body next effects)
      (requested : x ∈ effects) (after : List Task)
      (stored : findTask body.task after = some (next.latch (satisfiedIn (replaceTask next s.tasks)))) :
      Source s body x .applied after
  | observed (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (why : Why) (next : Task) (effects : List Effect) (observation : Observation t body why next effects)
      (requested : x ∈ effects) (after : List Task) (stored : findTask body.task after = some next) :
      Source s body x (.observed why) after
  | ready (ts : List Task) (t : Task) (known : t ∈ ts) (claimable : t.claimable (satisfiedIn ts) = true)
      (unready : t.ready = false) (effect : x = .ready t.id t.generation) :
      Source s body x .applied (latchReady ts)

theorem SystemStep.source {s : State} {body : Body} {d : Decision} {ts : List Task}
    (step : SystemStep s body d ts) {x : Effect} (requested : x ∈ d.effects) :
    Source s body x d.verdict ts := by
  cases step with
  | still => simp at requested
  | held => simp at requested
  | added u declares fresh known us tasks =>
    obtain ⟨t, known, claimable, unready, rfl⟩ := mem_readyEffects.mp requested
    exact .ready us t known claimable unready rfl
  | observed t found within why next effects observation =>
    have own := (findTask_some found).2
    refine .observed t found within why next effects observation requested _ ?_
    simp [findTask_replaceTask, observation.id, own, found]
  | moved t found within next effects move us tasks =>
    rcases List.mem_append.mp requested with requested | requested
    · have own := (findTask_some found).2
      refine .moved t found within next effects move requested _ ?_
      subst tasks
      simp [findTask_latchReady, findTask_replaceTask, move.id, own, found]
    · obtain ⟨t, known, claimable, unready, rfl⟩ := mem_readyEffects.mp requested
      exact .ready us t known claimable unready rfl

/-- Every requested effect has a source. -/
theorem reduce_source (s : State) (e : Event) {x : Effect} (requested : x ∈ (reduce s e).decision.effects) :
    Source s e.body x (reduce s e).decision.verdict (reduce s e).state.tasks :=
  (reduce_step s e).source requested

end Lifecycle
