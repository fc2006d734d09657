import Lifecycle.Proofs.Crash.Awaited
/-!
# What an applied decision requests is awaited

Proves that after an applied decision the tasks await what it has requested (`requested_awaits`).
-/

namespace Lifecycle

variable {t : Task} {x : Effect}

/-- The latch loses nothing that is awaited. -/
theorem latch_awaits (sat : Nat → Bool) (awaits : t.awaits x) : (t.latch sat).awaits x := by
  cases x with
  | ready => exact ⟨by simpa using awaits.1, by simpa using awaits.2.1, by simpa using awaits.2.2.1, by
      simp [awaits.2.2.2]⟩
  | succeeded | attemptFailed => exact awaits.elim
  | _ => simpa [Task.awaits, Task.stands, Task.history, Task.generationClaimed, Task.due] using awaits

theorem latch_agrees (sat : Nat → Bool) (p : Projection) : (t.latch sat).agrees p = t.agrees p := by
  simp [Task.agrees, Task.reads, Task.truth]

/-- A missing projection never agrees. -/
theorem missing_disagrees (missing : t.projection = .missing) : t.agrees t.projection = false := by
  have : t.reads .missing = .missing := by
    unfold Task.reads
    split <;> rfl
  rw [missing]
  simp only [Task.agrees, this, decide_eq_false_iff_not]
  unfold Task.truth
  split <;> simp

/-- After a move the task awaits what the move requests. -/
theorem move_awaits {sat : Nat → Bool} {graph : Nat} {next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (wf' : next.WellFormed graph) (move : Move sat t body next effects)
    (mem : x ∈ effects) (asks : x.asks = true) :
    next.awaits x ∧ (x.projects → next.agrees next.projection = false) := by
  have stop : ∀ {a : Attempt} {p : Phase} {u : Task}, x ∈ a.stop → p.ended = true → a.endAs p ∈ u.history →
      u.awaits x ∧ (x.projects → u.agrees u.projection = false) := by
    intro a p u mem ended known
    unfold Attempt.stop at mem
    split at mem
    · simp at mem
    · rename_i worker
      obtain rfl := List.mem_singleton.mp mem
      refine ⟨⟨a.endAs p, known, rfl, ?_, ?_⟩, nofun⟩
      · cases h : a.worker <;> simp_all [Attempt.endAs, Worker.ended]
      · rintro tx d rfl
        simp [Phase.ended] at ended
  cases move with
  | finish a current phase tx =>
    obtain rfl := List.mem_singleton.mp mem
    exact ⟨⟨tx, false, ⟨_, rfl, rfl, rfl⟩, rfl, rfl⟩, nofun⟩
  | intend a current tx =>
    obtain rfl := List.mem_singleton.mp mem
    exact ⟨⟨tx, .none, ⟨_, rfl, rfl, rfl⟩, rfl, rfl⟩, nofun⟩
  | accept a current tx deferred phase act receipt =>
    rcases List.mem_cons.mp mem with rfl | mem
    · simp [Effect.asks] at asks
    rcases List.mem_cons.mp mem with rfl | mem
    · exact ⟨⟨tx, receipt, ⟨_, rfl, rfl, rfl⟩, rfl⟩, nofun⟩
    · unfold Attempt.stopAgain at mem
      split at mem
      · obtain rfl := List.mem_singleton.mp mem
        exact ⟨⟨{ a with phase := .accepted tx receipt }, by simp [Task.history, Task.enter], rfl, ‹_›, by simp⟩,
          nofun⟩
      · simp at mem
  | clean a current tx receipt cleanup =>
    obtain rfl := List.mem_singleton.mp mem
    exact ⟨by simp [Task.awaits, Task.due, Task.phase, Task.clean, Task.enter], fun _ => missing_disagrees rfl⟩
  | fail a current act cls =>
    simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false] at mem
    rcases mem with (rfl | mem) | rfl
    · simp [Effect.asks] at asks
    · exact stop (p := .failed cls) mem rfl (by simp [Task.history, Task.fail])
    · exact ⟨by simp [Task.awaits, Task.due, Task.phase, Task.fail, Attempt.endAs], fun _ => missing_disagrees rfl⟩
  | releaseFail a current =>
    simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false] at mem
    rcases mem with (rfl | mem) | rfl
    · simp [Effect.asks] at asks
    · exact stop (p := .failed .released) mem rfl (by simp [Task.history, Task.fail])
    · exact ⟨by simp [Task.awaits, Task.due, Task.phase, Task.fail, Attempt.endAs], fun _ => missing_disagrees rfl⟩
  | deferFail a current tx phase act cls | deferKill a current tx phase | deferAbandon _ a current tx phase =>
    obtain rfl := List.mem_singleton.mp mem
    exact ⟨⟨tx, _, ⟨_, rfl, by simp, rfl⟩, rfl⟩, nofun⟩
  | kill a | absentKill a => exact stop (p := .cancelled .killed) mem rfl (by simp [Task.history, Task.cancel])
  | abandonLive _ a | absentAbandon a =>
    rcases List.mem_append.mp mem with mem | mem
    · exact stop (p := .cancelled .abandoned) mem rfl (by simp [Task.history, Task.cancel, Task.abandon])
    · obtain rfl := List.mem_singleton.mp mem
      exact ⟨by simp [Task.awaits, Task.due, Task.phase, Task.cancel, Task.abandon], fun _ => missing_disagrees rfl⟩
  | abandonIdle id unsettled live =>
    rcases List.mem_append.mp mem with mem | mem
    · obtain ⟨a, current, mem⟩ := List.mem_flatMap.mp mem
      simp only [Option.mem_toList] at current
      have ended := ended_of_idle current live unsettled
      have allows := wf.workers a (wf.current_mem current)
      unfold Attempt.stop at mem
      split at mem
      · simp at mem
      · obtain rfl := List.mem_singleton.mp mem
        refine ⟨⟨a, wf.current_mem current, rfl, ?_, ?_⟩, nofun⟩
        · cases phase : a.phase <;> cases worker : a.worker <;> simp_all [Phase.ended, Phase.allows]
        · intro tx d phase
          simp [phase, Phase.ended] at ended
    · obtain rfl := List.mem_singleton.mp mem
      refine ⟨?_, fun _ => missing_disagrees rfl⟩
      have notCleaned : ∀ tx r c, t.phase ≠ some (.cleaned tx r c) := by
        intro tx r c h
        simp [Task.settled, Task.hasSuccess, h, Phase.succeeded] at unsettled
      have same : t.abandon.phase = t.phase := rfl
      simp only [Task.awaits, Task.due, same]
      split
      · exact absurd ‹_› (notCleaned _ _ _)
      · simp [Task.abandon]
      · exact absurd rfl ‹_›
      · exact absurd rfl ‹_›
  | retry | reopen =>
    obtain rfl := List.mem_singleton.mp mem
    refine ⟨⟨rfl, rfl, Nat.succ_pos _, rfl, ?_⟩, nofun⟩
    rw [Task.generationClaimed, Bool.eq_false_iff]
    intro claimed
    obtain ⟨a, mem, same⟩ := List.any_eq_true.mp claimed
    have := (wf.belong a mem).generation
    simp only [decide_eq_true_eq] at same
    simp only [Task.nextGeneration] at same
    omega
  | clear =>
    have h := outstanding_awaits wf' mem
    exact ⟨h.1, h.2.2⟩
  | _ => simp at mem

/-- What is awaited is about the task. -/
theorem awaits_task {graph : Nat} (wf : t.WellFormed graph) (awaits : t.awaits x) : x.task = t.id := by
  have stands : ∀ {k p}, t.stands k p → k.task = t.id := by
    rintro k p ⟨a, current, rfl, _⟩
    exact (wf.belong a (wf.current_mem current)).task
  have due : x ∈ t.due → x.task = t.id := by
    intro mem
    unfold Task.due at mem
    split at mem
    all_goals first
      | (obtain rfl := List.mem_singleton.mp mem; rfl)
      | simp at mem
  cases x with
  | ready | openGeneration => exact awaits.1.symm
  | continueFinish | promote | probe | startCleanup =>
    obtain ⟨_, _, h, _⟩ := awaits
    exact stands h
  | stopProcess =>
    obtain ⟨a, mem, rfl, _⟩ := awaits
    exact (wf.belong a mem).task
  | succeeded | attemptFailed => exact awaits.elim
  | projectDone | projectFailed | projectAbandoned => exact due awaits

/-- The state has a task that awaits the effect. -/
def State.awaits (s : State) (x : Effect) : Prop := ∃ t, findTask x.task s.tasks = some t ∧ t.awaits x

/-- After an applied decision, what it requests is awaited, and no projection agrees that it asks for. -/
theorem requested_awaits {s : State} (reachable : s.Reachable) {e : Event} (requested : Requested x s e)
    (applied : (reduce s e).decision.verdict = .applied) (asks : x.asks = true) :
    ∃ t, findTask x.task (reduce s e).state.tasks = some t ∧ t.awaits x ∧
      (x.projects → t.agrees t.projection = false) := by
  rcases requested_by requested with ⟨t, next, effects, found, within, move, mem, _, stored⟩ |
    ⟨_, _, _, _, _, _, _, _, observed, _⟩ | ⟨_, u, _, _, _, rfl, _⟩
  · have wf := reachable.task found
    have own := (findTask_some found).2
    have wf' := move_wellFormed wf own.symm within move
    have ⟨awaits, disagrees⟩ := move_awaits wf wf' move mem asks
    refine ⟨next.latch (satisfiedIn (replaceTask next s.tasks)), ?_, latch_awaits _ awaits, fun projects => ?_⟩
    · rw [awaits_task wf' awaits, move.id, own]
      exact stored
    · rw [latch_agrees, latch_projection]
      exact disagrees projects
  · rw [applied] at observed
    exact nomatch observed
  · obtain ⟨t, found, generation, claimable, ready, _⟩ := ready_means_claimable reachable requested
    exact ⟨t, found, ⟨(findTask_some found).2, generation, (claimable_iff.mp claimable).1, ready⟩, nofun⟩

end Lifecycle
