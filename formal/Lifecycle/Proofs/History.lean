module
public import Lifecycle.Proofs.Acceptance
public import Lifecycle.Proofs.Invariant
/-!
# Ended attempts

Proves that an attempt that has failed, or was closed, stays so in the history of its task for ever, and
that no other attempt ever bears its key; hence a failed attempt never becomes accepted (theorem 7), nor
gets a `succeeded`.
-/

@[expose] public section

namespace Lifecycle

/-- Distinct attempts of a well-formed task have distinct keys. -/
theorem key_unique {as : List Attempt} (order : (as.map Attempt.key).Pairwise Key.Before)
    {a b : Attempt} (memA : a ∈ as) (memB : b ∈ as) (same : a.key = b.key) : a = b := by
  induction as with
  | nil => simp at memA
  | cons c cs ih =>
    simp only [List.map_cons, List.pairwise_cons, List.mem_map, forall_exists_index, and_imp,
      forall_apply_eq_imp_iff₂] at order
    rcases List.mem_cons.mp memA with ha | ha <;> rcases List.mem_cons.mp memB with hb | hb
    · exact ha.trans hb.symm
    · have h := (order.1 b hb).attempt
      rw [← same, ha] at h
      exact absurd h (Nat.lt_irrefl _)
    · have h := (order.1 a ha).attempt
      rw [same, hb] at h
      exact absurd h (Nat.lt_irrefl _)
    · exact ih order.2 ha hb

theorem mem_history {t : Task} {a : Attempt} :
    a ∈ t.history ↔ a ∈ t.closed ∨ t.current = some a := by
  unfold Task.history
  rw [List.mem_append, Option.mem_toList]

/-- An attempt that has ended stays in the history as it is. -/
theorem move_history {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (move : Move t body next effects) {a : Attempt}
    (known : a ∈ t.history) (ended : a.phase.terminal = true) : a ∈ next.history := by
  have kept : ∀ {b : Attempt}, t.current = some b → b.phase.terminal = false → a ∈ t.closed := by
    intro b current alive
    rcases mem_history.mp known with h | h
    · exact h
    · obtain rfl := same_attempt current h
      exact nomatch ended.symm.trans alive
  have entered : ∀ {b : Attempt}, t.current = some b → b.phase.terminal = false →
      next.closed = t.closed → a ∈ next.history := fun current alive same =>
    mem_history.mpr (Or.inl (same ▸ kept current alive))
  have cancelled : ∀ {b : Attempt} {reason : Cancel}, t.current = some b →
      b.phase.terminal = false → a ∈ (t.cancel b reason).history := by
    intro b reason current alive
    refine mem_history.mpr (Or.inl ?_)
    simp [Task.cancel, snocAttempt_eq, kept current alive]
  cases move with
  | claim key free ready =>
    rcases mem_history.mp known with h | h
    · exact mem_history.mpr (Or.inl h)
    · simp [(wf.latch ready).2] at h
  | abandonOpen => exact known
  | retry =>
    refine mem_history.mpr (Or.inl ?_)
    simp only [Task.reopen, Task.closeCurrent]
    rcases mem_history.mp known with h | h
    · split
      · simp [snocAttempt_eq, h]
      · exact h
    · simp [h, snocAttempt_eq]
  | fail b current act cls ends => exact entered current (working_not_terminal ends.working) rfl
  | finish b current phase | validate b current tx phase | intend b current tx phase
  | deferFail b current tx phase | deferKill b current tx phase =>
    exact entered current (by rw [phase]; rfl) rfl
  | invalidate b current tx x phase | accept b current tx x phase | absentFail b current tx x phase =>
    exact entered current (by rw [phase]; rfl) rfl
  | clean b current tx receipt cleanup phase => exact entered current (by rw [phase]; rfl) rfl
  | deferAbandon id b current tx phase => exact entered current (by rw [phase]; rfl) rfl
  | absentKill b current tx phase | absentAbandon b current tx phase =>
    exact cancelled current (by rw [phase]; rfl)
  | release b current phase => exact cancelled current (by rw [phase]; rfl)
  | kill b current phase => exact cancelled current (working_not_terminal phase)
  | abandon id b current phase => exact cancelled current (working_not_terminal phase)

theorem fate_history {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (wf : t.WellFormed graph) (fate : Fate graph verdict body t t') {a : Attempt}
    (known : a ∈ t.history) (ended : a.phase.terminal = true) : a ∈ t'.history := by
  cases fate with
  | same | glanced => exact known
  | latched all => simpa [Task.history] using known
  | moved applied own within next effects move all =>
    simpa [Task.history] using move_history wf move known ended

/-- The task with this id has this attempt in its history. -/
def State.records (s : State) (id : Nat) (a : Attempt) : Prop :=
  ∃ t, findTask id s.tasks = some t ∧ a ∈ t.history

/-- An attempt that has ended is on record for ever. -/
theorem ended_forever {s : State} (wf : s.WellFormed) (es : List Event) {id : Nat} {a : Attempt}
    (records : s.records id a) (ended : a.phase.terminal = true) :
    (finalState s es).records id a := by
  induction es generalizing s with
  | nil => exact records
  | cons e es ih =>
    obtain ⟨t, found, known⟩ := records
    obtain ⟨t', found', fate⟩ := reduce_fate s e found
    exact ih (reduce_wellFormed wf e)
      ⟨t', found', fate_history (wf.tasks t (findTask_some found).1) fate known ended⟩

/-- Two attempts on record with the same key are one. -/
theorem records_unique {s : State} (wf : s.WellFormed) {id : Nat} {a b : Attempt}
    (first : s.records id a) (second : s.records id b) (same : a.key = b.key) : a = b := by
  obtain ⟨t, found, memA⟩ := first
  obtain ⟨u, found', memB⟩ := second
  rw [found] at found'
  injection found' with eq
  subst eq
  exact key_unique (wf.tasks t (findTask_some found).1).order memA memB same

/-- Theorem 7: whatever follows, an attempt with the key of a failed one is that failed one. -/
theorem failed_never_accepted (s : State) (wf : s.WellFormed) (es : List Event) (id : Nat)
    (key : Key) (cls : Class) (failed : s.records id ⟨key, .failed cls⟩) (phase : Phase)
    (later : (finalState s es).records id ⟨key, phase⟩) : phase = .failed cls := by
  have h := records_unique (finalState_wellFormed wf es) later (ended_forever wf es failed rfl) rfl
  injection h

/-- Theorem 7, the effects: whatever follows, a failed attempt gets no `succeeded`. -/
theorem failed_never_succeeds (s : State) (wf : s.WellFormed) (es : List Event) (e : Event)
    (id : Nat) (key : Key) (cls : Class) (failed : s.records id ⟨key, .failed cls⟩)
    (d : Disposition) (receipt : Nat) :
    .succeeded key d receipt ∉ (reduce (finalState s es) e).decision.effects := by
  intro requested
  have own : key.task = id := by
    obtain ⟨t, found, known⟩ := failed
    have belongs := (wf.tasks t (findTask_some found).1).belong key
      (List.mem_map_of_mem (f := Attempt.key) known)
    exact belongs.task.trans (findTask_some found).2
  subst own
  obtain ⟨tx, deferred, ⟨t, found, current⟩, _⟩ :=
    succeeded_only_by_acceptance (finalState s es) e key d receipt requested
  have h := failed_never_accepted s wf es key.task key cls failed (.promoting tx deferred)
    ⟨t, found, mem_history.mpr (Or.inr current)⟩
  exact nomatch h

end Lifecycle
