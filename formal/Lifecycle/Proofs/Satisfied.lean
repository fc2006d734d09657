module
public import Lifecycle.Proofs.TaskFates
/-!
# Satisfied dependencies

Proves that a satisfied dependency stays satisfied (`satisfies_fate`), that no event applies to a
satisfied task, and that a move clears the latch of its task.
-/

@[expose] public section

namespace Lifecycle

theorem allSatisfied_iff (tasks : List Task) (deps : List Nat) :
    allSatisfied tasks deps = true ↔
      ∀ d, d ∈ deps → ∃ t, findTask d tasks = some t ∧ t.satisfies = true := by
  induction deps with
  | nil => simp [allSatisfied]
  | cons d ds ih =>
    cases found : findTask d tasks with
    | none => simp [allSatisfied, found]
    | some t => simp [allSatisfied, found, ih]

theorem allDeclared_iff (tasks : List Task) (deps : List Nat) :
    allDeclared tasks deps = true ↔ ∀ d, d ∈ deps → d ∈ tasks.map Task.id := by
  induction deps with
  | nil => simp [allDeclared]
  | cons d ds ih =>
    cases found : findTask d tasks with
    | none =>
      have absent : d ∉ tasks.map Task.id := fun mem => by
        obtain ⟨t, known, same⟩ := List.mem_map.mp mem
        exact findTask_none.mp found t known same
      simp only [allDeclared, found, Bool.false_eq_true, false_iff]
      exact fun h => absent (h d List.mem_cons_self)
    | some t =>
      have present : d ∈ tasks.map Task.id :=
        List.mem_map.mpr ⟨t, (findTask_some found).1, (findTask_some found).2⟩
      simp only [allDeclared, found, ih, List.mem_cons]
      constructor
      · rintro h e (rfl | mem)
        · exact present
        · exact h e mem
      · exact fun h e mem => h e (Or.inr mem)

@[simp] theorem latch_satisfies (all : List Task) (t : Task) :
    (t.latch all).satisfies = t.satisfies := by
  simp [Task.satisfies]

@[simp] theorem latch_hasLive (all : List Task) (t : Task) : (t.latch all).hasLive = t.hasLive := by
  simp [Task.hasLive]

/-- A satisfied task is done. -/
theorem Task.WellFormed.done_of_satisfies {graph : Nat} {t : Task} (wf : t.WellFormed graph)
    (satisfied : t.satisfies = true) : t.status = .done := by
  have agrees := wf.status
  unfold Task.satisfies at satisfied
  split at satisfied
  · rename_i current
    simpa [Task.StatusAgrees, current] using agrees
  · split at satisfied
    · assumption
    · exact nomatch satisfied

/-- No event applies to a task that is done. -/
theorem Task.WellFormed.done_no_move {graph : Nat} {t next : Task} {body : Body}
    {effects : List Effect} (wf : t.WellFormed graph) (done : t.status = .done) :
    ¬Move t body next effects := by
  have agrees := wf.status
  have cleaned : ∀ a, t.current = some a → ∃ tx r c, a.phase = .cleaned tx r c := by
    intro a current
    simp only [Task.StatusAgrees, current, done] at agrees
    split at agrees <;> simp_all
  intro move
  cases move with
  | claim key free ready =>
    have isOpen := (wf.latch ready).1
    simp [done] at isOpen
  | finish a current phase | release a current phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h] at phase
  | validate a current tx phase | intend a current tx phase | absentKill a current tx phase
  | absentAbandon a current tx phase | deferFail a current tx phase | deferKill a current tx phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h] at phase
  | invalidate a current tx x phase | accept a current tx x phase | absentFail a current tx x phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h] at phase
  | clean a current tx receipt cleanup phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h] at phase
  | fail a current act cls ends =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    have working := ends.working
    simp [h, Phase.working] at working
  | kill a current phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h, Phase.working] at phase
  | abandon id a current phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h, Phase.working] at phase
  | deferAbandon id a current tx phase =>
    obtain ⟨_, _, _, h⟩ := cleaned a current
    simp [h] at phase
  | abandonOpen id free notDone => exact notDone done
  | retry id free failed => simp [done] at failed

/-- A satisfied task stays so, whatever an event does to it. -/
theorem satisfies_fate {graph : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (wf : t.WellFormed graph) (satisfied : t.satisfies = true)
    (fate : Fate graph verdict body t t') : t'.satisfies = true := by
  cases fate with
  | same => exact satisfied
  | latched all => simpa using satisfied
  | glanced own within seen effects glance => simpa [Task.satisfies, Task.commit] using satisfied
  | moved applied own within next effects move all =>
    exact absurd move (wf.done_no_move (wf.done_of_satisfies satisfied))

/-- After a move the latch of its task is clear. -/
theorem Task.WellFormed.move_unlatches {graph : Nat} {t next : Task} {body : Body}
    {effects : List Effect} (wf : t.WellFormed graph) (move : Move t body next effects) :
    next.ready = false := by
  have held : ∀ a, t.current = some a → t.ready = false := by
    intro a current
    cases h : t.ready with
    | false => rfl
    | true => simp [(wf.latch h).2] at current
  cases move with
  | claim | abandonOpen | retry => rfl
  | finish a current | validate a current | invalidate a current | intend a current
  | accept a current | absentFail a current | absentKill a current | absentAbandon a current
  | clean a current | fail a current | deferFail a current | release a current | kill a current
  | deferKill a current => exact held a current
  | abandon id a current | deferAbandon id a current => exact held a current

end Lifecycle
