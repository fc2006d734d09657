import Lifecycle.Proofs.Invariant.Reachable
/-!
# What becomes of an attempt

Defines `Phase.leads`: where an attempt may go from a phase. Proves that no attempt is forgotten, and that each
goes only there (`step_attempt`, `reduce_attempt`): an ended attempt keeps its phase, over every log (theorem 7,
`ended_forever`).
-/

namespace Lifecycle

/-- The phases that an attempt may be in after an event, if it is in this one before it. -/
def Phase.leads (p q : Phase) : Prop :=
  match p with
  | .failed _ | .cancelled _ | .cleaned .. => q = p
  | .accepted tx receipt => q = p ∨ ∃ cleanup, q = .cleaned tx receipt cleanup
  | .promoting tx _ => (∃ deferred, q = .promoting tx deferred) ∨ (∃ receipt, q = .accepted tx receipt) ∨
      q.ended = true
  | .running | .finishing .. => True

theorem Phase.leads_refl (p : Phase) : p.leads p := by
  cases p <;> simp [Phase.leads]

theorem leads_of_working {p q : Phase} (h : p.working = true) : p.leads q := by
  cases p <;> simp_all [Phase.working, Phase.leads]

theorem leads_of_live_ended {p q : Phase} (live : p.working = true ∨ ∃ tx d, p = .promoting tx d)
    (h : q.ended = true) : p.leads q := by
  rcases live with live | ⟨tx, d, rfl⟩
  · exact leads_of_working live
  · exact Or.inr (Or.inr h)

theorem Act.Fails.working_or_promoting {act : Act} {a : Attempt} {cls : Class} (fails : act.Fails a cls) :
    a.phase.working = true ∨ ∃ tx d, a.phase = .promoting tx d := by
  cases fails with
  | failure _ phase => exact Or.inl phase
  | exitZero _ phase | refused _ _ phase => exact Or.inl (by simp [phase, Phase.working])
  | absent _ _ phase => exact Or.inr ⟨_, _, phase⟩

/-- Where an attempt of the task stands after a step. -/
def Task.continues (t' : Task) (a : Attempt) : Prop :=
  (∃ b, t'.current = some b ∧ b.key = a.key ∧ a.phase.leads b.phase) ∨
    (∃ b, b ∈ t'.closed ∧ b.key = a.key ∧ a.phase.leads b.phase ∧ b.phase.ended = true)

variable {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}

/-- A closed attempt stays closed, in its phase. -/
theorem move_closed (move : Move sat t body next effects) {a : Attempt} (closed : a ∈ t.closed) :
    ∃ b, b ∈ next.closed ∧ b.key = a.key ∧ b.phase = a.phase := by
  have lose : ∀ key, ∃ b, b ∈ (t.loseClosed key).closed ∧ b.key = a.key ∧ b.phase = a.phase := by
    intro key
    refine ⟨if a.key = key then { a with worker := .gone } else a, List.mem_map_of_mem closed, ?_⟩
    split <;> simp
  cases move with
  | gone key => exact lose key
  | kill | absentKill | release | abandonLive | absentAbandon | retry | reopen =>
    exact ⟨a, List.mem_append_left _ closed, rfl, rfl⟩
  | clear id hold held _ cleared => subst cleared; exact ⟨a, closed, rfl, rfl⟩
  | _ => exact ⟨a, closed, rfl, rfl⟩

theorem ended_of_idle {a : Attempt} (current : t.current = some a)
    (live : t.hasLive = false) (unsettled : t.settled = false) : a.phase.ended = true := by
  cases phase : a.phase <;>
    simp_all [Task.hasLive, Task.settled, Task.hasSuccess, Task.phase, Phase.live, Phase.succeeded,
      Phase.ended]

/-- The current attempt goes where its phase leads. -/
theorem move_current {graph : Nat} (wf : t.WellFormed graph) (move : Move sat t body next effects)
    {a : Attempt} (current : t.current = some a) : next.continues a := by
  have same : ∀ {b : Attempt}, t.current = some b → b = a := fun h => (same_attempt h current)
  have here : ∀ {b : Attempt} {p : Phase} {w : Worker} {k : Key}, k = a.key → a.phase.leads p →
      next.current = some ⟨k, p, w⟩ → next.continues a := fun hk leads h => Or.inl ⟨_, h, hk, leads⟩
  have away : ∀ {p : Phase} {w : Worker} {k : Key}, k = a.key → a.phase.leads p → p.ended = true →
      (⟨k, p, w⟩ : Attempt) ∈ next.closed → next.continues a :=
    fun hk leads ended h => Or.inr ⟨_, h, hk, leads, ended⟩
  cases move with
  | claim key live status => simp [wf.open_idle status] at current
  | finish b h phase | validate b h _ phase | invalidate b h _ _ phase | intend b h _ phase =>
    obtain rfl := same h
    exact here (b := b) rfl (by simp [phase, Phase.leads]) rfl
  | accept b h tx deferred phase act receipt =>
    obtain rfl := same h
    exact here (b := b) rfl (by simp [phase, Phase.leads]) rfl
  | clean b h tx receipt cleanup phase =>
    obtain rfl := same h
    exact here (b := b) rfl (by simp [phase, Phase.leads]) rfl
  | fail b h act cls fails =>
    obtain rfl := same h
    exact here (b := b) (mark_key b act) (leads_of_live_ended fails.working_or_promoting rfl) rfl
  | releaseFail b h phase =>
    obtain rfl := same h
    exact here (b := b) rfl (by simp [phase, Phase.leads]) rfl
  | release b h phase =>
    obtain rfl := same h
    exact away rfl (by simp [phase, Phase.leads]) rfl (List.mem_append_right _ (List.mem_singleton.mpr rfl))
  | deferFail b h tx phase act =>
    obtain rfl := same h
    exact here (b := b) (mark_key b act) (by simp [phase, Phase.leads]) rfl
  | deferKill b h tx phase =>
    obtain rfl := same h
    exact here (b := b) (mark_key b .killRequested) (by simp [phase, Phase.leads]) rfl
  | deferAbandon id b h tx phase =>
    obtain rfl := same h
    exact here (b := b) rfl (by simp [phase, Phase.leads]) rfl
  | kill b h phase | abandonLive _ b h phase =>
    obtain rfl := same h
    exact away rfl (leads_of_working phase) rfl (List.mem_append_right _ (List.mem_singleton.mpr rfl))
  | absentKill b h tx phase | absentAbandon b h tx phase =>
    obtain rfl := same h
    exact away rfl (leads_of_live_ended (Or.inr ⟨_, _, phase⟩) rfl) rfl
      (List.mem_append_right _ (List.mem_singleton.mpr rfl))
  | abandonIdle | grant | waive => exact Or.inl ⟨a, current, rfl, Phase.leads_refl _⟩
  | trust id done none => simp [none] at current
  | gone => exact Or.inl ⟨a, current, rfl, Phase.leads_refl _⟩
  | clear id hold held _ cleared =>
    subst cleared
    exact Or.inl ⟨a, current, rfl, Phase.leads_refl _⟩
  | retry id unsettled live | reopen id unsettled live =>
    exact Or.inr ⟨a, List.mem_append_right _ (by simp [current]), rfl, Phase.leads_refl _,
      ended_of_idle current live unsettled⟩

theorem step_closed {s : State} {d : Decision} {t' : Task} (step : TaskStep s body t d t')
    {a : Attempt} (closed : a ∈ t.closed) : ∃ b, b ∈ t'.closed ∧ b.key = a.key ∧ b.phase = a.phase := by
  cases step with
  | same | held => exact ⟨a, closed, rfl, rfl⟩
  | latched => exact ⟨a, by simpa using closed, rfl, rfl⟩
  | observed own within why next effects observation =>
    cases observation with
    | gone key =>
      refine ⟨if a.key = key then { a with worker := .gone } else a, List.mem_map_of_mem closed, ?_⟩
      split <;> simp
    | _ => exact ⟨a, closed, rfl, rfl⟩
  | moved own within next effects move => simpa using move_closed move closed

theorem step_current {s : State} {graph : Nat} (wf : t.WellFormed graph) {d : Decision} {t' : Task}
    (step : TaskStep s body t d t') {a : Attempt} (current : t.current = some a) : t'.continues a := by
  have kept : t.current = t'.current → t'.continues a :=
    fun h => Or.inl ⟨a, h ▸ current, rfl, Phase.leads_refl _⟩
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current b h act =>
      obtain rfl := same_attempt h current
      exact Or.inl ⟨_, rfl, mark_key b act, by rw [mark_phase]; exact Phase.leads_refl _⟩
    | _ => exact kept rfl
  | moved own within next effects move =>
    simpa [Task.continues] using move_current wf move current

/-- An attempt of the task, current or closed, in a phase. -/
def Task.has (t : Task) (key : Key) (phase : Phase) : Prop :=
  ∃ a, a ∈ t.history ∧ a.key = key ∧ a.phase = phase

theorem Task.WellFormed.has_unique {graph : Nat} (wf : t.WellFormed graph) {key : Key} {p q : Phase}
    (hp : t.has key p) (hq : t.has key q) : p = q := by
  obtain ⟨a, ha, rfl, rfl⟩ := hp
  obtain ⟨b, hb, same, rfl⟩ := hq
  rw [wf.keys_unique hb ha same]

/-- No attempt is forgotten, and each goes where its phase leads. -/
theorem step_attempt {s : State} {graph : Nat} (wf : t.WellFormed graph) {d : Decision} {t' : Task}
    (step : TaskStep s body t d t') {key : Key} {p : Phase} (has : t.has key p) :
    ∃ q, t'.has key q ∧ p.leads q := by
  obtain ⟨a, mem, rfl, rfl⟩ := has
  simp only [Task.history, List.mem_append, Option.mem_toList] at mem
  rcases mem with closed | current
  · obtain ⟨b, mem, key, phase⟩ := step_closed step closed
    exact ⟨b.phase, ⟨b, by simp [Task.history, mem], key, rfl⟩, by rw [phase]; exact Phase.leads_refl _⟩
  · rcases step_current wf step current with ⟨b, h, key, leads⟩ | ⟨b, h, key, leads, _⟩
    · exact ⟨b.phase, ⟨b, by simp [Task.history, h], key, rfl⟩, leads⟩
    · exact ⟨b.phase, ⟨b, by simp [Task.history, h], key, rfl⟩, leads⟩

/-- The state has an attempt of this key, in this phase. -/
def State.has (s : State) (key : Key) (phase : Phase) : Prop :=
  ∃ t, findTask key.task s.tasks = some t ∧ t.has key phase

theorem reduce_attempt {s : State} (reachable : s.Reachable) (e : Event) {key : Key} {p : Phase}
    (has : s.has key p) : ∃ q, (reduce s e).state.has key q ∧ p.leads q := by
  obtain ⟨t, found, has⟩ := has
  obtain ⟨t', found', step⟩ := reduce_task s e found
  obtain ⟨q, has', leads⟩ := step_attempt (reachable.task found) step has
  exact ⟨q, ⟨t', found', has'⟩, leads⟩

theorem State.Reachable.has_unique {s : State} (reachable : s.Reachable) {key : Key} {p q : Phase}
    (hp : s.has key p) (hq : s.has key q) : p = q := by
  obtain ⟨t, found, hp⟩ := hp
  obtain ⟨u, found', hq⟩ := hq
  rw [found] at found'
  injection found' with same
  subst same
  exact (reachable.task found).has_unique hp hq

/-- What its phase leads to after one event, it leads to after every log. -/
theorem has_forever {Q : Phase → Prop} (closed : ∀ p q, Q p → p.leads q → Q q) (es : List Event) {s : State}
    (reachable : s.Reachable) {key : Key} {p : Phase} (has : s.has key p) (h : Q p) :
    ∃ q, (finalState s es).has key q ∧ Q q := by
  induction es generalizing s p with
  | nil => exact ⟨p, has, h⟩
  | cons e es ih =>
    obtain ⟨q, has', leads⟩ := reduce_attempt reachable e has
    exact ih (reachable.step e) has' (closed p q h leads)

theorem ended_stays {p q : Phase} (ended : p.ended = true) (leads : p.leads q) : q = p := by
  cases p <;> simp_all [Phase.leads, Phase.ended]

/-- Theorem 7: over every log, the phase of a failed or cancelled attempt never changes again. -/
theorem ended_forever (es : List Event) {s : State} (reachable : s.Reachable) {key : Key} {p : Phase}
    (has : s.has key p) (ended : p.ended = true) : (finalState s es).has key p := by
  obtain ⟨q, has', rfl⟩ := has_forever (Q := (· = p))
    (fun _ q same leads => by subst same; exact ended_stays ended leads) es reachable has rfl
  exact has'

end Lifecycle
