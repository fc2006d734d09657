module
public import Lifecycle.Proofs.Effects
/-!
# First terminal result wins

Proves that an attempt with a durable success never fails nor is cancelled, whatever happens later, and
that nobody is told it failed (theorem 5); and that a cleaned attempt stays as it is (theorem 6).
-/

@[expose] public section

namespace Lifecycle

/-- The receipt of a durable success. -/
def Phase.receipt : Phase → Option Nat
  | .accepted _ receipt | .cleaned _ receipt _ => some receipt
  | _ => none

/-- The task's current attempt is this one, with a durable success. -/
def Task.succeededBy (t : Task) (a : Attempt) : Prop := t.current = some a ∧ a.phase.durable = true

/-- The effect tells that an attempt of this task failed, or displays it so. -/
def Effect.failsTask (id : Nat) : Effect → Prop
  | .attemptFailed key _ => key.task = id
  | .projectFailed task _ _ => task = id
  | _ => False

/-- A durable success can only be kept, or cleaned. -/
theorem durable_move {t next : Task} {a : Attempt} {body : Body} {effects : List Effect}
    (succeeded : t.succeededBy a) (move : Move t body next effects) :
    ∃ tx receipt cleanup, a.phase = .accepted tx receipt ∧
      next = { t.enter a (.cleaned tx receipt cleanup) with status := .done } ∧
      effects = [doneEffect t tx receipt] ∧
      body = .onAttempt a.key (.cleanupRecorded tx.tx receipt cleanup) := by
  obtain ⟨current, durable⟩ := succeeded
  have free_absurd : ¬t.free := fun free => by
    simp [terminal_not_durable (free.terminal current)] at durable
  cases move with
  | clean b current' tx receipt cleanup phase =>
    obtain rfl := same_attempt current current'
    exact ⟨tx, receipt, cleanup, phase, rfl, rfl, rfl⟩
  | claim key free => exact absurd free free_absurd
  | abandonOpen id free => exact absurd free free_absurd
  | retry id free => exact absurd free free_absurd
  | fail b current' act cls ends =>
    obtain rfl := same_attempt current current'
    simp [working_not_durable ends.working] at durable
  | kill b current' phase | abandon id b current' phase =>
    obtain rfl := same_attempt current current'
    simp [working_not_durable phase] at durable
  | finish | validate | invalidate | intend | accept | absentFail | absentKill | absentAbandon
  | deferFail | release | deferKill | deferAbandon =>
    simp_all [Phase.durable]

/-- A durable success is glanced at without a word of failure. -/
theorem durable_glance {t : Task} {a : Attempt} {body : Body} {seen : Projection}
    {effects : List Effect} (succeeded : t.succeededBy a) (glance : Glance t body seen effects)
    (x : Effect) (requested : x ∈ effects) (id : Nat) : ¬x.failsTask id := by
  obtain ⟨current, durable⟩ := succeeded
  cases glance with
  | quiet | legacy => simp at requested
  | settle _ _ undecided => simp [undecided a current] at durable
  | probe | promote | stop | cleanup | done =>
    simp only [List.mem_singleton] at requested
    subst requested
    exact fun h => (h : False)

/-- A move tells of no failure but of its own task's. -/
theorem move_failsTask {t next : Task} {body : Body} {effects : List Effect}
    (move : Move t body next effects) (own : body.task = t.id) {x : Effect}
    (requested : x ∈ effects) {id : Nat} (fails : x.failsTask id) : t.id = id := by
  have of_failure : ∀ {a : Attempt} {cls : Class}, a.key.task = t.id →
      x ∈ failureEffects t a cls → t.id = id := by
    intro a cls own requested
    simp only [failureEffects, List.mem_cons, List.not_mem_nil, or_false] at requested
    rcases requested with rfl | rfl
    · exact own.symm.trans fails
    · exact fails
  cases move with
  | absentFail | fail => exact of_failure own requested
  | accept | absentAbandon | abandon =>
    simp only [List.mem_cons, List.not_mem_nil, or_false] at requested
    rcases requested with rfl | rfl <;> exact (fails : False).elim
  | intend | absentKill | clean | deferFail | kill | deferKill | abandonOpen | deferAbandon | retry =>
    simp only [List.mem_singleton] at requested
    subst requested
    exact (fails : False).elim
  | claim | finish | validate | invalidate | release => simp at requested

/-- A glance tells of no failure but of its own task's. -/
theorem glance_failsTask {t : Task} {body : Body} {seen : Projection} {effects : List Effect}
    (glance : Glance t body seen effects) {x : Effect} (requested : x ∈ effects) {id : Nat}
    (fails : x.failsTask id) : t.id = id := by
  cases glance with
  | settle =>
    unfold truthEffects at requested
    split at requested
    · simp only [List.mem_singleton] at requested
      subst requested
      exact fails
    · simp only [List.mem_singleton] at requested
      subst requested
      exact (fails : False).elim
    · simp at requested
  | quiet | legacy => simp at requested
  | probe | promote | stop | cleanup | done =>
    simp only [List.mem_singleton] at requested
    subst requested
    exact (fails : False).elim

/-- What becomes of a task with a durable success: the same, or cleaned with the same receipt. -/
theorem durable_fate {graph : Nat} {verdict : Verdict} {t t' : Task} {a : Attempt} {body : Body}
    (succeeded : t.succeededBy a) (fate : Fate graph verdict body t t') :
    (t'.current = t.current ∧ t'.status = t.status) ∨
      (∃ tx receipt cleanup, a.phase = .accepted tx receipt ∧ t'.status = .done ∧
        t'.current = some ⟨a.key, .cleaned tx receipt cleanup⟩) := by
  cases fate with
  | same | latched | glanced => simp [Task.commit]
  | moved applied own within next effects move all =>
    obtain ⟨tx, receipt, cleanup, phase, rfl, _, _⟩ := durable_move succeeded move
    exact Or.inr ⟨tx, receipt, cleanup, phase, by simp [Task.commit],
      by simp [Task.commit, Task.enter]⟩

/-- Theorem 5, one event: a durable success stays one, of the same attempt with the same receipt. -/
theorem accepted_never_fails (s : State) (e : Event) (id : Nat) (t : Task) (a : Attempt)
    (found : findTask id s.tasks = some t) (succeeded : t.succeededBy a) :
    ∃ t' a', findTask id (reduce s e).state.tasks = some t' ∧ t'.succeededBy a' ∧
      a'.key = a.key ∧ a'.phase.receipt = a.phase.receipt := by
  obtain ⟨t', found', fate⟩ := reduce_fate s e found
  rcases durable_fate succeeded fate with ⟨same, _⟩ | ⟨tx, receipt, cleanup, phase, _, current⟩
  · exact ⟨t', a, found', ⟨same.trans succeeded.1, succeeded.2⟩, rfl, rfl⟩
  · exact ⟨t', _, found', ⟨current, rfl⟩, rfl, by simp [phase, Phase.receipt]⟩

/-- Theorem 5, the effects: no event tells or displays a failure of that task. -/
theorem accepted_never_told_failed (s : State) (e : Event) (id : Nat) (t : Task) (a : Attempt)
    (found : findTask id s.tasks = some t) (succeeded : t.succeededBy a) (x : Effect)
    (requested : x ∈ (reduce s e).decision.effects) : ¬x.failsTask id := by
  intro fails
  cases reduce_source s e requested with
  | ready ts u known claimable unlatched effect =>
    subst effect
    exact fails
  | moved u found' within next effects move requested =>
    have own := (findTask_some found').2
    obtain rfl := move_failsTask move own.symm requested fails
    rw [← own, found] at found'
    injection found' with same
    subst same
    obtain ⟨_, _, _, _, _, rfl, _⟩ := durable_move succeeded move
    simp only [List.mem_singleton] at requested
    subst requested
    exact fails
  | glanced u found' within seen effects glance requested =>
    have own := (findTask_some found').2
    obtain rfl := glance_failsTask glance requested fails
    rw [← own, found] at found'
    injection found' with same
    subst same
    exact durable_glance succeeded glance x requested _ fails

/-- Theorem 5, every log: once accepted, never failed, whatever follows. -/
theorem accepted_forever (s : State) (es : List Event) (id : Nat) (t : Task) (a : Attempt)
    (found : findTask id s.tasks = some t) (succeeded : t.succeededBy a) :
    ∃ t' a', findTask id (finalState s es).tasks = some t' ∧ t'.succeededBy a' ∧
      a'.key = a.key ∧ a'.phase.receipt = a.phase.receipt := by
  induction es generalizing s t a with
  | nil => exact ⟨t, a, found, succeeded, rfl, rfl⟩
  | cons e es ih =>
    obtain ⟨u, b, found', succeeded', key, receipt⟩ :=
      accepted_never_fails s e id t a found succeeded
    obtain ⟨t', a', h, h', key', receipt'⟩ := ih _ u b found' succeeded'
    exact ⟨t', a', h, h', key'.trans key, receipt'.trans receipt⟩

/-- Theorem 6, one event: a cleaned attempt stays as it is, and so does the status of its task. -/
theorem cleaned_absorbing (s : State) (e : Event) (id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ t'.current = t.current ∧
      t'.status = t.status := by
  obtain ⟨t', found', fate⟩ := reduce_fate s e found
  rcases durable_fate ⟨current, rfl⟩ fate with same | ⟨_, _, _, phase, _⟩
  · exact ⟨t', found', same⟩
  · exact nomatch phase

/-- Theorem 6, every log. -/
theorem cleaned_forever (s : State) (es : List Event) (id : Nat) (t : Task) (key : Key) (tx : Tx)
    (receipt cleanup : Nat) (found : findTask id s.tasks = some t)
    (current : t.current = some ⟨key, .cleaned tx receipt cleanup⟩) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ t'.current = t.current ∧
      t'.status = t.status := by
  induction es generalizing s t with
  | nil => exact ⟨t, found, rfl, rfl⟩
  | cons e es ih =>
    obtain ⟨u, found', same, status⟩ :=
      cleaned_absorbing s e id t key tx receipt cleanup found current
    obtain ⟨t', h, same', status'⟩ := ih _ u found' (same.trans current)
    exact ⟨t', h, same'.trans same, status'.trans status⟩

end Lifecycle
