import Lifecycle.Scenarios.Script
/-!
# Scenarios with their decisions

The scenarios that the specification tells decision by decision, from their turning point on. Each
`…_decided` says that the reducer decides exactly that, and the kernel has checked it.
-/

namespace Lifecycle.TurningPoints

def k : Key := attemptKey 1 0 1 1

/-- The second attempt of the same generation. -/
def again : Key := attemptKey 1 0 2 2

/-- The first attempt of the next generation. -/
def next : Key := attemptKey 1 1 2 2

/-- A scenario of task 1, with the events before its turning point and those after it. -/
structure Turn where
  id : String
  before : List Body
  after : List Body

def Turn.scenario (turn : Turn) : Scenario :=
  Lifecycle.scenario ("turning/" ++ turn.id) ["turning"] [turn.before, turn.after]

/-- What the reducer decides from the turning point on. -/
def Turn.decided (turn : Turn) : List Decision :=
  (decisions (initialState 1) turn.scenario.events).drop turn.before.length

def done : Effect := .projectDone 1 0 .landed 1

/-! ## A missing projection after a crash converges -/

def missingProjection : Turn := {
  id := "missing-projection-after-a-crash-converges"
  before := .taskDeclared 1 [] 1 :: toCleaned k 1 1 1 1
  after := [converge 1, see 1 0 .missing, converge 1, see 1 0 (.shown .done (some 1)), converge 1] }

theorem missingProjection_decided : missingProjection.decided =
    [⟨.observed .converging, [done]⟩,
      ⟨.observed .projectionContradiction, [done]⟩,
      ⟨.observed .converging, [done]⟩,
      ⟨.observed .projectionAgrees, []⟩,
      ⟨.noop .agrees, []⟩] := by
  rfl

/-! ## Kill, then a claim waits for the exit -/

def killThenClaim : Turn := {
  id := "kill-then-a-claim-waits-for-the-exit"
  before := [.taskDeclared 1 [] 1, claim k]
  after := [kill k, claim again, exit k 1, converge 1, workerExit k 1, claim again] }

theorem killThenClaim_decided : killThenClaim.decided =
    [⟨.applied, [.stopProcess k]⟩,
      ⟨.rejected .notReady, []⟩,
      ⟨.observed .closed, []⟩,
      ⟨.observed .converging, [.stopProcess k]⟩,
      ⟨.applied, [.ready 1 0]⟩,
      ⟨.applied, []⟩] := by
  rfl

/-! ## A late acceptance after a retry is held and binds -/

def lateAcceptance : Turn := {
  id := "late-acceptance-after-a-retry-is-held-and-binds"
  before := .taskDeclared 1 [] 1 :: toPromoting k 1 1 ++
    [workerExit k 1, probed k 1 none, retry 1 0] ++ toValidated next 2 2
  after := [accept k 1 1 1, intend next 2 2, clearHold 1 1, intend next 2 2, accept k 1 1 1,
    probed next 2 none, clearHold 1 1, probed next 2 none] }

theorem lateAcceptance_decided : lateAcceptance.decided =
    [⟨.hold .acceptedAfterClose, []⟩,
      ⟨.rejected .held, []⟩,
      ⟨.applied, [.continueFinish next 2 2]⟩,
      ⟨.applied, [.promote next 2 2]⟩,
      ⟨.hold .acceptedAfterClose, []⟩,
      ⟨.observed .promotionAbsent, []⟩,
      ⟨.applied, [.probe next 2]⟩,
      ⟨.observed .promotionAbsent, [.promote next 2 2]⟩] := by
  rfl

/-! ## A deferred kill, accepted -/

def deferredKill : Turn := {
  id := "deferred-kill-accepted"
  before := .taskDeclared 1 [] 1 :: toPromoting k 1 1
  after := [kill k, accept k 1 1 1, converge 1, workerExit k 1, converge 1] }

theorem deferredKill_decided : deferredKill.decided =
    [⟨.applied, [.probe k 1]⟩,
      ⟨.applied, [.succeeded k .landed 1, .startCleanup k 1, .stopProcess k]⟩,
      ⟨.observed .converging, [.stopProcess k, .startCleanup k 1]⟩,
      ⟨.observed .afterSuccess, [.startCleanup k 1]⟩,
      ⟨.observed .converging, [.startCleanup k 1]⟩] := by
  rfl

/-! ## Exit 0 while finishing is carried on -/

def exitZero : Turn := {
  id := "exit-zero-while-finishing-is-carried-on"
  before := [.taskDeclared 1 [] 1, claim k, begin k 1 1]
  after := [workerExit k 0, validate k 1 1, intend k 1 1, accept k 1 1 1] }

theorem exitZero_decided : exitZero.decided =
    [⟨.observed .finishInProgress, [.continueFinish k 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.promote k 1 1]⟩,
      ⟨.applied, [.succeeded k .landed 1, .startCleanup k 1]⟩] := by
  rfl

def exitZeroRefused : Turn := {
  id := "exit-zero-while-finishing-then-refused"
  before := [.taskDeclared 1 [] 1, claim k, begin k 1 1]
  after := [workerExit k 0, validate k 1 1 false] }

theorem exitZeroRefused_decided : exitZeroRefused.decided =
    [⟨.observed .finishInProgress, [.continueFinish k 1 1]⟩,
      ⟨.applied, [.attemptFailed k .noCompletion, .projectFailed 1 0 .noCompletion]⟩] := by
  rfl

/-! ## The release loop ends -/

def releaseLoop : Turn := {
  id := "release-loop-ends"
  before := [.taskDeclared 1 [] 1, claim k]
  after := [release k, claim again, release again, retry 1 0, grant 1 0 1, retry 1 0] }

theorem releaseLoop_decided : releaseLoop.decided =
    [⟨.applied, [.ready 1 0]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.attemptFailed again .released, .projectFailed 1 0 .released]⟩,
      ⟨.hold .retriesExhausted, []⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.openGeneration 1 1, .ready 1 1]⟩] := by
  rfl

/-! ## Untrusted legacy trusted -/

def legacyTrusted : Turn := {
  id := "untrusted-legacy-trusted"
  before := [.legacyImported 1 [] 1 .done false, .taskDeclared 2 [1] 0]
  after := [trust 1 0, trust 1 0, retry 1 0] }

theorem legacyTrusted_decided : legacyTrusted.decided =
    [⟨.applied, [.ready 2 0]⟩, ⟨.noop .already, []⟩, ⟨.rejected .alreadyAccepted, []⟩] := by
  rfl

/-! ## An abandoned prerequisite is waived and reopened -/

def prerequisite : Turn := {
  id := "abandoned-prerequisite-waived-and-reopened"
  before := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 0, claim k]
  after := [abandon 1 0, waive 2 0 1, reopen 1 0, claim next, workerExit k 1] }

theorem prerequisite_decided : prerequisite.decided =
    [⟨.applied, [.stopProcess k, .projectAbandoned 1 0]⟩,
      ⟨.applied, [.ready 2 0]⟩,
      ⟨.applied, [.openGeneration 1 1]⟩,
      ⟨.rejected .notReady, []⟩,
      ⟨.applied, [.ready 1 1]⟩] := by
  rfl

def turns : List Turn := [
  missingProjection, killThenClaim, lateAcceptance, deferredKill, exitZero, exitZeroRefused, releaseLoop,
  legacyTrusted, prerequisite]

/-! ## Further requests of operators -/

def one (id : String) (bodies : List Body) : Scenario := scenario ("operator/" ++ id) ["operator"] [bodies]

def operators : List Scenario := [
  one "grant" [.taskDeclared 1 [] 0, grant 1 0 2, claim k, grant 1 0 maxInteger, grant 1 0 1, workerExit k 1,
    retry 1 0],
  one "grant-settled" (.taskDeclared 1 [] 0 :: toAccepted k 1 1 1 ++ [grant 1 0 1, clean k 1 1 1, grant 1 0 1]),
  one "waive" [.taskDeclared 1 [] 0, .taskDeclared 2 [] 0, .taskDeclared 3 [1, 2] 1, waive 3 0 3, waive 3 0 2,
    waive 3 0 2, waive 3 0 1, claim (attemptKey 3 0 1 1), waive 3 0 1],
  one "waive-satisfied" ([.taskDeclared 1 [] 0, .taskDeclared 2 [1] 0] ++ toCleaned k 1 1 1 1 ++ [waive 2 0 1]),
  one "waived-dependency-succeeds" ([.taskDeclared 1 [] 0, .taskDeclared 2 [] 0, .taskDeclared 3 [1, 2] 1,
    waive 3 0 1] ++ toCleaned k 1 1 1 1 ++ [claim (attemptKey 3 0 1 1)] ++
    toCleaned (attemptKey 2 0 1 1) 2 2 2 2 ++ [claim (attemptKey 3 0 1 1)]),
  one "reopen-refused" [.taskDeclared 1 [] 1, reopen 1 0, claim k, reopen 1 0, workerExit k 1, reopen 1 0],
  one "held-while-open" (.taskDeclared 1 [] 2 :: toPromoting k 1 1 ++
    [workerExit k 1, probed k 1 none, retry 1 0, probed k 1 (some 4), claim next, converge 1, waive 1 1 1,
      accept k 1 1 5, clearHold 1 1, claim next]),
  one "held-before-the-worker-is-gone" (.taskDeclared 1 [] 2 :: toPromoting k 1 1 ++
    [kill k, probed k 1 none, accept k 1 1 1, workerExit k 1, converge 1, clearHold 1 0, claim again]),
  one "held-while-running" (.taskDeclared 1 [] 2 :: toPromoting k 1 1 ++
    [lose k, probed k 1 none, retry 1 0, claim next, accept k 1 1 1, release next, claim (attemptKey 1 1 3 3),
      clearHold 1 1, claim (attemptKey 1 1 3 3), clearHold 1 1]),
  one "held-while-stopping" (.taskDeclared 1 [] 2 :: toPromoting k 1 1 ++
    [kill k, probed k 1 none, probed k 1 (some 1), clearHold 1 0, workerExit k 0, claim again]),
  one "earlier-worker-ends-again" [.taskDeclared 1 [] 2, claim k, workerExit k 1, retry 1 0, claim next, kill next,
    lose k, claim (attemptKey 1 1 3 3), workerExit next 0, claim (attemptKey 1 1 3 3)],
  one "open-with-a-receipt" [.taskDeclared 1 [] 0, see 1 0 (.shown .open (some 1)),
    .legacyImported 2 [] 0 .open true, see 2 0 (.shown .open (some 1))],
  one "trust-refused" ([.taskDeclared 1 [] 0, trust 1 0] ++ toCleaned k 1 1 1 1 ++ [trust 1 0])]

def all : List Scenario := turns.map Turn.scenario ++ operators

end Lifecycle.TurningPoints
