module
public import Lifecycle.Proofs.Turns
/-!
# Authority of the verdicts

Defines the lifecycle of a task, and proves that only `applied` changes one (theorem 4): `observed` may
change the projection and request idempotent effects again; every other verdict changes no task at all
and requests nothing.
-/

@[expose] public section

namespace Lifecycle

/-- The part of a task that only an applied event may change. -/
structure LifecycleFields where
  status : Status
  generation : Nat
  attempts : Nat
  fence : Nat
  ready : Bool
  retries : Nat
  current : Option Attempt
  closed : List Attempt

/-- The task's lifecycle. -/
def Task.lifecycle (t : Task) : LifecycleFields :=
  { status := t.status, generation := t.generation, attempts := t.attempts, fence := t.fence
    ready := t.ready, retries := t.retries, current := t.current, closed := t.closed }

/-- A task with its projection put aside: everything that the graph does not display. -/
def Task.beneath (t : Task) : Task := { t with projection := .missing }

/-- An effect that may be requested again without harm. -/
def Effect.idempotent : Effect → Bool
  | .probe .. | .startCleanup .. | .stopProcess .. | .promote .. => true
  | .projectDone .. | .projectFailed .. | .projectAbandoned .. => true
  | .ready .. | .succeeded .. | .attemptFailed .. | .openGeneration .. => false

theorem beneath_lifecycle {t u : Task} (h : t.beneath = u.beneath) : t.lifecycle = u.lifecycle := by
  obtain ⟨⟩ := t
  obtain ⟨⟩ := u
  simp_all [Task.beneath, Task.lifecycle]

theorem unapplied_beneath (s : State) (e : Event)
    (unapplied : (reduce s e).decision.verdict ≠ .applied) :
    (reduce s e).state.tasks.map Task.beneath = s.tasks.map Task.beneath := by
  have turn := reduce_turn s e
  generalize (reduce s e).decision = d at turn unapplied
  generalize (reduce s e).state.tasks = ts at turn
  cases turn with
  | still => rfl
  | added => exact absurd rfl unapplied
  | moved => exact absurd rfl unapplied
  | glanced t found within why seen effects glance =>
    have own := (findTask_some found).2
    exact map_replaceTask Task.beneath (t := t) (by simp [own, found]) rfl

/-- Theorem 4: an event that is not applied leaves the lifecycle of every task as it was. -/
theorem only_applied_changes_lifecycle (s : State) (e : Event)
    (unapplied : (reduce s e).decision.verdict ≠ .applied) :
    (reduce s e).state.tasks.map Task.lifecycle = s.tasks.map Task.lifecycle := by
  have h := congrArg (List.map Task.lifecycle) (unapplied_beneath s e unapplied)
  simpa [List.map_map, Function.comp_def, Task.beneath, Task.lifecycle] using h

/-- Theorem 4, task by task. -/
theorem only_applied_changes_task (s : State) (e : Event) (id : Nat)
    (unapplied : (reduce s e).decision.verdict ≠ .applied) :
    (findTask id (reduce s e).state.tasks).map Task.lifecycle =
      (findTask id s.tasks).map Task.lifecycle := by
  have find : ∀ ts : List Task, (findTask id ts).map Task.lifecycle =
      (findTask id (ts.map Task.beneath)).map Task.lifecycle := by
    intro ts
    induction ts with
    | nil => rfl
    | cons u us ih =>
      by_cases hu : u.id = id
      · simp [findTask, hu, Task.beneath, Task.lifecycle]
      · simp [findTask, hu, Task.beneath] at ih ⊢
        exact ih
  rw [find, find s.tasks, unapplied_beneath s e unapplied]

/-- What `observed` may do: request idempotent effects again, besides changing a projection. -/
theorem observed_requests_idempotent (s : State) (e : Event) (why : Why)
    (observed : (reduce s e).decision.verdict = .observed why) (x : Effect)
    (requested : x ∈ (reduce s e).decision.effects) : x.idempotent = true := by
  have turn := reduce_turn s e
  generalize e.body = body at turn
  generalize (reduce s e).decision = d at turn observed requested
  generalize (reduce s e).state.tasks = ts at turn
  cases turn with
  | still verdict _ notObserved => exact absurd observed (notObserved why)
  | added => exact nomatch observed
  | moved => exact nomatch observed
  | glanced t found within why' seen effects glance =>
    cases glance with
    | settle =>
      simp only [truthEffects] at requested
      split at requested <;> simp_all [Effect.idempotent]
    | quiet | legacy => simp at requested
    | probe | promote | stop | cleanup | done => simp_all [Effect.idempotent, doneEffect]

/-- What every other verdict does to the tasks and the adapters: nothing. -/
theorem other_verdicts_change_nothing (s : State) (e : Event)
    (unapplied : (reduce s e).decision.verdict ≠ .applied)
    (unobserved : ∀ why, (reduce s e).decision.verdict ≠ .observed why) :
    (reduce s e).state.tasks = s.tasks ∧ (reduce s e).decision.effects = [] := by
  have turn := reduce_turn s e
  generalize (reduce s e).decision = d at turn unapplied unobserved
  generalize (reduce s e).state.tasks = ts at turn
  cases turn with
  | still => exact ⟨rfl, rfl⟩
  | added => exact absurd rfl unapplied
  | moved => exact absurd rfl unapplied
  | glanced t found within why => exact absurd rfl (unobserved why)

end Lifecycle
