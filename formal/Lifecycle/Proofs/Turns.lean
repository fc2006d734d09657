module
public import Lifecycle.Proofs.Applied
public import Lifecycle.Proofs.Observed
/-!
# Turns

Defines `Turn`: what one event does to all tasks together, and `Fate`: what it does to one of them.
Proves that every step of the reducer is a `Turn` (`reduce_turn`), that every task it knows meets a
`Fate` (`reduce_fate`), and that no task appears from nowhere (`reduce_origin`).
-/

@[expose] public section

namespace Lifecycle

/-- The body brings this task into the graph. -/
def Body.declares : Body → Task → Prop
  | .taskDeclared id deps retries, t => t = .declared id deps retries
  | .legacyImported id deps retries status trusted, t => t = .imported id deps retries status trusted
  | _, _ => False

/-- The key that the body names, if it names one, is of this graph. -/
def Body.within (body : Body) (graph : Nat) : Prop := ∀ g, body.graph = some g → g = graph

/-- What an event does: the decision on it, and the tasks after it. -/
inductive Turn (s : State) (body : Body) : Decision → List Task → Prop where
  /-- Nothing but the evidence changes. -/
  | still (verdict : Verdict) (notApplied : verdict ≠ .applied)
      (notObserved : ∀ why, verdict ≠ .observed why) :
      Turn s body { verdict, effects := [] } s.tasks
  /-- A task is declared. -/
  | added (t : Task) (declares : body.declares t) (fresh : findTask t.id s.tasks = none)
      (known : allDeclared s.tasks t.deps = true) (ts : List Task) (tasks : ts = snocTask s.tasks t) :
      Turn s body { verdict := .applied, effects := readyEffects ts ts } (latchReady ts ts)
  /-- The task concerned is seen, and told what to display. -/
  | glanced (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (why : Why) (seen : Projection) (effects : List Effect) (glance : Glance t body seen effects) :
      Turn s body { verdict := .observed why, effects }
        (replaceTask ({ t with projection := seen }.commit effects) s.tasks)
  /-- The task concerned moves; others may become ready by that. -/
  | moved (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (next : Task) (effects : List Effect) (move : Move t body next effects)
      (ts : List Task) (tasks : ts = replaceTask (next.commit effects) s.tasks) :
      Turn s body { verdict := .applied, effects := effects ++ readyEffects ts ts } (latchReady ts ts)

theorem unchanged_turn (s : State) (body : Body) (verdict : Verdict) (notApplied : verdict ≠ .applied)
    (notObserved : ∀ why, verdict ≠ .observed why) :
    Turn s body (s.unchanged verdict).decision (s.unchanged verdict).tasks :=
  .still verdict notApplied notObserved

theorem conclude_turn {s : State} {body : Body} {t : Task}
    (found : findTask body.task s.tasks = some t) (within : body.within s.graph) :
    Turn s body (conclude s t (body.outcome t)).decision (conclude s t (body.outcome t)).tasks := by
  cases outcome : body.outcome t with
  | applied next effects =>
    simp only [conclude, applyTasks, appendEffects_eq]
    exact .moved t found within next effects (outcome_applied outcome) _ rfl
  | observed why seen effects =>
    exact .glanced t found within why seen effects (outcome_observed outcome)
  | noop | rejected | hold => exact unchanged_turn s body _ nofun nofun

theorem declare_turn {s : State} {body : Body} {t : Task} (declares : body.declares t) :
    Turn s body (declare s t).decision (declare s t).tasks := by
  unfold declare
  split
  · exact unchanged_turn s body _ nofun nofun
  · split
    · exact .added t declares ‹_› ‹_› _ rfl
    · exact unchanged_turn s body _ nofun nofun

theorem concern_turn {s : State} {body : Body} (within : body.within s.graph) :
    Turn s body (concern s body).decision (concern s body).tasks := by
  unfold concern
  split
  · exact unchanged_turn s body _ nofun nofun
  · exact conclude_turn ‹_› within

theorem change_turn (s : State) (body : Body) :
    Turn s body (change s body).decision (change s body).tasks := by
  have dispatched : body.within s.graph →
      Turn s body (dispatch s body).decision (dispatch s body).tasks := by
    intro within
    unfold dispatch
    split
    · exact declare_turn rfl
    · exact declare_turn rfl
    · exact concern_turn within
  unfold change
  split
  · exact dispatched (by simp [Body.within, *])
  · split
    · exact dispatched (by simp_all [Body.within])
    · exact unchanged_turn s body _ nofun nofun

/-- Every step of the reducer is a turn. -/
theorem reduce_turn (s : State) (e : Event) :
    Turn s e.body (reduce s e).decision (reduce s e).state.tasks := by
  unfold reduce
  split
  · split
    · exact .still _ nofun nofun
    · exact .still _ nofun nofun
  · exact change_turn s e.body

/-- The reducer stays in its graph. -/
@[simp] theorem reduce_graph (s : State) (e : Event) : (reduce s e).state.graph = s.graph := by
  unfold reduce
  repeat' split
  all_goals rfl

/-- What an event does to one task. -/
inductive Fate (graph : Nat) (verdict : Verdict) (body : Body) (t : Task) : Task → Prop where
  | same : Fate graph verdict body t t
  | latched (all : List Task) : Fate graph verdict body t (t.latch all)
  | glanced (own : body.task = t.id) (within : body.within graph) (seen : Projection)
      (effects : List Effect) (glance : Glance t body seen effects) :
      Fate graph verdict body t ({ t with projection := seen }.commit effects)
  | moved (applied : verdict = .applied) (own : body.task = t.id) (within : body.within graph) (next : Task)
      (effects : List Effect) (move : Move t body next effects) (all : List Task) :
      Fate graph verdict body t ((next.commit effects).latch all)

/-- A move keeps the task's identity. -/
theorem Move.id {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) : next.id = t.id := by
  cases move <;> rfl

/-- A fate keeps the task's identity. -/
theorem Fate.id {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (fate : Fate graph verdict body t t') :
    t'.id = t.id := by
  cases fate with
  | same => rfl
  | latched all => simp
  | glanced => rfl
  | moved _ _ _ next effects move all => simp [move.id]

theorem turn_fate {s : State} {body : Body} {d : Decision} {ts : List Task}
    (turn : Turn s body d ts) {id : Nat} {t : Task} (found : findTask id s.tasks = some t) :
    ∃ t', findTask id ts = some t' ∧ Fate s.graph d.verdict body t t' := by
  cases turn with
  | still => exact ⟨t, found, .same⟩
  | added u declares fresh known us tasks =>
    subst tasks
    refine ⟨t.latch (snocTask s.tasks u), ?_, .latched _⟩
    simp [findTask_latchReady, findTask_snocTask, found]
  | glanced u found' within why seen effects glance =>
    by_cases same : u.id = id
    · subst same
      have hu := (findTask_some found').2
      rw [← hu, found] at found'
      injection found' with eq
      subst eq
      exact ⟨_, by simp [findTask_replaceTask, found], .glanced hu.symm within seen effects glance⟩
    · exact ⟨t, by simp [findTask_replaceTask, same, found], .same⟩
  | moved u found' within next effects move us tasks =>
    subst tasks
    by_cases same : u.id = id
    · subst same
      have hu := (findTask_some found').2
      rw [← hu, found] at found'
      injection found' with eq
      subst eq
      exact ⟨_, by simp [findTask_latchReady, findTask_replaceTask, found, move.id],
        .moved rfl hu.symm within next effects move (replaceTask (next.commit effects) s.tasks)⟩
    · refine ⟨t.latch (replaceTask (next.commit effects) s.tasks), ?_, .latched _⟩
      simp [findTask_latchReady, findTask_replaceTask, move.id, same, found]

/-- Every task known before an event is known after it, and meets one of the fates. -/
theorem reduce_fate (s : State) (e : Event) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ Fate s.graph (reduce s e).decision.verdict e.body t t' :=
  turn_fate (reduce_turn s e) found

theorem turn_origin {s : State} {body : Body} {d : Decision} {ts : List Task}
    (turn : Turn s body d ts) {id : Nat} {t' : Task} (found : findTask id ts = some t') :
    (∃ t, findTask id s.tasks = some t ∧ Fate s.graph d.verdict body t t') ∨
      (∃ t all, body.declares t ∧ findTask id s.tasks = none ∧
        allDeclared s.tasks t.deps = true ∧ t' = t.latch all) := by
  cases before : findTask id s.tasks with
  | some t =>
    obtain ⟨u, hu, fate⟩ := turn_fate turn before
    rw [found] at hu
    injection hu with hu
    subst hu
    exact Or.inl ⟨t, rfl, fate⟩
  | none =>
    cases turn with
    | still => simp [before] at found
    | added u declares fresh known us tasks =>
      subst tasks
      simp only [findTask_latchReady, findTask_snocTask, before, Option.none_or,
        Option.map_eq_some_iff] at found
      obtain ⟨v, hv, rfl⟩ := found
      split at hv
      · injection hv with hv
        subst hv
        exact Or.inr ⟨u, _, declares, rfl, known, rfl⟩
      · simp at hv
    | glanced u found' within why seen effects glance =>
      simp [findTask_replaceTask, before] at found
    | moved u found' within next effects move us tasks =>
      subst tasks
      simp [findTask_latchReady, findTask_replaceTask, before] at found

/-- Every task known after an event was known before it, or is declared by it. -/
theorem reduce_origin (s : State) (e : Event) {id : Nat} {t' : Task}
    (found : findTask id (reduce s e).state.tasks = some t') :
    (∃ t, findTask id s.tasks = some t ∧ Fate s.graph (reduce s e).decision.verdict e.body t t') ∨
      (∃ t all, e.body.declares t ∧ findTask id s.tasks = none ∧
        allDeclared s.tasks t.deps = true ∧ t' = t.latch all) :=
  turn_origin (reduce_turn s e) found

end Lifecycle
