import Lifecycle.Guard
/-!
# Rules of the current attempt

Defines what each act does in each phase of the current attempt, one function a row of the table. The
guards have answered before: an act that names a transaction names the attempt's own.
-/

namespace Lifecycle

/-! ## Workers -/

/-- The attempt with what an act shows of its worker, or makes of it, in any phase. -/
def Attempt.mark (a : Attempt) (act : Act) : Attempt :=
  if act.showsGone then { a with worker := .gone }
  else
    match act, a.phase, a.worker with
    | .killRequested, .promoting .., .present
    | .killRequested, .accepted .., .present
    | .killRequested, .cleaned .., .present => { a with worker := .stopping }
    | _, _, _ => a

/-- The worker of an attempt that ends: it is to be stopped, unless it is gone. -/
def Worker.ended : Worker → Worker
  | .gone => .gone
  | .present | .stopping => .stopping

/-- The request to stop the attempt's process, unless it is gone. -/
def Attempt.stop (a : Attempt) : List Effect :=
  if a.worker = .gone then [] else [.stopProcess a.key]

/-- The request to stop the attempt's process, if it is to be stopped. -/
def Attempt.stopAgain (a : Attempt) : List Effect :=
  if a.worker = .stopping then [.stopProcess a.key] else []

/-! ## Moves -/

/-- The task with its attempt in a phase. -/
def Task.enter (t : Task) (a : Attempt) (phase : Phase) : Task :=
  { t with current := some { a with phase } }

/-- The attempt ends in a phase. -/
def Attempt.endAs (a : Attempt) (phase : Phase) : Attempt :=
  { a with phase, worker := a.worker.ended }

/-- The attempt fails, and stays current until a retry. -/
def Task.fail (t : Task) (a : Attempt) (cls : Class) : Task :=
  { t with current := some (a.endAs (.failed cls)), status := .failed, projection := .missing }

/-- The attempt is closed without failing, and the task is open again. -/
def Task.cancel (t : Task) (a : Attempt) (reason : Cancel) : Task :=
  { t with
    current := none
    closed := t.closed ++ [a.endAs (.cancelled reason)]
    status := .open }

/-- The task is given up. -/
def Task.abandon (t : Task) : Task :=
  { t with status := .abandoned, ready := false, projection := .missing }

/-- The transaction is cleaned up, and the task is done. -/
def Task.clean (t : Task) (a : Attempt) (tx : Tx) (receipt cleanup : Nat) : Task :=
  { t.enter a (.cleaned tx receipt cleanup) with status := .done, projection := .missing }

/-! ## Outcomes that several rows share -/

/-- The attempt fails. -/
def failNow (t : Task) (a : Attempt) (cls : Class) : Outcome :=
  .applied (t.fail a cls)
    (.attemptFailed a.key cls :: a.stop ++ [.projectFailed t.id t.generation cls])

/-- The attempt is killed. -/
def killNow (t : Task) (a : Attempt) : Outcome := .applied (t.cancel a .killed) a.stop

/-- The task is abandoned together with its live attempt. -/
def abandonNow (t : Task) (a : Attempt) : Outcome :=
  .applied (t.cancel a .abandoned).abandon (a.stop ++ [.projectAbandoned t.id t.generation])

/-- A promotion is in flight: the first reason to end the attempt waits for its outcome. -/
def deferEnd (t : Task) (a : Attempt) (tx : Tx) (deferred reason : Deferred) : Outcome :=
  match deferred with
  | .none => .applied (t.enter a (.promoting tx reason)) [.probe a.key tx.tx]
  | _ => t.observe .alreadyDeferred [.probe a.key tx.tx]

/-- The projection that is due: what the outside must be brought to show, if anything. -/
def Task.due (t : Task) : List Effect :=
  match t.phase, t.status with
  | some (.cleaned tx receipt _), _ =>
    [.projectDone t.id t.generation tx.contract.disposition receipt]
  | _, .abandoned => [.projectAbandoned t.id t.generation]
  | some (.failed cls), _ => [.projectFailed t.id t.generation cls]
  | _, _ => []

/-- The due projection, unless the projection agrees. -/
def Task.reproject (t : Task) : List Effect := if t.agrees t.projection then [] else t.due

/-! ## Rows of the table -/

/-- A failure is reported. -/
def failureRule (t : Task) (a : Attempt) (cls : Class) : Outcome :=
  match a.phase with
  | .running | .finishing .. => failNow t a cls
  | .promoting tx deferred => deferEnd t a tx deferred (.failure cls)
  | .accepted tx _ => t.observe .afterSuccess [.startCleanup a.key tx.tx]
  | .cleaned .. => t.observe .afterSuccess t.reproject
  | .failed _ | .cancelled _ => t.observe .afterFailure

/-- A process exits with zero: a worker that never began to finish has not completed. -/
def exitZeroRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running => failNow t a .noCompletion
  | .finishing tx _ => t.observe .finishInProgress [.continueFinish a.key tx.tx tx.candidate]
  | .promoting tx _ => t.observe .promotionInFlight [.probe a.key tx.tx]
  | .accepted tx _ => t.observe .afterSuccess [.startCleanup a.key tx.tx]
  | .cleaned .. => t.observe .afterSuccess t.reproject
  | .failed _ | .cancelled _ => t.observe .afterFailure

def finishRule (t : Task) (a : Attempt) (tx : Tx) : Outcome :=
  match a.phase with
  | .running =>
    .applied (t.enter a (.finishing tx false)) [.continueFinish a.key tx.tx tx.candidate]
  | .failed _ | .cancelled _ => .rejected .closed
  | _ => .noop .already

def validationRule (t : Task) (a : Attempt) (passed : Bool) : Outcome :=
  match a.phase, passed with
  | .finishing _ true, true => .noop .already
  | .finishing tx false, true => .applied (t.enter a (.finishing tx true)) []
  | .finishing .., false =>
    -- Without a worker nobody is left to go on.
    if a.worker = .gone then failNow t a .noCompletion else .applied (t.enter a .running) []
  | .promoting .., true | .accepted .., true | .cleaned .., true => .noop .already
  | .promoting .., false => t.observe .afterIntent
  | .accepted .., false | .cleaned .., false => t.observe .afterSuccess
  | .running, _ => .rejected .noTransaction
  | .failed _, _ | .cancelled _, _ => .rejected .closed

def intentRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .finishing tx validated =>
    if t.held.isSome then .rejected .held
    else if validated then
      .applied (t.enter a (.promoting tx .none)) [.promote a.key tx.tx tx.candidate]
    else .rejected .notValidated
  | .promoting .. | .accepted .. | .cleaned .. => .noop .already
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

/-- A durable acceptance is reported; `same` is the reason given where it was known already. -/
def acceptanceRule (t : Task) (a : Attempt) (receipt : Nat) (same : Why) : Outcome :=
  match a.phase with
  | .promoting tx _ =>
    .applied (t.enter a (.accepted tx receipt))
      (.succeeded a.key tx.contract.disposition receipt :: .startCleanup a.key tx.tx :: a.stopAgain)
  | .accepted _ known | .cleaned _ known _ =>
    if known = receipt then .noop same else t.hold .receiptConflict
  | .finishing .. => .rejected .notIntended
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => t.holdAcceptance a.key receipt

/-- A probe finds no acceptance: a deferred reason to end the attempt takes effect, else promote again. -/
def absenceRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .promoting tx .none =>
    t.observe .promotionAbsent
      (if t.held.isSome then [] else [.promote a.key tx.tx tx.candidate])
  | .promoting _ (.failure cls) => failNow t a cls
  | .promoting _ .kill => killNow t a
  | .promoting _ .abandon => abandonNow t a
  | .accepted .. | .cleaned .. => t.observe .afterSuccess
  | .finishing .. => .rejected .notIntended
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

def cleanupRule (t : Task) (a : Attempt) (receipt cleanup : Nat) : Outcome :=
  match a.phase with
  | .accepted tx known =>
    if known = receipt then
      .applied (t.clean a tx receipt cleanup)
        [.projectDone t.id t.generation tx.contract.disposition receipt]
    else .rejected .receiptMismatch
  | .cleaned _ known recorded =>
    if known = receipt ∧ recorded = cleanup then .noop .already else .rejected .receiptMismatch
  | .finishing .. | .promoting .. => .rejected .notAccepted
  | .running => .rejected .noTransaction
  | .failed _ | .cancelled _ => .rejected .closed

/-- The worker gives its attempt back: that costs a retry, and without one it is a failure. -/
def releaseRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running =>
    let gone := { a with worker := .gone }
    if t.retries = 0 then failNow t gone .released
    else .applied { t.cancel gone .released with retries := t.retries - 1 } []
  | .finishing .. | .promoting .. => .rejected .ownerActive
  | .accepted .. | .cleaned .. => .rejected .alreadyAccepted
  | .failed _ | .cancelled _ => .noop .already

def killRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running | .finishing .. => killNow t a
  | .promoting tx deferred => deferEnd t a tx deferred .kill
  | .accepted .. | .cleaned .. => t.observe .afterSuccess a.stop
  | .failed _ | .cancelled _ => .noop .already

def lateCommitRule (t : Task) (a : Attempt) : Outcome :=
  match a.phase with
  | .running | .finishing .. | .promoting .. => t.observe .workInProgress
  | .accepted .. | .cleaned .. => t.observe .lateCommit
  | .failed _ | .cancelled _ => t.observe .closed

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

end Lifecycle
