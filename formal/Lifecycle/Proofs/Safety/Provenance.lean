import Lifecycle.Proofs.Steps.Sources
import Lifecycle.Proofs.Invariant.Reachable
/-!
# What has been applied before

Defines `Attempt.stages`: the applied events that lead an attempt to its phase. Proves that over every log they
stand in the evidence, in this order (`current_provenance`).
-/

namespace Lifecycle

/-! ## Kinds of events -/

/-- The claim of this attempt. -/
def claimed (k : Key) : Body → Prop := (· = .attemptClaimed k)

/-- The attempt began to finish by this transaction. -/
def begun (k : Key) (tx : Tx) : Body → Prop :=
  (· = .onAttempt k (.finishBegun tx.tx tx.candidate tx.contract))

/-- The candidate passed. -/
def validated (k : Key) (tx : Tx) : Body → Prop :=
  (· = .onAttempt k (.candidateValidated tx.tx tx.candidate true))

/-- The promotion was intended. -/
def intended (k : Key) (tx : Tx) : Body → Prop :=
  (· = .onAttempt k (.promotionIntended tx.tx tx.candidate))

/-- A durable acceptance with this receipt, by outcome or by probe. -/
def acceptedWith (k : Key) (tx : Tx) (receipt : Nat) (body : Body) : Prop :=
  ∃ act, act.accepts tx receipt ∧ body = .onAttempt k act

/-- The cleanup of the transaction with this receipt. -/
def cleanedWith (k : Key) (tx : Tx) (receipt : Nat) (body : Body) : Prop :=
  ∃ cleanup, body = .onAttempt k (.cleanupRecorded tx.tx receipt cleanup)

/-- The applied events that lead an attempt to a phase, but for its claim. -/
def Phase.stages (k : Key) : Phase → List (Body → Prop)
  | .running | .failed _ | .cancelled _ => []
  | .finishing tx false => [begun k tx]
  | .finishing tx true => [begun k tx, validated k tx]
  | .promoting tx _ => [begun k tx, validated k tx, intended k tx]
  | .accepted tx receipt => [begun k tx, validated k tx, intended k tx, acceptedWith k tx receipt]
  | .cleaned tx receipt _ =>
    [begun k tx, validated k tx, intended k tx, acceptedWith k tx receipt, cleanedWith k tx receipt]

/-- The applied events that lead an attempt to where it stands. -/
def Attempt.stages (a : Attempt) : List (Body → Prop) := claimed a.key :: a.phase.stages a.key

/-- Each task's current attempt has its stages behind it. -/
def State.Provenance (s : State) : Prop :=
  ∀ id t a, findTask id s.tasks = some t → t.current = some a → AppliedInOrder s.evidence a.stages

theorem AppliedInOrder.prefix {entries : List Entry} {kinds more : List (Body → Prop)}
    (h : AppliedInOrder entries (kinds ++ more)) : AppliedInOrder entries kinds := by
  induction kinds generalizing entries with
  | nil => trivial
  | cons kind kinds ih =>
    obtain ⟨before, entry, after, eq, applied, isKind, rest⟩ := h
    exact ⟨before, entry, after, eq, applied, isKind, ih rest⟩

/-- Events of some of the kinds stand in the same order. -/
theorem AppliedInOrder.sublist {entries : List Entry} {kinds some_ : List (Body → Prop)}
    (h : AppliedInOrder entries kinds) (sub : some_.Sublist kinds) : AppliedInOrder entries some_ := by
  have more : ∀ {kinds : List (Body → Prop)} {before after : List Entry}, AppliedInOrder after kinds →
      AppliedInOrder (before ++ after) kinds := by
    intro kinds before after h
    cases kinds with
    | nil => trivial
    | cons kind kinds =>
      obtain ⟨b, entry, a, rfl, rest⟩ := h
      exact ⟨before ++ b, entry, a, by simp, rest⟩
  induction sub generalizing entries with
  | slnil => exact h
  | cons kind _ ih =>
    obtain ⟨before, entry, after, rfl, _, _, rest⟩ := h
    have := more (before := before ++ [entry]) (ih rest)
    simpa using this
  | cons₂ kind _ ih =>
    obtain ⟨before, entry, after, eq, applied, isKind, rest⟩ := h
    exact ⟨before, entry, after, eq, applied, isKind, ih rest⟩

/-- Each of the kinds is logged. -/
theorem AppliedInOrder.logged {s : State} {kinds : List (Body → Prop)} (h : AppliedInOrder s.evidence kinds)
    {kind : Body → Prop} (mem : kind ∈ kinds) : s.logged kind := by
  obtain ⟨before, entry, after, eq, applied, isKind, _⟩ := h.sublist (List.singleton_sublist.mpr mem)
  exact ⟨entry, by rw [eq]; simp, applied, isKind⟩

theorem AppliedInOrder.cons_nil {entries : List Entry} {kind : Body → Prop} {more : List (Body → Prop)}
    (h : AppliedInOrder entries (kind :: more)) : AppliedInOrder entries [kind] :=
  AppliedInOrder.prefix (kinds := [kind]) h

/-- How a move leads the current attempt to its next stage: by itself, or back to the claim. -/
theorem move_stages {sat : Nat → Bool} {t next : Task} {body : Body} {effects : List Effect}
    (move : Move sat t body next effects) {b : Attempt} (after : next.current = some b) :
    (body = .attemptClaimed b.key ∧ b.stages = [claimed b.key]) ∨
    ∃ a, t.current = some a ∧ a.key = b.key ∧ (b.stages = a.stages ∨ b.stages = [claimed b.key] ∨
      ∃ kind, b.stages = a.stages ++ [kind] ∧ kind body) := by
  have kept : ∀ {a : Attempt}, t.current = some a → a.key = b.key → a.stages = b.stages →
      ∃ a, t.current = some a ∧ a.key = b.key ∧ (b.stages = a.stages ∨ b.stages = [claimed b.key] ∨
        ∃ kind, b.stages = a.stages ++ [kind] ∧ kind body) :=
    fun current key same => ⟨_, current, key, Or.inl same.symm⟩
  cases move with
  | claim key =>
    simp only [Task.claim, Option.some.injEq] at after
    subst after
    exact Or.inl ⟨rfl, rfl⟩
  | finish a current phase tx =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inr ⟨begun a.key tx, by simp [Attempt.stages, phase, Phase.stages], rfl⟩)⟩
  | validate a current tx phase =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inr ⟨validated a.key tx, by simp [Attempt.stages, phase, Phase.stages], rfl⟩)⟩
  | intend a current tx phase =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inr ⟨intended a.key tx, by simp [Attempt.stages, phase, Phase.stages], rfl⟩)⟩
  | accept a current tx deferred phase act receipt accepts =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inr ⟨acceptedWith a.key tx receipt,
      by simp [Attempt.stages, phase, Phase.stages], act, accepts, rfl⟩)⟩
  | clean a current tx receipt cleanup phase =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inr ⟨cleanedWith a.key tx receipt,
      by simp [Attempt.stages, phase, Phase.stages], cleanup, rfl⟩)⟩
  | invalidate a current tx v phase =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, rfl, Or.inr (Or.inl rfl)⟩
  | fail a current act | releaseFail a current =>
    obtain rfl := Option.some.inj after
    exact Or.inr ⟨a, current, by simp [Attempt.endAs], Or.inr (Or.inl rfl)⟩
  | deferFail a current tx phase | deferKill a current tx phase | deferAbandon _ a current tx phase =>
    obtain rfl := Option.some.inj after
    exact Or.inr <| kept current (by simp) (by simp [Attempt.stages, phase, Phase.stages])
  | release | kill | absentKill | abandonLive | absentAbandon | retry | reopen => exact nomatch after
  | clear id hold held _ cleared => subst cleared; exact Or.inr (kept after rfl rfl)
  | abandonIdle | grant | trust | waive | gone => exact Or.inr (kept after rfl rfl)

theorem step_provenance {s : State} (e : Event) (h : s.Provenance) : (reduce s e).state.Provenance := by
  intro id t' b found current
  obtain ⟨eid, body⟩ := e
  have step := reduce_origin s _ found
  generalize hd : (reduce s ⟨eid, body⟩).decision = d at step
  have keptAll : ∀ {t : Task} {a : Attempt}, findTask id s.tasks = some t → t.current = some a →
      AppliedInOrder (reduce s ⟨eid, body⟩).state.evidence a.stages := fun f c => (h id _ _ f c).kept _
  rcases step with ⟨t, found', step⟩ | ⟨_, ⟨u, declares, _, _, rfl, _⟩⟩
  · cases step with
    | same => exact keptAll found' current
    | latched => exact keptAll found' (by simpa using current)
    | held => exact keptAll found' current
    | observed own within why next effects observation =>
      cases observation with
      | current a h act =>
        obtain rfl := Option.some.inj current
        simpa [Attempt.stages] using keptAll found' h
      | _ => exact keptAll found' current
    | moved own within next effects move =>
      have applied : (reduce s ⟨eid, body⟩).decision.verdict = .applied := by rw [hd]
      rw [latch_current] at current
      rcases move_stages move current with ⟨isClaim, same⟩ | ⟨a, h', key, same | same | ⟨kind, same, isKind⟩⟩
      · rw [same]
        exact (AppliedInOrder.snoc (kinds := []) trivial applied (kind := claimed b.key) isClaim :)
      · rw [same]
        exact keptAll found' h'
      · rw [same, ← key]
        exact (keptAll found' h').cons_nil
      · rw [same]
        exact (h id _ _ found' h').snoc applied isKind
  · rw [latch_current, declares.fresh.2.1] at current
    exact nomatch current

/-- Over every log, the applied events that lead a current attempt to its phase stand in the evidence. -/
theorem current_provenance {s : State} (reachable : s.Reachable) : s.Provenance :=
  reachable_induction (fun _ _ _ _ found => by simp [initialState, findTask] at found)
    (fun _ e _ h => step_provenance e h) reachable

end Lifecycle
