import Lifecycle.Proofs.Claims.Workers
import Lifecycle.Proofs.Safety.Authority
import Lifecycle.Proofs.Safety.Promotion
/-!
# No claim before the worker's end

Proves that between a request to stop an attempt's process and the next request or applied claim of its task
stands a reported end of that worker (theorem 25).
-/

namespace Lifecycle

/-- The attempt works no more, and its worker is not known to be gone. -/
def Task.lingers (t : Task) (k : Key) : Prop :=
  ∃ a, a ∈ t.history ∧ a.key = k ∧ a.phase.working = false ∧ a.worker ≠ .gone

def State.lingers (s : State) (k : Key) : Prop :=
  ∃ t, findTask k.task s.tasks = some t ∧ t.lingers k

theorem ended_not_working {p : Phase} (h : p.ended = true) : p.working = false := by
  cases p <;> simp_all [Phase.ended, Phase.working]

theorem mem_stop {a : Attempt} {k : Key} (mem : .stopProcess k ∈ a.stop) : a.key = k ∧ a.worker ≠ .gone := by
  unfold Attempt.stop at mem
  split at mem
  · simp at mem
  · simp only [List.mem_singleton, Effect.stopProcess.injEq] at mem
    exact ⟨mem.symm, ‹_›⟩

theorem mem_stopAgain {a : Attempt} {k : Key} (mem : .stopProcess k ∈ a.stopAgain) :
    a.key = k ∧ a.worker = .stopping := by
  unfold Attempt.stopAgain at mem
  split at mem
  · simp only [List.mem_singleton, Effect.stopProcess.injEq] at mem
    exact ⟨mem.symm, ‹_›⟩
  · simp at mem

theorem outstanding_stop {graph : Nat} {t : Task} (wf : t.WellFormed graph) {k : Key}
    (mem : .stopProcess k ∈ t.outstanding) : t.lingers k := by
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap] at mem
  rcases mem with (((⟨a, closed, mem⟩ | ⟨a, current, mem⟩) | ⟨a, _, mem⟩) | mem) | mem
  · obtain ⟨key, worker⟩ := mem_stopAgain mem
    exact ⟨a, wf.closed_mem closed, key, ended_not_working (wf.ended a closed), by simp [worker]⟩
  · simp only [Option.mem_toList] at current
    unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · obtain ⟨key, worker⟩ := mem_stopAgain mem
      refine ⟨a, wf.current_mem current, key, ?_, by simp [worker]⟩
      have := wf.workers a (wf.current_mem current)
      cases phase : a.phase <;> simp_all [Phase.allows, Phase.working]
  · unfold Attempt.resume at mem
    split at mem <;> simp at mem
  · unfold Task.reproject Task.due at mem
    repeat' split at mem
    all_goals simp at mem
  · unfold Task.opening at mem
    repeat' split at mem
    all_goals simp at mem

/-- A move that asks to stop a process leaves its attempt with a worker that is not gone. -/
theorem move_stop {sat : Nat → Bool} {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (wf' : next.WellFormed graph) (move : Move sat t body next effects) {k : Key}
    (mem : .stopProcess k ∈ effects) : next.lingers k := by
  have closing : ∀ {a : Attempt} {p : Phase} {u : Task}, .stopProcess k ∈ a.stop → p.working = false →
      a.endAs p ∈ u.history → u.lingers k := by
    intro a p u mem working inside
    obtain ⟨key, worker⟩ := mem_stop mem
    exact ⟨a.endAs p, inside, key, working, fun h => worker (ended_gone.mp h)⟩
  cases move with
  | accept a current tx deferred phase act receipt =>
    simp only [List.mem_cons, reduceCtorEq, false_or] at mem
    obtain ⟨key, worker⟩ := mem_stopAgain mem
    exact ⟨{ a with phase := .accepted tx receipt }, by simp [Task.history, Task.enter], key, rfl,
      by simp [worker]⟩
  | fail a current act cls =>
    simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false, reduceCtorEq,
      false_or] at mem
    exact closing (p := .failed cls) mem rfl (by simp [Task.history, Task.fail])
  | releaseFail a current =>
    simp only [failEffects, List.mem_cons, List.mem_append, List.not_mem_nil, or_false, reduceCtorEq,
      false_or] at mem
    exact closing (p := .failed .released) mem rfl (by simp [Task.history, Task.fail])
  | kill a | absentKill a =>
    exact closing (p := .cancelled .killed) mem rfl (by simp [Task.history, Task.cancel])
  | abandonLive _ a | absentAbandon a =>
    rcases List.mem_append.mp mem with mem | mem
    · exact closing (p := .cancelled .abandoned) mem rfl (by simp [Task.history, Task.cancel, Task.abandon])
    · simp at mem
  | abandonIdle id unsettled live =>
    rcases List.mem_append.mp mem with mem | mem
    · obtain ⟨a, current, mem⟩ := List.mem_flatMap.mp mem
      simp only [Option.mem_toList] at current
      obtain ⟨key, worker⟩ := mem_stop mem
      exact ⟨a, wf.current_mem current, key, ended_not_working (ended_of_idle current live unsettled), worker⟩
    · simp at mem
  | clear => exact outstanding_stop wf' mem
  | _ => simp at mem

theorem observation_stop {graph : Nat} {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (wf : t.WellFormed graph) (observation : Observation t body why next effects) {k : Key}
    (mem : .stopProcess k ∈ effects) : next.lingers k := by
  cases observation with
  | current a current act _ _ requests =>
    cases requests with
    | stop phase =>
      obtain ⟨key, worker⟩ := mem_stop mem
      refine ⟨_, by simp [Task.history, Task.mark], key, ?_, worker⟩
      rw [mark_phase]
      cases h : a.phase <;> simp_all [Phase.succeeded, Phase.working]
    | reproject =>
      unfold Task.reproject Task.due at mem
      repeat' split at mem
      all_goals simp at mem
    | _ => simp at mem
  | contradicts =>
    unfold Task.correction Task.due at mem
    repeat' split at mem
    all_goals simp at mem
  | converge => exact outstanding_stop wf mem
  | _ => simp at mem

/-- After a request to stop a process, its attempt works no more, and its worker is not known to be gone. -/
theorem stop_lingers {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    (requested : Requested (.stopProcess k) s e) : (reduce s e).state.lingers k := by
  have after := reachable.step e
  have place : ∀ {u : Task}, findTask e.body.task (reduce s e).state.tasks = some u → u.lingers k →
      (reduce s e).state.lingers k := by
    intro u found lingers
    obtain ⟨a, mem, key, rest⟩ := lingers
    have task := ((after.task found).belong a mem).task
    have own := (findTask_some found).2
    exact ⟨u, by rw [← key, task, own]; exact found, a, mem, key, rest⟩
  rcases requested_by requested with ⟨t, next, effects, found, within, move, mem, applied, stored⟩ |
    ⟨t, why, next, effects, found, _, observation, mem, _, stored⟩ | ⟨_, _, _, _, _, effect, _⟩
  · have wf := reachable.task found
    have wf' := move_wellFormed wf (findTask_some found).2.symm within move
    refine place stored ?_
    simpa [Task.lingers, Task.history] using move_stop wf wf' move mem
  · exact place stored (observation_stop (reachable.task found) observation mem)
  · exact nomatch effect

/-- The event reports the end of this attempt's worker, and is consumed. -/
def EndReported (k : Key) (s : State) (e : Event) : Prop :=
  e.body.reportsEnd k ∧ (reduce s e).decision.verdict.consumed = true

theorem unconsumed_changes_nothing {s : State} {e : Event}
    (unconsumed : (reduce s e).decision.verdict.consumed = false) : (reduce s e).state.tasks = s.tasks := by
  refine (refusal_authority s e ?_).2
  generalize (reduce s e).decision.verdict = v at unconsumed
  cases v with
  | noop why => exact Or.inl ⟨why, rfl⟩
  | rejected why => exact Or.inr ⟨why, rfl⟩
  | _ => simp [Verdict.consumed] at unconsumed

/-- An attempt lingers until the end of its worker is reported. -/
theorem lingers_kept {s : State} (reachable : s.Reachable) {k : Key} (lingers : s.lingers k) (e : Event) :
    (reduce s e).state.lingers k ∨ EndReported k s e := by
  obtain ⟨t, found, a, mem, key, working, worker⟩ := lingers
  obtain ⟨t', found', step⟩ := reduce_task s e found
  have wf := reachable.task found
  have wf' := (reachable.step e).task found'
  obtain ⟨b, memb, keyb, _, from_⟩ := (step_keepsWorkers wf step).1 a mem
  obtain ⟨q, ⟨c, memc, keyc, phasec⟩, leads⟩ := step_attempt wf step ⟨a, mem, rfl, rfl⟩
  have same : c = b := wf'.keys_unique memc memb (keyc.trans keyb.symm)
  subst same
  by_cases gone : c.worker = .gone
  · rcases from_ gone with h | h | ⟨applied, body⟩
    · exact absurd h worker
    · refine Or.inr ⟨key ▸ h, Bool.of_not_eq_false fun unconsumed => ?_⟩
      rw [unconsumed_changes_nothing unconsumed, found] at found'
      obtain rfl := Option.some.inj found'
      rw [wf.keys_unique memc mem keyb] at gone
      exact worker gone
    · have inTask : e.body.task = t.id := by
        rw [body]
        exact (wf.belong a mem).task
      have own := (findTask_some found).2
      obtain ⟨next, effects, _, move, _⟩ := applied_move applied (t := t) (by rw [inTask, own]; exact found)
      rw [body] at move
      generalize hb : Body.onAttempt a.key .attemptReleased = body' at move
      have running : ∀ {d : Attempt}, t.current = some d → d.phase = .running → a.key = d.key → False := by
        intro d current phase same
        have := wf.keys_unique mem (wf.current_mem current) same
        subst this
        simp [phase, Phase.working] at working
      cases move with
      | release d current phase =>
        injection hb with h
        exact (running current phase h).elim
      | releaseFail d current phase =>
        injection hb with h
        exact (running current phase h).elim
      | accept _ _ _ _ _ act _ accepts => rcases accepts with rfl | rfl <;> simp at hb
      | fail _ _ act cls fails =>
        injection hb with _ h
        subst h
        cases fails with
        | failure failure => simp [Act.failure] at failure
      | deferFail _ _ _ _ act cls failure =>
        injection hb with _ h
        subst h
        simp [Act.failure] at failure
      | gone _ act shows =>
        injection hb with _ h
        subst h
        simp [Act.showsGone] at shows
      | _ => simp at hb
  · exact Or.inl ⟨t', found', c, memc, keyc.trans key, by rw [phasec]; exact not_working_leads working leads, gone⟩

/-- Where `ready` is requested, no attempt of the task lingers. -/
theorem ready_not_lingers {s : State} (reachable : s.Reachable) {e : Event} {k : Key} {g : Nat}
    (requested : Requested (.ready k.task g) s e) : ¬(reduce s e).state.lingers k := by
  rintro ⟨t, found, a, mem, _, _, worker⟩
  obtain ⟨u, found', _, claimable, _⟩ := ready_means_claimable reachable requested
  rw [found] at found'
  obtain rfl := Option.some.inj found'
  have h := claimable_iff.mp claimable
  have idle := ((reachable.step e).task found).open_idle h.1
  simp only [Task.history, idle, Option.toList_none, List.append_nil] at mem
  exact worker (h.2.2.2 a mem)

/-- Where a claim is applied, no attempt of the task lingers. -/
theorem claim_not_lingers {s : State} (reachable : s.Reachable) {e : Event} {k k' : Key}
    (body : e.body = .attemptClaimed k') (task : k'.task = k.task)
    (applied : (reduce s e).decision.verdict = .applied) : ¬s.lingers k := by
  rintro ⟨t, found, a, mem, _, _, worker⟩
  have concerns : e.body.task = k.task := by rw [body]; exact task
  obtain ⟨next, effects, _, move, _⟩ := applied_move applied (t := t) (by rw [concerns]; exact found)
  rw [body] at move
  cases move with
  | claim _ _ status _ ready =>
    have wf := reachable.task found
    have idle := wf.open_idle status
    simp only [Task.history, idle, Option.toList_none, List.append_nil] at mem
    exact worker ((wf.latch ready).2 a mem)

/-- The event asks for another attempt at the task: it requests `ready`, or is an applied claim. -/
def NextClaim (id : Nat) (s : State) (e : Event) : Prop :=
  (∃ g, Requested (.ready id g) s e) ∨
    ((∃ k, k.task = id ∧ e.body = .attemptClaimed k) ∧ (reduce s e).decision.verdict = .applied)

/-- Theorem 25: over every log, if a decision requests stopProcess(k), and a later one requests `ready` of the
task of k or is an applied claim of it, then strictly after the first and not after the second stands a
consumed report of the end of that worker. -/
theorem worker_ends_before_claim {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    (requested : Requested (.stopProcess k) s e) (es : List Event) {e' : Event}
    (next : NextClaim k.task (finalState (reduce s e).state es) e') :
    Occurs (reduce s e).state (es ++ [e']) (EndReported k) := by
  have after := reachable.step e
  have snoc : Occurs (reduce s e).state es (EndReported k) →
      Occurs (reduce s e).state (es ++ [e']) (EndReported k) := by
    rintro ⟨before, x, rest, rfl, h⟩
    exact ⟨before, x, rest ++ [e'], by simp, h⟩
  rcases kept_unless (Q := fun s => s.lingers k) (P := EndReported k)
    (fun s e r h => lingers_kept r h e) es after (stop_lingers reachable requested) with lingers | occurs
  · rcases next with ⟨g, ready⟩ | ⟨⟨k', task, body⟩, applied⟩
    · rcases lingers_kept (after.run es) lingers e' with h | h
      · exact absurd h (ready_not_lingers (after.run es) ready)
      · exact ⟨es, e', [], rfl, h⟩
    · exact absurd lingers (claim_not_lingers (after.run es) body task applied)
  · exact snoc occurs

/-- Theorem 25: no decision requests both that a process be stopped and that its task be claimed. -/
theorem stop_and_ready_apart {s : State} (reachable : s.Reachable) {e : Event} {k : Key}
    (requested : Requested (.stopProcess k) s e) (g : Nat) : ¬Requested (.ready k.task g) s e :=
  fun ready => ready_not_lingers reachable ready (stop_lingers reachable requested)

end Lifecycle
