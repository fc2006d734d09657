module
public import Lifecycle.Proofs.Turns
/-!
# Where effects come from

Defines `Source`: the three ways in which an effect can be requested, by a move of the task concerned,
by a glance at it, or as the `ready` of a task that has become claimable. Proves that every requested
effect has one (`reduce_source`).
-/

@[expose] public section

namespace Lifecycle

/-- Why a step requests an effect, given the tasks after it. -/
inductive Source (s : State) (body : Body) (x : Effect) (after : List Task) : Prop where
  | moved (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (next : Task) (effects : List Effect) (move : Move t body next effects)
      (requested : x ∈ effects) (all : List Task)
      (stored : findTask body.task after = some ((next.commit effects).latch all))
  | glanced (t : Task) (found : findTask body.task s.tasks = some t) (within : body.within s.graph)
      (seen : Projection) (effects : List Effect) (glance : Glance t body seen effects)
      (requested : x ∈ effects)
      (stored : findTask body.task after = some ({ t with projection := seen }.commit effects))
  | ready (ts : List Task) (t : Task) (known : t ∈ ts) (claimable : t.claimable ts = true)
      (unlatched : t.ready = false) (effect : x = .ready t.id t.generation)
      (stored : after = latchReady ts ts)

theorem turn_source {s : State} {body : Body} {d : Decision} {ts : List Task}
    (turn : Turn s body d ts) {x : Effect} (requested : x ∈ d.effects) : Source s body x ts := by
  cases turn with
  | still => simp at requested
  | added u declares fresh known us tasks =>
    obtain ⟨t, known, claimable, unlatched, rfl⟩ := mem_readyEffects.mp requested
    exact .ready us t known claimable unlatched rfl rfl
  | glanced t found within why seen effects glance =>
    have own := (findTask_some found).2
    refine .glanced t found within seen effects glance requested ?_
    simp [findTask_replaceTask, own, found]
  | moved t found within next effects move us tasks =>
    rcases List.mem_append.mp requested with requested | requested
    · have own := (findTask_some found).2
      refine .moved t found within next effects move requested us ?_
      subst tasks
      simp [findTask_latchReady, findTask_replaceTask, move.id, own, found]
    · obtain ⟨t, known, claimable, unlatched, rfl⟩ := mem_readyEffects.mp requested
      exact .ready us t known claimable unlatched rfl rfl

/-- No move tells `ready` by itself. -/
theorem move_no_ready {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) (id generation : Nat) : .ready id generation ∉ effects := by
  cases move <;> simp [failureEffects, doneEffect]

/-- No glance tells `ready`. -/
theorem glance_no_ready {t : Task} {body : Body} {seen : Projection} {effects : List Effect}
    (glance : Glance t body seen effects) (id generation : Nat) :
    .ready id generation ∉ effects := by
  cases glance with
  | settle => unfold truthEffects; split <;> simp
  | quiet | legacy => simp
  | probe | promote | stop | cleanup | done => simp [doneEffect]

/-- Every requested effect has a source. -/
theorem reduce_source (s : State) (e : Event) {x : Effect}
    (requested : x ∈ (reduce s e).decision.effects) :
    Source s e.body x (reduce s e).state.tasks :=
  turn_source (reduce_turn s e) requested

end Lifecycle
