module
public import Lifecycle.Proofs.Acceptance
public import Lifecycle.Proofs.Log
public import Lifecycle.Proofs.Invariant
/-!
# Legacy records

Proves that a legacy task never yields `succeeded` or `projectDone` before an attempt of its own is
accepted (theorem 17): the log of every state in which it does holds the applied acceptance, with a key
of that very task. In fact no task does; theorems state it for all, and then for legacy ones.
-/

@[expose] public section

namespace Lifecycle

/-- The body is an acceptance, by outcome or by probe, of the attempt with this key. -/
def acceptanceOf (key : Key) (body : Body) : Prop :=
  ∃ tx receipt, body.accepts key tx receipt

/-- The effect says that this task succeeded, or displays it done. -/
def Effect.blesses (id : Nat) : Effect → Prop
  | .succeeded key _ _ => key.task = id
  | .projectDone task _ _ _ => task = id
  | _ => False

/-- Whatever has a durable success was accepted, as the log shows. -/
def State.Accepted (s : State) : Prop :=
  ∀ id t a, findTask id s.tasks = some t → t.current = some a → a.phase.durable = true →
    s.logged (acceptanceOf a.key)

theorem move_accepted {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) {a : Attempt} (current : next.current = some a)
    (durable : a.phase.durable = true) :
    (∃ b, t.current = some b ∧ b.key = a.key ∧ b.phase.durable = true) ∨
      acceptanceOf a.key body := by
  cases move with
  | accept b current' tx deferred phase act receipt accepts =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    refine Or.inr ⟨tx, receipt, ?_⟩
    rcases accepts with rfl | rfl
    · exact Or.inl rfl
    · exact Or.inr rfl
  | clean b current' tx receipt cleanup phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    exact Or.inl ⟨b, current', rfl, by rw [phase]; rfl⟩
  | abandonOpen => exact Or.inl ⟨a, current, rfl, durable⟩
  | absentKill | absentAbandon | release | kill => exact nomatch current
  | abandon => exact nomatch current
  | retry => exact nomatch current
  | claim | finish | validate | invalidate | intend | absentFail | fail | deferFail | deferKill
  | deferAbandon =>
    simp only [Task.claim, Task.enter, Task.fail, Option.some.injEq] at current
    subst current
    exact nomatch durable

theorem reduce_accepted {s : State} (accepted : s.Accepted) (e : Event) :
    (reduce s e).state.Accepted := by
  intro id t' a found current durable
  rcases reduce_origin s e found with ⟨t, before, fate⟩ | ⟨t, all, declares, _, _, rfl⟩
  · have kept : t.current = t'.current → (reduce s e).state.logged (acceptanceOf a.key) :=
      fun same => logged_kept (accepted id t a before (same.trans current) durable) e
    cases fate with
    | same | glanced => exact kept rfl
    | latched all => exact kept (by simp)
    | moved applied own within next effects move all =>
      rcases move_accepted move (by simpa [Task.commit] using current) durable with
        ⟨b, current', same, durable'⟩ | isNew
      · exact same ▸ logged_kept (accepted id t b before current' durable') e
      · exact logged_applied applied isNew
  · rw [latch_current] at current
    generalize e.body = body at declares
    cases body <;> simp only [Body.declares] at declares <;> subst declares <;>
      exact nomatch current

theorem finalState_accepted {s : State} (accepted : s.Accepted) (es : List Event) :
    (finalState s es).Accepted := by
  induction es generalizing s with
  | nil => exact accepted
  | cons e es ih => exact ih (reduce_accepted accepted e)

theorem initial_accepted (graph : Nat) : (initialState graph).Accepted :=
  fun _ _ _ found => by simp [initialState, findTask] at found

/-- A step that blesses a task leaves its current attempt with a durable success. -/
theorem blesses_durable (s : State) (e : Event) (id : Nat) (x : Effect)
    (requested : x ∈ (reduce s e).decision.effects) (blesses : x.blesses id) :
    ∃ t a, findTask id (reduce s e).state.tasks = some t ∧ t.current = some a ∧
      a.phase.durable = true := by
  cases x with
  | succeeded key d receipt =>
    simp only [Effect.blesses] at blesses
    subst blesses
    obtain ⟨tx, deferred, _, _, _, t, found, current⟩ :=
      succeeded_only_by_acceptance s e key d receipt requested
    exact ⟨t, _, found, current, rfl⟩
  | projectDone task generation d receipt =>
    simp only [Effect.blesses] at blesses
    subst blesses
    obtain ⟨key, tx, cleanup, _, ⟨t, found, current⟩, _⟩ :=
      projectDone_only_cleaned s e task generation d receipt requested
    exact ⟨t, _, found, current, rfl⟩
  | _ => exact blesses.elim

/-- After every log: whoever is blessed has had an attempt of its own accepted, as the log shows. -/
theorem blessed_after_acceptance (graph : Nat) (es : List Event) (e : Event) (id : Nat) (x : Effect)
    (requested : x ∈ (reduce (finalState (initialState graph) es) e).decision.effects)
    (blesses : x.blesses id) :
    ∃ key, key.task = id ∧
      (reduce (finalState (initialState graph) es) e).state.logged (acceptanceOf key) := by
  have wf := reduce_wellFormed (finalState_wellFormed (initial_wellFormed graph) es) e
  have accepted := reduce_accepted (finalState_accepted (initial_accepted graph) es) e
  obtain ⟨t, a, found, current, durable⟩ := blesses_durable _ e id x requested blesses
  refine ⟨a.key, ?_, accepted id t a found current durable⟩
  rw [(wf.tasks t (findTask_some found).1).current a current]
  exact (findTask_some found).2

/-- Theorem 17, every log: a legacy task is blessed only after an attempt of its own is accepted. -/
theorem legacy_blessed_only_after_acceptance (graph : Nat) (es : List Event) (e : Event) (t : Task)
    (trusted : Bool) (_found : findTask t.id (finalState (initialState graph) es).tasks = some t)
    (_legacy : t.origin = .legacy trusted) (x : Effect)
    (requested : x ∈ (reduce (finalState (initialState graph) es) e).decision.effects)
    (blesses : x.blesses t.id) :
    ∃ key, key.task = t.id ∧
      (reduce (finalState (initialState graph) es) e).state.logged (acceptanceOf key) :=
  blessed_after_acceptance graph es e t.id x requested blesses

/-- Theorem 17, one event: a legacy task that was never claimed is never blessed. -/
theorem unclaimed_legacy_never_blessed (s : State) (wf : s.WellFormed) (e : Event) (t : Task)
    (trusted : Bool) (found : findTask t.id s.tasks = some t) (_legacy : t.origin = .legacy trusted)
    (unclaimed : t.attempts = 0) (x : Effect)
    (requested : x ∈ (reduce s e).decision.effects) : ¬x.blesses t.id := by
  have idle : t.current = none := by
    have h := (wf.tasks t (findTask_some found).1).unclaimed unclaimed
    cases current : t.current with
    | none => rfl
    | some a => simp [Task.keys, Task.history, current] at h
  have never : ∀ key phase, ¬s.at t.id key phase := by
    rintro key phase ⟨u, found', current⟩
    rw [found] at found'
    injection found' with same
    subst same
    simp [idle] at current
  intro blesses
  cases x with
  | succeeded key d receipt =>
    simp only [Effect.blesses] at blesses
    obtain ⟨tx, deferred, before, _⟩ := succeeded_only_by_acceptance s e key d receipt requested
    exact never _ _ (blesses ▸ before)
  | projectDone task generation d receipt =>
    simp only [Effect.blesses] at blesses
    subst blesses
    obtain ⟨key, tx, cleanup, _, _, before | before⟩ :=
      projectDone_only_cleaned s e t.id generation d receipt requested
    · exact never _ _ before
    · exact never _ _ before
  | _ => exact blesses

end Lifecycle
