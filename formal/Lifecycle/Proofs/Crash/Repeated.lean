import Lifecycle.Proofs.Crash.Origins
/-!
# Convergence invents nothing

Proves that whatever the answer to a request to converge asks for, some decision of the log asked for before: the
converse of crash completeness (theorem 23).
-/

namespace Lifecycle

variable {s : State} {x : Effect} {t t' : Task}

/-- The first act that makes a worker one to be stopped: a kill after the intent. -/
theorem mark_stops {a : Attempt} {act : Act} (worker : (a.mark act).worker = .stopping) :
    a.worker = .stopping ∨ (act = .killRequested ∧ a.worker = .present ∧
      (a.phase.succeeded = true ∨ ∃ tx d, a.phase = .promoting tx d)) := by
  unfold Attempt.mark at worker
  split at worker
  · exact nomatch worker
  · split at worker
    all_goals first
      | exact Or.inl worker
      | exact Or.inr ⟨rfl, by assumption, by simp_all [Phase.succeeded]⟩

/-- A kill after success asks to stop the process. -/
theorem kill_stops (reachable : s.Reachable) (found : findTask t.id s.tasks = some t) {a : Attempt}
    (current : t.current = some a) (success : a.phase.succeeded = true) (worker : a.worker = .present) {eid : Nat}
    {why : Why} (verdict : (reduce s ⟨eid, .onAttempt a.key .killRequested⟩).decision.verdict = .observed why) :
    .stopProcess a.key ∈ (reduce s ⟨eid, .onAttempt a.key .killRequested⟩).decision.effects := by
  cases fresh : findEntry eid s.evidence with
  | some entry =>
    simp only [reduce, fresh] at verdict
    split at verdict <;> simp [State.ignore] at verdict
  | none =>
    rw [(reduce_current reachable found current fresh .killRequested).1]
    have stops : (a.mark .killRequested).stop = [.stopProcess a.key] := by
      unfold Attempt.stop
      rw [mark_key, if_neg]
      intro gone
      rcases mark_gone.mp gone with h | h
      · simp [worker] at h
      · simp [Act.showsGone] at h
    cases phase : a.phase with
    | accepted | cleaned =>
      simp [currentRule, txGuard, Act.names, phaseRule, killRule, phase, Task.observe, conclude, stops]
    | _ => simp [phase, Phase.succeeded] at success

/-- A process that is to be stopped was asked to be stopped when that became so. -/
theorem step_stops (reachable : s.Reachable) (found : findTask t.id s.tasks = some t) {e : Event}
    (step : TaskStep s e.body t (reduce s e).decision t') {k : Key} (awaits : t'.awaits (.stopProcess k)) :
    t.awaits (.stopProcess k) ∨ (e.body.task = t.id ∧ .stopProcess k ∈ (reduce s e).decision.effects) := by
  have kill := @kill_stops s t reachable found
  obtain ⟨eid, body⟩ := e
  change TaskStep s body t (reduce s ⟨eid, body⟩).decision t' at step
  change t.awaits (.stopProcess k) ∨ (body.task = t.id ∧ .stopProcess k ∈ (reduce s ⟨eid, body⟩).decision.effects)
  replace kill : ∀ {a : Attempt}, t.current = some a → a.phase.succeeded = true → a.worker = .present →
      body = .onAttempt a.key .killRequested → ∀ {why}, (reduce s ⟨eid, body⟩).decision.verdict = .observed why →
      .stopProcess a.key ∈ (reduce s ⟨eid, body⟩).decision.effects := by
    intro a current success worker h why verdict
    subst h
    exact kill current success worker verdict
  generalize (reduce s ⟨eid, body⟩).decision = d at *
  obtain ⟨b, mem, rfl, worker, phase⟩ := awaits
  have kept : t'.history = t.history → t.awaits (.stopProcess b.key) ∨
      (body.task = t.id ∧ .stopProcess b.key ∈ d.effects) :=
    fun same => Or.inl ⟨b, same ▸ mem, rfl, worker, phase⟩
  have closed : b ∈ t.closed → t.awaits (.stopProcess b.key) :=
    fun mem => ⟨b, List.mem_append_left _ mem, rfl, worker, phase⟩
  have lost : ∀ {key : Key}, b ∈ (t.loseClosed key).history → t.awaits (.stopProcess b.key) := by
    intro key mem
    simp only [Task.history, Task.loseClosed, List.mem_append, List.mem_map] at mem
    rcases mem with ⟨c, mem, h⟩ | mem
    · split at h
      · subst h
        exact nomatch worker
      · exact closed (h ▸ mem)
    · exact ⟨b, List.mem_append_right _ mem, rfl, worker, phase⟩
  have here : ∀ {a : Attempt}, t.current = some a → a.key = b.key → a.worker = .stopping →
      (∀ tx d, a.phase ≠ .promoting tx d) → t.awaits (.stopProcess b.key) :=
    fun {a} current key worker phase => ⟨a, by simp [Task.history, current], key, worker, phase⟩
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp [Task.history])
  | observed own within why next effects observation =>
    cases observation with
    | current a h act =>
      simp only [Task.history, Task.mark, Option.toList_some, List.mem_append, List.mem_singleton] at mem
      rcases mem with mem | rfl
      · exact Or.inl (closed mem)
      · simp only [mark_phase] at phase
        rcases mark_stops worker with stopping | ⟨rfl, present, success | ⟨tx, deferred, promoting⟩⟩
        · exact Or.inl (here h (mark_key a act).symm stopping phase)
        · rw [mark_key]
          exact Or.inr ⟨own, kill h success present rfl rfl⟩
        · exact absurd promoting (phase _ _)
    | gone key => exact Or.inl (lost mem)
    | _ => exact kept rfl
  | moved own within next effects move ts tasks =>
    have mem : b ∈ next.history := by simpa [Task.history] using mem
    have new : .stopProcess b.key ∈ effects → t.awaits (.stopProcess b.key) ∨
        (body.task = t.id ∧ .stopProcess b.key ∈ effects ++ readyEffects ts) :=
      fun asked => Or.inr ⟨own, List.mem_append_left _ asked⟩
    have replaced : ∀ {c : Attempt}, next.history = t.closed ++ [c] →
        (b = c → t.awaits (.stopProcess b.key) ∨ (body.task = t.id ∧ .stopProcess b.key ∈ effects ++ readyEffects ts)) →
        t.awaits (.stopProcess b.key) ∨ (body.task = t.id ∧ .stopProcess b.key ∈ effects ++ readyEffects ts) := by
      intro c history last
      rw [history, List.mem_append, List.mem_singleton] at mem
      rcases mem with mem | same
      · exact Or.inl (closed mem)
      · exact last same
    have ends : ∀ {a : Attempt} {p : Phase}, b = a.endAs p → .stopProcess b.key ∈ a.stop := by
      rintro a p rfl
      unfold Attempt.stop
      split
      · rename_i gone
        simp [Attempt.endAs, gone, Worker.ended] at worker
      · exact List.mem_singleton.mpr rfl
    cases move with
    | claim key =>
      simp only [Task.history, Task.claim, Option.toList_some, List.mem_append, List.mem_singleton] at mem
      rcases mem with mem | rfl
      · exact Or.inl (closed mem)
      · exact nomatch worker
    | finish a h p | validate a h _ p | invalidate a h _ _ p | intend a h _ p =>
      refine replaced rfl ?_
      rintro rfl
      exact Or.inl (here h rfl worker (by simp [p]))
    | clean a h tx receipt cleanup p =>
      refine replaced (c := { a with phase := .cleaned tx receipt cleanup }) rfl ?_
      rintro rfl
      exact Or.inl (here h rfl worker (by simp [p]))
    | accept a h tx deferred p act receipt =>
      refine replaced rfl ?_
      rintro rfl
      have worker : a.worker = .stopping := worker
      exact new (by simp [Attempt.stopAgain, worker])
    | deferFail a h | deferKill a h | deferAbandon _ a h =>
      refine replaced rfl ?_
      rintro rfl
      exact (phase _ _ rfl).elim
    | fail a h act cls =>
      refine replaced (c := (a.mark act).endAs (.failed cls)) rfl fun same => new ?_
      simp [failEffects, ends same]
    | releaseFail a h =>
      refine replaced (c := a.leave.endAs (.failed .released)) rfl ?_
      rintro rfl
      exact nomatch worker
    | release a h =>
      refine replaced (c := a.leave.endAs (.cancelled .released)) (by simp [Task.history, Task.cancel]) ?_
      rintro rfl
      exact nomatch worker
    | kill a | absentKill a =>
      exact replaced (c := a.endAs (.cancelled .killed)) (by simp [Task.history, Task.cancel]) fun same => new (ends same)
    | abandonLive _ a | absentAbandon a =>
      exact replaced (c := a.endAs (.cancelled .abandoned)) (by simp [Task.history, Task.cancel, Task.abandon])
        fun same => new (List.mem_append_left _ (ends same))
    | abandonIdle | grant | trust | waive => exact Or.inl ⟨b, mem, rfl, worker, phase⟩
    | retry | reopen =>
      exact Or.inl ⟨b, by simpa [Task.history, Task.nextGeneration] using mem, rfl, worker, phase⟩
    | clear _ _ _ _ cleared =>
      subst cleared
      exact Or.inl ⟨b, mem, rfl, worker, phase⟩
    | gone key => exact Or.inl (lost mem)

/-! ## Over a log -/

/-- What convergence asks for, but for a claim; the opening of a generation also while the task is held. -/
def Task.waitsFor (t : Task) (x : Effect) : Prop :=
  (∃ a, t.current = some a ∧ x ∈ a.resume) ∨ (∃ k, x = .stopProcess k ∧ t.awaits x) ∨ x ∈ t.reproject ∨
    (x = .openGeneration t.id t.generation ∧ 0 < t.generation ∧ t.status = .open ∧ t.generationClaimed = false)

theorem outstanding_waits {graph : Nat} (wf : t.WellFormed graph) (mem : x ∈ t.outstanding) :
    t.waitsFor x ∨ x = .ready t.id t.generation := by
  have awaits := (outstanding_awaits wf mem).1
  have stop : ∀ {a : Attempt}, x ∈ a.stopAgain → t.waitsFor x := by
    intro a h
    unfold Attempt.stopAgain at h
    split at h
    · obtain rfl := List.mem_singleton.mp h
      exact Or.inr (Or.inl ⟨_, rfl, awaits⟩)
    · simp at h
  simp only [Task.outstanding, List.mem_append, List.mem_flatMap, Option.mem_toList] at mem
  rcases mem with (((⟨a, _, mem⟩ | ⟨a, _, mem⟩) | ⟨a, current, mem⟩) | mem) | mem
  · exact Or.inl (stop mem)
  · unfold Attempt.stopCurrent at mem
    split at mem
    · simp at mem
    · exact Or.inl (stop mem)
  · exact Or.inl (Or.inl ⟨a, current, mem⟩)
  · exact Or.inl (Or.inr (Or.inr (Or.inl mem)))
  · cases x with
    | ready =>
      obtain ⟨rfl, rfl, _⟩ := awaits
      exact Or.inr rfl
    | openGeneration =>
      obtain ⟨rfl, rfl, rest⟩ := awaits
      exact Or.inl (Or.inr (Or.inr (Or.inr ⟨rfl, rest⟩)))
    | _ => exact absurd (opening_opens mem) (by simp [Effect.opens])

/-- A task at its declaration waits for nothing but a claim. -/
theorem declared_waits {body : Body} (declares : body.declares t) : ¬t.waitsFor x := by
  have fresh := declares.fresh
  rintro (⟨a, current, _⟩ | ⟨k, rfl, a, mem, _⟩ | mem | ⟨_, above, _⟩)
  · simp [fresh.2.1] at current
  · simp [Task.history, fresh.2.1, fresh.2.2.1] at mem
  · cases body with
    | taskDeclared =>
      subst declares
      simp [Task.reproject, Task.due, Task.declared, Task.phase] at mem
    | legacyImported id deps retries status trusted =>
      subst declares
      cases status <;>
        simp [Task.reproject, Task.due, Task.imported, Task.declared, Task.phase, Status.imported, Task.agrees,
          Task.reads, Task.truth, Projection.withoutReceipt] at mem
    | _ => exact declares.elim
  · simp [fresh.2.2.2.2.1] at above

theorem latch_waits {sat : Nat → Bool} (waits : (t.latch sat).waitsFor x) : t.waitsFor x := by
  have same : (t.latch sat).reproject = t.reproject :=
    reproject_shows (shows_of (by simp) (by simp) (by simp) (by simp) (by simp) (by simp)) (by simp)
  rcases waits with h | ⟨k, rfl, a, mem, rest⟩ | h | h
  · exact Or.inl (by simpa using h)
  · exact Or.inr (Or.inl ⟨k, rfl, a, by simpa [Task.history] using mem, rest⟩)
  · exact Or.inr (Or.inr (Or.inl (by rwa [same] at h)))
  · exact Or.inr (Or.inr (Or.inr (by simpa [Task.generationClaimed] using h)))

/-- An event of the log about the task of the effect asks for it. -/
def Asked (x : Effect) (s : State) (es : List Event) : Prop :=
  Occurs s es fun s e => e.body.task = x.task ∧ x.askedIn (reduce s e).decision.effects

/-- One step: what is waited for was so before, or is asked for now. -/
theorem step_waits (reachable : s.Reachable) {e : Event} (found' : findTask x.task (reduce s e).state.tasks = some t')
    (waits : t'.waitsFor x) : (∃ t, findTask x.task s.tasks = some t ∧ t.waitsFor x) ∨
      (e.body.task = x.task ∧ x.askedIn (reduce s e).decision.effects) := by
  rcases reduce_origin s e found' with ⟨t, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, _⟩⟩
  · have wf := reachable.task found
    have wf' := (reachable.step e).task found'
    rw [reduce_graph] at wf'
    have own := (findTask_some found).2
    have before : t.waitsFor x → (∃ t, findTask x.task s.tasks = some t ∧ t.waitsFor x) ∨
      (e.body.task = x.task ∧ x.askedIn (reduce s e).decision.effects) := fun h => Or.inl ⟨t, found, h⟩
    rcases waits with ⟨b, current, mem⟩ | ⟨k, rfl, awaits⟩ | mem | ⟨h, above, isOpen, unclaimed⟩
    · rcases step_resume step current mem with h | ⟨task, asked⟩
      · exact before (Or.inl h)
      · exact Or.inr ⟨task.trans own, asked⟩
    · rcases step_stops reachable (by rw [own]; exact found) step awaits with h | ⟨task, asked⟩
      · exact before (Or.inr (Or.inl ⟨k, rfl, h⟩))
      · exact Or.inr ⟨task.trans own, Or.inl asked⟩
    · rcases step_reproject wf' step mem with h | ⟨task, asked⟩
      · exact before (Or.inr (Or.inr (Or.inl h)))
      · exact Or.inr ⟨task.trans own, Or.inl asked⟩
    · rcases step_generation wf step isOpen unclaimed with ⟨same, rest⟩ | ⟨task, asked⟩
      · refine before (Or.inr (Or.inr (Or.inr ⟨?_, by omega, rest⟩)))
        rw [h, step.id, same]
      · exact Or.inr ⟨task.trans own, Or.inl (by rw [h]; exact asked)⟩
  · exact absurd (latch_waits waits) (declared_waits declares)

theorem waits_asked (graph : Nat) (es : List Event) : (∃ t, findTask x.task (finalState (initialState graph) es).tasks =
    some t ∧ t.waitsFor x) → Asked x (initialState graph) es := by
  refine log_induction (Q := fun es => (∃ t, findTask x.task (finalState (initialState graph) es).tasks = some t ∧
    t.waitsFor x) → Asked x (initialState graph) es) ?_ ?_ es
  · rintro ⟨t, found, _⟩
    simp [finalState, initialState, findTask] at found
  · rintro es e ih ⟨t', found', waits⟩
    rw [finalState_snoc] at found'
    rcases step_waits ((initial_reachable graph).run es) found' waits with h | h
    · obtain ⟨before, y, after, rfl, asked⟩ := ih h
      exact ⟨before, y, after ++ [e], by simp, asked⟩
    · exact ⟨es, e, [], rfl, h⟩

/-- Theorem 23: whatever the answer to a request to converge asks for, some decision asked for before, `probe` as
`promote` or `probe`: a decision on that task, but for `ready`, which a decision on a dependency may have asked for. -/
theorem answer_was_requested (graph : Nat) (es : List Event) {eid id : Nat}
    (fresh : (finalState (initialState graph) es).fresh eid)
    (mem : x ∈ (reduce (finalState (initialState graph) es) ⟨eid, .convergeRequested id⟩).decision.effects) :
    Asked x (initialState graph) es ∨ ∃ g, x = .ready id g ∧ Occurs (initialState graph) es (Requested x) := by
  cases found : findTask id (finalState (initialState graph) es).tasks with
  | none =>
    unfold State.fresh at fresh
    simp [reduce, fresh, consume, change, Body.graph, dispatch, concern, Body.task, found, State.unchanged] at mem
  | some t =>
    obtain rfl : t.id = id := (findTask_some found).2
    have wf := State.Reachable.task ((initial_reachable graph).run es) found
    rw [(reduce_converge found fresh).1] at mem
    have mem : x ∈ t.outstanding := by
      split at mem
      · simp at mem
      · exact mem
    have ⟨awaits, _⟩ := outstanding_awaits wf mem
    rcases outstanding_waits wf mem with waits | rfl
    · exact Or.inl (waits_asked graph es ⟨t, by rw [awaits_task wf awaits]; exact found, waits⟩)
    · obtain ⟨before, y, after, rfl, requested, _⟩ := ready_was_requested graph es _ t found awaits.2.2.2
      exact Or.inr ⟨_, rfl, before, y, after, rfl, requested⟩

end Lifecycle
