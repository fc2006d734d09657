import Lifecycle.Proofs.Recovery.Stops
/-!
# What raises the rank

Proves that with no current attempt, or its worker gone, only AbandonRequested and a contradicting
ProjectionObserved raise the rank of a task (theorem 21 (c)).
-/

namespace Lifecycle

/-- Nobody works on the task: it has no current attempt, or its worker is gone. -/
def Task.unattended (t : Task) : Prop := ∀ a, t.current = some a → a.worker = .gone

/-- The body may raise the rank of the task: it abandons it, or shows what contradicts it. -/
def Body.raises (t : Task) (body : Body) : Prop :=
  (∃ id g, body = .onTask id g .abandonRequested) ∨
    ∃ id g seen, body = .onTask id g (.projectionObserved seen) ∧ t.agrees seen = false

theorem stopping_mono {t u : Task} (h : ∀ b, b ∈ u.history → b.worker = .stopping →
    ∃ a, a ∈ t.history ∧ a.worker = .stopping) : (if u.stopping then 1 else 0) ≤ if t.stopping then 1 else 0 := by
  cases hu : u.stopping with
  | false => simp
  | true =>
    simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq] at hu
    obtain ⟨b, mem, worker⟩ := hu
    obtain ⟨a, mem, worker⟩ := h b mem worker
    have : t.stopping = true := by
      simp only [Task.stopping, List.any_eq_true, decide_eq_true_eq]
      exact ⟨a, mem, worker⟩
    simp [this]

theorem mark_of_gone {a : Attempt} (gone : a.worker = .gone) (act : Act) : (a.mark act).worker = .gone :=
  mark_gone.mpr (Or.inl gone)

/-- Where the workers of the current attempts are gone and the closed ones are the same, stopping is the same. -/
theorem stopping_closed {t u : Task} (closed : ∀ b, b ∈ u.closed → b ∈ t.closed ∨ b.worker = .gone)
    (current : ∀ b, u.current = some b → b.worker ≠ .stopping) :
    (if u.stopping then 1 else 0) ≤ if t.stopping then 1 else 0 :=
  stopping_mono fun b mem worker => by
    simp only [Task.history, List.mem_append, Option.mem_toList] at mem
    rcases mem with mem | mem
    · rcases closed b mem with h | h
      · exact ⟨b, by simp [Task.history, h], worker⟩
      · simp [h] at worker
    · exact absurd worker (current b mem)

theorem open_distance {t : Task} (status : t.status = .open ∨ t.status = .active)
    (phase : t.phase = none ∨ t.phase = some .running) : t.distance = 0 := by
  have : t.due = [] := by
    unfold Task.due
    rcases phase with h | h <;> rcases status with h' | h' <;> simp [h, h']
  have projected : t.reproject = [] := by simp [Task.reproject, this]
  unfold Task.distance
  rcases phase with h | h <;> simp [h, projected]

theorem lose_rank (t : Task) (key : Key) : (t.loseClosed key).rank ≤ t.rank := by
  have h : (if (t.loseClosed key).stopping then 1 else 0) ≤ if t.stopping then 1 else 0 := by
    refine stopping_mono fun b mem worker => ?_
    simp only [Task.history, List.mem_append] at mem
    rcases mem with mem | mem
    · obtain ⟨a, mem, _, _, same | gone, _⟩ := loseClosed_mem mem
      · exact ⟨a, List.mem_append_left _ mem, same ▸ worker⟩
      · simp [gone] at worker
    · exact ⟨b, List.mem_append_right _ mem, worker⟩
  have d : (t.loseClosed key).distance = t.distance := rfl
  unfold Task.rank
  omega

theorem move_rank {sat : Nat → Bool} {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (unattended : t.unattended) (move : Move sat t body next effects)
    (calm : ¬body.raises t) : next.rank ≤ t.rank := by
  have notRunning : ∀ {a : Attempt}, t.current = some a → a.phase ≠ .running := by
    intro a current phase
    have := wf.workers a (wf.current_mem current)
    simp [phase, Phase.allows, unattended a current] at this
  have same : ∀ {a b : Attempt} {u : Task}, t.current = some a → u.current = some b → b.worker = .gone →
      u.closed = t.closed → (if u.stopping then 1 else 0) ≤ if t.stopping then 1 else 0 := by
    intro a b u _ h gone closed
    refine stopping_closed (fun c mem => Or.inl (closed ▸ mem)) fun c hc => ?_
    rw [h] at hc
    obtain rfl := Option.some.inj hc
    simp [gone]
  have ended : ∀ {a : Attempt} {u : Task}, t.current = some a → 3 ≤ t.distance → u.rank ≤ 2 → u.rank ≤ t.rank := by
    intro a u _ far near
    unfold Task.rank at *
    omega
  have far : ∀ {a : Attempt}, t.current = some a → a.phase ≠ .running →
      (a.phase.working = true ∨ ∃ tx d, a.phase = .promoting tx d) → 3 ≤ t.distance := by
    intro a current run h
    unfold Task.distance
    simp only [Task.phase, current, Option.map_some]
    rcases h with h | ⟨tx, d, h⟩
    · cases phase : a.phase with
      | running => exact absurd phase run
      | finishing tx v => cases v <;> simp
      | _ => simp [phase, Phase.working] at h
    · simp [h]
  have settled : ∀ {u : Task}, (∀ p, u.phase = some p → p.ended = true) → u.rank ≤ 2 := rank_settled
  cases move with
  | claim key live status held ready =>
    have gone := (wf.latch ready).2
    have h := open_distance (t := t.claim key) (Or.inr rfl) (Or.inr rfl)
    have : (t.claim key).stopping = false := by
      simp only [Task.stopping, Task.history, Task.claim, List.any_append, Bool.or_eq_false_iff]
      exact ⟨by simpa using fun b mem => by simp [gone b mem], rfl⟩
    simp [Task.rank, h, this]
  | finish a current phase | release a current phase | releaseFail a current phase =>
    exact absurd phase (notRunning current)
  | invalidate a current tx v phase worker => exact absurd (unattended a current) worker
  | validate a current tx phase =>
    have h := same (u := t.enter a (.finishing tx true)) current rfl (unattended a current) rfl
    have d1 : t.distance = 5 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.enter a (.finishing tx true)).distance = 4 := by simp [Task.distance, Task.phase, Task.enter]
    unfold Task.rank
    omega
  | intend a current tx phase =>
    have h := same (u := t.enter a (.promoting tx .none)) current rfl (unattended a current) rfl
    have d1 : t.distance = 4 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.enter a (.promoting tx .none)).distance = 3 := by simp [Task.distance, Task.phase, Task.enter]
    unfold Task.rank
    omega
  | accept a current tx deferred phase act receipt =>
    have h := same (u := t.enter a (.accepted tx receipt)) current rfl (unattended a current) rfl
    have d1 : t.distance = 3 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.enter a (.accepted tx receipt)).distance = 2 := by simp [Task.distance, Task.phase, Task.enter]
    unfold Task.rank
    omega
  | clean a current tx receipt cleanup phase =>
    have h := same (u := t.clean a tx receipt cleanup) current rfl (unattended a current) rfl
    have d1 : t.distance = 2 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.clean a tx receipt cleanup).distance ≤ 1 := by
      simp only [Task.distance, Task.phase, Task.clean, Task.enter, Option.map_some]
      split <;> omega
    unfold Task.rank
    omega
  | fail a current act cls fails =>
    exact ended current (far current (notRunning current) fails.working_or_promoting) (settled (by
      intro p h
      simp only [Task.phase, Task.fail, Attempt.endAs, Option.map_some, Option.some.injEq] at h
      subst h
      rfl))
  | deferFail a current tx phase act cls =>
    have h := same (u := t.enter (a.mark act) (.promoting tx (.failure cls))) current rfl
      (mark_of_gone (unattended a current) act) rfl
    have d1 : t.distance = 3 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.enter (a.mark act) (.promoting tx (.failure cls))).distance = 3 := by
      simp [Task.distance, Task.phase, Task.enter]
    unfold Task.rank
    omega
  | deferKill a current tx phase =>
    have h := same (u := t.enter (a.mark .killRequested) (.promoting tx .kill)) current rfl
      (mark_of_gone (unattended a current) .killRequested) rfl
    have d1 : t.distance = 3 := by simp [Task.distance, Task.phase, current, phase]
    have d2 : (t.enter (a.mark .killRequested) (.promoting tx .kill)).distance = 3 := by
      simp [Task.distance, Task.phase, Task.enter]
    unfold Task.rank
    omega
  | kill a current phase =>
    exact ended current (far current (notRunning current) (Or.inl phase))
      (settled (by simp [Task.phase, Task.cancel]))
  | absentKill a current tx phase =>
    exact ended current (far current (notRunning current) (Or.inr ⟨_, _, phase⟩))
      (settled (by simp [Task.phase, Task.cancel]))
  | absentAbandon a current tx phase =>
    exact ended current (far current (notRunning current) (Or.inr ⟨_, _, phase⟩))
      (settled (by simp [Task.phase, Task.cancel, Task.abandon]))
  | deferAbandon id | abandonLive id | abandonIdle id => exact absurd (Or.inl ⟨_, _, rfl⟩) calm
  | retry id | reopen id =>
    have d : ∀ retries, ({ t.nextGeneration with retries } : Task).distance = 0 := fun retries =>
      open_distance (Or.inl rfl) (Or.inl rfl)
    have h : ∀ retries, (if ({ t.nextGeneration with retries } : Task).stopping then 1 else 0) ≤
        if t.stopping then 1 else 0 := fun retries =>
      stopping_mono fun b mem worker => ⟨b, by simpa [Task.history, Task.nextGeneration] using mem, worker⟩
    unfold Task.rank
    rw [d]
    exact Nat.le_trans (by simpa using h _) (Nat.le_add_left _ _)
  | grant | waive => exact Nat.le_refl _
  | trust id done none =>
    have d : ({ t with origin := .legacy true } : Task).distance = 0 := by
      simp [Task.distance, Task.phase, none, Task.reproject, Task.due, done]
    have h : ({ t with origin := .legacy true } : Task).stopping = t.stopping := rfl
    unfold Task.rank
    rw [d, h]
    omega
  | clear _ _ _ _ cleared => subst cleared; exact Nat.le_refl _
  | gone key => exact lose_rank t key

theorem observation_rank {t next : Task} {body : Body} {why : Why} {effects : List Effect}
    (unattended : t.unattended) (observation : Observation t body why next effects) (calm : ¬body.raises t) :
    next.rank ≤ t.rank := by
  cases observation with
  | quiet | abandonAgain | converge => exact Nat.le_refl _
  | current a current act =>
    have samePhase : (t.mark a act).phase = t.phase := by simp [Task.phase, Task.mark, current]
    have d : (t.mark a act).distance = t.distance := by
      unfold Task.distance
      rw [samePhase, mark_reproject current]
    have h : (if (t.mark a act).stopping then 1 else 0) ≤ if t.stopping then 1 else 0 :=
      stopping_closed (fun b mem => Or.inl mem) fun b hb => by
        obtain rfl := Option.some.inj hb
        simp [mark_of_gone (unattended a current) act]
    unfold Task.rank
    omega
  | gone key => exact lose_rank t key
  | agrees id seen agrees =>
    have projected : ({ t with projection := seen } : Task).reproject = [] := by
      have : ({ t with projection := seen } : Task).agrees seen = true := agrees
      simp [Task.reproject, this]
    have d : ({ t with projection := seen } : Task).distance ≤ t.distance := by
      have same : ({ t with projection := seen } : Task).phase = t.phase := rfl
      unfold Task.distance
      rw [same, projected]
      split <;> simp
    have h : ({ t with projection := seen } : Task).stopping = t.stopping := rfl
    unfold Task.rank
    rw [h]
    omega
  | contradicts id seen contradicts => exact absurd (Or.inr ⟨_, _, _, rfl, contradicts⟩) calm

/-- Theorem 21 (c): with no current attempt, or its worker gone, only AbandonRequested and a contradicting
ProjectionObserved raise the rank of a task. -/
theorem rank_raised_only_by {s : State} (reachable : s.Reachable) (e : Event) {id : Nat} {t : Task}
    (found : findTask id s.tasks = some t) (unattended : t.unattended) (calm : ¬e.body.raises t) :
    ∃ t', findTask id (reduce s e).state.tasks = some t' ∧ t'.rank ≤ t.rank := by
  obtain ⟨t', found', step⟩ := reduce_task s e found
  refine ⟨t', found', ?_⟩
  generalize (reduce s e).decision = d at step
  cases step with
  | same | held => exact Nat.le_refl _
  | latched => exact Nat.le_of_eq (latch_rank _ _)
  | observed _ _ why next effects observation => exact observation_rank unattended observation calm
  | moved _ _ next effects move =>
    rw [latch_rank]
    exact move_rank (reachable.task found) unattended move calm

end Lifecycle
