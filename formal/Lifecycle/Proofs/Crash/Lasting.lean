import Lifecycle.Proofs.Crash.Asked
/-!
# What is awaited stays awaited

Proves for one step of an open task, and of a current attempt, that it stays where it is but for the events that
report or supersede what it awaits.
-/

namespace Lifecycle

/-! ## One step of an open task -/

variable {s : State} {body : Body} {t t' : Task} {d : Decision}

theorem loseClosed_claimed (t : Task) (key : Key) : (t.loseClosed key).generationClaimed = t.generationClaimed := by
  simp only [Task.generationClaimed, Task.loseClosed, List.any_map]
  congr 1
  funext a
  simp only [Function.comp]
  split <;> rfl

/-- An open task stays open, but for a claim and an abandonment. -/
theorem step_open (wf : t.WellFormed s.graph) (step : TaskStep s body t d t') (isOpen : t.status = .open) :
    (t'.generation = t.generation ∧ t'.status = .open ∧ (t.ready = true → t'.ready = true) ∧
      t'.generationClaimed = t.generationClaimed) ∨
    (d.verdict = .applied ∧ ∃ k, k.task = t.id ∧ k.generation = t.generation ∧ body = .attemptClaimed k) ∨
    (d.verdict = .applied ∧ body = .onTask t.id t.generation .abandonRequested ∧ t'.status = .abandoned) := by
  have idle := wf.open_idle isOpen
  have busy : ∀ {P : Prop} {a : Attempt}, t.current = some a → P := by
    intro P a current
    simp [idle] at current
  cases step with
  | same | held => exact Or.inl ⟨rfl, isOpen, id, rfl⟩
  | latched => exact Or.inl ⟨by simp, by simpa using isOpen, by simp +contextual, by simp [Task.generationClaimed]⟩
  | observed own within why next effects observation =>
    cases observation with
    | current a current => exact busy current
    | gone key => exact Or.inl ⟨rfl, isOpen, id, loseClosed_claimed t key⟩
    | _ => exact Or.inl ⟨rfl, isOpen, id, rfl⟩
  | moved own within next effects move ts tasks =>
    have kept : next.generation = t.generation → next.status = .open → (t.ready = true → next.ready = true) →
        next.generationClaimed = t.generationClaimed →
        ((next.latch (satisfiedIn ts)).generation = t.generation ∧
          (next.latch (satisfiedIn ts)).status = .open ∧
          (t.ready = true → (next.latch (satisfiedIn ts)).ready = true) ∧
          (next.latch (satisfiedIn ts)).generationClaimed = t.generationClaimed) := by
      intro h1 h2 h3 h4
      refine ⟨by simpa using h1, by simpa using h2, fun ready => by simp [h3 ready], ?_⟩
      rw [← h4]
      simp [Task.generationClaimed]
    cases move with
    | claim key _ _ _ _ generation => exact Or.inr (Or.inl ⟨rfl, key, own, generation, rfl⟩)
    | abandonIdle id =>
      obtain rfl : id = t.id := own
      exact Or.inr (Or.inr ⟨rfl, rfl, by simp [Task.abandon]⟩)
    | retry _ _ _ opened => exact absurd isOpen opened
    | reopen _ _ _ status => simp [isOpen] at status
    | grant | waive | trust => exact Or.inl (kept rfl isOpen id rfl)
    | clear _ _ _ _ cleared =>
      subst cleared
      exact Or.inl (kept rfl isOpen (by simp +contextual) rfl)
    | gone key => exact Or.inl (kept rfl isOpen id (loseClosed_claimed t key))
    | finish a current | validate a current | invalidate a current | intend a current | accept a current
    | clean a current | fail a current | releaseFail a current | release a current | deferFail a current
    | deferKill a current | deferAbandon _ a current | kill a current | absentKill a current
    | abandonLive _ a current | absentAbandon a current => exact busy current

/-! ## One step of a current attempt -/

/-- The attempt of this key has ended. -/
def Task.ends (t : Task) (key : Key) : Prop := ∃ p, t.has key p ∧ p.ended = true

variable {a : Attempt}

theorem ends_current {b : Attempt} {key : Key} (current : t.current = some b) (same : b.key = key)
    (ended : b.phase.ended = true) : t.ends key :=
  ⟨b.phase, ⟨b, by simp [Task.history, current], same, rfl⟩, ended⟩

theorem ends_closed {b : Attempt} {key : Key} (closed : b ∈ t.closed) (same : b.key = key)
    (ended : b.phase.ended = true) : t.ends key :=
  ⟨b.phase, ⟨b, by simp [Task.history, closed], same, rfl⟩, ended⟩

theorem live_not_idle (current : t.current = some a) (live : a.phase.live = true) : t.hasLive = true := by
  simp [Task.hasLive, Task.phase, current, live]

theorem latch_stands {sat : Nat → Bool} {key : Key} {p : Phase} (stands : t.stands key p) :
    (t.latch sat).stands key p := by
  simpa [Task.stands] using stands

theorem latch_ends {sat : Nat → Bool} {key : Key} (ends : t.ends key) : (t.latch sat).ends key := by
  simpa [Task.ends, Task.has, Task.history] using ends

/-- A finishing attempt goes on, but for its intent, a refusal and its end. -/
theorem step_finishing (step : TaskStep s body t d t') (current : t.current = some a)
    {tx : Tx} {v : Bool} (phase : a.phase = .finishing tx v) :
    (∃ v', t'.stands a.key (.finishing tx v')) ∨
    (d.verdict = .applied ∧ (body = .onAttempt a.key (.promotionIntended tx.tx tx.candidate) ∨
      body = .onAttempt a.key (.candidateValidated tx.tx tx.candidate false) ∨ t'.ends a.key)) := by
  have kept : t'.current = t.current → (∃ v', t'.stands a.key (.finishing tx v')) ∨
      (d.verdict = .applied ∧ (body = .onAttempt a.key (.promotionIntended tx.tx tx.candidate) ∨
        body = .onAttempt a.key (.candidateValidated tx.tx tx.candidate false) ∨ t'.ends a.key)) :=
    fun same => Or.inl ⟨v, a, same.trans current, rfl, phase⟩
  have live := live_not_idle current (by simp [phase, Phase.live])
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current b h act =>
      obtain rfl := same_attempt h current
      exact Or.inl ⟨v, _, rfl, by simp, by simpa using phase⟩
    | _ => exact kept rfl
  | moved own within next effects move ts tasks =>
    cases move with
    | claim _ idle | abandonIdle _ _ idle | retry _ _ idle | reopen _ _ idle => simp [live] at idle
    | trust _ _ none => simp [none] at current
    | grant | waive | gone => exact kept (by simp [Task.loseClosed])
    | clear _ _ _ _ cleared => subst cleared; exact kept (by simp)
    | finish b h phase' | releaseFail b h phase' | release b h phase' =>
      obtain rfl := same_attempt h current
      simp [phase] at phase'
    | accept b h _ _ phase' | clean b h _ _ _ phase' | deferFail b h _ phase' | deferKill b h _ phase'
    | deferAbandon _ b h _ phase' | absentKill b h _ phase' | absentAbandon b h _ phase' =>
      obtain rfl := same_attempt h current
      simp [phase] at phase'
    | validate b h tx' phase' =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      exact Or.inl ⟨true, latch_stands ⟨_, rfl, rfl, rfl⟩⟩
    | invalidate b h tx' v' phase' =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      exact Or.inr ⟨rfl, Or.inr (Or.inl rfl)⟩
    | intend b h tx' phase' =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      exact Or.inr ⟨rfl, Or.inl rfl⟩
    | fail b h act cls =>
      obtain rfl := same_attempt h current
      exact Or.inr ⟨rfl, Or.inr (Or.inr (latch_ends (ends_current rfl (mark_key b act) rfl)))⟩
    | kill b h | abandonLive _ b h =>
      obtain rfl := same_attempt h current
      exact Or.inr ⟨rfl, Or.inr (Or.inr (latch_ends
        (ends_closed (List.mem_append_right _ (List.mem_singleton.mpr rfl)) rfl rfl)))⟩

/-- A promoting attempt stays so until its outcome is reported. -/
theorem step_promoting (step : TaskStep s body t d t') (current : t.current = some a)
    {tx : Tx} {deferred : Deferred} (phase : a.phase = .promoting tx deferred) :
    (∃ deferred', t'.stands a.key (.promoting tx deferred')) ∨
    (d.verdict = .applied ∧ ((∃ r, body = .onAttempt a.key (.outcomeAccepted tx.tx tx.candidate r)) ∨
      ∃ found, body = .onAttempt a.key (.promotionProbed tx.tx found))) := by
  have kept : t'.current = t.current → (∃ deferred', t'.stands a.key (.promoting tx deferred')) ∨
      (d.verdict = .applied ∧ ((∃ r, body = .onAttempt a.key (.outcomeAccepted tx.tx tx.candidate r)) ∨
        ∃ found, body = .onAttempt a.key (.promotionProbed tx.tx found))) :=
    fun same => Or.inl ⟨deferred, a, same.trans current, rfl, phase⟩
  have live := live_not_idle current (by simp [phase, Phase.live])
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current b h act =>
      obtain rfl := same_attempt h current
      exact Or.inl ⟨deferred, _, rfl, by simp, by simpa using phase⟩
    | _ => exact kept rfl
  | moved own within next effects move ts tasks =>
    cases move with
    | claim _ idle | abandonIdle _ _ idle | retry _ _ idle | reopen _ _ idle => simp [live] at idle
    | trust _ _ none => simp [none] at current
    | grant | waive | gone => exact kept (by simp [Task.loseClosed])
    | clear _ _ _ _ cleared => subst cleared; exact kept (by simp)
    | finish b h phase' | releaseFail b h phase' | release b h phase' | validate b h _ phase'
    | invalidate b h _ _ phase' | intend b h _ phase' | clean b h _ _ _ phase' =>
      obtain rfl := same_attempt h current
      simp [phase] at phase'
    | kill b h phase' | abandonLive _ b h phase' =>
      obtain rfl := same_attempt h current
      simp [phase, Phase.working] at phase'
    | deferFail b h tx' phase' act | deferKill b h tx' phase' | deferAbandon _ b h tx' phase' =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      exact Or.inl ⟨_, latch_stands ⟨_, rfl, by simp, rfl⟩⟩
    | accept b h tx' d' phase' act receipt accepts =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      rcases accepts with rfl | rfl
      · exact Or.inr ⟨rfl, Or.inl ⟨receipt, rfl⟩⟩
      · exact Or.inr ⟨rfl, Or.inr ⟨_, rfl⟩⟩
    | absentKill b h tx' phase' | absentAbandon b h tx' phase' =>
      obtain rfl := same_attempt h current
      rw [phase] at phase'
      injection phase' with same _
      subst same
      exact Or.inr ⟨rfl, Or.inr ⟨_, rfl⟩⟩
    | fail b h act cls fails =>
      obtain rfl := same_attempt h current
      cases fails with
      | failure _ phase' => simp [phase, Phase.working] at phase'
      | exitZero _ phase' | refused _ _ phase' => simp [phase] at phase'
      | absent tx' cls phase' =>
        rw [phase] at phase'
        injection phase' with same _
        subst same
        exact Or.inr ⟨rfl, Or.inr ⟨_, rfl⟩⟩

/-- A succeeded attempt stays current, with its worker, until its cleanup is recorded. -/
theorem step_succeeded (wf : t.WellFormed s.graph) (step : TaskStep s body t d t') (current : t.current = some a)
    (success : a.phase.succeeded = true) :
    (∃ b, t'.current = some b ∧ b.key = a.key ∧ (b.worker = a.worker ∨ ∃ act, b.worker = (a.mark act).worker) ∧
      (b.phase = a.phase ∨ (d.verdict = .applied ∧ ∃ tx r c, a.phase = .accepted tx r ∧
        b.phase = .cleaned tx r c ∧ body = .onAttempt a.key (.cleanupRecorded tx.tx r c)))) := by
  have kept : t'.current = t.current → (∃ b, t'.current = some b ∧ b.key = a.key ∧
      (b.worker = a.worker ∨ ∃ act, b.worker = (a.mark act).worker) ∧
      (b.phase = a.phase ∨ (d.verdict = .applied ∧ ∃ tx r c, a.phase = .accepted tx r ∧
        b.phase = .cleaned tx r c ∧ body = .onAttempt a.key (.cleanupRecorded tx.tx r c)))) :=
    fun same => ⟨a, same.trans current, rfl, Or.inl rfl, Or.inl rfl⟩
  have settled : t.settled = true := by
    simp [Task.settled, Task.hasSuccess, Task.phase, current, success]
  have plain : a.phase.working = false ∧ a.phase.ended = false := by
    cases h : a.phase <;> simp_all [Phase.succeeded, Phase.working, Phase.ended]
  cases step with
  | same | held => exact kept rfl
  | latched => exact kept (by simp)
  | observed own within why next effects observation =>
    cases observation with
    | current b h act =>
      obtain rfl := same_attempt h current
      exact ⟨_, rfl, by simp, Or.inr ⟨act, rfl⟩, Or.inl (by simp)⟩
    | _ => exact kept rfl
  | moved own within next effects move ts tasks =>
    cases move with
    | claim _ _ status => simp [wf.open_idle status] at current
    | abandonIdle _ unsettled | retry _ unsettled | reopen _ unsettled | grant _ unsettled =>
      simp [settled] at unsettled
    | trust _ _ none => simp [none] at current
    | waive | gone => exact kept (by simp [Task.loseClosed])
    | clear _ _ _ _ cleared => subst cleared; exact kept (by simp)
    | finish b h phase' | releaseFail b h phase' | release b h phase' | validate b h _ phase'
    | invalidate b h _ _ phase' | intend b h _ phase' | accept b h _ _ phase' | deferFail b h _ phase'
    | deferKill b h _ phase' | deferAbandon _ b h _ phase' | absentKill b h _ phase'
    | absentAbandon b h _ phase' =>
      obtain rfl := same_attempt h current
      simp [phase', Phase.succeeded] at success
    | kill b h phase' | abandonLive _ b h phase' =>
      obtain rfl := same_attempt h current
      simp [plain.1] at phase'
    | fail b h act cls fails =>
      obtain rfl := same_attempt h current
      rcases fails.working_or_promoting with h | ⟨_, _, h⟩
      · simp [plain.1] at h
      · simp [h, Phase.succeeded] at success
    | clean b h tx receipt cleanup phase' =>
      obtain rfl := same_attempt h current
      exact ⟨_, latch_current _ _, rfl, Or.inl rfl, Or.inr ⟨rfl, tx, receipt, cleanup, phase', rfl, rfl⟩⟩

end Lifecycle
