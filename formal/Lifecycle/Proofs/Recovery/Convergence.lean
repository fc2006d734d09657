import Lifecycle.Proofs.Recovery.Forward
/-!
# Projections converge

Proves that one request to converge asks for the projection that is due, that the observation of what it asks
for agrees, and that the next request asks for no projection (theorem 18).
-/

namespace Lifecycle

/-- What the outside shows once a project effect is executed. -/
def Effect.shows : Effect → Option Projection
  | .projectDone _ _ _ receipt => some (.shown .done (some receipt))
  | .projectFailed .. => some (.shown .failed none)
  | .projectAbandoned .. => some (.shown .abandoned none)
  | _ => none

/-- A fresh request to converge on a known task. -/
theorem reduce_converge {s : State} {t : Task} (found : findTask t.id s.tasks = some t) {eid : Nat}
    (fresh : s.fresh eid) :
    (reduce s ⟨eid, .convergeRequested t.id⟩).decision =
      (if t.outstanding = [] then ⟨.noop .agrees, []⟩ else ⟨.observed .converging, t.outstanding⟩) ∧
    ((s.tasks.map Task.id).Nodup → (reduce s ⟨eid, .convergeRequested t.id⟩).state.tasks = s.tasks) := by
  have ⟨h1, h2⟩ := reduce_fresh (body := .convergeRequested t.id) fresh rfl found (fun _ h => h)
  rw [h1, h2]
  simp only [Body.outcome, convergeRule]
  cases h : t.outstanding with
  | nil => exact ⟨rfl, fun _ => rfl⟩
  | cons x xs => exact ⟨by simp [Task.observe, conclude], fun unique => replaceTask_same unique found⟩

/-- A due effect shows the truth. -/
theorem due_shows {graph : Nat} {t : Task} (wf : t.WellFormed graph) {x : Effect} (mem : x ∈ t.due) :
    x.shows = some t.truth := by
  unfold Task.due at mem
  unfold Task.truth
  split at mem
  · rename_i h
    simp only [List.mem_singleton] at mem
    simp [mem, h, Effect.shows]
  · rename_i h notCleaned
    simp only [List.mem_singleton] at mem
    subst mem
    split
    · rename_i h'
      exact absurd h' (notCleaned _ _ _)
    · simp [Effect.shows, h]
  · rename_i cls h notAbandoned
    simp only [List.mem_singleton] at mem
    subst mem
    have status : t.status = .failed := by
      cases current : t.current with
      | none => simp [Task.phase, current] at h
      | some a =>
        have := wf.status a current
        simp only [Task.phase, current, Option.map_some, Option.some.injEq] at h
        simp only [h, Phase.hasStatus] at this
        rcases this with h | h
        · exact h
        · exact absurd h notAbandoned
    simp [h, Effect.shows, status]
  · simp at mem

/-- The truth of a task agrees. -/
theorem truth_agrees {graph : Nat} {t : Task} (wf : t.WellFormed graph) : t.agrees t.truth = true := by
  unfold Task.agrees Task.reads
  simp only [decide_eq_true_eq]
  split
  · rename_i h
    unfold Task.truth
    split
    · rename_i tx r c phase
      cases current : t.current with
      | none => simp [Task.phase, current] at phase
      | some a =>
        have := wf.numbers
        simp [h.2, Task.history, current] at this
    · rfl
  · rfl

/-- Theorem 18: in every reachable state, for every task with a due projection that its projection does not
agree with: a request to converge is observed(converging), requests that effect and changes no task. -/
theorem convergence_requests {s : State} (reachable : s.Reachable) {t : Task}
    (found : findTask t.id s.tasks = some t) {x : Effect} (due : x ∈ t.due)
    (disagrees : t.agrees t.projection = false) {eid : Nat} (fresh : s.fresh eid) :
    (reduce s ⟨eid, .convergeRequested t.id⟩).decision.verdict = .observed .converging ∧
      x ∈ (reduce s ⟨eid, .convergeRequested t.id⟩).decision.effects ∧
      (reduce s ⟨eid, .convergeRequested t.id⟩).state.tasks = s.tasks := by
  have ⟨h1, h2⟩ := reduce_converge found fresh
  have mem : x ∈ t.outstanding := by
    simp [Task.outstanding, Task.reproject, disagrees, due]
  have some : t.outstanding ≠ [] := List.ne_nil_of_mem mem
  rw [h1, if_neg some]
  exact ⟨rfl, mem, h2 (reachable_wellFormed reachable).unique⟩

/-- Theorem 18: the observation of what the due effect asks for is then observed(projectionAgrees), and stores
a projection that agrees. -/
theorem convergence_observed {s : State} (reachable : s.Reachable) {t : Task}
    (found : findTask t.id s.tasks = some t) {x : Effect} (due : x ∈ t.due)
    (disagrees : t.agrees t.projection = false) {seen : Projection} (shows : x.shows = some seen) {eid : Nat}
    (fresh : s.fresh eid) :
    (reduce s ⟨eid, .onTask t.id t.generation (.projectionObserved seen)⟩).decision =
        ⟨.observed .projectionAgrees, []⟩ ∧
      findTask t.id (reduce s ⟨eid, .onTask t.id t.generation (.projectionObserved seen)⟩).state.tasks =
        some { t with projection := seen } ∧ t.agrees seen = true := by
  have wf := reachable.task found
  have isTruth : seen = t.truth := by
    rw [due_shows wf due] at shows
    exact (Option.some.inj shows).symm
  subst isTruth
  have agrees := truth_agrees wf
  have ⟨h1, h2⟩ := reduce_fresh (body := .onTask t.id t.generation (.projectionObserved t.truth)) fresh rfl
    found (fun _ h => h)
  have earned : t.unearned t.truth = false := by
    unfold Task.unearned
    split
    · rename_i r h
      unfold Task.truth at h
      split at h
      · rename_i phase
        simp [Task.hasSuccess, phase, Phase.succeeded]
      · injection h with h
        simp [h]
    · rfl
  have other : t.reads t.projection ≠ t.reads t.truth := by
    intro same
    simp only [Task.agrees, decide_eq_true_eq, decide_eq_false_iff_not] at agrees disagrees
    exact disagrees (same.trans agrees)
  have outcome : (Body.onTask t.id t.generation (.projectionObserved t.truth)).outcome (satisfiedIn s.tasks) t =
      .observed .projectionAgrees { t with projection := t.truth } [] := by
    simp [Body.outcome, generationRule, generationGuard, taskRule, observeRule, earned, agrees, other]
  rw [h1, h2, outcome]
  refine ⟨rfl, ?_, agrees⟩
  simp [conclude, findTask_replaceTask, found]

/-- The effect is one that projects. -/
def Effect.projects (x : Effect) : Prop := x.shows.isSome = true

theorem outstanding_projects {t : Task} {x : Effect} (mem : x ∈ t.outstanding) (projects : x.projects) :
    x ∈ t.reproject := by
  have again : ∀ {a : Attempt}, x ∉ a.stopAgain := by
    intro a mem
    unfold Attempt.stopAgain at mem
    split at mem <;> simp_all [Effect.projects, Effect.shows]
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · exact absurd mem again
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact absurd mem again
  · unfold Attempt.resume at mem
    split at mem <;> simp_all [Effect.projects, Effect.shows]
  · exact mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem
    all_goals rcases mem with rfl | rfl <;> simp [Effect.projects, Effect.shows] at projects

/-- Theorem 18: where the projection agrees, a request to converge requests no project effect: only the other
outstanding effects, and it is noop(agrees) if there are none. -/
theorem convergence_agrees {s : State} {t : Task} (found : findTask t.id s.tasks = some t)
    (agrees : t.agrees t.projection = true) {eid : Nat} (fresh : s.fresh eid) :
    (∀ x, x ∈ (reduce s ⟨eid, .convergeRequested t.id⟩).decision.effects → ¬x.projects) ∧
      (t.outstanding = [] → (reduce s ⟨eid, .convergeRequested t.id⟩).decision = ⟨.noop .agrees, []⟩) := by
  have ⟨h1, _⟩ := reduce_converge found fresh
  rw [h1]
  constructor
  · intro x mem projects
    split at mem
    · simp at mem
    · have := outstanding_projects mem projects
      simp [Task.reproject, agrees] at this
  · intro h
    rw [if_pos h]

end Lifecycle
