module
public import Lifecycle.Proofs.Ready
public import Lifecycle.Proofs.Counters
/-!
# The latch

Proves that `ready` is told again of the same generation of a task only after an attempt at it was
claimed, and never twice in one decision (theorem 16).
-/

@[expose] public section

namespace Lifecycle

/-- The task has been told `ready` for this generation and not been claimed since; or it is past it. -/
def Task.Told (generation : Nat) (t : Task) : Prop :=
  (t.generation = generation ∧ t.ready = true) ∨ t.status = .abandoned ∨ generation < t.generation

/-- The body claims an attempt at this generation of the task. -/
def Body.claims (id generation : Nat) : Body → Prop
  | .attemptClaimed key => key.task = id ∧ key.generation = generation
  | _ => False

/-- An abandoned task stays so. -/
theorem move_abandoned {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (abandoned : t.status = .abandoned) : ¬Move t body next effects := by
  have agrees := wf.status
  have ended : ∀ a, t.current = some a → a.phase.terminal = true := by
    intro a current
    simp only [Task.StatusAgrees, current, abandoned] at agrees
    split at agrees <;> simp_all [Phase.terminal]
  intro move
  cases move with
  | claim key free ready failed notAbandoned => exact notAbandoned abandoned
  | abandonOpen id free done notAbandoned => exact notAbandoned abandoned
  | retry id free failed => simp [abandoned] at failed
  | fail a current act cls ends =>
    exact nomatch (ended a current).symm.trans (working_not_terminal ends.working)
  | kill a current phase =>
    exact nomatch (ended a current).symm.trans (working_not_terminal phase)
  | abandon id a current phase =>
    exact nomatch (ended a current).symm.trans (working_not_terminal phase)
  | finish a current phase | release a current phase =>
    have h := ended a current
    simp [phase, Phase.terminal] at h
  | validate a current tx phase | intend a current tx phase | absentKill a current tx phase
  | absentAbandon a current tx phase | deferFail a current tx phase | deferKill a current tx phase =>
    have h := ended a current
    simp [phase, Phase.terminal] at h
  | invalidate a current tx x phase | accept a current tx x phase | absentFail a current tx x phase =>
    have h := ended a current
    simp [phase, Phase.terminal] at h
  | clean a current tx receipt cleanup phase =>
    have h := ended a current
    simp [phase, Phase.terminal] at h
  | deferAbandon id a current tx phase =>
    have h := ended a current
    simp [phase, Phase.terminal] at h

/-- Only two moves start from a task that is told ready: a claim, and giving it up. -/
theorem move_from_ready {graph : Nat} {t next : Task} {body : Body} {effects : List Effect}
    (wf : t.WellFormed graph) (ready : t.ready = true) (own : body.task = t.id)
    (move : Move t body next effects) :
    (body.claims t.id t.generation ∧ next.status = .active) ∨ next.status = .abandoned := by
  have idle := (wf.latch ready).2
  cases move with
  | claim key free ready failed abandoned generation => exact Or.inl ⟨⟨own, generation⟩, rfl⟩
  | abandonOpen => exact Or.inr rfl
  | retry id free failed => simp [(wf.latch ready).1] at failed
  | finish a current | validate a current | invalidate a current | intend a current
  | accept a current | absentFail a current | absentKill a current | absentAbandon a current
  | clean a current | fail a current | deferFail a current | release a current | kill a current
  | deferKill a current => simp [idle] at current
  | abandon id a current | deferAbandon id a current => simp [idle] at current

/-- Unless it is claimed, a task that was told stays told. -/
theorem fate_told {graph generation : Nat} {verdict : Verdict} {body : Body} {t t' : Task}
    (wf : t.WellFormed graph) (fate : Fate graph verdict body t t') (told : t.Told generation)
    (unclaimed : verdict = .applied → ¬body.claims t.id generation) : t'.Told generation := by
  have grows := (fate_grows fate).generation
  rcases told with ⟨same, ready⟩ | abandoned | past
  · cases fate with
    | same | glanced => exact Or.inl ⟨same, ready⟩
    | latched all => exact Or.inl (by simp [same, latch_ready, ready])
    | moved applied own within next effects move all =>
      rcases move_from_ready wf ready own move with ⟨claims, _⟩ | abandoned
      · exact absurd (same ▸ claims) (unclaimed applied)
      · exact Or.inr (Or.inl (by simp [Task.commit, abandoned]))
  · cases fate with
    | same | glanced => exact Or.inr (Or.inl abandoned)
    | latched all => exact Or.inr (Or.inl (by simp [abandoned]))
    | moved applied own within next effects move all => exact absurd move (move_abandoned wf abandoned)
  · exact Or.inr (Or.inr (Nat.lt_of_lt_of_le past grows))

/-- The task is told `ready` for this generation and not claimed since; or it is past it. -/
def State.Told (s : State) (id generation : Nat) : Prop :=
  ∃ t, findTask id s.tasks = some t ∧ t.Told generation

/-- A task that is told is not told again. -/
theorem told_not_ready {s : State} (wf : s.WellFormed) {id generation : Nat}
    (told : s.Told id generation) (e : Event) :
    .ready id generation ∉ (reduce s e).decision.effects := by
  intro requested
  obtain ⟨t, found, told⟩ := told
  have twf := wf.tasks t (findTask_some found).1
  have id_eq := (findTask_some found).2
  have stuck : ∀ u ts, u = t → u.claimable ts = true → u.ready = false →
      generation = u.generation → False := by
    rintro u ts rfl claimable unlatched same
    simp only [Task.claimable, Bool.and_eq_true, decide_eq_true_eq] at claimable
    rcases told with ⟨_, ready⟩ | abandoned | past
    · exact nomatch ready.symm.trans unlatched
    · exact nomatch abandoned.symm.trans claimable.1.1
    · omega
  have known : ∀ u, u ∈ s.tasks → u.id = id → u = t := by
    intro u mem same
    have h := findTask_of_mem wf.unique mem
    rw [same, found] at h
    injection h with h
    exact h.symm
  have turn := reduce_turn s e
  generalize e.body = body at turn
  generalize (reduce s e).decision = d at turn requested
  generalize (reduce s e).state.tasks = after at turn
  cases turn with
  | still => simp at requested
  | added v declares fresh declared ts tasks =>
    obtain ⟨u, mem, claimable, unlatched, effect⟩ := mem_readyEffects.mp requested
    injection effect with h1 h2
    rw [tasks, snocTask_eq, List.mem_append, List.mem_singleton] at mem
    rcases mem with mem | rfl
    · exact stuck u ts (known u mem h1.symm) claimable unlatched h2
    · rw [← h1, found] at fresh
      exact nomatch fresh
  | glanced v found' within why seen effects glance =>
    exact absurd requested (glance_no_ready glance _ _)
  | moved v found' within next effects move ts tasks =>
    rcases List.mem_append.mp requested with requested | requested
    · exact absurd requested (move_no_ready move _ _)
    · obtain ⟨u, mem, claimable, unlatched, effect⟩ := mem_readyEffects.mp requested
      injection effect with h1 h2
      rw [tasks] at mem
      rcases mem_replaceTask mem with isNext | mem
      · have own := (findTask_some found').2
        have same : v = t := known v (findTask_some found').1 (by rw [h1, isNext]; simp [move.id])
        subst same
        simp only [Task.claimable, Bool.and_eq_true, decide_eq_true_eq] at claimable
        have isOpen : next.status = .open := by rw [isNext] at claimable; exact claimable.1.1
        rcases told with ⟨_, ready⟩ | abandoned | past
        · rcases move_from_ready twf ready own.symm move with ⟨_, active⟩ | abandoned
          · exact nomatch active.symm.trans isOpen
          · exact nomatch abandoned.symm.trans isOpen
        · exact move_abandoned twf abandoned move
        · have grows := (move_grows move).generation
          have h : next.generation = generation := by rw [h2, isNext]; rfl
          omega
      · exact stuck u ts (known u mem h1.symm) claimable unlatched h2

/-- Unless it is claimed in between, a task that is told stays told, whatever the log. -/
theorem told_until_claimed {s : State} (wf : s.WellFormed) {id generation : Nat}
    (told : s.Told id generation) (es : List Event) :
    (finalState s es).Told id generation ∨
      ∃ before claim after, es = before ++ claim :: after ∧ claim.body.claims id generation ∧
        (reduce (finalState s before) claim).decision.verdict = .applied := by
  induction es generalizing s with
  | nil => exact Or.inl told
  | cons e es ih =>
    by_cases claimed :
        (reduce s e).decision.verdict = .applied ∧ e.body.claims id generation
    · exact Or.inr ⟨[], e, es, rfl, claimed.2, claimed.1⟩
    · obtain ⟨t, found, told⟩ := told
      obtain ⟨t', found', fate⟩ := reduce_fate s e found
      have told' := fate_told (wf.tasks t (findTask_some found).1) fate told
        fun applied claims => claimed ⟨applied, (findTask_some found).2 ▸ claims⟩
      rcases ih (reduce_wellFormed wf e) ⟨t', found', told'⟩ with h | ⟨before, claim, after, rfl, h⟩
      · exact Or.inl h
      · exact Or.inr ⟨e :: before, claim, after, rfl, h⟩

/-- Theorem 16: between two `ready` of one generation stands an applied claim of an attempt at it. -/
theorem ready_again_only_after_claim (s : State) (wf : s.WellFormed) (first : Event)
    (between : List Event) (second : Event) (id generation : Nat)
    (once : .ready id generation ∈ (reduce s first).decision.effects)
    (again : .ready id generation ∈
      (reduce (finalState (reduce s first).state between) second).decision.effects) :
    ∃ before claim after, between = before ++ claim :: after ∧ claim.body.claims id generation ∧
      (reduce (finalState (reduce s first).state before) claim).decision.verdict = .applied := by
  obtain ⟨t, found, same, _, ready, _⟩ := ready_implies_satisfied s wf first id generation once
  have wf' := reduce_wellFormed wf first
  rcases told_until_claimed wf' ⟨t, found, Or.inl ⟨same, ready⟩⟩ between with told | claimed
  · exact absurd again (told_not_ready (finalState_wellFormed wf' between) told second)
  · exact claimed

/-- Where ids are unique, the newly ready are told once each. -/
theorem readyEffects_once {all ts : List Task} (unique : (ts.map Task.id).Nodup)
    (id generation : Nat) : (readyEffects all ts).count (.ready id generation) ≤ 1 := by
  induction ts with
  | nil => simp [readyEffects]
  | cons t ts ih =>
    simp only [List.map_cons, List.nodup_cons] at unique
    unfold readyEffects
    split
    · by_cases same : t.id = id
      · have rest : (readyEffects all ts).count (.ready id generation) = 0 := by
          rw [List.count_eq_zero]
          intro mem
          obtain ⟨u, known, _, _, effect⟩ := mem_readyEffects.mp mem
          injection effect with h
          exact unique.1 (List.mem_map.mpr ⟨u, known, h.symm.trans same.symm⟩)
        rw [List.count_cons, rest]
        split <;> simp
      · rw [List.count_cons]
        simp only [beq_iff_eq, Effect.ready.injEq, same, false_and, if_false, Nat.add_zero]
        exact ih unique.2
    · exact ih unique.2

/-- Theorem 16, within one decision: no task is told `ready` twice. -/
theorem ready_once_per_decision (s : State) (wf : s.WellFormed) (e : Event) (id generation : Nat) :
    (reduce s e).decision.effects.count (.ready id generation) ≤ 1 := by
  have turn := reduce_turn s e
  have unique := turn_unique wf.unique turn
  generalize e.body = body at turn
  generalize (reduce s e).decision = d at turn
  generalize (reduce s e).state.tasks = after at turn unique
  have stored : ∀ ts, ((latchReady ts ts).map Task.id).Nodup → (ts.map Task.id).Nodup := by
    intro ts h
    simpa [latchReady_eq, Function.comp_def] using h
  cases turn with
  | still => simp
  | added v declares fresh declared ts => exact readyEffects_once (stored ts unique) id generation
  | glanced v found within why seen effects glance =>
    rw [List.count_eq_zero.mpr (glance_no_ready glance _ _)]
    exact Nat.zero_le 1
  | moved v found within next effects move ts =>
    rw [List.count_append, List.count_eq_zero.mpr (move_no_ready move _ _), Nat.zero_add]
    exact readyEffects_once (stored ts unique) id generation

end Lifecycle
