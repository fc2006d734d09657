import Lifecycle.Proofs.Recovery.Descent
import Lifecycle.Proofs.Claims.Workers
/-!
# The end of a stopped worker lowers the rank

Proves that OwnerLost, or the worker's exit, lowers the rank of a task whose worker is to be stopped
(theorem 21 (a), for stopProcess).
-/

namespace Lifecycle

variable {s : State} {t : Task} {a : Attempt}

/-- If the only worker that was not gone is gone, none is to be stopped. -/
theorem countP_one {as : List Attempt} (one : as.countP (fun a => decide (a.worker ≠ .gone)) ≤ 1) {a b : Attempt}
    (ha : a ∈ as) (hb : b ∈ as) (wa : a.worker ≠ .gone) (wb : b.worker ≠ .gone) : a = b := by
  induction as with
  | nil => simp at ha
  | cons c cs ih =>
    rw [List.countP_cons] at one
    rcases List.mem_cons.mp ha with ha' | ha' <;> rcases List.mem_cons.mp hb with hb' | hb'
    · rw [ha', hb']
    · subst ha'
      have : 0 < cs.countP (fun a => decide (a.worker ≠ .gone)) :=
        List.countP_pos_iff.mpr ⟨b, hb', by simpa using wb⟩
      rw [if_pos (decide_eq_true wa)] at one
      omega
    · subst hb'
      have : 0 < cs.countP (fun a => decide (a.worker ≠ .gone)) :=
        List.countP_pos_iff.mpr ⟨a, ha', by simpa using wa⟩
      rw [if_pos (decide_eq_true wb)] at one
      omega
    · refine ih ?_ ha' hb'
      omega

/-- An observed act on the current attempt in a phase that a late exit leaves. -/
theorem lost_outcome {act : Act} (shows : act.showsGone = true)
    (phase : a.phase.ended = true ∨ a.phase.succeeded = true) :
    ∃ why es, currentRule t a act = (t.mark a act).observe why es := by
  have failed : ∀ cls, act.failure = some cls → ∃ why es, currentRule t a act = (t.mark a act).observe why es := by
    intro cls failure
    rw [currentRule_failure failure]
    cases h : a.phase <;> simp_all [Phase.ended, Phase.succeeded, failureRule]
    all_goals exact ⟨_, _, rfl⟩
  rcases showsGone_iff.mp shows with rfl | ⟨code, rfl⟩
  · exact failed .lost rfl
  · by_cases zero : code = 0
    · subst zero
      rw [currentRule_exitZero]
      cases h : a.phase <;> simp_all [Phase.ended, Phase.succeeded, exitZeroRule]
      all_goals exact ⟨_, _, rfl⟩
    · exact failed .exit (by simp [Act.failure, zero])

theorem mark_stopping (wf : ∀ b, b ∈ t.closed → b.worker = .gone) {act : Act} (shows : act.showsGone = true) :
    (t.mark a act).stopping = false := by
  have worker : (a.mark act).worker = .gone := mark_gone.mpr (Or.inr shows)
  simp only [Task.stopping, Task.history, Task.mark, Option.toList_some, List.any_append, List.any_cons,
    List.any_nil, worker, Bool.or_false, Bool.or_eq_false_iff]
  exact ⟨by simpa using fun b mem => by simp [wf b mem], rfl⟩

/-- Theorem 21 (a): the end of the current attempt's worker, where it was to be stopped and the attempt is not
promoting, lowers the rank. -/
theorem rank_falls_by_worker (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (current : t.current = some a) (worker : a.worker = .stopping)
    (phase : a.phase.ended = true ∨ a.phase.succeeded = true) {act : Act} (shows : act.showsGone = true) :
    Lowers s t (.onAttempt a.key act) := by
  intro eid fresh
  obtain ⟨why, es, outcome⟩ := lost_outcome (t := t) shows phase
  have h := (reduce_current reachable found current fresh act).2
  rw [outcome] at h
  have wf := reachable.task found
  refine ⟨t.mark a act, by rw [h]; exact findTask_put rfl found, ?_⟩
  have stopping : t.stopping = true := by
    simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq]
    exact ⟨a, wf.current_mem current, worker⟩
  have samePhase : (t.mark a act).phase = t.phase := by simp [Task.phase, Task.mark, current]
  have distance : (t.mark a act).distance = t.distance := by
    unfold Task.distance
    rw [samePhase, mark_reproject current]
  unfold Task.rank
  rw [distance, mark_stopping (wf.exclusive a current) shows, stopping]
  simp

/-- What an act that shows a closed attempt's worker gone comes to. -/
theorem closed_gone_outcome {sat : Nat → Bool} {graph : Nat} (wf : t.WellFormed graph) (closed : a ∈ t.closed)
    {act : Act} (shows : act.showsGone = true) : attemptRule sat t a.key act = goneOutcome sat t a.key := by
  have isClosed : t.closed.any (fun b => decide (b.key = a.key)) = true := by
    simpa using ⟨a, closed, rfl⟩
  have none : act.acceptance = none := by
    rcases showsGone_iff.mp shows with rfl | ⟨code, rfl⟩ <;> rfl
  have other : otherRule sat t a.key act = goneOutcome sat t a.key := by
    simp [otherRule, isClosed, closedOutcome, none, shows]
  unfold attemptRule
  split
  · rename_i b current
    have : b.key ≠ a.key := fun same => wf.current_not_closed current closed same.symm
    simp [this, other]
  · exact other

/-- Theorem 21 (a): the end of a closed attempt's worker, where it was to be stopped, lowers the rank. -/
theorem rank_falls_by_closed_worker (reachable : s.Reachable) (found : findTask t.id s.tasks = some t)
    (closed : a ∈ t.closed) (worker : a.worker = .stopping) {act : Act} (shows : act.showsGone = true) :
    Lowers s t (.onAttempt a.key act) := by
  intro eid fresh
  have wf := reachable.task found
  have belong := wf.belong a (wf.closed_mem closed)
  have h := (reduce_fresh (body := .onAttempt a.key act) fresh (by simp [Body.graph, belong.graph])
    (by simpa [Body.task, belong.task] using found) (fun _ h => h)).2
  simp only [Body.outcome, closed_gone_outcome wf closed shows] at h
  have stopping : t.stopping = true := by
    simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq]
    exact ⟨a, wf.closed_mem closed, worker⟩
  have calm : (t.loseClosed a.key).stopping = false := by
    rw [Bool.eq_false_iff]
    intro stops
    simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq, Task.history, List.mem_append] at stops
    obtain ⟨b, mem, stops⟩ := stops
    have only : ∀ c, c ∈ t.history → c.worker = .stopping → c = a := fun c hc hw =>
      countP_one wf.one hc (wf.closed_mem closed) (by simp [hw]) (by simp [worker])
    rcases mem with mem | mem
    · simp only [Task.loseClosed, List.mem_map] at mem
      obtain ⟨c, mem, rfl⟩ := mem
      split at stops
      · exact nomatch stops
      · rename_i other
        exact other (by rw [only c (wf.closed_mem mem) stops])
    · have := only b (List.mem_append_right _ mem) stops
      subst this
      simp only [Task.loseClosed, Option.mem_toList] at mem
      exact wf.current_not_closed mem closed rfl
  have less : (t.loseClosed a.key).rank < t.rank := by
    have distance : (t.loseClosed a.key).distance = t.distance := rfl
    unfold Task.rank
    rw [distance, calm, stopping]
    simp
  have put : findTask t.id (replaceTask (t.loseClosed a.key) s.tasks) = some (t.loseClosed a.key) :=
    findTask_put rfl found
  unfold goneOutcome at h
  simp only at h
  split at h
  · refine ⟨(t.loseClosed a.key).latch (satisfiedIn (replaceTask (t.loseClosed a.key) s.tasks)), ?_, ?_⟩
    · rw [h]
      simp only [conclude, applyTasks, findTask_latchReady, put, Option.map_some]
    · rw [latch_rank]
      exact less
  · exact ⟨t.loseClosed a.key, by rw [h]; exact put, less⟩

end Lifecycle
