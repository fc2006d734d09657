import Lifecycle.Proofs.Claims.Applied
import Lifecycle.Proofs.Invariant.Reachable
/-!
# Claims are bounded

Proves that over every log the applied claims of a task are at most one more than its declared retries, the
counts of its applied RetriesGranted, its applied KillRequested and its applied ReopenRequested (theorem 26).
-/

namespace Lifecycle

/-- What an applied event gives its task to spend on claims. -/
def Body.gives (id : Nat) : Body → Nat
  | .taskDeclared task _ retries | .legacyImported task _ retries _ _ => if task = id then retries + 1 else 0
  | .onTask task _ (.retriesGranted count) => if task = id then count else 0
  | .onTask task _ .reopenRequested => if task = id then 1 else 0
  | .onAttempt key .killRequested => if key.task = id then 1 else 0
  | _ => 0

/-- Whether the body is a claim of the task. -/
def Body.claims (id : Nat) : Body → Nat
  | .attemptClaimed key => if key.task = id then 1 else 0
  | _ => 0

/-- What the applied events of the evidence sum up to. -/
def appliedSum (f : Body → Nat) (entries : List Entry) : Nat :=
  (entries.map fun entry => if entry.verdict = .applied then f entry.event.body else 0).sum

theorem appliedSum_step (f : Body → Nat) (s : State) (e : Event) :
    appliedSum f (reduce s e).state.evidence = appliedSum f s.evidence +
      if (reduce s e).decision.verdict = .applied then f e.body else 0 := by
  rw [evidence_grows_by_one]
  split
  · simp [appliedSum, entryOf]
  · rename_i unconsumed
    have : (reduce s e).decision.verdict ≠ .applied := by
      intro h
      simp [h, Verdict.consumed] at unconsumed
    simp [this]

/-- The claims that a task may still make without anything being given to it. -/
def Task.budget (t : Task) : Nat :=
  t.retries + if t.status = .open then 1 else 0

/-- A kill that waits while promoting has given a claim that its attempt's end will use. -/
def Task.pending (t : Task) : Nat :=
  match t.phase with
  | some (.promoting _ .kill) => 1
  | _ => 0

theorem move_budget {sat : Nat → Bool} {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (own : body.task = t.id) (move : Move sat t body next effects) :
    next.budget + next.pending + body.claims t.id ≤ t.budget + t.pending + body.gives t.id := by
  have active : ∀ {a : Attempt}, t.current = some a → a.phase.live = true → t.status = .active :=
    fun current live => wf.active_iff.mpr (by simp [Task.hasLive, Task.phase, current, live])
  cases move with
  | claim key live status held ready generation attempt fence =>
    simp only [Body.task] at own
    simp [Task.budget, Task.pending, Task.phase, Task.claim, status, Body.claims, Body.gives, own]
  | finish a current phase | releaseFail a current phase =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.enter, Task.fail, Attempt.endAs, this, Body.claims,
      Body.gives, current, phase]
  | release a current phase retries =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.cancel, this, Body.claims, Body.gives, current, phase]
    omega
  | validate a current tx phase | invalidate a current tx _ phase | intend a current tx phase =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.enter, this, Body.claims, Body.gives, current, phase]
  | accept a current tx deferred phase act receipt accepts =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.enter, this, Body.claims, current]
    omega
  | clean a current tx receipt cleanup phase =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.clean, Task.enter, this, Body.claims, Body.gives, current]
  | fail a current act cls fails =>
    have := active current fails.live
    simp [Task.budget, Task.pending, Task.phase, Task.fail, Attempt.endAs, this, Body.claims, current]
    omega
  | deferFail a current tx phase act cls failure =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.enter, this, Body.claims, current]
    omega
  | deferKill a current tx phase =>
    have := active current (by simp [phase, Phase.live])
    have key := wf.current a current
    simp [Task.budget, Task.pending, Task.phase, Task.enter, this, Body.claims, Body.gives, current, phase, key,
      Task.currentKey]
  | deferAbandon id a current tx phase =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.enter, this, Body.claims, Body.gives, current, phase]
  | kill a current phase =>
    have := active current (working_live phase)
    have key := wf.current a current
    simp [Task.budget, Task.pending, Task.phase, Task.cancel, this, Body.claims, Body.gives, key,
      Task.currentKey]
  | absentKill a current tx phase =>
    have := active current (by simp [phase, Phase.live])
    simp [Task.budget, Task.pending, Task.phase, Task.cancel, this, Body.claims, Body.gives, current, phase]
  | abandonLive id a current phase =>
    simp [Task.budget, Task.pending, Task.phase, Task.cancel, Task.abandon, Body.claims, Body.gives]
    omega
  | absentAbandon a current tx phase =>
    simp [Task.budget, Task.pending, Task.phase, Task.cancel, Task.abandon, Body.claims, Body.gives]
    omega
  | abandonIdle =>
    simp [Task.budget, Task.pending, Task.phase, Task.abandon, Body.claims, Body.gives]
  | retry id unsettled live opened abandoned held retries =>
    simp [Task.budget, Task.pending, Task.phase, Task.nextGeneration, Body.claims, Body.gives]
    omega
  | reopen id unsettled live status =>
    simp only [Body.task] at own
    simp [Task.budget, Task.pending, Task.phase, Task.nextGeneration, Body.claims, Body.gives, own]
    omega
  | grant id unsettled count =>
    simp only [Body.task] at own
    simp only [Task.budget, Task.pending, Task.phase, Body.claims, Body.gives, own, if_true]
    have := Nat.min_le_left (t.retries + count) maxInteger
    omega
  | clear id hold held _ cleared =>
    subst cleared
    simp [Task.budget, Task.pending, Task.phase, Body.claims]
  | trust | waive | gone => simp [Task.budget, Task.pending, Task.phase, Task.loseClosed, Body.claims]

/-- What a task may still claim and has claimed is no more than what it was given. -/
def State.Bounded (s : State) : Prop :=
  ∀ id, (∀ t, findTask id s.tasks = some t →
      appliedSum (Body.claims id) s.evidence + t.budget + t.pending ≤ appliedSum (Body.gives id) s.evidence) ∧
    (findTask id s.tasks = none → appliedSum (Body.claims id) s.evidence = 0)

theorem latch_budget (sat : Nat → Bool) (t : Task) : (t.latch sat).budget = t.budget := by
  simp [Task.budget]

theorem latch_pending (sat : Nat → Bool) (t : Task) : (t.latch sat).pending = t.pending := by
  simp [Task.pending]

theorem other_gives {body : Body} {id : Nat} (other : body.task ≠ id) :
    body.gives id = 0 ∧ body.claims id = 0 := by
  cases body with
  | onTask task g act => cases act <;> simp_all [Body.gives, Body.claims, Body.task]
  | onAttempt key act => cases act <;> simp_all [Body.gives, Body.claims, Body.task]
  | _ => simp_all [Body.gives, Body.claims, Body.task]

theorem observation_budget {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (observation : Observation t body why next effects) :
    next.budget = t.budget ∧ next.pending = t.pending := by
  cases observation with
  | current a current act =>
    exact ⟨rfl, by simp [Task.pending, Task.phase, Task.mark, current]⟩
  | _ => exact ⟨rfl, rfl⟩

/-- What a task that no applied event concerns keeps. -/
theorem kept_budget {s : State} {body : Body} {d : Decision} {t t' : Task} (step : TaskStep s body t d t')
    (unconcerned : d.verdict ≠ .applied ∨ body.task ≠ t.id) : t'.budget = t.budget ∧ t'.pending = t.pending := by
  cases step with
  | same | held => exact ⟨rfl, rfl⟩
  | latched => exact ⟨latch_budget _ _, latch_pending _ _⟩
  | observed _ _ _ _ _ observation => exact observation_budget observation
  | moved own => rcases unconcerned with h | h
                 · exact absurd rfl h
                 · exact absurd own h

theorem bounded_step {s : State} (reachable : s.Reachable) (e : Event) (h : s.Bounded) :
    (reduce s e).state.Bounded := by
  intro id
  rw [appliedSum_step, appliedSum_step]
  constructor
  · intro t' found'
    by_cases concerned : (reduce s e).decision.verdict = .applied ∧ e.body.task = id
    · obtain ⟨applied, own⟩ := concerned
      rw [if_pos applied, if_pos applied]
      rcases applied_by applied with ⟨u, declares, fresh⟩ | ⟨t, next, effects, found, _, move, _, stored⟩
      · have fresh' := declares.fresh
        have none : findTask id s.tasks = none := by rw [← own, fresh'.1]; exact fresh
        have zero := (h id).2 none
        rcases reduce_origin s e found' with ⟨t, found, _⟩ | ⟨_, ⟨v, declares', _, _, rfl, _⟩⟩
        · rw [none] at found
          exact nomatch found
        · rw [latch_budget, latch_pending, zero]
          have noClaim : e.body.claims id = 0 := by
            cases hb : e.body <;> simp_all [Body.claims, Body.declares]
          have gives : v.budget + v.pending ≤ e.body.gives id := by
            cases hb : e.body with
            | taskDeclared task deps retries =>
              rw [hb] at declares' own
              simp only [Body.declares] at declares'
              subst declares'
              simp [Task.budget, Task.pending, Task.phase, Task.declared, Body.gives, show task = id from own]
            | legacyImported task deps retries status trusted =>
              rw [hb] at declares' own
              simp only [Body.declares] at declares'
              subst declares'
              simp only [Task.budget, Task.pending, Task.phase, Task.imported, Task.declared, Body.gives,
                show task = id from own, if_true, Option.map_none]
              split <;> omega
            | _ => rw [hb] at declares'; exact declares'.elim
          omega
      · have hid := (findTask_some found).2
        rw [own] at found stored
        rw [found'] at stored
        obtain rfl := Option.some.inj stored
        have before := (h id).1 t found
        have := move_budget (reachable.task found) hid.symm move
        rw [show t.id = id by omega] at this
        rw [latch_budget, latch_pending]
        omega
    · have zero : (if (reduce s e).decision.verdict = .applied then e.body.claims id else 0) = 0 ∧
          (if (reduce s e).decision.verdict = .applied then e.body.gives id else 0) = 0 := by
        split
        · have := other_gives (id := id) fun own => concerned ⟨‹_›, own⟩
          exact ⟨this.2, this.1⟩
        · exact ⟨rfl, rfl⟩
      rw [zero.1, zero.2]
      rcases reduce_origin s e found' with ⟨t, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, decision⟩⟩
      · have hid := (findTask_some found).2
        have kept := kept_budget step (by
          by_cases applied : (reduce s e).decision.verdict = .applied
          · exact Or.inr fun own => concerned ⟨applied, own.trans hid⟩
          · exact Or.inl applied)
        have before := (h id).1 t found
        rw [kept.1, kept.2]
        omega
      · have := (findTask_some found').2
        rw [latch_id, ← declares.fresh.1] at this
        exact absurd ⟨by rw [decision], this⟩ concerned
  · intro none'
    have none : findTask id s.tasks = none := by
      cases found : findTask id s.tasks with
      | none => rfl
      | some t =>
        obtain ⟨t', found', _⟩ := reduce_task s e found
        rw [none'] at found'
        exact nomatch found'
    rw [(h id).2 none]
    split
    · rename_i applied
      by_cases own : e.body.task = id
      · rcases applied_by applied with ⟨u, declares, _⟩ | ⟨t, next, effects, found, _⟩
        · cases hb : e.body <;> simp_all [Body.claims, Body.declares]
        · rw [own, none] at found
          exact nomatch found
      · simp [(other_gives own).2]
    · rfl

/-- Theorem 26: over every log, the applied claims of a task are at most one more than its declared retries,
the counts of its applied RetriesGranted, its applied KillRequested and its applied ReopenRequested. (The
declaration gives the one and the retries.) -/
theorem claims_bounded {s : State} (reachable : s.Reachable) (id : Nat) :
    appliedSum (Body.claims id) s.evidence ≤ appliedSum (Body.gives id) s.evidence := by
  have h : s.Bounded := reachable_induction (Q := State.Bounded)
    (fun graph id => by simp [initialState, findTask, appliedSum]) (fun s e r h => bounded_step r e h) reachable
  cases found : findTask id s.tasks with
  | none => rw [(h id).2 found]; exact Nat.zero_le _
  | some t => have := (h id).1 t found; omega

end Lifecycle
