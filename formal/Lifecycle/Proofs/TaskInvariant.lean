module
public import Lifecycle.Proofs.WellFormed
/-!
# A task stays well-formed

Proves that a task is well-formed at its declaration (`declared_wellFormed`), and after each way in which
the rules change one.
-/

@[expose] public section

namespace Lifecycle

theorem declared_wellFormed {graph : Nat} {body : Body} {t : Task} (declares : body.declares t) :
    t.WellFormed graph := by
  cases body with
  | taskDeclared id deps retries =>
    subst declares
    constructor <;>
      simp [Task.keys, Task.history, Task.declared, Task.StatusAgrees]
  | legacyImported id deps retries status trusted =>
    subst declares
    have statuses : (Task.imported id deps retries status trusted).StatusAgrees := by
      cases status <;> simp [Task.StatusAgrees, Task.imported, Status.imported, Task.owned]
    constructor
    case status => exact statuses
    all_goals simp [Task.keys, Task.history, Task.imported]
  | _ => exact declares.elim

/-- The parts of a task that its own rules, and not the latch or the display, are about. -/
theorem Task.WellFormed.after_latch {graph : Nat} {t : Task} (wf : t.WellFormed graph) (all : List Task) :
    (t.latch all).WellFormed graph := by
  have keys : (t.latch all).keys = t.keys := by simp [Task.keys, Task.history]
  constructor
  case belong =>
    intro key mem
    rw [keys] at mem
    obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong key mem
    constructor <;> simpa
  case order => rw [keys]; exact wf.order
  case current => simpa [Task.currentKey] using wf.current
  case closed => simpa using wf.closed
  case unclaimed => rw [keys]; simpa using wf.unclaimed
  case status => simpa [Task.StatusAgrees, Task.owned] using wf.status
  case displayed => simpa using wf.displayed
  case latch =>
    rw [latch_ready, latch_status, latch_current]
    intro ready
    rw [Bool.or_eq_true] at ready
    rcases ready with ready | claimable
    · exact wf.latch ready
    · simp only [Task.claimable, Bool.and_eq_true, decide_eq_true_eq] at claimable
      have agrees := wf.status
      have isOpen := claimable.1.1
      refine ⟨isOpen, ?_⟩
      cases current : t.current with
      | none => rfl
      | some a =>
        obtain ⟨key, phase⟩ := a
        cases phase <;> simp [Task.StatusAgrees, current, isOpen] at agrees

theorem Task.WellFormed.after_project {graph : Nat} {t : Task} (wf : t.WellFormed graph) (p : Projection)
    (displayed : ∀ key tx receipt cleanup, t.current = some ⟨key, .cleaned tx receipt cleanup⟩ →
      p = .shown .done (some receipt)) : { t with projection := p }.WellFormed graph := by
  obtain ⟨belong, order, current, closed, unclaimed, status, latch, _⟩ := wf
  refine ⟨fun key mem => ?_, order, current, closed, unclaimed, status, latch, displayed⟩
  obtain ⟨h1, h2, h3, h4, h5⟩ := belong key mem
  exact ⟨h1, h2, h3, h4, h5⟩

/-- The current attempt of a well-formed task, taken apart: its keys end with the attempt's. -/
theorem keys_current {t : Task} {a : Attempt} (current : t.current = some a) :
    t.keys = t.closed.map Attempt.key ++ [a.key] := by
  simp [Task.keys, Task.history, current]

/-- The attempt enters a phase in which the task is active, or done. -/
theorem Task.WellFormed.after_enter {graph : Nat} {t : Task} {a : Attempt} (wf : t.WellFormed graph)
    (current : t.current = some a) (phase : Phase) (status : Status) (projection : Projection)
    (agrees : { t.enter a phase with status }.StatusAgrees)
    (displayed : ∀ tx receipt cleanup, phase = .cleaned tx receipt cleanup →
      projection = .shown .done (some receipt)) :
    { t.enter a phase with status, projection }.WellFormed graph := by
  have keys : { t.enter a phase with status, projection }.keys = t.keys := by
    simp [Task.keys, Task.history, Task.enter, current]
  have key := wf.current a current
  have notReady : t.ready = false := by
    cases h : t.ready with
    | false => rfl
    | true => simp [(wf.latch h).2] at current
  constructor
  case belong =>
    intro k mem
    rw [keys] at mem
    obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong k mem
    exact ⟨h1, h2, h3, h4, h5⟩
  case order => rw [keys]; exact wf.order
  case current => simp [Task.enter, key, Task.currentKey]
  case closed => exact wf.closed
  case unclaimed => rw [keys]; exact wf.unclaimed
  case status => exact agrees
  case latch => simp [Task.enter, notReady]
  case displayed =>
    intro k tx receipt cleanup h
    simp only [Task.enter, Option.some.injEq, Attempt.mk.injEq] at h
    exact displayed tx receipt cleanup h.2

theorem Task.WellFormed.after_cancel {graph : Nat} {t : Task} {a : Attempt} (wf : t.WellFormed graph)
    (current : t.current = some a) (reason : Cancel) (projection : Projection) :
    { t.cancel a reason with projection }.WellFormed graph := by
  have keys : { t.cancel a reason with projection }.keys = t.keys := by
    simp [Task.keys, Task.history, Task.cancel, current, snocAttempt_eq]
  have notReady : t.ready = false := by
    cases h : t.ready with
    | false => rfl
    | true => simp [(wf.latch h).2] at current
  constructor
  case belong =>
    intro k mem
    rw [keys] at mem
    obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong k mem
    exact ⟨h1, h2, h3, h4, h5⟩
  case order => rw [keys]; exact wf.order
  case current => simp [Task.cancel]
  case closed =>
    intro b mem
    simp only [Task.cancel, snocAttempt_eq, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact wf.closed b mem
    · rfl
  case unclaimed => rw [keys]; exact wf.unclaimed
  case status => cases reason <;> simp [Task.StatusAgrees, Task.cancel, Cancel.status]
  case latch => simp [Task.cancel, notReady]
  case displayed => simp [Task.cancel]

theorem Task.WellFormed.after_claim {graph : Nat} {t : Task} {key : Key} (wf : t.WellFormed graph)
    (ready : t.ready = true) (inGraph : key.graph = graph) (task : key.task = t.id)
    (generation : key.generation = t.generation) (attempt : key.attempt = t.attempts + 1)
    (fence : t.fence < key.fence) : (t.claim key).WellFormed graph := by
  have current := (wf.latch ready).2
  have keys : (t.claim key).keys = t.keys ++ [key] := by
    simp [Task.keys, Task.history, Task.claim, current]
  constructor
  case belong =>
    intro k mem
    rw [keys, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong k mem
      exact ⟨h1, h2, h3, by simp [Task.claim]; omega, by simp [Task.claim]; omega⟩
    · exact ⟨inGraph, task, by simp [Task.claim]; omega, by simp [Task.claim], by simp [Task.claim]⟩
  case order =>
    rw [keys, List.pairwise_append]
    refine ⟨wf.order, by simp, fun k mem other isKey => ?_⟩
    rw [List.mem_singleton] at isKey
    subst isKey
    obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong k mem
    constructor <;> omega
  case current =>
    obtain ⟨g, i, n, m, f⟩ := key
    simp_all [Task.claim, Task.currentKey]
  case closed => exact wf.closed
  case unclaimed => simp [Task.claim, attempt]
  case status => simp [Task.StatusAgrees, Task.claim]
  case latch => simp [Task.claim]
  case displayed => simp [Task.claim]

theorem Task.WellFormed.after_abandon {graph : Nat} {t : Task} (wf : t.WellFormed graph) (free : t.free)
    (projection : Projection) :
    { t with ready := false, status := .abandoned, projection }.WellFormed graph := by
  obtain ⟨belong, order, current, closed, unclaimed, status, latch, _⟩ := wf
  refine ⟨fun key mem => ?_, order, current, closed, unclaimed, ?_, nofun, ?_⟩
  · obtain ⟨h1, h2, h3, h4, h5⟩ := belong key mem
    exact ⟨h1, h2, h3, h4, h5⟩
  · cases h : t.current with
    | none => simp [Task.StatusAgrees]
    | some a =>
      have terminal := free.terminal h
      obtain ⟨key, phase⟩ := a
      cases phase <;> simp_all [Task.StatusAgrees, Phase.terminal]
  · intro key tx receipt cleanup h
    exact nomatch free.terminal h

theorem Task.WellFormed.after_reopen {graph : Nat} {t : Task} (wf : t.WellFormed graph) (free : t.free)
    (projection : Projection) : { t.reopen with projection }.WellFormed graph := by
  have keys : { t.reopen with projection }.keys = t.keys := by
    cases h : t.current <;>
      simp [Task.keys, Task.history, Task.reopen, Task.closeCurrent, h, snocAttempt_eq]
  constructor
  case belong =>
    intro k mem
    rw [keys] at mem
    obtain ⟨h1, h2, h3, h4, h5⟩ := wf.belong k mem
    exact ⟨h1, h2, by simp [Task.reopen]; omega, h4, h5⟩
  case order => rw [keys]; exact wf.order
  case current => simp [Task.reopen]
  case closed =>
    intro b mem
    simp only [Task.reopen, Task.closeCurrent] at mem
    split at mem
    · rename_i a h
      rw [snocAttempt_eq, List.mem_append, List.mem_singleton] at mem
      rcases mem with mem | rfl
      · exact wf.closed b mem
      · exact free.terminal h
    · exact wf.closed b mem
  case unclaimed => rw [keys]; exact wf.unclaimed
  case status => simp [Task.StatusAgrees, Task.reopen]
  case latch => simp [Task.reopen]
  case displayed => simp [Task.reopen]

/-- The status of a well-formed task whose attempt is live. -/
theorem Task.WellFormed.active {graph : Nat} {t : Task} {a : Attempt} (wf : t.WellFormed graph)
    (current : t.current = some a) (live : a.phase.live = true) : t.status = .active := by
  have agrees := wf.status
  obtain ⟨key, phase⟩ := a
  cases phase <;> simp_all [Task.StatusAgrees, Phase.live]

theorem working_live {p : Phase} (h : p.working = true) : p.live = true := by
  cases p <;> simp_all [Phase.working, Phase.live]

end Lifecycle
