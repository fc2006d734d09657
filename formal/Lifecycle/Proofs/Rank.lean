module
public import Lifecycle.Proofs.Recovery
public import Lifecycle.Proofs.Invariant
/-!
# The rank never rises

Proves that from the intent on, while the attempt is current, no event and no log raises the rank of its
task (theorem 21, second half).
-/

@[expose] public section

namespace Lifecycle

/-- The rank is at most this while the attempt is current, which is past the intent. -/
def Task.Bounded (t : Task) (key : Key) (rank : Nat) : Prop :=
  t.Intended key ∧ ∀ a, t.current = some a → a.key = key → t.rank ≤ rank

theorem move_rank {t next : Task} {body : Body} {effects : List Effect} {key : Key}
    (intended : t.Intended key) (move : Move t body next effects) {a : Attempt}
    (current : next.current = some a) (same : a.key = key) :
    ∃ b, t.current = some b ∧ b.key = key ∧ (next.commit effects).rank ≤ t.rank := by
  obtain ⟨claimed, past⟩ := intended
  cases move with
  | claim key' free ready failed abandoned generation attempt =>
    simp only [Task.claim, Option.some.injEq] at current
    subst current
    simp only at same
    subst same
    omega
  | abandonOpen id free =>
    refine ⟨a, current, same, ?_⟩
    have terminal := free.terminal current
    obtain ⟨_, phase⟩ := a
    cases phase <;> simp_all [Task.rank, Task.commit, Phase.terminal]
  | absentKill | absentAbandon | release | kill => exact nomatch current
  | abandon => exact nomatch current
  | retry => exact nomatch current
  | finish b current' phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    have h := past b current' same
    simp [phase, Phase.working] at h
  | validate b current' tx phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    have h := past b current' same
    simp [phase, Phase.working] at h
  | intend b current' tx phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    have h := past b current' same
    simp [phase, Phase.working] at h
  | invalidate b current' tx x phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    have h := past b current' same
    simp [phase, Phase.working] at h
  | accept b current' tx x phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    obtain ⟨_, p⟩ := b
    simp only at phase
    subst phase
    exact ⟨_, current', same, by simp [Task.rank, Task.commit, Task.enter, current']⟩
  | absentFail b current' tx cls phase | fail b current' act cls ends =>
    simp only [Task.fail, Task.enter, Option.some.injEq] at current
    subst current
    exact ⟨b, current', same, by simp [Task.rank, Task.commit, Task.fail, Task.enter]⟩
  | clean b current' tx receipt cleanup phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    exact ⟨b, current', same, by
      simp [Task.rank, Task.commit, Task.enter, projectAll, Effect.project, doneEffect]⟩
  | deferFail b current' tx phase | deferKill b current' tx phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    obtain ⟨_, p⟩ := b
    simp only at phase
    subst phase
    exact ⟨_, current', same, by simp [Task.rank, Task.commit, Task.enter, current']⟩
  | deferAbandon id b current' tx phase =>
    simp only [Task.enter, Option.some.injEq] at current
    subst current
    obtain ⟨_, p⟩ := b
    simp only at phase
    subst phase
    exact ⟨_, current', same, by simp [Task.rank, Task.commit, Task.enter, current']⟩

theorem glance_rank {t : Task} {body : Body} {seen : Projection} {effects : List Effect}
    (glance : Glance t body seen effects) :
    ({ t with projection := seen }.commit effects).rank ≤ t.rank := by
  have undecided_rank : ∀ p, t.undecided → { t with projection := p }.rank = t.rank := by
    intro p undecided
    cases current : t.current with
    | none => simp [Task.rank, current]
    | some a =>
      have h := undecided a current
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Task.rank, Phase.durable]
  cases glance with
  | quiet | probe | promote | stop => exact Nat.le_refl _
  | cleanup _ _ a current tx receipt phase =>
    obtain ⟨key, p⟩ := a
    simp only at phase
    subst phase
    simp [Task.rank, Task.commit, current]
  | done _ _ a current tx receipt cleanup phase =>
    obtain ⟨key, p⟩ := a
    simp only at phase
    subst phase
    simp [Task.rank, Task.commit, current, projectAll, Effect.project, doneEffect]
  | settle _ _ undecided => exact Nat.le_of_eq (undecided_rank _ undecided)
  | legacy _ _ undecided => exact Nat.le_of_eq (undecided_rank _ undecided)

theorem fate_bounded {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task} {key : Key}
    {rank : Nat} (bounded : t.Bounded key rank) (fate : Fate graph verdict body t t') :
    t'.Bounded key rank := by
  obtain ⟨intended, bound⟩ := bounded
  refine ⟨fate_intended intended fate, fun a current same => ?_⟩
  cases fate with
  | same => exact bound a current same
  | latched all =>
    rw [latch_current] at current
    simpa [Task.rank] using bound a current same
  | glanced own within seen effects glance =>
    exact Nat.le_trans (glance_rank glance) (bound a current same)
  | moved applied own within next effects move all =>
    rw [latch_current] at current
    obtain ⟨b, current', same', falls⟩ := move_rank intended move current same
    have h := Nat.le_trans falls (bound b current' same')
    simpa [Task.rank] using h

/-- A phase past the intent, and not ended: recovery is under way, or done. -/
def Phase.recovering : Phase → Bool
  | .promoting .. | .accepted .. | .cleaned .. => true
  | _ => false

/-- Theorem 21, every log: from the intent on, the rank never rises while the attempt is current. -/
theorem rank_never_rises (s : State) (wf : s.WellFormed) (es : List Event) (id : Nat) (t t' : Task)
    (a a' : Attempt) (found : findTask id s.tasks = some t) (current : t.current = some a)
    (recovering : a.phase.recovering = true)
    (later : findTask id (finalState s es).tasks = some t') (current' : t'.current = some a')
    (same : a'.key = a.key) : t'.rank ≤ t.rank := by
  have twf := wf.tasks t (findTask_some found).1
  have intended : t.Intended a.key := by
    refine ⟨?_, fun b h _ => ?_⟩
    · rw [twf.current a current]
      exact Nat.le_refl _
    · obtain rfl := same_attempt current h
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Phase.recovering, Phase.working]
  have bounded : t.Bounded a.key t.rank := ⟨intended, fun _ _ _ => Nat.le_refl _⟩
  have kept : ∀ (es : List Event) (s : State) (u : Task), findTask id s.tasks = some u →
      u.Bounded a.key t.rank →
      ∃ v, findTask id (finalState s es).tasks = some v ∧ v.Bounded a.key t.rank := by
    intro es
    induction es with
    | nil => exact fun s u found bounded => ⟨u, found, bounded⟩
    | cons e es ih =>
      intro s u found bounded
      obtain ⟨v, found', fate⟩ := reduce_fate s e found
      exact ih _ v found' (fate_bounded bounded fate)
  obtain ⟨v, found', bounded'⟩ := kept es s t found bounded
  rw [later] at found'
  injection found' with h
  subst h
  exact bounded'.2 a' current' same

end Lifecycle
