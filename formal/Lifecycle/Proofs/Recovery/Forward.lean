import Lifecycle.Proofs.Invariant.Reachable
/-!
# Computing a step

Proves what a fresh event on a task of a reachable state comes to: its outcome stored in the place of the task,
and nothing latched where no other task gains by it.
-/

namespace Lifecycle

/-- The event is fresh: no consumed event has its `eid`. -/
def State.fresh (s : State) (eid : Nat) : Prop := findEntry eid s.evidence = none

/-- What a fresh event that concerns a known task does. -/
theorem reduce_fresh {s : State} {eid : Nat} {body : Body} {t : Task} (fresh : s.fresh eid)
    (within : body.graph.all (· = s.graph) = true) (found : findTask body.task s.tasks = some t)
    (old : ∀ u, ¬body.declares u) :
    (reduce s ⟨eid, body⟩).decision = (conclude s t (body.outcome (satisfiedIn s.tasks) t)).decision ∧
    (reduce s ⟨eid, body⟩).state.tasks = (conclude s t (body.outcome (satisfiedIn s.tasks) t)).tasks := by
  have same : change s body = conclude s t (body.outcome (satisfiedIn s.tasks) t) := by
    unfold change
    rw [if_pos within]
    cases body with
    | taskDeclared id deps retries => exact absurd rfl (old (.declared id deps retries))
    | legacyImported id deps retries status trusted =>
      exact absurd rfl (old (.imported id deps retries status trusted))
    | _ => simp only [dispatch, concern, found]
  unfold State.fresh at fresh
  simp only [reduce, fresh, consume, same]
  exact ⟨trivial, trivial⟩

/-- What a fresh act on the current attempt of a task does. -/
theorem reduce_current {s : State} (reachable : s.Reachable) {t : Task} {a : Attempt}
    (found : findTask t.id s.tasks = some t) (current : t.current = some a) {eid : Nat} (fresh : s.fresh eid)
    (act : Act) :
    (reduce s ⟨eid, .onAttempt a.key act⟩).decision = (conclude s t (currentRule t a act)).decision ∧
    (reduce s ⟨eid, .onAttempt a.key act⟩).state.tasks = (conclude s t (currentRule t a act)).tasks := by
  have key := (reachable.task found).current a current
  have outcome : (Body.onAttempt a.key act).outcome (satisfiedIn s.tasks) t = currentRule t a act := by
    simp [Body.outcome, attemptRule, current]
  rw [← outcome]
  exact reduce_fresh fresh (by simp [Body.graph, key, Task.currentKey])
    (by simpa [Body.task, key, Task.currentKey] using found) (fun _ h => h)

/-- Where the stored task satisfies as much as before and is not newly claimable, nothing is latched. -/
theorem latchReady_replaceTask {s : State} (wf : s.WellFormed) {t next : Task}
    (found : findTask t.id s.tasks = some t) (id : next.id = t.id) (same : next.satisfies = t.satisfies)
    (unclaimable : next.claimable (satisfiedIn s.tasks) = true → next.ready = true) :
    latchReady (replaceTask next s.tasks) = replaceTask next s.tasks ∧
      readyEffects (replaceTask next s.tasks) = [] := by
  have sat := satisfiedIn_replaceTask found id same
  have each : ∀ u, u ∈ replaceTask next s.tasks → u.claimable (satisfiedIn s.tasks) = true → u.ready = true := by
    intro u mem
    rcases mem_replaceTask mem with rfl | ⟨mem, _⟩
    · exact unclaimable
    · exact wf.latched u mem
  constructor
  · unfold latchReady
    rw [sat]
    conv => rhs; rw [← List.map_id (replaceTask next s.tasks)]
    refine List.map_congr_left fun u mem => ?_
    unfold Task.latch
    split
    · have := each u mem ‹_›
      cases u
      simp_all
    · rfl
  · unfold readyEffects
    rw [sat, List.flatMap_eq_nil_iff]
    intro u mem
    unfold Task.readyEffect
    split
    · rename_i h
      simp only [Bool.and_eq_true, Bool.not_eq_true'] at h
      simp [each u mem h.1] at h
    · rfl

/-- Replacing twice is replacing by the last. -/
theorem replaceTask_twice {ts : List Task} {t u : Task} (same : u.id = t.id) :
    replaceTask u (replaceTask t ts) = replaceTask u ts := by
  simp only [replaceTask, List.map_map]
  refine List.map_congr_left fun v _ => ?_
  simp only [Function.comp]
  split <;> simp_all

/-- An applied outcome that lets no other task be claimed. -/
theorem conclude_applied {s : State} (wf : s.WellFormed) {t next : Task}
    (found : findTask t.id s.tasks = some t) (id : next.id = t.id) (same : next.satisfies = t.satisfies)
    (closed : next.status ≠ .open) (effects : List Effect) :
    (conclude s t (.applied next effects)).decision = ⟨.applied, effects⟩ ∧
      (conclude s t (.applied next effects)).tasks = replaceTask next s.tasks := by
  have ⟨h1, h2⟩ := latchReady_replaceTask wf found id same
    (fun h => absurd (claimable_iff.mp h).1 closed)
  simp [conclude, applyTasks, h1, h2]

/-! ## Outcomes of acts on the current attempt -/

theorem currentRule_failure {t : Task} {a : Attempt} {act : Act} {cls : Class}
    (failure : act.failure = some cls) :
    currentRule t a act = failureRule (t.mark a act) (a.mark act) cls := by
  cases act with
  | processExited role code =>
    have nonzero : code ≠ 0 := by rintro rfl; simp [Act.failure] at failure
    simp only [Act.failure, nonzero, if_false, Option.some.injEq] at failure
    subst failure
    simp [currentRule, txGuard, Act.names, phaseRule, Task.mark, nonzero]
  | failRequested | providerFault | ownerLost =>
    obtain rfl := Option.some.inj failure
    rfl
  | _ => exact nomatch failure

theorem currentRule_exitZero {t : Task} {a : Attempt} (role : Role) :
    currentRule t a (.processExited role 0) =
      exitZeroRule (t.mark a (.processExited role 0)) (a.mark (.processExited role 0)) := rfl

theorem currentRule_kill {t : Task} {a : Attempt} :
    currentRule t a .killRequested = killRule (t.mark a .killRequested) (a.mark .killRequested) := rfl

theorem currentRule_accepts {t : Task} {a : Attempt} {act : Act} {tx : Tx} {receipt : Nat}
    (accepts : act.accepts tx receipt) (own : a.phase.tx = some tx) (current : t.current = some a) :
    ∃ same, currentRule t a act = acceptanceRule t a receipt same := by
  have e := withMark t a current
  rcases accepts with rfl | rfl
  · exact ⟨.already, by
      simp [currentRule, txGuard, Act.names, own, mismatch, phaseRule, Attempt.mark, Act.showsGone, e]⟩
  · exact ⟨.agrees, by
      simp [currentRule, txGuard, Act.names, own, mismatch, phaseRule, Attempt.mark, Act.showsGone, e]⟩

end Lifecycle
