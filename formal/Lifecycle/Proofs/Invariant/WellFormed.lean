import Lifecycle.Proofs.Log.Occurs
/-!
# Well-formed states

Defines what every reachable state satisfies (theorem 22): the keys of all attempts belong to their task and
are numbered, closed attempts have ended, the status says what the current attempt does, at most one worker is
not gone, the latch is set on what may be claimed, ids are unique and dependencies are declared earlier.
-/

namespace Lifecycle

/-- Every attempt of the task, oldest first: the closed ones, then the current one. -/
def Task.history (t : Task) : List Attempt := t.closed ++ t.current.toList

/-- The key may belong to an attempt of this task, in this graph. -/
structure Key.Belongs (key : Key) (graph : Nat) (t : Task) : Prop where
  graph : key.graph = graph
  task : key.task = t.id
  generation : key.generation ≤ t.generation
  fence : key.fence ≤ t.fence

/-- The key is of an earlier attempt than the other. -/
structure Key.Before (key other : Key) : Prop where
  generation : key.generation ≤ other.generation
  attempt : key.attempt < other.attempt
  fence : key.fence < other.fence

/-- The key that the task's current attempt must have. -/
def Task.currentKey (graph : Nat) (t : Task) : Key :=
  { graph, task := t.id, generation := t.generation, attempt := t.attempts, fence := t.fence }

/-- The status of a task whose current attempt is in this phase. -/
def Phase.hasStatus (phase : Phase) (status : Status) : Prop :=
  match phase with
  | .running | .finishing .. | .promoting .. | .accepted .. => status = .active
  | .cleaned .. => status = .done
  | .failed _ => status = .failed ∨ status = .abandoned
  | .cancelled _ => False

/-- What may be known of the worker of an attempt in this phase. -/
def Phase.allows (phase : Phase) (worker : Worker) : Prop :=
  match phase with
  | .running => worker = .present
  | .finishing .. => worker ≠ .stopping
  | .failed _ | .cancelled _ => worker ≠ .present
  | .promoting .. | .accepted .. | .cleaned .. => True

/-- A task on its own. -/
structure Task.WellFormed (graph : Nat) (t : Task) : Prop where
  belong : ∀ a, a ∈ t.history → a.key.Belongs graph t
  order : (t.history.map Attempt.key).Pairwise Key.Before
  numbers : t.history.map (·.key.attempt) = List.range' 1 t.attempts
  current : ∀ a, t.current = some a → a.key = t.currentKey graph
  status : ∀ a, t.current = some a → a.phase.hasStatus t.status
  /-- Without an attempt a task is open, given up, or as it was imported. -/
  idle : t.current = none → t.status = .open ∨ t.status = .abandoned ∨
    (t.origin ≠ .native ∧ t.attempts = 0 ∧ t.generation = 0 ∧ (t.status = .done ∨ t.status = .failed))
  ended : ∀ a, a ∈ t.closed → a.phase.ended = true
  workers : ∀ a, a ∈ t.history → a.phase.allows a.worker
  /-- While there is a current attempt, the workers of all closed ones are gone. -/
  exclusive : ∀ a, t.current = some a → ∀ b, b ∈ t.closed → b.worker = .gone
  one : t.history.countP (fun a => decide (a.worker ≠ .gone)) ≤ 1
  waived : ∀ d, d ∈ t.waived → d ∈ t.deps
  latch : t.ready = true → t.status = .open ∧ ∀ a, a ∈ t.closed → a.worker = .gone

/-- Each task depends only on tasks declared before it, or in `seen`. -/
def DeclaredInOrder (seen : List Nat) : List Task → Prop
  | [] => True
  | t :: ts => (∀ d, d ∈ t.deps → d ∈ seen) ∧ DeclaredInOrder (t.id :: seen) ts

/-- The task as it would be without a hold. -/
def Task.unheld (t : Task) : Task := { t with held := none }

/-- A state. -/
structure State.WellFormed (s : State) : Prop where
  tasks : ∀ t, t ∈ s.tasks → t.WellFormed s.graph
  unique : (s.tasks.map Task.id).Nodup
  order : DeclaredInOrder [] s.tasks
  /-- What may be claimed is latched. -/
  latched : ∀ t, t ∈ s.tasks → t.claimable (satisfiedIn s.tasks) = true → t.ready = true
  /-- What is latched may be claimed, but for a hold. -/
  sound : ∀ t, t ∈ s.tasks → t.ready = true → t.unheld.claimable (satisfiedIn s.tasks) = true
  evidence : (s.evidence.map (fun entry => entry.event.eid)).Nodup

/-! ## Consequences -/

theorem Task.WellFormed.not_cancelled {graph : Nat} {t : Task} (wf : t.WellFormed graph) {a : Attempt}
    (current : t.current = some a) (reason : Cancel) : a.phase ≠ .cancelled reason := by
  intro h
  have := wf.status a current
  simp [h, Phase.hasStatus] at this

/-- An open task has no current attempt. -/
theorem Task.WellFormed.open_idle {graph : Nat} {t : Task} (wf : t.WellFormed graph)
    (isOpen : t.status = .open) : t.current = none := by
  cases current : t.current with
  | none => rfl
  | some a =>
    have := wf.status a current
    cases phase : a.phase <;> simp_all [Phase.hasStatus]

/-- The latch is never set while there is a current attempt. -/
theorem Task.WellFormed.unready {graph : Nat} {t : Task} (wf : t.WellFormed graph) {a : Attempt}
    (current : t.current = some a) : t.ready = false := by
  cases h : t.ready with
  | false => rfl
  | true => simp [wf.open_idle (wf.latch h).1] at current

/-- The status is active exactly while an attempt is live. -/
theorem Task.WellFormed.active_iff {graph : Nat} {t : Task} (wf : t.WellFormed graph) :
    t.status = .active ↔ t.hasLive = true := by
  cases current : t.current with
  | none =>
    have := wf.idle current
    simp only [Task.hasLive, Task.phase, current, Option.map_none, Option.any_none]
    constructor <;> intro h <;> simp_all
  | some a =>
    have := wf.status a current
    simp only [Task.hasLive, Task.phase, current, Option.map_some, Option.any_some]
    cases phase : a.phase <;> simp_all [Phase.hasStatus, Phase.live]
    rcases this with h | h <;> simp [h]

theorem Task.WellFormed.current_mem {graph : Nat} {t : Task} (_wf : t.WellFormed graph) {a : Attempt}
    (current : t.current = some a) : a ∈ t.history := by
  simp [Task.history, current]

theorem Task.WellFormed.closed_mem {graph : Nat} {t : Task} (_wf : t.WellFormed graph) {a : Attempt}
    (closed : a ∈ t.closed) : a ∈ t.history := by
  simp [Task.history, closed]

/-- Attempts of a task have different keys. -/
theorem Task.WellFormed.keys_unique {graph : Nat} {t : Task} (wf : t.WellFormed graph) {a b : Attempt}
    (ha : a ∈ t.history) (hb : b ∈ t.history) (same : a.key = b.key) : a = b := by
  have order := wf.order
  generalize t.history = as at ha hb order
  induction as with
  | nil => simp at ha
  | cons c cs ih =>
    simp only [List.map_cons, List.pairwise_cons, List.mem_map, forall_exists_index, and_imp,
      forall_apply_eq_imp_iff₂] at order
    rcases List.mem_cons.mp ha with ha' | ha' <;> rcases List.mem_cons.mp hb with hb' | hb'
    · rw [ha', hb']
    · have := (order.1 b hb').attempt
      rw [← ha', same] at this
      omega
    · have := (order.1 a ha').attempt
      rw [← hb', same] at this
      omega
    · exact ih ha' hb' order.2

/-- The current attempt's key is that of no closed one. -/
theorem Task.WellFormed.current_not_closed {graph : Nat} {t : Task} (wf : t.WellFormed graph)
    {a : Attempt} (current : t.current = some a) {b : Attempt} (closed : b ∈ t.closed) : b.key ≠ a.key := by
  have order := wf.order
  simp only [Task.history, current, Option.toList_some, List.map_append, List.map_cons, List.map_nil,
    List.pairwise_append, List.mem_map, List.mem_singleton, forall_exists_index, and_imp,
    forall_apply_eq_imp_iff₂, forall_eq] at order
  intro same
  have := (order.2.2 b closed).attempt
  rw [same] at this
  omega

end Lifecycle
