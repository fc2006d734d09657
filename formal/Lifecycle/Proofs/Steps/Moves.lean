import Lifecycle.Proofs.Steps.Lists
/-!
# Moves and observations

Defines `Move`: the applied outcomes of the rules, one constructor a cell of the table, each with everything
that the guards have established by then; and `Observation`: the observed outcomes, by what they store and
request. `Applied` and `Observed` prove that the rules have no others, so that a theorem about every event
is a walk through these constructors.
-/

namespace Lifecycle

/-- A phase that a failure ends at once. -/
def Phase.working : Phase → Bool
  | .running | .finishing .. => true
  | _ => false

/-- A phase in which an attempt has ended. -/
def Phase.ended : Phase → Bool
  | .failed _ | .cancelled _ => true
  | _ => false

/-- The act is a durable acceptance of this transaction, with this receipt. -/
def Act.accepts (act : Act) (tx : Tx) (receipt : Nat) : Prop :=
  act = .outcomeAccepted tx.tx tx.candidate receipt ∨ act = .promotionProbed tx.tx (some receipt)

/-- How an act ends a live attempt as failed. -/
inductive Act.Fails : Act → Attempt → Class → Prop where
  | failure {act : Act} {a : Attempt} {cls : Class} (failure : act.failure = some cls)
      (phase : a.phase.working = true) : Fails act a cls
  | exitZero {a : Attempt} (role : Role) (phase : a.phase = .running) :
      Fails (.processExited role 0) a .noCompletion
  | refused {a : Attempt} (tx : Tx) (validated : Bool) (phase : a.phase = .finishing tx validated)
      (worker : a.worker = .gone) :
      Fails (.candidateValidated tx.tx tx.candidate false) a .noCompletion
  | absent {a : Attempt} (tx : Tx) (cls : Class) (phase : a.phase = .promoting tx (.failure cls)) :
      Fails (.promotionProbed tx.tx none) a cls

/-- The effects of a failure. -/
def failEffects (t : Task) (a : Attempt) (cls : Class) : List Effect :=
  .attemptFailed a.key cls :: a.stop ++ [.projectFailed t.id t.generation cls]

/-- The attempt that gives itself back. -/
def Attempt.leave (a : Attempt) : Attempt := { a with worker := .gone }

/-- What an applied event does to its task: the task after it, and its own effects. -/
inductive Move (sat : Nat → Bool) (t : Task) : Body → Task → List Effect → Prop where
  | claim (key : Key) (live : t.hasLive = false) (status : t.status = .open) (held : t.held = none)
      (ready : t.ready = true) (generation : key.generation = t.generation)
      (attempt : key.attempt = t.attempts + 1) (fence : t.fence < key.fence) :
      Move sat t (.attemptClaimed key) (t.claim key) []
  | finish (a : Attempt) (current : t.current = some a) (phase : a.phase = .running) (tx : Tx) :
      Move sat t (.onAttempt a.key (.finishBegun tx.tx tx.candidate tx.contract))
        (t.enter a (.finishing tx false)) [.continueFinish a.key tx.tx tx.candidate]
  | validate (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .finishing tx false) :
      Move sat t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate true))
        (t.enter a (.finishing tx true)) []
  | invalidate (a : Attempt) (current : t.current = some a) (tx : Tx) (validated : Bool)
      (phase : a.phase = .finishing tx validated) (worker : a.worker ≠ .gone) :
      Move sat t (.onAttempt a.key (.candidateValidated tx.tx tx.candidate false)) (t.enter a .running) []
  | intend (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .finishing tx true) (held : t.held = none) :
      Move sat t (.onAttempt a.key (.promotionIntended tx.tx tx.candidate))
        (t.enter a (.promoting tx .none)) [.promote a.key tx.tx tx.candidate]
  | accept (a : Attempt) (current : t.current = some a) (tx : Tx) (deferred : Deferred)
      (phase : a.phase = .promoting tx deferred) (act : Act) (receipt : Nat)
      (accepts : act.accepts tx receipt) :
      Move sat t (.onAttempt a.key act) (t.enter a (.accepted tx receipt))
        (.succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain)
  | clean (a : Attempt) (current : t.current = some a) (tx : Tx) (receipt cleanup : Nat)
      (phase : a.phase = .accepted tx receipt) :
      Move sat t (.onAttempt a.key (.cleanupRecorded tx.tx receipt cleanup)) (t.clean a tx receipt cleanup)
        [.projectDone t.id t.generation tx.contract.disposition receipt]
  | fail (a : Attempt) (current : t.current = some a) (act : Act) (cls : Class)
      (fails : act.Fails a cls) :
      Move sat t (.onAttempt a.key act) (t.fail (a.mark act) cls) (failEffects t (a.mark act) cls)
  | releaseFail (a : Attempt) (current : t.current = some a) (phase : a.phase = .running)
      (retries : t.retries = 0) :
      Move sat t (.onAttempt a.key .attemptReleased) (t.fail a.leave .released)
        (failEffects t a.leave .released)
  | release (a : Attempt) (current : t.current = some a) (phase : a.phase = .running)
      (retries : t.retries ≠ 0) :
      Move sat t (.onAttempt a.key .attemptReleased)
        { t.cancel a.leave .released with retries := t.retries - 1 } []
  | deferFail (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) (act : Act) (cls : Class)
      (failure : act.failure = some cls) :
      Move sat t (.onAttempt a.key act) (t.enter (a.mark act) (.promoting tx (.failure cls)))
        [.probe a.key tx.tx]
  | deferKill (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) :
      Move sat t (.onAttempt a.key .killRequested)
        (t.enter (a.mark .killRequested) (.promoting tx .kill)) [.probe a.key tx.tx]
  | deferAbandon (id : Nat) (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .none) :
      Move sat t (.onTask id t.generation .abandonRequested) (t.enter a (.promoting tx .abandon))
        [.probe a.key tx.tx]
  | kill (a : Attempt) (current : t.current = some a) (phase : a.phase.working = true) :
      Move sat t (.onAttempt a.key .killRequested) (t.cancel a .killed) a.stop
  | absentKill (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .kill) :
      Move sat t (.onAttempt a.key (.promotionProbed tx.tx none)) (t.cancel a .killed) a.stop
  | abandonLive (id : Nat) (a : Attempt) (current : t.current = some a)
      (phase : a.phase.working = true) :
      Move sat t (.onTask id t.generation .abandonRequested) (t.cancel a .abandoned).abandon
        (a.stop ++ [.projectAbandoned t.id t.generation])
  | absentAbandon (a : Attempt) (current : t.current = some a) (tx : Tx)
      (phase : a.phase = .promoting tx .abandon) :
      Move sat t (.onAttempt a.key (.promotionProbed tx.tx none)) (t.cancel a .abandoned).abandon
        (a.stop ++ [.projectAbandoned t.id t.generation])
  | abandonIdle (id : Nat) (unsettled : t.settled = false) (live : t.hasLive = false)
      (status : t.status ≠ .abandoned) :
      Move sat t (.onTask id t.generation .abandonRequested) t.abandon
        (t.current.toList.flatMap Attempt.stop ++ [.projectAbandoned t.id t.generation])
  | retry (id : Nat) (unsettled : t.settled = false) (live : t.hasLive = false)
      (opened : t.status ≠ .open) (abandoned : t.status ≠ .abandoned) (held : t.held = none)
      (retries : t.retries ≠ 0) :
      Move sat t (.onTask id t.generation .retryRequested)
        { t.nextGeneration with retries := t.retries - 1 } [.openGeneration t.id (t.generation + 1)]
  | reopen (id : Nat) (unsettled : t.settled = false) (live : t.hasLive = false)
      (status : t.status = .abandoned) (held : t.held = none) :
      Move sat t (.onTask id t.generation .reopenRequested)
        { t.nextGeneration with retries := t.retries } [.openGeneration t.id (t.generation + 1)]
  | grant (id : Nat) (unsettled : t.settled = false) (count : Nat) :
      Move sat t (.onTask id t.generation (.retriesGranted count))
        { t with retries := min (t.retries + count) maxInteger } []
  | trust (id : Nat) (done : t.status = .done) (current : t.current = none)
      (untrusted : t.origin ≠ .legacy true) :
      Move sat t (.onTask id t.generation .legacyTrusted) { t with origin := .legacy true } []
  | waive (id dep : Nat) (dependency : dep ∈ t.deps) (unwaived : dep ∉ t.waived)
      (unsatisfied : sat dep = false) :
      Move sat t (.onTask id t.generation (.dependencyWaived dep))
        { t with waived := t.waived ++ [dep] } []
  | clear (id : Nat) (hold : Hold) (held : t.held = some hold) (next : Task)
      (cleared : next = { t with
        held := none, ready := t.ready || { t with held := none }.claimable sat }) :
      Move sat t (.onTask id t.generation .holdCleared) next next.outstanding
  | gone (key : Key) (act : Act) (shows : act.showsGone = true)
      (foreign : ∀ a, t.current = some a → a.key ≠ key) (closed : ∃ a, a ∈ t.closed ∧ a.key = key)
      (claimable : (t.loseClosed key).claimable sat = true) (unready : t.ready = false) :
      Move sat t (.onAttempt key act) (t.loseClosed key) []

/-- What an observed act on the current attempt requests. -/
inductive Requests (t : Task) (a : Attempt) : Act → List Effect → Prop where
  | nothing (act : Act) : Requests t a act []
  | continueFinish (tx : Tx) (validated : Bool) (phase : a.phase = .finishing tx validated) (role : Role) :
      Requests t a (.processExited role 0) [.continueFinish a.key tx.tx tx.candidate]
  | probe (act : Act) (tx : Tx) (deferred : Deferred) (phase : a.phase = .promoting tx deferred) :
      Requests t a act [.probe a.key tx.tx]
  | promote (tx : Tx) (phase : a.phase = .promoting tx .none) (held : t.held = none) :
      Requests t a (.promotionProbed tx.tx none) [.promote a.key tx.tx tx.candidate]
  | cleanup (act : Act) (tx : Tx) (receipt : Nat) (phase : a.phase = .accepted tx receipt) :
      Requests t a act [.startCleanup a.key tx.tx]
  | reproject (act : Act) (tx : Tx) (receipt cleanup : Nat)
      (phase : a.phase = .cleaned tx receipt cleanup) : Requests t a act t.reproject
  | stop (phase : a.phase.succeeded = true) :
      Requests t a .killRequested (a.mark .killRequested).stop

/-- The task with what an act on its current attempt shows of the worker. -/
def Task.mark (t : Task) (a : Attempt) (act : Act) : Task := { t with current := some (a.mark act) }

/-- What an observed event stores of its task, and what it requests. -/
inductive Observation (t : Task) : Body → Why → Task → List Effect → Prop where
  | quiet (body : Body) (why : Why) (other : why ≠ .converging) (absent : why ≠ .promotionAbsent) :
      Observation t body why t []
  | current (a : Attempt) (current : t.current = some a) (act : Act) (why : Why)
      (effects : List Effect) (requests : Requests t a act effects) (other : why ≠ .converging)
      (running : a.phase = .running → act.showsGone = false)
      (absent : (∃ k x c, .promote k x c ∈ effects) → why = .promotionAbsent) :
      Observation t (.onAttempt a.key act) why (t.mark a act) effects
  | gone (key : Key) (act : Act) (shows : act.showsGone = true)
      (foreign : ∀ a, t.current = some a → a.key ≠ key) (closed : ∃ a, a ∈ t.closed ∧ a.key = key) :
      Observation t (.onAttempt key act) .closed (t.loseClosed key) []
  | abandonAgain (id : Nat) (a : Attempt) (current : t.current = some a) (tx : Tx)
      (deferred : Deferred) (phase : a.phase = .promoting tx deferred) :
      Observation t (.onTask id t.generation .abandonRequested) .alreadyDeferred t [.probe a.key tx.tx]
  | agrees (id : Nat) (seen : Projection) (agrees : t.agrees seen = true) :
      Observation t (.onTask id t.generation (.projectionObserved seen)) .projectionAgrees
        { t with projection := seen } []
  | contradicts (id : Nat) (seen : Projection) (contradicts : t.agrees seen = false)
      (earned : t.unearned seen = false) :
      Observation t (.onTask id t.generation (.projectionObserved seen)) .projectionContradiction
        { t with projection := seen } t.correction
  | converge (id : Nat) (some : t.outstanding ≠ []) :
      Observation t (.convergeRequested id) .converging t t.outstanding

/-- What a `hold` stores. -/
inductive Holding (t : Task) : Body → Why → Option Hold → Prop where
  | kept (body : Body) (why : Why) (other : why ≠ .acceptedAfterClose) : Holding t body why t.held
  | late (key : Key) (act : Act) (receipt : Nat) (acceptance : act.acceptance = some receipt)
      (ended : (∃ a, t.current = some a ∧ a.key = key ∧ a.phase.ended = true) ∨
        ((∀ a, t.current = some a → a.key ≠ key) ∧ ∃ a, a ∈ t.closed ∧ a.key = key)) :
      Holding t (.onAttempt key act) .acceptedAfterClose (some (t.held.getD { key, receipt }))

/-! ## Attempts and marks -/

@[simp] theorem mark_key (a : Attempt) (act : Act) : (a.mark act).key = a.key := by
  unfold Attempt.mark; split
  · rfl
  · split <;> rfl

@[simp] theorem mark_phase (a : Attempt) (act : Act) : (a.mark act).phase = a.phase := by
  unfold Attempt.mark; split
  · rfl
  · split <;> rfl

/-- Only three acts say something of the worker. -/
theorem mark_same {act : Act} (gone : act.showsGone = false) (kill : act ≠ .killRequested)
    (a : Attempt) : a.mark act = a := by
  unfold Attempt.mark
  split
  · simp_all
  · split <;> simp_all

@[simp] theorem leave_key (a : Attempt) : a.leave.key = a.key := rfl

theorem same_attempt {t : Task} {a b : Attempt} (h : t.current = some a) (h' : t.current = some b) :
    a = b := by
  rw [h] at h'
  injection h'

theorem withMark (t : Task) (a : Attempt) (current : t.current = some a) : { t with current := some a } = t := by
  cases t; simp_all

/-! ## The guards -/

theorem mismatch_none {own : Tx} {n : Nat} {candidate : Option Nat} {contract : Option Contract}
    (h : mismatch own n candidate contract = none) :
    n = own.tx ∧ candidate.getD own.candidate = own.candidate ∧
      contract.getD own.contract = own.contract := by
  unfold mismatch at h
  repeat' split at h
  all_goals simp_all

/-- What the transaction guard has established once it lets an act pass. -/
theorem txGuard_own {t : Task} {a : Attempt} {act : Act} {own : Tx} (guard : txGuard t a act = none)
    (tx : a.phase.tx = some own) {n : Nat} {candidate : Option Nat} {contract : Option Contract}
    (names : act.names = some (n, candidate, contract)) :
    n = own.tx ∧ candidate.getD own.candidate = own.candidate ∧
      contract.getD own.contract = own.contract := by
  unfold txGuard at guard
  simp only [names, tx] at guard
  exact mismatch_none guard

theorem generationGuard_none {t : Task} {generation : Nat} {act : TaskAct}
    (h : generationGuard t generation act = none) : generation = t.generation := by
  unfold generationGuard at h
  split at h
  · split at h <;> simp at h
  · split at h
    · simp at h
    · omega

end Lifecycle
