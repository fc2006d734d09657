module
public import Lifecycle.Proofs.Lists
/-!
# Moves

Defines `Move`: the applied outcomes of the rules, one constructor a cell of the table that says
`applied`, each with everything that the guards have established by then. The rules have no other applied
outcome, so that a theorem about every event is a walk through these constructors. Proves what the
guards establish.
-/

@[expose] public section

namespace Lifecycle

/-- A phase that a failure ends at once. -/
def Phase.working : Phase → Bool
  | .running | .finishing .. => true
  | _ => false

/-- A phase with a durable success. -/
def Phase.durable : Phase → Bool
  | .accepted .. | .cleaned .. => true
  | _ => false

/-- A phase that a closed attempt may be in. -/
def Phase.terminal : Phase → Bool
  | .failed _ | .cancelled _ => true
  | _ => false

/-- A task that no attempt holds: it has none, or one that has failed. -/
def Task.free (t : Task) : Prop :=
  match t.current with
  | none => True
  | some a => a.phase.terminal = true

/-- The act is a durable acceptance of this transaction, with this receipt. -/
def Act.accepts (act : Act) (tx : Tx) (receipt : Nat) : Prop :=
  act = .outcomeAccepted tx.tx tx.candidate receipt ∨ act = .promotionProbed tx.tx (some receipt)

/-- The class of failure that an act ends a running attempt with. -/
def Act.ends (act : Act) (phase : Phase) (cls : Class) : Prop :=
  (act.failure = some cls ∧ phase.working = true) ∨
    (∃ role, act = .processExited role 0 ∧ phase = .running ∧ cls = .noCompletion)

/-- What an applied event does to its task: the task after it, and its own effects. -/
inductive Move (t : Task) : Body → Task → List Effect → Prop where
  | claim (key : Key) (free : t.free) (ready : t.ready = true)
      (failed : t.status ≠ .failed) (abandoned : t.status ≠ .abandoned)
      (generation : key.generation = t.generation) (attempt : key.attempt = t.attempts + 1)
      (fence : t.fence < key.fence) :
      Move t (.attemptClaimed key) (t.claim key) []
  | finish (a : Attempt) (current : t.current = some a) (phase : a.phase = .running) (tx : Tx) :
      Move t (.onAttempt a.key (.finishBegun tx.tx tx.candidate tx.contract))
        (t.enter a (.finishing tx false)) []
  | validate (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .finishing tx false) :
      Move t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate true))
        (t.enter a (.finishing tx true)) []
  | invalidate (a : Attempt) (current : t.current = some a) (tx : Tx) (validated : Bool)
      (phase : a.phase = .finishing tx validated) :
      Move t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate false)) (t.enter a .running) []
  | intend (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .finishing tx true) :
      Move t (.onAttempt a.key (.promotionIntended tx.tx tx.candidate))
        (t.enter a (.promoting tx .none)) [.promote a.key tx.tx tx.candidate]
  | accept (a : Attempt) (current : t.current = some a) (tx : Tx) (deferred : Deferred)
      (phase : a.phase = .promoting tx deferred) (act : Act) (receipt : Nat)
      (accepts : act.accepts tx receipt) :
      Move t (.onAttempt a.key act) (t.enter a (.accepted tx receipt))
        [.succeeded a.key tx.contract.disposition receipt, .startCleanup a.key tx.tx]
  | absentFail (a : Attempt) (current : t.current = some a) (tx : Tx) (cls : Class)
      (phase : a.phase = .promoting tx (.failure cls)) :
      Move t (.onAttempt a.key (.promotionProbed tx.tx none)) (t.fail a cls) (failureEffects t a cls)
  | absentKill (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .kill) :
      Move t (.onAttempt a.key (.promotionProbed tx.tx none)) (t.cancel a .killed)
        [.stopProcess a.key]
  | absentAbandon (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .abandon) :
      Move t (.onAttempt a.key (.promotionProbed tx.tx none)) (t.cancel a .abandoned)
        [.stopProcess a.key, .projectAbandoned t.id t.generation]
  | clean (a : Attempt) (current : t.current = some a) (tx : Tx) (receipt cleanup : Nat)
      (phase : a.phase = .accepted tx receipt) :
      Move t (.onAttempt a.key (.cleanupRecorded tx.tx receipt cleanup))
        { t.enter a (.cleaned tx receipt cleanup) with status := .done } [doneEffect t tx receipt]
  | fail (a : Attempt) (current : t.current = some a) (act : Act) (cls : Class)
      (ends : act.ends a.phase cls) :
      Move t (.onAttempt a.key act) (t.fail a cls) (failureEffects t a cls)
  | deferFail (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) (act : Act) (cls : Class)
      (failure : act.failure = some cls) :
      Move t (.onAttempt a.key act) (t.enter a (.promoting tx (.failure cls))) [.probe a.key tx.tx]
  | release (a : Attempt) (current : t.current = some a) (phase : a.phase = .running) :
      Move t (.onAttempt a.key .attemptReleased) (t.cancel a .released) []
  | kill (a : Attempt) (current : t.current = some a) (phase : a.phase.working = true) :
      Move t (.onAttempt a.key .killRequested) (t.cancel a .killed) [.stopProcess a.key]
  | deferKill (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) :
      Move t (.onAttempt a.key .killRequested) (t.enter a (.promoting tx .kill)) [.probe a.key tx.tx]
  | abandonOpen (id : Nat) (free : t.free) (done : t.status ≠ .done)
      (abandoned : t.status ≠ .abandoned) :
      Move t (.abandonRequested id t.generation) { t with ready := false, status := .abandoned }
        [.projectAbandoned t.id t.generation]
  | abandon (id : Nat) (a : Attempt) (current : t.current = some a)
      (phase : a.phase.working = true) :
      Move t (.abandonRequested id t.generation) (t.cancel a .abandoned)
        [.stopProcess a.key, .projectAbandoned t.id t.generation]
  | deferAbandon (id : Nat) (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) :
      Move t (.abandonRequested id t.generation) (t.enter a (.promoting tx .abandon))
        [.probe a.key tx.tx]
  | retry (id : Nat) (free : t.free) (failed : t.status = .failed) (retries : t.retries ≠ 0) :
      Move t (.retryRequested id t.generation) t.reopen [.openGeneration t.id (t.generation + 1)]

/-! ## Phases and attempts -/

theorem working_not_durable {p : Phase} (h : p.working = true) : p.durable = false := by
  cases p <;> simp_all [Phase.working, Phase.durable]

theorem working_not_terminal {p : Phase} (h : p.working = true) : p.terminal = false := by
  cases p <;> simp_all [Phase.working, Phase.terminal]

theorem terminal_not_durable {p : Phase} (h : p.terminal = true) : p.durable = false := by
  cases p <;> simp_all [Phase.terminal, Phase.durable]

theorem Act.ends.working {act : Act} {p : Phase} {cls : Class} (h : act.ends p cls) :
    p.working = true := by
  rcases h with ⟨_, h⟩ | ⟨_, _, rfl, _⟩
  · exact h
  · rfl

theorem same_attempt {t : Task} {a b : Attempt} (h : t.current = some a) (h' : t.current = some b) :
    a = b := by
  rw [h] at h'
  injection h'

theorem Task.free.terminal {t : Task} {a : Attempt} (h : t.free) (current : t.current = some a) :
    a.phase.terminal = true := by
  simpa [Task.free, current] using h

/-! ## The guards -/

theorem generationGuard_none {t : Task} {generation : Nat} {stale : Outcome}
    (h : generationGuard t generation stale = none) : generation = t.generation := by
  unfold generationGuard at h
  split at h
  · simp at h
  · split at h
    · simp at h
    · omega

/-- An act that names a transaction has named the attempt's own, once the guard lets it pass. -/
theorem mismatch_none {own : Tx} {tx : Nat} {candidate : Option Nat} {contract : Option Contract}
    (h : mismatch own tx candidate contract = none) :
    tx = own.tx ∧ (∀ c, candidate = some c → c = own.candidate) ∧
      (∀ c k, candidate = some c → contract = some k → k = own.contract) := by
  unfold mismatch at h
  split at h
  · simp at h
  · rename_i same
    simp only [ne_eq, Decidable.not_not] at same
    split at h
    · simp [same]
    · split at h
      · simp at h
      · rename_i sameCandidate
        simp only [ne_eq, Decidable.not_not] at sameCandidate
        split at h
        · simp [same, sameCandidate]
        · split at h
          · simp_all
          · simp at h

/-- No guard applies an event, and none displays anything. -/
theorem mismatch_some {own : Tx} {tx : Nat} {candidate : Option Nat} {contract : Option Contract}
    {o : Outcome} (h : mismatch own tx candidate contract = some o) : ∃ why, o = .rejected why := by
  unfold mismatch at h
  repeat' split at h
  all_goals first
    | (simp only [Option.some.injEq] at h; exact ⟨_, h.symm⟩)
    | simp at h

theorem txGuard_some {phase : Phase} {act : Act} {o : Outcome} (h : txGuard phase act = some o) :
    (∃ why, o = .rejected why) ∨ o = .hold .acceptedAfterClose := by
  unfold txGuard at h
  split at h
  · simp at h
  · split at h
    · exact Or.inl (mismatch_some h)
    · unfold withoutTx at h
      repeat' split at h
      all_goals first
        | (simp only [Option.some.injEq] at h; first | exact Or.inl ⟨_, h.symm⟩ | exact Or.inr h.symm)
        | simp at h

end Lifecycle
