module
public import Lifecycle.Proofs.Success
/-!
# Acceptance

Proves that `succeeded` answers an acceptance of exactly that attempt and transaction while it is
promoting (theorem 9), that no log gets two of them for one attempt (theorem 10), and that
`projectDone` displays only a cleaned transaction, with the accepted receipt (theorem 11).
-/

@[expose] public section

namespace Lifecycle

/-! ## Theorem 9 -/

/-- The event is an acceptance of the attempt's own transaction: an outcome, or a probe that found it. -/
def Body.accepts (body : Body) (key : Key) (tx : Tx) (receipt : Nat) : Prop :=
  body = .onAttempt key (.outcomeAccepted tx.tx tx.candidate receipt) ∨
    body = .onAttempt key (.promotionProbed tx.tx (some receipt))

/-- The task with this id has this current attempt. -/
def State.at (s : State) (id : Nat) (key : Key) (phase : Phase) : Prop :=
  ∃ t, findTask id s.tasks = some t ∧ t.current = some ⟨key, phase⟩

theorem glance_not_succeeded {t : Task} {body : Body} {seen : Projection} {effects : List Effect}
    (glance : Glance t body seen effects) {key : Key} {d : Disposition} {receipt : Nat} :
    .succeeded key d receipt ∉ effects := by
  cases glance with
  | settle => unfold truthEffects; split <;> simp
  | quiet | legacy => simp
  | probe | promote | stop | cleanup | done => simp [doneEffect]

/-- Theorem 9: `succeeded` answers an acceptance with the exact key and transaction, while promoting. -/
theorem succeeded_only_by_acceptance (s : State) (e : Event) (key : Key) (d : Disposition)
    (receipt : Nat) (requested : .succeeded key d receipt ∈ (reduce s e).decision.effects) :
    ∃ tx deferred, s.at key.task key (.promoting tx deferred) ∧ e.body.accepts key tx receipt ∧
      d = tx.contract.disposition ∧ (reduce s e).state.at key.task key (.accepted tx receipt) := by
  have source := reduce_source s e requested
  generalize e.body = body at source
  generalize (reduce s e).state = after at source
  cases source with
  | ready ts u known claimable unlatched effect => exact nomatch effect
  | glanced u found within seen effects glance mem => exact absurd mem (glance_not_succeeded glance)
  | moved u found within next effects move mem all stored =>
    cases move with
    | accept a current tx deferred phase act receipt' accepts =>
      simp only [List.mem_cons, Effect.succeeded.injEq, reduceCtorEq, List.not_mem_nil, or_self,
        or_false] at mem
      obtain ⟨rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      refine ⟨tx, deferred, ⟨u, found, current⟩, ?_, rfl, ⟨_, stored, ?_⟩⟩
      · rcases accepts with rfl | rfl
        · exact Or.inl rfl
        · exact Or.inr rfl
      · simp [Task.commit, Task.enter]
    | _ => simp [failureEffects, doneEffect] at mem

/-! ## Theorem 10 -/

/-- The effect is the success of this attempt. -/
def Effect.succeeds (key : Key) : Effect → Bool
  | .succeeded k _ _ => decide (k = key)
  | _ => false

theorem readyEffects_no_success (key : Key) (all ts : List Task) :
    (readyEffects all ts).countP (Effect.succeeds key) = 0 := by
  rw [List.countP_eq_zero]
  intro x mem
  obtain ⟨t, _, _, _, rfl⟩ := mem_readyEffects.mp mem
  simp [Effect.succeeds]

theorem step_success_once (s : State) (e : Event) (key : Key) :
    (reduce s e).decision.effects.countP (Effect.succeeds key) ≤ 1 := by
  have turn := reduce_turn s e
  generalize e.body = body at turn
  generalize (reduce s e).decision = d at turn
  generalize (reduce s e).state.tasks = ts at turn
  cases turn with
  | still => simp
  | added => simp [readyEffects_no_success]
  | glanced t found within why seen effects glance =>
    have none : effects.countP (Effect.succeeds key) = 0 := by
      rw [List.countP_eq_zero]
      intro x mem
      cases x with
      | succeeded => exact absurd mem (glance_not_succeeded glance)
      | _ => simp [Effect.succeeds]
    simp [none]
  | moved t found within next effects move us tasks =>
    simp only [List.countP_append, readyEffects_no_success, Nat.add_zero]
    cases move with
    | accept a => by_cases same : a.key = key <;> simp [Effect.succeeds, same]
    | _ => simp [failureEffects, doneEffect, Effect.succeeds]

/-- The attempt is current and has a durable success. -/
def State.durable (s : State) (key : Key) : Prop :=
  ∃ t a, findTask key.task s.tasks = some t ∧ t.succeededBy a ∧ a.key = key

theorem durable_kept {s : State} {key : Key} (durable : s.durable key) (e : Event) :
    (reduce s e).state.durable key := by
  obtain ⟨t, a, found, succeeded, same⟩ := durable
  obtain ⟨t', a', found', succeeded', same', _⟩ :=
    accepted_never_fails s e key.task t a found succeeded
  exact ⟨t', a', found', succeeded', same'.trans same⟩

theorem durable_no_success {s : State} {key : Key} (durable : s.durable key) (e : Event) :
    (reduce s e).decision.effects.countP (Effect.succeeds key) = 0 := by
  rw [List.countP_eq_zero]
  intro x mem
  cases x with
  | succeeded k d receipt =>
    by_cases same : k = key
    · subst same
      obtain ⟨tx, deferred, ⟨t, found, current⟩, _⟩ :=
        succeeded_only_by_acceptance s e k d receipt mem
      obtain ⟨u, a, found', succeeded, _⟩ := durable
      rw [found] at found'
      injection found' with same
      subst same
      obtain rfl := same_attempt current succeeded.1
      exact nomatch succeeded.2
    · simp [Effect.succeeds, same]
  | _ => simp [Effect.succeeds]

/-- Every effect that a log requests, in order. -/
noncomputable def effectsOf (s : State) (es : List Event) : List Effect :=
  (decisions s es).flatMap Decision.effects

theorem effectsOf_cons (s : State) (e : Event) (es : List Event) :
    effectsOf s (e :: es) = (reduce s e).decision.effects ++ effectsOf (reduce s e).state es := by
  simp [effectsOf, decisions]

theorem durable_no_success_over {s : State} {key : Key} (durable : s.durable key)
    (es : List Event) : (effectsOf s es).countP (Effect.succeeds key) = 0 := by
  induction es generalizing s with
  | nil => simp [effectsOf, decisions]
  | cons e es ih =>
    rw [effectsOf_cons, List.countP_append, durable_no_success durable, ih (durable_kept durable e)]

/-- Theorem 10: at most one `succeeded` for an attempt, whatever the log and the state it starts from. -/
theorem succeeded_at_most_once (s : State) (es : List Event) (key : Key) :
    (effectsOf s es).countP (Effect.succeeds key) ≤ 1 := by
  induction es generalizing s with
  | nil => simp [effectsOf, decisions]
  | cons e es ih =>
    rw [effectsOf_cons, List.countP_append]
    by_cases none : (reduce s e).decision.effects.countP (Effect.succeeds key) = 0
    · rw [none, Nat.zero_add]
      exact ih _
    · obtain ⟨x, mem, success⟩ := List.countP_pos_iff.mp (Nat.pos_of_ne_zero none)
      cases x with
      | succeeded k d receipt =>
        simp only [Effect.succeeds, decide_eq_true_eq] at success
        subst success
        obtain ⟨tx, deferred, _, _, _, t, found, current⟩ :=
          succeeded_only_by_acceptance s e k d receipt mem
        have durable : (reduce s e).state.durable k :=
          ⟨t, _, found, ⟨current, rfl⟩, rfl⟩
        rw [durable_no_success_over durable, Nat.add_zero]
        exact step_success_once s e k
      | _ => exact nomatch success

/-! ## Theorem 11 -/

/-- Theorem 11: `projectDone` displays a cleaned transaction of that task, with the receipt accepted. -/
theorem projectDone_only_cleaned (s : State) (e : Event) (id generation : Nat) (d : Disposition)
    (receipt : Nat)
    (requested : .projectDone id generation d receipt ∈ (reduce s e).decision.effects) :
    ∃ key tx cleanup, d = tx.contract.disposition ∧
      (reduce s e).state.at id key (.cleaned tx receipt cleanup) ∧
      (s.at id key (.accepted tx receipt) ∨ s.at id key (.cleaned tx receipt cleanup)) := by
  have source := reduce_source s e requested
  generalize e.body = body at source
  generalize (reduce s e).state = after at source
  cases source with
  | ready ts u known claimable unlatched effect => exact nomatch effect
  | glanced u found within seen effects glance mem stored =>
    have own := (findTask_some found).2
    cases glance with
    | done _ _ a current tx receipt' cleanup phase =>
      simp only [doneEffect, List.mem_singleton, Effect.projectDone.injEq] at mem
      obtain ⟨rfl, rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      rw [own]
      exact ⟨key, tx, cleanup, rfl, ⟨_, stored, by simp [Task.commit, current]⟩,
        Or.inr ⟨u, found, current⟩⟩
    | settle => unfold truthEffects at mem; split at mem <;> simp at mem
    | quiet | legacy => simp at mem
    | probe | promote | stop | cleanup => simp at mem
  | moved u found within next effects move mem all stored =>
    have own := (findTask_some found).2
    cases move with
    | clean a current tx receipt' cleanup phase =>
      simp only [doneEffect, List.mem_singleton, Effect.projectDone.injEq] at mem
      obtain ⟨rfl, rfl, rfl, rfl⟩ := mem
      obtain ⟨key, p⟩ := a
      simp only at phase
      subst phase
      rw [own]
      exact ⟨key, tx, cleanup, rfl, ⟨_, stored, by simp [Task.commit, Task.enter]⟩,
        Or.inl ⟨u, found, current⟩⟩
    | _ => simp [failureEffects] at mem

end Lifecycle
