import Lifecycle.Proofs.Claims.Applied
import Lifecycle.Proofs.Claims.Ready
/-!
# One worker at a time

Proves that a worker known to be gone stays so, and what alone makes it known; and that after a request to stop
an attempt's process no claim of its task is asked for or applied before the end of that worker is reported
(theorem 25).
-/

namespace Lifecycle

/-- An attempt of the task, current or closed, and what is known of its worker. -/
def Task.hasWorker (t : Task) (key : Key) (worker : Worker) : Prop :=
  ∃ a, a ∈ t.history ∧ a.key = key ∧ a.worker = worker

/-- The event reports the end of this attempt's worker. -/
def Body.reportsEnd (body : Body) (k : Key) : Prop :=
  body = .onAttempt k .ownerLost ∨ ∃ code, body = .onAttempt k (.processExited .worker code)

theorem showsGone_iff {act : Act} :
    act.showsGone = true ↔ act = .ownerLost ∨ ∃ code, act = .processExited .worker code := by
  cases act with
  | processExited role code => cases role <;> simp [Act.showsGone]
  | _ => simp [Act.showsGone]

theorem reportsEnd_of_shows {k : Key} {act : Act} (shows : act.showsGone = true) :
    (Body.onAttempt k act).reportsEnd k := by
  rcases showsGone_iff.mp shows with rfl | ⟨code, rfl⟩
  · exact Or.inl rfl
  · exact Or.inr ⟨code, rfl⟩

theorem ended_gone {w : Worker} : w.ended = .gone ↔ w = .gone := by
  cases w <;> simp [Worker.ended]

theorem mark_gone {a : Attempt} {act : Act} :
    (a.mark act).worker = .gone ↔ a.worker = .gone ∨ act.showsGone = true := by
  unfold Attempt.mark
  split
  · simp_all
  · split <;> simp_all

/-- How the worker of an attempt of the task stands after a step: gone only if it was, or by this event. -/
def Task.keepsWorkers (t t' : Task) (body : Body) (applied : Prop) : Prop :=
  (∀ a, a ∈ t.history → ∃ b, b ∈ t'.history ∧ b.key = a.key ∧ (a.worker = .gone → b.worker = .gone) ∧
    (b.worker = .gone → a.worker = .gone ∨ body.reportsEnd a.key ∨
      (applied ∧ body = .onAttempt a.key .attemptReleased))) ∧
  (∀ b, b ∈ t'.history → (∃ a, a ∈ t.history ∧ a.key = b.key) ∨ b.worker ≠ .gone)

variable {t : Task} {body : Body} {applied : Prop}

theorem keepsWorkers_same {t' : Task} (same : t'.history = t.history) : t.keepsWorkers t' body applied :=
  ⟨fun a mem => ⟨a, same ▸ mem, rfl, id, Or.inl⟩, fun b mem => Or.inl ⟨b, same ▸ mem, rfl⟩⟩

theorem keepsWorkers_lose {key : Key} (reports : body.reportsEnd key) :
    t.keepsWorkers (t.loseClosed key) body applied := by
  constructor
  · intro a mem
    simp only [Task.history, List.mem_append] at mem
    rcases mem with mem | mem
    · refine ⟨if a.key = key then { a with worker := .gone } else a,
        List.mem_append_left _ (List.mem_map_of_mem mem), ?_⟩
      split
      · rename_i h
        exact ⟨rfl, fun _ => rfl, fun _ => Or.inr (Or.inl (h ▸ reports))⟩
      · exact ⟨rfl, id, Or.inl⟩
    · exact ⟨a, List.mem_append_right _ mem, rfl, id, Or.inl⟩
  · intro b mem
    simp only [Task.history, List.mem_append] at mem
    rcases mem with mem | mem
    · obtain ⟨a, mem, key, _⟩ := loseClosed_mem mem
      exact Or.inl ⟨a, List.mem_append_left _ mem, key.symm⟩
    · exact Or.inl ⟨b, List.mem_append_right _ mem, rfl⟩

/-- The current attempt is replaced by one with its key, current or closed. -/
theorem keepsWorkers_replace {t' : Task} {a b : Attempt} (current : t.current = some a) (key : b.key = a.key)
    (history : t'.history = t.closed ++ [b]) (kept : a.worker = .gone → b.worker = .gone)
    (gone : b.worker = .gone → a.worker = .gone ∨ body.reportsEnd a.key ∨
      (applied ∧ body = .onAttempt a.key .attemptReleased)) : t.keepsWorkers t' body applied := by
  constructor
  · intro c mem
    simp only [Task.history, current, Option.toList_some, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact ⟨c, by simp [history, mem], rfl, id, Or.inl⟩
    · exact ⟨b, by simp [history], key, kept, gone⟩
  · intro c mem
    rw [history, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact Or.inl ⟨c, List.mem_append_left _ mem, rfl⟩
    · exact Or.inl ⟨a, by simp [Task.history, current], key.symm⟩

theorem move_keepsWorkers {sat : Nat → Bool} {graph : Nat} {next : Task} {effects : List Effect}
    (wf : t.WellFormed graph) (move : Move sat t body next effects) (applied : Prop) (isApplied : applied) :
    t.keepsWorkers next body applied := by
  have plain : ∀ {a : Attempt} {p : Phase}, t.current = some a →
      t.keepsWorkers (t.enter a p) body applied := fun {a p} current =>
    keepsWorkers_replace (b := { a with phase := p }) current rfl rfl id Or.inl
  have marked : ∀ {a : Attempt} {act : Act} {p : Phase} {k : Key}, t.current = some a →
      body = .onAttempt k act → k = a.key →
      t.keepsWorkers (t.enter (a.mark act) p) body applied := fun {a act p k} current hb hk =>
    keepsWorkers_replace (b := { a.mark act with phase := p }) current (mark_key a act) rfl (fun h => mark_gone.mpr (Or.inl h))
      fun h => (mark_gone.mp h).imp_right fun shows => Or.inl (by rw [hb, hk]; exact reportsEnd_of_shows shows)
  have ends : ∀ {a : Attempt} {p : Phase} {u : Task}, t.current = some a →
      u.history = t.closed ++ [a.endAs p] → t.keepsWorkers u body applied := fun {a p u} current history =>
    keepsWorkers_replace (b := a.endAs p) current rfl history (fun h => ended_gone.mpr h) (fun h => Or.inl (ended_gone.mp h))
  cases move with
  | claim key _ status =>
    have none := wf.open_idle status
    have history : (t.claim key).history = t.history ++ [⟨key, .running, .present⟩] := by
      simp [Task.history, Task.claim, none]
    constructor
    · exact fun a mem => ⟨a, by rw [history]; exact List.mem_append_left _ mem, rfl, id, Or.inl⟩
    · intro b mem
      rw [history, List.mem_append, List.mem_singleton] at mem
      rcases mem with mem | rfl
      · exact Or.inl ⟨b, mem, rfl⟩
      · exact Or.inr (by simp)
  | finish a current | validate a current | invalidate a current | intend a current | accept a current
  | deferAbandon _ a current => exact plain current
  | clean a current tx receipt cleanup =>
    exact keepsWorkers_replace (b := { a with phase := .cleaned tx receipt cleanup }) current rfl rfl id Or.inl
  | deferFail a current tx phase act => exact marked current rfl rfl
  | deferKill a current => exact marked current rfl rfl
  | fail a current act cls =>
    refine keepsWorkers_replace (b := (a.mark act).endAs (.failed cls)) current (mark_key a act) rfl
      (fun h => ended_gone.mpr (mark_gone.mpr (Or.inl h))) fun h => ?_
    exact (mark_gone.mp (ended_gone.mp h)).imp_right fun shows => Or.inl (reportsEnd_of_shows shows)
  | releaseFail a current =>
    exact keepsWorkers_replace (b := a.leave.endAs (.failed .released)) current rfl rfl (fun _ => rfl)
      fun _ => Or.inr (Or.inr ⟨isApplied, rfl⟩)
  | release a current =>
    exact keepsWorkers_replace (b := a.leave.endAs (.cancelled .released)) current rfl
      (by simp [Task.history, Task.cancel]) (fun _ => rfl) fun _ => Or.inr (Or.inr ⟨isApplied, rfl⟩)
  | kill a current | absentKill a current =>
    exact ends (p := .cancelled .killed) current (by simp [Task.history, Task.cancel])
  | abandonLive _ a current | absentAbandon a current =>
    exact ends (p := .cancelled .abandoned) current (by simp [Task.history, Task.cancel, Task.abandon])
  | retry | reopen => exact keepsWorkers_same (by simp [Task.history, Task.nextGeneration])
  | clear _ _ _ _ cleared => subst cleared; exact keepsWorkers_same rfl
  | abandonIdle | grant | trust | waive => exact keepsWorkers_same rfl
  | gone key act shows => exact keepsWorkers_lose (reportsEnd_of_shows shows)

theorem step_keepsWorkers {s : State} {d : Decision} {t' : Task} (wf : t.WellFormed s.graph)
    (step : TaskStep s body t d t') : t.keepsWorkers t' body (d.verdict = .applied) := by
  cases step with
  | same | held => exact keepsWorkers_same rfl
  | latched => exact keepsWorkers_same (by simp [Task.history])
  | observed own within why next effects observation =>
    cases observation with
    | current a current act =>
      exact keepsWorkers_replace (b := a.mark act) current (mark_key a act) rfl
        (fun h => mark_gone.mpr (Or.inl h))
        fun h => (mark_gone.mp h).imp_right fun shows => Or.inl (reportsEnd_of_shows shows)
    | gone key act shows => exact keepsWorkers_lose (reportsEnd_of_shows shows)
    | _ => exact keepsWorkers_same rfl
  | moved own within next effects move =>
    have := move_keepsWorkers wf move (Verdict.applied = .applied) rfl
    simpa [Task.keepsWorkers, Task.history] using this

/-- The worker of the attempt with this key is known to be gone. -/
def State.gone (s : State) (k : Key) : Prop :=
  ∃ t, findTask k.task s.tasks = some t ∧ t.hasWorker k .gone

/-- Theorem 25: a worker known to be gone stays so. -/
theorem gone_kept {s : State} (reachable : s.Reachable) {k : Key} (gone : s.gone k) (e : Event) :
    (reduce s e).state.gone k := by
  obtain ⟨t, found, a, mem, rfl, gone⟩ := gone
  obtain ⟨t', found', step⟩ := reduce_task s e found
  obtain ⟨b, mem', key, kept, _⟩ := (step_keepsWorkers (reachable.task found) step).1 a mem
  exact ⟨t', found', b, mem', key, kept gone⟩

/-- Theorem 25: only the end of the worker, or an applied release by itself, makes it known to be gone. -/
theorem gone_only_by {s : State} (reachable : s.Reachable) {k : Key} {e : Event} (before : ¬s.gone k)
    (after : (reduce s e).state.gone k) :
    e.body.reportsEnd k ∨ ((reduce s e).decision.verdict = .applied ∧ e.body = .onAttempt k .attemptReleased) := by
  obtain ⟨t', found', b, mem', rfl, gone⟩ := after
  rcases reduce_origin s e found' with ⟨t, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, _⟩⟩
  · have wf := reachable.task found
    have wf' := (reachable.step e).task found'
    have ⟨kept, origin⟩ := step_keepsWorkers wf step
    rcases origin b mem' with ⟨a, mem, key⟩ | h
    · obtain ⟨c, memc, keyc, _, from_⟩ := kept a mem
      have same : c = b := wf'.keys_unique memc mem' (keyc.trans key)
      subst same
      rcases from_ gone with h | h | h
      · exact absurd ⟨t, found, a, mem, key, h⟩ before
      · exact Or.inl (key ▸ h)
      · exact Or.inr (key ▸ h)
    · exact absurd gone h
  · have fresh := declares.fresh
    simp [Task.history, fresh.2.1, fresh.2.2.1] at mem'

end Lifecycle
