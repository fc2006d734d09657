import Lifecycle.Proofs.Recovery.Convergence
import Lifecycle.Proofs.Recovery.Commute
/-!
# Recovery descends

Defines the rank of a task: how many reports may still be missing. Proves that it is zero exactly where convergence
asks for nothing but claims and generations, that the reports of what convergence asks for lower it, and that no
task is stuck without a way out (theorem 21).
-/

namespace Lifecycle

/-- How far the current attempt is from its end. -/
def Task.distance (t : Task) : Nat :=
  match t.phase with
  | some (.finishing _ false) => 5
  | some (.finishing _ true) => 4
  | some (.promoting ..) => 3
  | some (.accepted ..) => 2
  | _ => if t.reproject = [] then 0 else 1

/-- Whether a worker of the task is to be stopped. -/
def Task.stopping (t : Task) : Bool := t.history.any (·.worker = .stopping)

/-- How many reports may still be missing. -/
def Task.rank (t : Task) : Nat := t.distance + if t.stopping then 1 else 0

/-- The rank is at most six. -/
theorem rank_le (t : Task) : t.rank ≤ 6 := by
  unfold Task.rank Task.distance
  split <;> split <;> (try split) <;> omega

/-- The effect asks for a claim or opens a generation: what an open task waits for. -/
def Effect.opens : Effect → Bool
  | .ready .. | .openGeneration .. => true
  | _ => false

theorem opening_opens {t : Task} {x : Effect} (mem : x ∈ t.opening) : x.opens = true := by
  unfold Task.opening at mem
  repeat' split at mem
  all_goals simp at mem
  all_goals rcases mem with rfl | rfl <;> rfl

theorem due_opens {t : Task} {x : Effect} (mem : x ∈ t.due) : x.opens = false := by
  unfold Task.due at mem
  split at mem <;> simp_all [Effect.opens]

theorem stopAgain_iff {a : Attempt} : a.worker = .stopping ↔ .stopProcess a.key ∈ a.stopAgain := by
  unfold Attempt.stopAgain
  split <;> simp_all

/-- Theorem 21 (b): the rank is zero exactly where the answer of convergence has nothing but ready and
openGeneration. -/
theorem rank_zero_iff (t : Task) : t.rank = 0 ↔ ∀ x, x ∈ t.outstanding → x.opens = true := by
  constructor
  · intro zero x mem
    have distance : t.distance = 0 := by unfold Task.rank at zero; omega
    have calm : t.stopping = false := by
      unfold Task.rank at zero
      cases h : t.stopping <;> simp_all
    have none : ∀ a, a ∈ t.history → a.worker ≠ .stopping := by
      simpa [Task.stopping] using calm
    simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList] at mem
    rcases mem with (((⟨a, closed, mem⟩ | ⟨a, current, mem⟩) | ⟨a, current, mem⟩) | mem) | mem
    · simp [Attempt.stopAgain, none a (by simp [Task.history, closed])] at mem
    · unfold Attempt.stopCurrent at mem
      split at mem
      · simp at mem
      · simp [Attempt.stopAgain, none a (by simp [Task.history, current])] at mem
    · unfold Attempt.resume at mem
      unfold Task.distance at distance
      simp only [Task.phase, current, Option.map_some] at distance
      cases phase : a.phase with
      | finishing tx v => cases v <;> simp [phase] at distance
      | promoting | accepted => simp [phase] at distance
      | _ => simp [phase] at mem
    · unfold Task.distance at distance
      split at distance <;> simp_all
    · exact opening_opens mem
  · intro only
    have calm : t.stopping = false ∨ ∃ tx d, t.phase = some (.promoting tx d) := by
      cases h : t.stopping with
      | false => exact Or.inl rfl
      | true =>
        right
        simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq, Task.history, List.mem_append,
          Option.mem_toList] at h
        obtain ⟨a, closed | current, worker⟩ := h
        · have := only (.stopProcess a.key) (by
            simp only [Task.outstanding, List.mem_append, List.mem_flatMap]
            exact Or.inl (Or.inl (Or.inl (Or.inl ⟨a, closed, stopAgain_iff.mp worker⟩))))
          simp [Effect.opens] at this
        · cases phase : a.phase with
          | promoting tx d => exact ⟨tx, d, by simp [Task.phase, current, phase]⟩
          | _ =>
            have := only (.stopProcess a.key) (by
              simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList]
              refine Or.inl (Or.inl (Or.inl (Or.inr ⟨a, current, ?_⟩)))
              simp only [Attempt.stopCurrent, phase]
              exact stopAgain_iff.mp worker)
            simp [Effect.opens] at this
    have resumes : ∀ {a : Attempt} {x : Effect}, t.current = some a → x ∈ a.resume → x.opens = true := by
      intro a x current mem
      refine only x ?_
      simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList]
      exact Or.inl (Or.inl (Or.inr ⟨a, current, mem⟩))
    have projected : t.reproject = [] := by
      cases h : t.reproject with
      | nil => rfl
      | cons x xs =>
        have mem : x ∈ t.reproject := by simp [h]
        have := only x (by simp [Task.outstanding, mem])
        unfold Task.reproject at mem
        split at mem
        · simp at mem
        · simp [due_opens mem] at this
    have settled : ∀ p, t.phase = some p → (∀ tx v, p ≠ .finishing tx v) ∧ (∀ tx d, p ≠ .promoting tx d) ∧
        ∀ tx r, p ≠ .accepted tx r := by
      intro p h
      obtain ⟨a, current, phase⟩ := phase_some.mp h
      refine ⟨?_, ?_, ?_⟩
      · rintro tx v rfl
        have := resumes (x := .continueFinish a.key tx.tx tx.candidate) current (by simp [Attempt.resume, phase])
        simp [Effect.opens] at this
      · rintro tx d rfl
        have := resumes (x := .probe a.key tx.tx) current (by simp [Attempt.resume, phase])
        simp [Effect.opens] at this
      · rintro tx r rfl
        have := resumes (x := .startCleanup a.key tx.tx) current (by simp [Attempt.resume, phase])
        simp [Effect.opens] at this
    have distance : t.distance = 0 := by
      unfold Task.distance
      split
      · exact absurd rfl ((settled _ ‹_›).1 _ _)
      · exact absurd rfl ((settled _ ‹_›).1 _ _)
      · exact absurd rfl ((settled _ ‹_›).2.1 _ _)
      · exact absurd rfl ((settled _ ‹_›).2.2 _ _)
      · simp [projected]
    rcases calm with calm | ⟨tx, d, h⟩
    · simp [Task.rank, distance, calm]
    · exact absurd rfl ((settled _ h).2.1 _ _)

/-- Theorem 21 (d): no dead end. With an empty answer and no hold, the task is running, cleaned, failed,
abandoned or done legacy, or a dependency is not satisfied. -/
theorem no_dead_end {s : State} (reachable : s.Reachable) {t : Task} (found : findTask t.id s.tasks = some t)
    (empty : t.outstanding = []) (held : t.held = none) :
    t.phase = some .running ∨ (∃ tx r c, t.phase = some (.cleaned tx r c)) ∨ t.status = .failed ∨
      t.status = .abandoned ∨ t.doneLegacy = true ∨
      ∃ d, d ∈ t.deps ∧ d ∉ t.waived ∧ satisfiedIn s.tasks d = false := by
  have wf := reachable.task found
  have none : ∀ x, x ∉ t.outstanding := by simp [empty]
  cases current : t.current with
  | some a =>
    have resumes : a.resume = [] := by
      cases h : a.resume with
      | nil => rfl
      | cons x xs =>
        refine absurd ?_ (none x)
        simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList]
        exact Or.inl (Or.inl (Or.inr ⟨a, current, by simp [h]⟩))
    have status := wf.status a current
    cases phase : a.phase with
    | running => exact Or.inl (by simp [Task.phase, current, phase])
    | cleaned tx r c => exact Or.inr (Or.inl ⟨tx, r, c, by simp [Task.phase, current, phase]⟩)
    | failed cls =>
      simp only [phase, Phase.hasStatus] at status
      rcases status with h | h
      · exact Or.inr (Or.inr (Or.inl h))
      · exact Or.inr (Or.inr (Or.inr (Or.inl h)))
    | cancelled reason => exact absurd phase (wf.not_cancelled current reason)
    | _ => simp [Attempt.resume, phase] at resumes
  | none =>
    rcases wf.idle current with isOpen | h | ⟨_, _, _, h | h⟩
    · have unready : t.ready = false := by
        cases ready : t.ready with
        | false => rfl
        | true =>
          refine absurd ?_ (none (.ready t.id t.generation))
          simp only [Task.outstanding, List.mem_append]
          exact Or.inr (by simp [Task.opening, isOpen, held, ready])
      have gone : ∀ a, a ∈ t.closed → a.worker = .gone := by
        intro a closed
        have allows := wf.workers a (wf.closed_mem closed)
        have ended := wf.ended a closed
        cases worker : a.worker with
        | gone => rfl
        | present => cases phase : a.phase <;> simp_all [Phase.ended, Phase.allows]
        | stopping =>
          refine absurd ?_ (none (.stopProcess a.key))
          simp only [Task.outstanding, List.mem_append, List.mem_flatMap]
          exact Or.inl (Or.inl (Or.inl (Or.inl ⟨a, closed, stopAgain_iff.mp worker⟩)))
      refine Or.inr (Or.inr (Or.inr (Or.inr (Or.inr (Classical.byContradiction fun all => ?_)))))
      have claimable : t.claimable (satisfiedIn s.tasks) = true := by
        refine claimable_iff.mpr ⟨isOpen, held, fun d mem => ?_, gone⟩
        by_cases waived : d ∈ t.waived
        · exact Or.inl waived
        · cases sat : satisfiedIn s.tasks d with
          | true => exact Or.inr rfl
          | false => exact absurd ⟨d, mem, waived, sat⟩ all
      have := (reachable_wellFormed reachable).latched t (findTask_some found).1 claimable
      simp [unready] at this
    · exact Or.inr (Or.inr (Or.inr (Or.inl h)))
    · exact Or.inr (Or.inr (Or.inr (Or.inr (Or.inl (by simp [Task.doneLegacy, h, current])))))
    · exact Or.inr (Or.inr (Or.inl h))

end Lifecycle
