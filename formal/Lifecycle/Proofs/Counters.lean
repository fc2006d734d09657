module
public import Lifecycle.Proofs.Turns
/-!
# Counters

Proves that a task's fence, attempts and generation never decrease, and that each claim strictly
increases the first two (theorem 12); and that retries pay for generations.
-/

@[expose] public section

namespace Lifecycle

/-- No counter of the task is lower than it was. -/
structure Task.Grows (t t' : Task) : Prop where
  fence : t.fence ≤ t'.fence
  attempts : t.attempts ≤ t'.attempts
  generation : t.generation ≤ t'.generation

theorem move_grows {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) : t.Grows next := by
  cases move with
  | claim key free ready failed abandoned generation attempt fence =>
    exact ⟨Nat.le_of_lt fence, by simp [Task.claim, attempt], Nat.le_refl _⟩
  | retry => exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_succ _⟩
  | _ => exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩

theorem fate_grows {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (fate : Fate graph verdict body t t') : t.Grows t' := by
  cases fate with
  | same | glanced => exact ⟨Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | latched all => constructor <;> simp
  | moved applied own within next effects move all =>
    obtain ⟨h1, h2, h3⟩ := move_grows move
    constructor <;> simpa [Task.commit]

/-- Theorem 12, one event: no counter of any task decreases. -/
theorem counters_never_decrease (s : State) (e : Event) (id : Nat) (t : Task)
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ t.Grows t' := by
  obtain ⟨t', found', fate⟩ := reduce_fate s e found
  exact ⟨t', found', fate_grows fate⟩

/-- Theorem 12, every log. -/
theorem counters_never_decrease_over (s : State) (es : List Event) (id : Nat) (t : Task)
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ t.Grows t' := by
  induction es generalizing s t with
  | nil => exact ⟨t, found, Nat.le_refl _, Nat.le_refl _, Nat.le_refl _⟩
  | cons e es ih =>
    obtain ⟨u, found', g⟩ := counters_never_decrease s e id t found
    obtain ⟨t', found'', g'⟩ := ih _ u found'
    exact ⟨t', found'', Nat.le_trans g.fence g'.fence, Nat.le_trans g.attempts g'.attempts,
      Nat.le_trans g.generation g'.generation⟩

/-- Theorem 12: each claim takes the next attempt and a higher fence. -/
theorem claim_increases (s : State) (eid : Nat) (key : Key)
    (applied : (reduce s ⟨eid, .attemptClaimed key⟩).decision.verdict = .applied) :
    ∃ t t', findTask key.task s.tasks = some t ∧
      findTask key.task (reduce s ⟨eid, .attemptClaimed key⟩).state.tasks = some t' ∧
      t'.attempts = t.attempts + 1 ∧ t.fence < t'.fence ∧
      t'.current = some ⟨key, .running⟩ := by
  have turn := reduce_turn s ⟨eid, .attemptClaimed key⟩
  generalize (reduce s ⟨eid, .attemptClaimed key⟩).decision = d at turn applied
  generalize (reduce s ⟨eid, .attemptClaimed key⟩).state.tasks = ts at turn
  cases turn with
  | still _ unapplied => exact absurd applied unapplied
  | added t declares => exact declares.elim
  | glanced => exact nomatch applied
  | moved t found within next effects move us tasks =>
    have own := (findTask_some found).2
    subst tasks
    cases move with
    | claim _ free ready failed abandoned generation attempt fence =>
      refine ⟨t, _, found, by
        simp only [findTask_latchReady, findTask_replaceTask]
        simp only [Body.task] at own found
        simp [Task.commit, Task.claim, own, found]
        rfl, ?_⟩
      simp [attempt, fence]

/-- Generations yet to come and generations past: retries are spent, never won. -/
def Task.budget (t : Task) : Nat := t.generation + t.retries

theorem fate_budget {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (fate : Fate graph verdict body t t') : t'.budget = t.budget := by
  cases fate with
  | same | glanced => rfl
  | latched all => simp [Task.budget]
  | moved applied own within next effects move all =>
    have kept : next.budget = t.budget := by
      cases move with
      | retry id free failed retries => simp [Task.budget, Task.reopen]; omega
      | _ => rfl
    simpa [Task.budget, Task.commit] using kept

/-- Every generation after the first is paid with a retry, whatever the log. -/
theorem retries_bound_generations (s : State) (es : List Event) (id : Nat) (t : Task)
    (found : findTask id s.tasks = some t) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ t'.budget = t.budget := by
  induction es generalizing s t with
  | nil => exact ⟨t, found, rfl⟩
  | cons e es ih =>
    obtain ⟨u, found', fate⟩ := reduce_fate s e found
    obtain ⟨t', found'', same⟩ := ih _ u found'
    exact ⟨t', found'', same.trans (fate_budget fate)⟩

end Lifecycle
