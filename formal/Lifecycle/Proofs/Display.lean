module
public import Lifecycle.Proofs.Success
public import Lifecycle.Proofs.Invariant
/-!
# A Done display is earned

Proves that the graph is never told, nor believed, to display a native task as done before an attempt of it
has a durable success; and that an active legacy record is imported as failed.
-/

@[expose] public section

namespace Lifecycle

/-- If the task, a native one, is displayed as done, its attempt has a durable success. -/
def Task.DoneEarned (t : Task) : Prop :=
  t.origin = .native → ∀ receipt, t.projection = .shown .done receipt →
    ∃ a, t.current = some a ∧ a.phase.durable = true

theorem move_earned {t next : Task} {body : Body} {effects : List Effect} (earned : t.DoneEarned)
    (move : Move t body next effects) : (next.commit effects).DoneEarned := by
  intro native receipt shown
  have origin : t.origin = .native := by
    have h := congrArg (fun x => x.2.2) (move_declaration move)
    exact h.symm.trans native
  by_cases durable : ∃ a, t.current = some a ∧ a.phase.durable = true
  · obtain ⟨a, succeeded⟩ := durable
    obtain ⟨tx, known, cleanup, _, rfl, _, _⟩ := durable_move succeeded move
    exact ⟨_, rfl, rfl⟩
  · have before : t.projection ≠ .shown .done receipt := fun h => durable (earned origin receipt h)
    cases move with
    | clean a current tx known cleanup phase =>
      exact absurd ⟨a, current, by rw [phase]; rfl⟩ durable
    | accept => exact ⟨_, rfl, rfl⟩
    | absentFail | fail | absentAbandon | abandonOpen => exact nomatch shown
    | abandon => exact nomatch shown
    | claim | finish | validate | invalidate | intend | absentKill | deferFail | release | kill
    | deferKill | deferAbandon => exact absurd shown before
    | retry => exact absurd shown before

theorem glance_earned {t : Task} {body : Body} {seen : Projection} {effects : List Effect}
    (earned : t.DoneEarned) (glance : Glance t body seen effects) :
    ({ t with projection := seen }.commit effects).DoneEarned := by
  intro native receipt shown
  cases glance with
  | quiet | probe | promote | stop => exact earned native receipt shown
  | cleanup _ _ a current tx known phase => exact ⟨a, current, by rw [phase]; rfl⟩
  | done _ _ a current tx known cleanup phase => exact ⟨a, current, by rw [phase]; rfl⟩
  | settle _ _ undecided honest =>
    have same : seen = .shown .done receipt := by
      simp only [Task.commit, truthEffects] at shown
      split at shown <;> simp_all [projectAll, Effect.project]
    exact earned native receipt ((honest receipt same).symm.trans same)
  | legacy _ _ undecided owned =>
    have isNative : t.origin = .native := native
    simp [Task.owned, isNative] at owned

theorem fate_earned {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (earned : t.DoneEarned) (fate : Fate graph verdict body t t') : t'.DoneEarned := by
  cases fate with
  | same => exact earned
  | latched all => simpa [Task.DoneEarned] using earned
  | glanced own within seen effects glance => exact glance_earned earned glance
  | moved applied own within next effects move all =>
    simpa [Task.DoneEarned] using move_earned earned move

/-- Every log: a native task that is displayed as done has an attempt with a durable success. -/
theorem done_display_earned (graph : Nat) (es : List Event) (id : Nat) (t : Task)
    (found : findTask id (finalState (initialState graph) es).tasks = some t) : t.DoneEarned := by
  have step : ∀ (es : List Event) (s : State),
      (∀ id t, findTask id s.tasks = some t → t.DoneEarned) →
      ∀ id t, findTask id (finalState s es).tasks = some t → t.DoneEarned := by
    intro es
    induction es with
    | nil => exact fun s h => h
    | cons e es ih =>
      intro s earned
      refine ih _ fun id t' found => ?_
      rcases reduce_origin s e found with ⟨t, before, fate⟩ | ⟨t, all, declares, _, _, rfl⟩
      · exact fate_earned (earned id t before) fate
      · intro native receipt shown
        rw [latch_origin] at native
        rw [latch_projection] at shown
        generalize e.body = body at declares
        cases body <;> simp only [Body.declares] at declares <;> subst declares
        · exact nomatch shown
        · exact nomatch native
  exact step es (initialState graph) (fun _ _ h => by simp [initialState, findTask] at h) id t found

/-- A legacy record keeps its status, but for active: nobody is known to work on it, so it has failed. -/
theorem imported_status (id : Nat) (deps : List Nat) (retries : Nat) (status : Status)
    (trusted : Bool) :
    (Task.imported id deps retries status trusted).status =
      if status = .active then .failed else status := by
  cases status <;> rfl

end Lifecycle
