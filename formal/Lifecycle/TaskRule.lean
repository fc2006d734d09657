import Lifecycle.Rule
/-!
# Rules of tasks

Defines what an event does to the task it concerns: the fence of its key before the rules of the current
attempt, and the rules of events that name no attempt.
-/

namespace Lifecycle

/-! ## Acts on attempts -/

/-- An act on the current attempt: the transaction's identity first, then the phase. -/
def currentRule (t : Task) (a : Attempt) (act : Act) : Outcome :=
  match txGuard t a act with
  | some outcome => outcome
  | none =>
    let marked := a.mark act
    phaseRule { t with current := some marked } marked act

/-- An act on another attempt than the current one. -/
def otherRule (satisfied : Nat → Bool) (t : Task) (key : Key) (act : Act) : Outcome :=
  if t.closed.any (·.key = key) then closedOutcome satisfied t key act else foreignOutcome t key

/-- An act on an attempt of the task: fenced by the key. -/
def attemptRule (satisfied : Nat → Bool) (t : Task) (key : Key) (act : Act) : Outcome :=
  match t.current with
  | some a => if a.key = key then currentRule t a act else otherRule satisfied t key act
  | none => otherRule satisfied t key act

/-! ## Claims -/

/-- The attempt that a claim by this key starts. -/
def Task.claim (t : Task) (key : Key) : Task :=
  { t with
    attempts := t.attempts + 1
    fence := key.fence
    ready := false
    status := .active
    current := some { key, phase := .running, worker := .present } }

/-- Why the task's current state refuses any claim, if it does. -/
def claimRefusal (t : Task) : Option Why :=
  if t.hasSuccess then some .alreadyAccepted
  else if t.hasLive then some .ownerActive
  else match t.status with
    | .abandoned => some .abandoned
    | .open => if t.held.isSome then some .held else if t.ready then none else some .notReady
    | .active | .done | .failed => some .notReady

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

/-! ## Operators' requests -/

def abandonRule (t : Task) : Outcome :=
  if t.status = .abandoned then .noop .already
  else if t.settled then .rejected .alreadyAccepted
  else match t.current with
    | some a =>
      match a.phase with
      | .promoting tx deferred => deferEnd t a tx deferred .abandon
      | .running | .finishing .. => abandonNow t a
      | _ => .applied t.abandon (a.stop ++ [.projectAbandoned t.id t.generation])
    | none => .applied t.abandon [.projectAbandoned t.id t.generation]

/-- The next generation of the task. -/
def Task.nextGeneration (t : Task) : Task :=
  { t with
    generation := t.generation + 1
    ready := false
    status := .open
    current := none
    closed := t.closed ++ t.current.toList }

/-- The next generation is opened, with these retries left. -/
def openNext (t : Task) (retries : Nat) : Outcome :=
  .applied { t.nextGeneration with retries } [.openGeneration t.id (t.generation + 1)]

def retryRule (t : Task) : Outcome :=
  if t.settled then .rejected .alreadyAccepted
  else if t.hasLive then .rejected .ownerActive
  else match t.status with
    | .abandoned => .rejected .abandoned
    | .open => .rejected .notFailed
    | .active | .done | .failed =>
      if t.held.isSome then .rejected .held
      else if t.retries = 0 then t.hold .retriesExhausted
      else openNext t (t.retries - 1)

def reopenRule (t : Task) : Outcome :=
  if t.settled then .rejected .alreadyAccepted
  else if t.hasLive then .rejected .ownerActive
  else if t.status ≠ .abandoned then .rejected .notAbandoned
  else if t.held.isSome then .rejected .held
  else openNext t t.retries

def grantRule (t : Task) (count : Nat) : Outcome :=
  if t.settled then .rejected .alreadyAccepted
  else .applied { t with retries := min (t.retries + count) maxInteger } []

def trustRule (t : Task) : Outcome :=
  if !t.doneLegacy then .rejected .notLegacyDone
  else if t.origin = .legacy true then .noop .already
  else .applied { t with origin := .legacy true } []

def waiveRule (satisfied : Nat → Bool) (t : Task) (dep : Nat) : Outcome :=
  if !t.deps.contains dep then .rejected .unknownDependency
  else if t.waived.contains dep || satisfied dep then .noop .already
  else .applied { t with waived := t.waived ++ [dep] } []

/-! ## Convergence -/

/-- The effect that carries on what the current attempt has begun. -/
def Attempt.resume (a : Attempt) : List Effect :=
  match a.phase with
  | .finishing tx _ => [.continueFinish a.key tx.tx tx.candidate]
  | .promoting tx _ => [.probe a.key tx.tx]
  | .accepted tx _ => [.startCleanup a.key tx.tx]
  | _ => []

/-- The request to stop the current attempt's process again; while promoting its outcome comes first. -/
def Attempt.stopCurrent (a : Attempt) : List Effect :=
  match a.phase with
  | .promoting .. => []
  | _ => a.stopAgain

/-- Whether an attempt was claimed in the task's generation and closed. -/
def Task.generationClaimed (t : Task) : Bool := t.closed.any (·.key.generation = t.generation)

/-- What an open task waits for again: the opening of its generation, and a claim. -/
def Task.opening (t : Task) : List Effect :=
  if t.status = .open && t.held.isNone then
    (if 0 < t.generation && !t.generationClaimed then [.openGeneration t.id t.generation] else []) ++
      (if t.ready then [.ready t.id t.generation] else [])
  else []

/-- Every outstanding effect of the task: what a crash may have lost is requested again. -/
def Task.outstanding (t : Task) : List Effect :=
  t.closed.flatMap Attempt.stopAgain ++ t.current.toList.flatMap Attempt.stopCurrent ++
    t.current.toList.flatMap Attempt.resume ++ t.reproject ++ t.opening

def convergeRule (t : Task) : Outcome :=
  match t.outstanding with
  | [] => .noop .agrees
  | effects => t.observe .converging effects

/-- The operator has looked at the late acceptance: what was withheld is requested. -/
def clearRule (satisfied : Nat → Bool) (t : Task) : Outcome :=
  if t.held.isNone then .noop .already
  else
    let cleared := { t with held := none }
    let next := { cleared with ready := cleared.ready || cleared.claimable satisfied }
    .applied next next.outstanding

/-! ## Projections -/

/-- What a projection that disagrees asks for. -/
def Task.correction (t : Task) : List Effect :=
  match t.current with
  | some { phase := .accepted tx _, key, .. } => [.startCleanup key tx.tx]
  | _ => t.due

/-- Whether a projection shows a success that the task does not have. -/
def Task.unearned (t : Task) (seen : Projection) : Bool :=
  match seen with
  | .shown .done _ => t.status ≠ .done && !t.hasSuccess
  | _ => false

def observeRule (t : Task) (seen : Projection) : Outcome :=
  if t.unearned seen then t.hold .doneWithoutTransaction
  else if t.agrees seen then
    if t.reads t.projection = t.reads seen then .noop .agrees
    else .observed .projectionAgrees { t with projection := seen } []
  else .observed .projectionContradiction { t with projection := seen } t.correction

/-! ## All of them -/

/-- What is said of a generation of the task. -/
def taskRule (satisfied : Nat → Bool) (t : Task) : TaskAct → Outcome
  | .projectionObserved projection => observeRule t projection
  | .abandonRequested => abandonRule t
  | .retryRequested => retryRule t
  | .reopenRequested => reopenRule t
  | .holdCleared => clearRule satisfied t
  | .retriesGranted count => grantRule t count
  | .legacyTrusted => trustRule t
  | .dependencyWaived dep => waiveRule satisfied t dep

/-- What is said of the task, fenced by its generation. -/
def generationRule (satisfied : Nat → Bool) (t : Task) (generation : Nat) (act : TaskAct) : Outcome :=
  match generationGuard t generation act with
  | some outcome => outcome
  | none => taskRule satisfied t act

/-- The outcome of a body for the task it concerns, given which dependencies are satisfied. -/
def Body.outcome (satisfied : Nat → Bool) (t : Task) : Body → Outcome
  | .taskDeclared .. | .legacyImported .. => .rejected .taskExists
  | .attemptClaimed key => claimRule t key
  | .onAttempt key act => attemptRule satisfied t key act
  | .onTask _ generation act => generationRule satisfied t generation act
  | .convergeRequested _ => convergeRule t

end Lifecycle
