module
public import Lifecycle.Proofs.Turns
/-!
# Well-formed states

Defines what every reachable state satisfies: the keys of all attempts belong to their task and grow,
closed attempts are terminal, the status says what the current attempt does, the latch is set exactly on
what may be claimed, ids are unique and dependencies are declared earlier.
-/

@[expose] public section

namespace Lifecycle

/-- Every attempt of the task, oldest first: the closed ones, then the current one. -/
noncomputable def Task.history (t : Task) : List Attempt := t.closed ++ t.current.toList

/-- The keys of every attempt of the task, oldest first. -/
noncomputable def Task.keys (t : Task) : List Key := t.history.map Attempt.key

/-- The key may belong to an attempt of this task, in this graph. -/
structure Key.Belongs (key : Key) (graph : Nat) (t : Task) : Prop where
  graph : key.graph = graph
  task : key.task = t.id
  generation : key.generation ≤ t.generation
  attempt : key.attempt ≤ t.attempts
  fence : key.fence ≤ t.fence

/-- The key is of an earlier attempt than the other. -/
structure Key.Before (key other : Key) : Prop where
  generation : key.generation ≤ other.generation
  attempt : key.attempt < other.attempt
  fence : key.fence < other.fence

/-- The key that the task's current attempt must have. -/
def Task.currentKey (graph : Nat) (t : Task) : Key :=
  { graph, task := t.id, generation := t.generation, attempt := t.attempts, fence := t.fence }

/-- The status says what the current attempt does; without one it is open, given up, or as imported. -/
def Task.StatusAgrees (t : Task) : Prop :=
  match t.current with
  | some a =>
    match a.phase with
    | .running | .finishing .. | .promoting .. | .accepted .. => t.status = .active
    | .cleaned .. => t.status = .done
    | .failed _ => t.status = .failed ∨ t.status = .abandoned
    | .cancelled _ => False
  | none =>
    t.status = .open ∨ t.status = .abandoned ∨
      (t.owned = false ∧ (t.status = .done ∨ t.status = .failed))

/-- A task on its own. -/
structure Task.WellFormed (graph : Nat) (t : Task) : Prop where
  belong : ∀ key, key ∈ t.keys → key.Belongs graph t
  order : t.keys.Pairwise Key.Before
  current : ∀ a, t.current = some a → a.key = t.currentKey graph
  closed : ∀ a, a ∈ t.closed → a.phase.terminal = true
  unclaimed : t.attempts = 0 → t.keys = []
  status : t.StatusAgrees
  latch : t.ready = true → t.status = .open ∧ t.current = none
  displayed : ∀ key tx receipt cleanup, t.current = some ⟨key, .cleaned tx receipt cleanup⟩ →
    t.projection = .shown .done (some receipt)

/-- Each task depends only on tasks declared before it, or in `seen`. -/
def DeclaredInOrder (seen : List Nat) : List Task → Prop
  | [] => True
  | t :: ts => (∀ d, d ∈ t.deps → d ∈ seen) ∧ DeclaredInOrder (t.id :: seen) ts

/-- A state. -/
structure State.WellFormed (s : State) : Prop where
  tasks : ∀ t, t ∈ s.tasks → t.WellFormed s.graph
  unique : (s.tasks.map Task.id).Nodup
  order : DeclaredInOrder [] s.tasks
  latched : ∀ t, t ∈ s.tasks → t.ready = t.claimable s.tasks
  evidence : (s.evidence.map (fun entry => entry.event.eid)).Nodup

/-- The states that some log leads to. -/
def State.Reachable (s : State) : Prop := ∃ graph es, s = finalState (initialState graph) es

end Lifecycle
