module
public import Lifecycle.Proofs.Intent
public import Lifecycle.Proofs.Log
public import Lifecycle.Proofs.Acceptance
public import Lifecycle.Proofs.Invariant
/-!
# Promotion

Proves that `promote` is requested only after the exact candidate was validated, and requested again
only in answer to a probe that found nothing (theorem 14).
-/

@[expose] public section

namespace Lifecycle

/-- The body reports that this candidate of this transaction is valid. -/
def validates (key : Key) (tx candidate : Nat) (body : Body) : Prop :=
  body = .onAttempt key (.candidateValidated tx candidate true)

/-- Theorem 14, one event: `promote` answers the intent of a validated candidate, or an absent probe. -/
theorem promote_step (s : State) (e : Event) (key : Key) (tx candidate : Nat)
    (requested : .promote key tx candidate ∈ (reduce s e).decision.effects) :
    ∃ own : Tx, own.tx = tx ∧ own.candidate = candidate ∧
      ((e.body = .onAttempt key (.promotionIntended tx candidate) ∧
          s.at key.task key (.finishing own true) ∧
          (reduce s e).state.at key.task key (.promoting own .none)) ∨
        (e.body = .onAttempt key (.promotionProbed tx none) ∧
          s.at key.task key (.promoting own .none))) := by
  have source := reduce_source s e requested
  generalize e.body = body at source
  generalize (reduce s e).state = after at source
  cases source with
  | ready ts u known claimable unlatched effect => exact nomatch effect
  | glanced u found within seen effects glance mem stored =>
    cases glance with
    | promote a current own phase =>
      simp only [List.mem_singleton, Effect.promote.injEq] at mem
      obtain ⟨rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      exact ⟨own, rfl, rfl, Or.inr ⟨rfl, u, found, current⟩⟩
    | settle => unfold truthEffects at mem; split at mem <;> simp at mem
    | quiet | legacy => simp at mem
    | probe | stop | cleanup | done => simp [doneEffect] at mem
  | moved u found within next effects move mem all stored =>
    cases move with
    | intend a current own phase =>
      simp only [List.mem_singleton, Effect.promote.injEq] at mem
      obtain ⟨rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      exact ⟨own, rfl, rfl, Or.inl ⟨rfl, ⟨u, found, current⟩,
        ⟨_, stored, by simp [Task.commit, Task.enter]⟩⟩⟩
    | _ => simp [failureEffects, doneEffect] at mem

/-- The transaction of a phase that only a validated candidate reaches. -/
def Phase.validated : Phase → Option Tx
  | .finishing tx true | .promoting tx _ | .accepted tx _ | .cleaned tx _ _ => some tx
  | _ => none

/-- Whatever is past validation has been validated, as the log shows. -/
def State.Validated (s : State) : Prop :=
  ∀ id t a tx, findTask id s.tasks = some t → t.current = some a → a.phase.validated = some tx →
    s.logged (validates a.key tx.tx tx.candidate)

/-- A move past validation starts past validation, or is the validation. -/
theorem move_validated {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) {a : Attempt} {tx : Tx} (current : next.current = some a)
    (past : a.phase.validated = some tx) :
    (∃ b, t.current = some b ∧ b.key = a.key ∧ b.phase.validated = some tx) ∨
      validates a.key tx.tx tx.candidate body := by
  cases move with
  | claim | finish | invalidate | absentFail | fail =>
    simp only [Task.claim, Task.enter, Task.fail, Option.some.injEq] at current
    subst current
    exact nomatch past
  | validate b current' tx' phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    injection past with same
    subst same
    exact Or.inr rfl
  | intend b current' tx' phase | deferFail b current' tx' phase | deferKill b current' tx' phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    injection past with same
    subst same
    exact Or.inl ⟨b, current', rfl, by rw [phase]; rfl⟩
  | accept b current' tx' x phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    injection past with same
    subst same
    exact Or.inl ⟨b, current', rfl, by rw [phase]; rfl⟩
  | clean b current' tx' receipt cleanup phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    injection past with same
    subst same
    exact Or.inl ⟨b, current', rfl, by rw [phase]; rfl⟩
  | deferAbandon id b current' tx' phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    injection past with same
    subst same
    exact Or.inl ⟨b, current', rfl, by rw [phase]; rfl⟩
  | absentKill | absentAbandon | release | kill => exact nomatch current
  | abandon => exact nomatch current
  | retry => exact nomatch current
  | abandonOpen => exact Or.inl ⟨a, current, rfl, past⟩

theorem reduce_validated {s : State} (validated : s.Validated) (e : Event) :
    (reduce s e).state.Validated := by
  intro id t' a tx found current past
  rcases reduce_origin s e found with ⟨t, before, fate⟩ | ⟨t, all, declares, _, _, rfl⟩
  · have kept : t.current = t'.current →
        (reduce s e).state.logged (validates a.key tx.tx tx.candidate) := fun same =>
      logged_kept (validated id t a tx before (same.trans current) past) e
    cases fate with
    | same | glanced => exact kept rfl
    | latched all => exact kept (by simp)
    | moved applied own within next effects move all =>
      rcases move_validated move (by simpa [Task.commit] using current) past with
        ⟨b, current', same, past'⟩ | isNew
      · exact same ▸ logged_kept (validated id t b tx before current' past') e
      · exact logged_applied applied isNew
  · rw [latch_current] at current
    generalize e.body = body at declares
    cases body <;> simp only [Body.declares] at declares <;> subst declares <;>
      exact nomatch current

theorem finalState_validated {s : State} (validated : s.Validated) (es : List Event) :
    (finalState s es).Validated := by
  induction es generalizing s with
  | nil => exact validated
  | cons e es ih => exact ih (reduce_validated validated e)

/-- Theorem 14, every log: `promote` comes only after that candidate was validated. -/
theorem promote_only_after_validation (graph : Nat) (es : List Event) (e : Event) (key : Key)
    (tx candidate : Nat)
    (requested : .promote key tx candidate ∈
      (reduce (finalState (initialState graph) es) e).decision.effects) :
    (finalState (initialState graph) es).logged (validates key tx candidate) := by
  have validated : (finalState (initialState graph) es).Validated :=
    finalState_validated (fun _ _ _ _ found => by simp [initialState, findTask] at found) es
  obtain ⟨own, rfl, rfl, ⟨_, ⟨t, found, current⟩, _⟩ | ⟨_, t, found, current⟩⟩ :=
    promote_step _ e key tx candidate requested
  · exact validated key.task t _ own found current rfl
  · exact validated key.task t _ own found current rfl

/-- Theorem 14, every log: a later `promote` of the attempt answers a probe that found nothing. -/
theorem promote_again_only_after_absent_probe (s : State) (wf : s.WellFormed) (first : Event)
    (between : List Event) (second : Event) (key : Key) (tx tx' candidate candidate' : Nat)
    (once : .promote key tx candidate ∈ (reduce s first).decision.effects)
    (again : .promote key tx' candidate' ∈
      (reduce (finalState (reduce s first).state between) second).decision.effects) :
    second.body = .onAttempt key (.promotionProbed tx' none) := by
  have promoting : ∃ own deferred, (reduce s first).state.at key.task key (.promoting own deferred) ∨
      s.at key.task key (.promoting own deferred) := by
    obtain ⟨own, _, _, ⟨_, _, after⟩ | ⟨_, before⟩⟩ := promote_step s first key tx candidate once
    · exact ⟨own, _, Or.inl after⟩
    · exact ⟨own, _, Or.inr before⟩
  have of_at : ∀ {s : State} {own : Tx} {deferred : Deferred}, s.WellFormed →
      s.at key.task key (.promoting own deferred) → s.Intended key := by
    rintro s own deferred wf ⟨t, found, current⟩
    refine ⟨t, found, ?_, fun a current' _ => ?_⟩
    · have h := (wf.tasks t (findTask_some found).1).current _ current
      simp only at h
      rw [h]
      exact Nat.le_refl _
    · obtain rfl := same_attempt current current'
      rfl
  have intended : (reduce s first).state.Intended key := by
    obtain ⟨own, deferred, after | before⟩ := promoting
    · exact of_at (reduce_wellFormed wf first) after
    · exact intended_forever (of_at wf before) [first]
  obtain ⟨own, _, _, ⟨_, ⟨t, found, current⟩, _⟩ | ⟨absent, _⟩⟩ :=
    promote_step _ second key tx' candidate' again
  · obtain ⟨u, found', _, past⟩ := intended_forever intended between
    rw [found] at found'
    injection found' with same
    subst same
    exact nomatch past _ current rfl
  · exact absent

end Lifecycle
