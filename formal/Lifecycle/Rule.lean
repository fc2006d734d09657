module
public import Lifecycle.Guard
/-!
# Rules

Defines what each event does in each phase, one function a row of the table. The guards have answered
before: an act that names a transaction names the attempt's own.
-/

@[expose] public section

namespace Lifecycle

/-! ## Moves of the current attempt -/

/-- The attempt enters a phase. -/
def Task.enter (t : Task) (a : Attempt) (phase : Phase) : Task :=
  { t with current := some { a with phase } }

/-- The attempt fails, and stays current until a retry. -/
def Task.fail (t : Task) (a : Attempt) (cls : Class) : Task :=
  { t.enter a (.failed cls) with status := .failed }

/-- The status of a task whose attempt was closed for this reason. -/
def Cancel.status : Cancel → Status
  | .released | .killed => .open
  | .abandoned => .abandoned

/-- The attempt is closed without failing. -/
def Task.cancel (t : Task) (a : Attempt) (reason : Cancel) : Task :=
  { t with
    current := none
    closed := snocAttempt t.closed { a with phase := .cancelled reason }
    status := reason.status }

/-! ## Effects that several rules request -/

/-- The failure of an attempt, told and displayed. -/
def failureEffects (t : Task) (a : Attempt) (cls : Class) : List Effect :=
  [.attemptFailed a.key cls, .projectFailed t.id t.generation cls]

/-- The display of a cleaned transaction. -/
def doneEffect (t : Task) (tx : Tx) (receipt : Nat) : Effect :=
  .projectDone t.id t.generation tx.contract.disposition receipt

/-- The display again of a cleaned transaction, if what is shown contradicts it. -/
def repairEffects (t : Task) (tx : Tx) (receipt : Nat) : List Effect :=
  if t.projection = .shown .done (some receipt) then [] else [doneEffect t tx receipt]

/-! ## Rows of the table -/

/-- A failure is reported. -/
def failureRule (t : Task) (a : Attempt) (cls : Class) : Outcome :=
  match a.phase with
  | .running | .finishing .. => .applied (t.fail a cls) (failureEffects t a cls)
  | .promoting tx .none =>
    .applied (t.enter a (.promoting tx (.failure cls))) [.probe a.key tx.tx]
  | .promoting tx _ => t.observe .alreadyDeferred [.probe a.key tx.tx]
  | .accepted tx _ => t.observe .afterSuccess [.startCleanup a.key tx.tx]
  | .cleaned tx receipt _ => t.observe .afterSuccess (repairEffects t tx receipt)
  | .failed _ => t.observe .afterFailure []
  | .cancelled _ => t.observe .closed []

/-- A process exits with zero: nothing failed, but a worker that never began to finish has not completed. -/
def exitZeroRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running => .applied (t.fail a .noCompletion) (failureEffects t a .noCompletion)
  | .finishing .. => t.observe .finishInProgress []
  | .promoting tx _ => t.observe .promotionInFlight [.probe a.key tx.tx]
  | .accepted tx _ => t.observe .afterSuccess [.startCleanup a.key tx.tx]
  | .cleaned tx receipt _ => t.observe .afterSuccess (repairEffects t tx receipt)
  | .failed _ => t.observe .afterFailure []
  | .cancelled _ => t.observe .closed []

def finishRule (t : Task) (a : Attempt) (tx : Tx) : Outcome :=
  match a.phase with
  | .running => .applied (t.enter a (.finishing tx false)) []
  | .failed _ | .cancelled _ => .rejected .closed
  | _ => .noop .already

def validationRule (t : Task) (a : Attempt) (passed : Bool) : Outcome :=
  match a.phase, passed with
  | .finishing _ true, true => .noop .already
  | .finishing tx false, true => .applied (t.enter a (.finishing tx true)) []
  | .finishing .., false => .applied (t.enter a .running) []
  | .promoting .., true | .accepted .., true | .cleaned .., true => .noop .already
  | .promoting .., false => t.observe .afterIntent []
  | .accepted .., false | .cleaned .., false => t.observe .afterSuccess []
  | .running, _ => .rejected .noTransaction
  | .failed _, _ | .cancelled _, _ => .rejected .closed

def intentRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .finishing tx true =>
    .applied (t.enter a (.promoting tx .none)) [.promote a.key tx.tx tx.candidate]
  | .finishing _ false => .rejected .notValidated
  | .promoting .. | .accepted .. | .cleaned .. => .noop .already
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

/-- A durable acceptance is reported; `same` is the reason given where it was known already. -/
def acceptanceRule (t : Task) (a : Attempt) (receipt : Nat) (same : Why) : Outcome :=
  match a.phase with
  | .promoting tx _ =>
    .applied (t.enter a (.accepted tx receipt))
      [.succeeded a.key tx.contract.disposition receipt, .startCleanup a.key tx.tx]
  | .accepted _ known | .cleaned _ known _ =>
    if known = receipt then .noop same else .hold .receiptConflict
  | .finishing .. => .rejected .notIntended
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .hold .acceptedAfterClose

/-- A probe finds no acceptance: a deferred reason to end the attempt takes effect, else promote again. -/
def absenceRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .promoting tx .none => t.observe .promotionAbsent [.promote a.key tx.tx tx.candidate]
  | .promoting _ (.failure cls) => .applied (t.fail a cls) (failureEffects t a cls)
  | .promoting _ .kill => .applied (t.cancel a .killed) [.stopProcess a.key]
  | .promoting _ .abandon =>
    .applied (t.cancel a .abandoned) [.stopProcess a.key, .projectAbandoned t.id t.generation]
  | .accepted .. | .cleaned .. => t.observe .afterSuccess []
  | .finishing .. => .rejected .notIntended
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

def cleanupRule (t : Task) (a : Attempt) (receipt cleanup : Nat) : Outcome :=
  match a.phase with
  | .accepted tx known =>
    if known = receipt then
      .applied { t.enter a (.cleaned tx receipt cleanup) with status := .done }
        [doneEffect t tx receipt]
    else .rejected .receiptMismatch
  | .cleaned _ known recorded =>
    if known = receipt ∧ recorded = cleanup then .noop .already else .rejected .receiptMismatch
  | .finishing .. | .promoting .. => .rejected .notAccepted
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

def releaseRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running => .applied (t.cancel a .released) []
  | .finishing .. | .promoting .. => .rejected .ownerActive
  | .accepted .. | .cleaned .. => .rejected .alreadyAccepted
  | .failed _ | .cancelled _ => .noop .already

def killRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running | .finishing .. => .applied (t.cancel a .killed) [.stopProcess a.key]
  | .promoting tx .none => .applied (t.enter a (.promoting tx .kill)) [.probe a.key tx.tx]
  | .promoting tx _ => t.observe .alreadyDeferred [.probe a.key tx.tx]
  | .accepted .. | .cleaned .. => t.observe .afterSuccess [.stopProcess a.key]
  | .failed _ | .cancelled _ => .noop .already

def lateCommitRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running | .finishing .. | .promoting .. => t.observe .workInProgress []
  | .accepted .. | .cleaned .. => t.observe .lateCommit []
  | .failed _ | .cancelled _ => t.observe .closed []

/-- What an act does in the phase of the current attempt. -/
def phaseRule (t : Task) (a : Attempt) : Act → Outcome
  | .attemptReleased => releaseRule t a
  | .finishBegun tx candidate contract => finishRule t a { tx, candidate, contract }
  | .candidateValidated _ _ passed => validationRule t a passed
  | .promotionIntended _ _ => intentRule t a
  | .outcomeAccepted _ _ receipt => acceptanceRule t a receipt .already
  | .promotionProbed _ (some receipt) => acceptanceRule t a receipt .agrees
  | .promotionProbed _ none => absenceRule t a
  | .cleanupRecorded _ receipt cleanup => cleanupRule t a receipt cleanup
  | .failRequested => failureRule t a .requested
  | .processExited _ code => if code = 0 then exitZeroRule t a else failureRule t a .exit
  | .providerFault _ => failureRule t a .fault
  | .ownerLost => failureRule t a .lost
  | .lateCommitSeen _ => lateCommitRule t a
  | .killRequested => killRule t a

/-! ## Rules of tasks -/

/-- An act on the current attempt: the transaction's identity first, then the phase. -/
def currentRule (t : Task) (a : Attempt) (act : Act) : Outcome :=
  match txGuard a.phase act with
  | some outcome => outcome
  | none => phaseRule t a act

/-- An act on an attempt of the task: fenced by the key. -/
def attemptRule (t : Task) (key : Key) (act : Act) : Outcome :=
  match t.current with
  | some a =>
    if a.key = key then currentRule t a act
    else if isClosed key t.closed then closedOutcome t act
    else foreignOutcome t key
  | none => if isClosed key t.closed then closedOutcome t act else foreignOutcome t key

/-- The attempt that a claim by this key starts. -/
def Task.claim (t : Task) (key : Key) : Task :=
  { t with
    attempts := key.attempt
    fence := key.fence
    ready := false
    status := .active
    current := some { key, phase := .running } }

/-- Why the task's current state refuses any claim, if it does. -/
def claimRefusal (t : Task) : Option Why :=
  match t.current with
  | some { phase := .accepted .., .. } | some { phase := .cleaned .., .. } => some .alreadyAccepted
  | some { phase := .running, .. } | some { phase := .finishing .., .. }
  | some { phase := .promoting .., .. } => some .ownerActive
  | _ =>
    if t.status = .abandoned then some .abandoned
    else if t.status = .failed then some .notReady
    else if t.ready then none
    else some .notReady

def claimRule (t : Task) (key : Key) : Outcome :=
  match claimRefusal t with
  | some why => .rejected why
  | none =>
    if key.generation < t.generation then .rejected .staleGeneration
    else if t.generation < key.generation then .rejected .unknownGeneration
    else if key.attempt < t.attempts + 1 then .rejected .staleAttempt
    else if t.attempts + 1 < key.attempt then .rejected .unknownAttempt
    else if key.fence ≤ t.fence then .rejected .staleFence
    else .applied (t.claim key) []

/-- The task without a live attempt is given up. -/
def abandonOpen (t : Task) : Outcome :=
  match t.status with
  | .abandoned => .noop .already
  | .done => .rejected .alreadyAccepted
  | _ => .applied { t with ready := false, status := .abandoned } [.projectAbandoned t.id t.generation]

def abandonRule (t : Task) : Outcome :=
  match t.current with
  | some a =>
    match a.phase with
    | .accepted .. | .cleaned .. => .rejected .alreadyAccepted
    | .promoting tx .none => .applied (t.enter a (.promoting tx .abandon)) [.probe a.key tx.tx]
    | .promoting tx _ => t.observe .alreadyDeferred [.probe a.key tx.tx]
    | .running | .finishing .. =>
      .applied (t.cancel a .abandoned) [.stopProcess a.key, .projectAbandoned t.id t.generation]
    | .failed _ | .cancelled _ => abandonOpen t
  | none => abandonOpen t

/-- The closed attempts, with the current one behind them. -/
def Task.closeCurrent (t : Task) : List Attempt :=
  match t.current with
  | some a => snocAttempt t.closed a
  | none => t.closed

/-- The next generation of a failed task. -/
def Task.reopen (t : Task) : Task :=
  { t with
    retries := t.retries - 1
    generation := t.generation + 1
    ready := false
    status := .open
    current := none
    closed := t.closeCurrent }

/-- A retry of a task that no attempt holds. -/
def retryOpen (t : Task) : Outcome :=
  match t.status with
  | .failed =>
    if t.retries = 0 then .hold .retriesExhausted
    else .applied t.reopen [.openGeneration t.id (t.generation + 1)]
  | .abandoned => .rejected .abandoned
  | _ => .rejected .notFailed

def retryRule (t : Task) : Outcome :=
  match t.current with
  | some { phase := .accepted .., .. } | some { phase := .cleaned .., .. } =>
    .rejected .alreadyAccepted
  | some { phase := .running, .. } | some { phase := .finishing .., .. }
  | some { phase := .promoting .., .. } => .rejected .ownerActive
  | _ => retryOpen t

/-- The effect that displays a task's truth, where a task that no acceptance holds has one. -/
def truthEffects (t : Task) : List Effect :=
  match t.status with
  | .failed => [.projectFailed t.id t.generation t.failure]
  | .abandoned => [.projectAbandoned t.id t.generation]
  | _ => []

/-- The graph is seen to display a task that answers for its own display and that no acceptance holds. -/
def observeOwned (t : Task) (seen : Projection) : Outcome :=
  match seen with
  | .shown .done _ => .hold .doneWithoutTransaction
  | _ =>
    if seen = .shown t.status none then .noop .agrees
    else .observed .projectionContradiction seen (truthEffects t)

/-- The graph is seen to display a legacy task that was never claimed. -/
def observeLegacy (t : Task) (seen : Projection) : Outcome :=
  match seen with
  | .shown status _ =>
    if status = t.status then .noop .agrees else .observed .projectionContradiction seen []
  | .missing => .observed .projectionContradiction seen []

def observeRule (t : Task) (seen : Projection) : Outcome :=
  match t.current with
  | some { phase := .cleaned tx receipt _, .. } =>
    if seen = .shown .done (some receipt) then .noop .agrees
    else .observed .projectionContradiction seen [doneEffect t tx receipt]
  | some { phase := .accepted tx _, key } =>
    if seen = .shown .active none then .noop .agrees
    else .observed .projectionContradiction seen [.startCleanup key tx.tx]
  | _ => if t.owned then observeOwned t seen else observeLegacy t seen

/-- Convergence of a task that no acceptance holds: a failed or abandoned one is displayed as such. -/
def convergeSettled (t : Task) : Outcome :=
  match t.status with
  | .failed | .abandoned =>
    if t.owned && !decide (t.projection = .shown t.status none) then
      t.observe .projectionContradiction (truthEffects t)
    else .noop .agrees
  | _ => .noop .agrees

def convergeRule (t : Task) : Outcome :=
  match t.current with
  | some { phase := .promoting tx _, key } => t.observe .converging [.probe key tx.tx]
  | some { phase := .accepted tx _, key } => t.observe .converging [.startCleanup key tx.tx]
  | some { phase := .cleaned tx receipt _, .. } =>
    if t.projection = .shown .done (some receipt) then .noop .agrees
    else t.observe .projectionContradiction [doneEffect t tx receipt]
  | _ => convergeSettled t

end Lifecycle
