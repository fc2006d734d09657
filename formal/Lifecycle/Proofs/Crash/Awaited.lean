import Lifecycle.Proofs.Claims.Exclusive
import Lifecycle.Proofs.Recovery.Rank
/-!
# What a task waits for

Defines `Task.awaits`: the task stands where an effect was asked for and is not reported yet. Proves
that a request to converge asks again for what is awaited, and for nothing else (`awaits_outstanding`,
`outstanding_awaits`).
-/

namespace Lifecycle

/-- The task that an effect is about. -/
def Effect.task : Effect → Nat
  | .ready task _ | .openGeneration task _ => task
  | .continueFinish key _ _ | .promote key _ _ | .probe key _ | .startCleanup key _ | .stopProcess key => key.task
  | .succeeded key _ _ | .attemptFailed key _ => key.task
  | .projectDone task _ _ _ | .projectFailed task _ _ | .projectAbandoned task _ => task

/-- Whether the effect asks for something to be executed: the others announce what the log holds. -/
def Effect.asks : Effect → Bool
  | .succeeded .. | .attemptFailed .. => false
  | _ => true

/-- What convergence requests in the place of a lost effect. -/
def Effect.again : Effect → Effect
  | .promote key tx _ => .probe key tx
  | x => x

/-- The current attempt has this key, and is in this phase. -/
def Task.stands (t : Task) (key : Key) (phase : Phase) : Prop :=
  ∃ a, t.current = some a ∧ a.key = key ∧ a.phase = phase

/-- The task stands where the effect has been asked for, and is not reported as executed. Of a projection: it is
due. -/
def Task.awaits (t : Task) : Effect → Prop
  | .ready id g => t.id = id ∧ t.generation = g ∧ t.status = .open ∧ t.ready = true
  | .openGeneration id g =>
    t.id = id ∧ t.generation = g ∧ 0 < g ∧ t.status = .open ∧ t.generationClaimed = false
  | .continueFinish key n c => ∃ tx v, t.stands key (.finishing tx v) ∧ tx.tx = n ∧ tx.candidate = c
  | .promote key n c => ∃ tx d, t.stands key (.promoting tx d) ∧ tx.tx = n ∧ tx.candidate = c
  | .probe key n => ∃ tx d, t.stands key (.promoting tx d) ∧ tx.tx = n
  | .startCleanup key n => ∃ tx r, t.stands key (.accepted tx r) ∧ tx.tx = n
  | .stopProcess key => ∃ a, a ∈ t.history ∧ a.key = key ∧ a.worker = .stopping ∧ ∀ tx d, a.phase ≠ .promoting tx d
  | .succeeded .. | .attemptFailed .. => False
  | x => x ∈ t.due

/-! ## Convergence asks for it -/

variable {t : Task} {x : Effect}

theorem awaits_due (projects : x.projects) : t.awaits x ↔ x ∈ t.due := by
  cases x <;> first | rfl | simp [Effect.projects, Effect.shows] at projects

theorem due_projects (mem : x ∈ t.due) : x.projects := by
  unfold Task.due at mem
  split at mem <;> simp_all [Effect.projects, Effect.shows]

/-- What is awaited is requested again, unless the task is held, or the projection agrees. -/
theorem awaits_outstanding (awaits : t.awaits x) (held : x.opens = true → t.held = none)
    (disagrees : x.projects → t.agrees t.projection = false) : x.again ∈ t.outstanding := by
  have resumes : ∀ {a : Attempt} {y : Effect}, t.current = some a → y ∈ a.resume → y ∈ t.outstanding := by
    intro a y current mem
    simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList]
    exact Or.inl (Or.inl (Or.inr ⟨a, current, mem⟩))
  have projected : x.projects → x ∈ t.due → x ∈ t.outstanding := by
    intro projects due
    simp only [Task.outstanding, List.mem_append]
    exact Or.inl (Or.inr (by simpa [Task.reproject, disagrees projects] using due))
  cases x with
  | ready id g =>
    obtain ⟨rfl, rfl, isOpen, ready⟩ := awaits
    simp only [Task.outstanding, List.mem_append]
    exact Or.inr (by simp [Effect.again, Task.opening, isOpen, held rfl, ready])
  | openGeneration id g =>
    obtain ⟨rfl, rfl, above, isOpen, unclaimed⟩ := awaits
    simp only [Task.outstanding, List.mem_append]
    exact Or.inr (by simp [Effect.again, Task.opening, isOpen, held rfl, above, unclaimed])
  | continueFinish key n c =>
    obtain ⟨tx, v, ⟨a, current, rfl, phase⟩, rfl, rfl⟩ := awaits
    exact resumes current (by simp [Effect.again, Attempt.resume, phase])
  | promote key n c =>
    obtain ⟨tx, d, ⟨a, current, rfl, phase⟩, rfl, rfl⟩ := awaits
    exact resumes current (by simp [Effect.again, Attempt.resume, phase])
  | probe key n =>
    obtain ⟨tx, d, ⟨a, current, rfl, phase⟩, rfl⟩ := awaits
    exact resumes current (by simp [Effect.again, Attempt.resume, phase])
  | startCleanup key n =>
    obtain ⟨tx, r, ⟨a, current, rfl, phase⟩, rfl⟩ := awaits
    exact resumes current (by simp [Effect.again, Attempt.resume, phase])
  | stopProcess key =>
    obtain ⟨a, mem, rfl, worker, phase⟩ := awaits
    simp only [Task.history, List.mem_append, Option.mem_toList] at mem
    simp only [Effect.again, Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList]
    rcases mem with closed | current
    · exact Or.inl (Or.inl (Or.inl (Or.inl ⟨a, closed, stopAgain_iff.mp worker⟩)))
    · refine Or.inl (Or.inl (Or.inl (Or.inr ⟨a, current, ?_⟩)))
      unfold Attempt.stopCurrent
      split
      · exact absurd ‹_› (phase _ _)
      · exact stopAgain_iff.mp worker
  | succeeded | attemptFailed => exact awaits.elim
  | projectDone | projectFailed | projectAbandoned => exact projected rfl awaits

/-- Convergence requests nothing but what is awaited. -/
theorem outstanding_awaits {graph : Nat} (wf : t.WellFormed graph) (mem : x ∈ t.outstanding) :
    t.awaits x ∧ x.again = x ∧ (x.projects → t.agrees t.projection = false) := by
  have stop : ∀ {a : Attempt}, a ∈ t.history → x ∈ a.stopAgain → (∀ tx d, a.phase ≠ .promoting tx d) →
      t.awaits x ∧ x.again = x ∧ (x.projects → t.agrees t.projection = false) := by
    intro a known mem phase
    unfold Attempt.stopAgain at mem
    split at mem
    · obtain rfl := List.mem_singleton.mp mem
      exact ⟨⟨a, known, rfl, ‹_›, phase⟩, rfl, nofun⟩
    · simp at mem
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList] at mem
  rcases mem with (((⟨a, closed, mem⟩ | ⟨a, current, mem⟩) | ⟨a, current, mem⟩) | mem) | mem
  · refine stop (wf.closed_mem closed) mem fun tx d phase => ?_
    have := wf.ended a closed
    simp [phase, Phase.ended] at this
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact stop (wf.current_mem current) mem ‹_›
  · unfold Attempt.resume at mem
    split at mem
    · obtain rfl := List.mem_singleton.mp mem
      exact ⟨⟨_, _, ⟨a, current, rfl, ‹_›⟩, rfl, rfl⟩, rfl, nofun⟩
    · obtain rfl := List.mem_singleton.mp mem
      exact ⟨⟨_, _, ⟨a, current, rfl, ‹_›⟩, rfl⟩, rfl, nofun⟩
    · obtain rfl := List.mem_singleton.mp mem
      exact ⟨⟨_, _, ⟨a, current, rfl, ‹_›⟩, rfl⟩, rfl, nofun⟩
    · simp at mem
  · unfold Task.reproject at mem
    split at mem
    · simp at mem
    · have projects := due_projects mem
      refine ⟨(awaits_due projects).mpr mem, ?_, fun _ => Bool.of_not_eq_true ‹_›⟩
      cases x <;> first | rfl | simp [Effect.projects, Effect.shows] at projects
  · unfold Task.opening at mem
    split at mem
    · rename_i h
      simp only [Bool.and_eq_true, decide_eq_true_eq] at h
      rcases List.mem_append.mp mem with mem | mem
      · split at mem
        · rename_i h'
          simp only [Bool.and_eq_true, decide_eq_true_eq, Bool.not_eq_true'] at h'
          obtain rfl := List.mem_singleton.mp mem
          exact ⟨⟨rfl, rfl, h'.1, h.1, h'.2⟩, rfl, nofun⟩
        · simp at mem
      · split at mem
        · obtain rfl := List.mem_singleton.mp mem
          exact ⟨⟨rfl, rfl, h.1, ‹_›⟩, rfl, nofun⟩
        · simp at mem
    · simp at mem

end Lifecycle
