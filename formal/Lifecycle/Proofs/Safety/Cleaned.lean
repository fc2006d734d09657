import Lifecycle.Proofs.Safety.Success
import Lifecycle.Proofs.Safety.Authority
/-!
# Cleaned is final

Proves that a claimed task has every dependency satisfied for ever, and that the lifecycle of a cleaned task never
changes again (theorem 6).
-/

namespace Lifecycle

/-- Every dependency is waived or satisfied. -/
def Task.supported (t : Task) (sat : Nat → Bool) : Prop := ∀ d, d ∈ t.deps → d ∈ t.waived ∨ sat d = true

/-- A task that was ever claimed has every dependency waived or satisfied. -/
def State.Supported (s : State) : Prop :=
  ∀ id t, findTask id s.tasks = some t → t.attempts ≠ 0 → t.supported (satisfiedIn s.tasks)

theorem supported_mono {t : Task} {sat sat' : Nat → Bool} (more : ∀ d, sat d = true → sat' d = true)
    (h : t.supported sat) : t.supported sat' :=
  fun d mem => (h d mem).imp_right (more d)

theorem move_supported {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (sound : t.Sound sat) (move : Move sat t body next effects) (h : t.attempts ≠ 0 → t.supported sat)
    (claimed : next.attempts ≠ 0) : next.supported sat := by
  cases move with
  | claim key live status held ready => exact (claimable_iff.mp (sound ready)).2.2.1
  | waive id dep =>
    intro d mem
    rcases h claimed d mem with h | h
    · exact Or.inl (List.mem_append_left _ h)
    · exact Or.inr h
  | clear _ _ _ _ cleared => subst cleared; exact h claimed
  | _ => exact h claimed

theorem supported_step {s : State} (reachable : s.Reachable) (e : Event) (h : s.Supported) :
    (reduce s e).state.Supported := by
  intro id t' found' claimed
  have wf := reachable_wellFormed reachable
  have more := fun d => satisfiedIn_mono (dep := d) wf.tasks (reduce_step s e)
  rcases reduce_origin s e found' with ⟨t, found, step⟩ | ⟨_, ⟨u, declares, _, _, rfl, _⟩⟩
  · refine supported_mono more ?_
    have before := h id t found
    generalize (reduce s e).decision = d at step
    cases step with
    | same | held => exact before claimed
    | latched => simpa [Task.supported] using before (by simpa using claimed)
    | observed _ _ why next effects observation =>
      generalize e.body = body at observation
      cases observation <;> exact before claimed
    | moved _ _ next effects move =>
      have := move_supported (wf.sound t (findTask_some found).1) move (h id t found) (by simpa using claimed)
      simpa [Task.supported] using this
  · simp [declares.fresh.2.2.2.1] at claimed

theorem reachable_supported {s : State} (reachable : s.Reachable) : s.Supported :=
  reachable_induction (fun _ _ _ found => by simp [initialState, findTask] at found)
    (fun _ e r h => supported_step r e h) reachable

theorem move_cleaned {sat : Nat → Bool} {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (supported : t.supported sat) {a : Attempt} (current : t.current = some a)
    {tx : Tx} {receipt cleanup : Nat} (phase : a.phase = .cleaned tx receipt cleanup)
    (move : Move sat t body next effects) : next.lifecycle = t.lifecycle ∧ next.status = .done := by
  have done : t.status = .done := by
    have := wf.status a current
    simpa [phase, Phase.hasStatus] using this
  have settled : t.settled = true := by
    simp [Task.settled, Task.hasSuccess, Task.phase, current, phase, Phase.succeeded]
  have notLive : ∀ {b : Attempt}, t.current = some b → b.phase.live = true →
      next.lifecycle = t.lifecycle ∧ next.status = .done := by
    intro b h live
    obtain rfl := same_attempt h current
    simp [phase, Phase.live] at live
  cases move with
  | claim _ _ status => simp [done] at status
  | finish b h p | releaseFail b h p | release b h p => exact notLive h (by simp [p, Phase.live])
  | validate b h _ p | invalidate b h _ _ p | intend b h _ p | accept b h _ _ p | clean b h _ _ _ p
  | deferFail b h _ p | deferKill b h _ p | deferAbandon _ b h _ p | absentKill b h _ p
  | absentAbandon b h _ p => exact notLive h (by simp [p, Phase.live])
  | fail b h act cls fails => exact notLive h fails.live
  | kill b h p | abandonLive _ b h p => exact notLive h (working_live p)
  | abandonIdle _ unsettled | retry _ unsettled | reopen _ unsettled | grant _ unsettled =>
    simp [settled] at unsettled
  | trust _ _ none => simp [none] at current
  | waive id dep dependency unwaived unsatisfied =>
    rcases supported dep dependency with h | h
    · exact absurd h unwaived
    · simp [unsatisfied] at h
  | clear id hold held _ cleared =>
    have : { t with held := none }.claimable sat = false := by
      simp [Task.claimable, done]
    have same : next = { t with held := none } := by
      rw [cleared, this, Bool.or_false]
    rw [same]
    exact ⟨rfl, done⟩
  | gone key act shows foreign closed claimable =>
    have : t.status = .open := (claimable_iff.mp claimable).1
    simp [done] at this

/-- Theorem 6: over every log the lifecycle of a cleaned task never changes again. -/
theorem cleaned_forever (es : List Event) {s : State} (reachable : s.Reachable) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) {a : Attempt} (current : t.current = some a) {tx : Tx}
    {receipt cleanup : Nat} (phase : a.phase = .cleaned tx receipt cleanup) :
    ∃ t', findTask id (finalState s es).tasks = some t' ∧ t'.lifecycle = t.lifecycle := by
  induction es generalizing s t a with
  | nil => exact ⟨t, found, rfl⟩
  | cons e es ih =>
    obtain ⟨t', found', step⟩ := reduce_task s e found
    have wf := reachable.task found
    have done : t.status = .done := by
      have := wf.status a current
      simpa [phase, Phase.hasStatus] using this
    have claimed : t.attempts ≠ 0 := by
      intro h
      have := wf.numbers
      simp [h, Task.history, current] at this
    have same : t'.lifecycle = t.lifecycle := by
      generalize (reduce s e).decision = d at step
      have unlatched : ∀ {u : Task} (sat : Nat → Bool), u.status = .done → u.latch sat = u := by
        intro u sat h
        simp [Task.latch, Task.claimable, h]
      cases step with
      | same | held => rfl
      | latched => rw [unlatched _ done]
      | observed _ _ why next effects observation => exact (observation_authority observation).1
      | moved _ _ next effects move =>
        have := move_cleaned wf (reachable_supported reachable id t found claimed) current phase move
        rw [unlatched _ this.2]
        exact this.1
    have attempts : t'.current.map Attempt.lifecycle = t.current.map Attempt.lifecycle :=
      congrArg Lifecycle.current same
    rw [current] at attempts
    cases after : t'.current with
    | none => simp [after] at attempts
    | some b =>
      simp only [after, Option.map_some, Option.some.injEq, Attempt.lifecycle, Prod.mk.injEq] at attempts
      obtain ⟨t'', found'', h⟩ := ih (reachable.step e) found' after (attempts.2.trans phase)
      exact ⟨t'', found'', h.trans same⟩

end Lifecycle
