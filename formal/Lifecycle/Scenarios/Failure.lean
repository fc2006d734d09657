import Lifecycle.Scenarios.Script
/-!
# Scenarios of failure and cancellation

Before a durable acceptance a genuine failure stays one; while a promotion is in flight it waits for
the probe; a closed attempt is never blessed.
-/

namespace Lifecycle.Failure

def k : Key := attemptKey 1 0 1 1

/-- The second attempt of the same generation. -/
def again : Key := attemptKey 1 0 2 2

/-- The first attempt of the next generation. -/
def next : Key := attemptKey 1 1 2 2

def one (id : String) (parts : List (List Body)) : Scenario :=
  scenario id ["failure"] ([.taskDeclared 1 [] 1] :: parts)

/-- Each cause fails a running attempt, and one that is finishing. -/
def causes : List Scenario := [
  one "failure/nonzero-exit-before-success" [[claim k, exit k 1]],
  one "failure/nonzero-exit-while-finishing" [toValidated k 1 1, [exit k 2 .worker]],
  one "failure/exit-without-completion" [[claim k, exit k 0 .worker]],
  one "failure/exit-zero-while-finishing" [[claim k, begin k 1 1, exit k 0, exit k 1]],
  one "failure/candidate-refused-without-worker"
    [[claim k, begin k 1 1, workerExit k 0, validate k 1 1 false, converge 1]],
  one "failure/provider-timeout" [[claim k, fault k .timeout]],
  one "failure/provider-unavailable-while-finishing" [[claim k, begin k 1 1, fault k .unavailable]],
  one "failure/owner-lost" [[claim k, lose k]],
  one "failure/requested" [[claim k, failTask k]],
  one "failure/candidate-refused"
    [[claim k, begin k 1 1, validate k 1 1 false, begin k 2 2, validate k 2 2, validate k 2 2 false,
      failTask k]]]

/-- Whatever a failed attempt still says is evidence, or refused. -/
def afterFailure : Scenario :=
  one "failure/failed-then-everything"
    [[claim k, exit k 1],
      [exit k 1, exit k 0, fault k .timeout, lose k, failTask k, kill k, release k, lateCommit k 3,
        begin k 1 1, validate k 1 1, intend k 1 1, probed k 1 none, clean k 1 1 1,
        accept k 1 1 1, probed k 1 (some 1), claim again, converge 1,
        see 1 0 (.shown .failed none), see 1 0 (.shown .open none),
        see 1 0 .missing, see 1 0 (.shown .done (some 1)), workerExit k 0, converge 1, clearHold 1 0,
        converge 1]]

/-- An exit between intent and acceptance. -/
def brokenInFlight : Scenario :=
  one "failure/exit-between-intent-and-acceptance-then-accepted"
    [toPromoting k 1 1, [exit k 1, accept k 1 1 1, clean k 1 1 1]]

/-- An end that arrives between intent and acceptance waits for the word of the transaction. -/
def inFlight : List Scenario := [
  brokenInFlight,
  one "failure/exit-between-intent-and-acceptance-then-found"
    [toPromoting k 1 1, [exit k 1, probed k 1 (some 1), clean k 1 1 1]],
  one "failure/exit-between-intent-and-acceptance-then-absent"
    [toPromoting k 1 1, [exit k 1, probed k 1 none, accept k 1 1 1]],
  one "failure/each-class-deferred-fault" [toPromoting k 1 1, [fault k .timeout, probed k 1 none]],
  one "failure/each-class-deferred-lost" [toPromoting k 1 1, [lose k, probed k 1 none]],
  one "failure/each-class-deferred-requested" [toPromoting k 1 1, [failTask k, probed k 1 none]],
  one "failure/first-deferred-reason-stays"
    [toPromoting k 1 1,
      [exit k 1, kill k, abandon 1 0, fault k .timeout, exit k 0, lateCommit k 2,
        validate k 1 1 false, release k, retry 1 0, claim again,
        see 1 0 (.shown .active none), see 1 0 (.shown .done none),
        probed k 1 none]]]

def retries : List Scenario := [
  one "failure/retry-after-failure"
    [[claim k, exit k 1, retry 1 0, converge 1, claim next, workerExit k 1], toCleaned next 2 2 2 2],
  one "failure/retries-exhausted"
    [[claim k, workerExit k 1, retry 1 0, claim next, exit next 1, retry 1 1, grant 1 1 1, retry 1 1,
      workerExit next 1, claim (attemptKey 1 2 3 3)]],
  one "failure/retry-refused"
    [[retry 1 0, claim k, retry 1 0, retry 1 1, exit k 1,
      retry 1 0, retry 1 0]],
  one "failure/accepted-after-close"
    [toPromoting k 1 1, [exit k 1, probed k 1 none, retry 1 0, accept k 1 1 1,
      probed k 1 (some 1), probed k 1 none, workerExit k 1, claim next, converge 1, clearHold 1 0,
      clearHold 1 1, converge 1, claim next, accept k 1 1 2, clearHold 1 1]],
  one "failure/hold-binds-a-failed-task"
    [toPromoting k 1 1, [workerExit k 1, probed k 1 none, accept k 1 1 1, retry 1 0, abandon 1 0,
      reopen 1 0, clearHold 1 0, reopen 1 0, claim next]]]

/-- Kill in every phase. -/
def kills : List Scenario := [
  one "kill/before-claim" [[kill k, claim k]],
  one "kill/running" [[claim k, kill k, kill k, exit k 1, claim again, workerExit k 1, claim again]],
  one "kill/finishing" [[claim k, begin k 1 1, kill k, validate k 1 1, claim again, lose k, claim again]],
  one "kill/validated" [toValidated k 1 1, [kill k, intend k 1 1, workerExit k 0, claim again]],
  one "kill/finishing-without-worker" [[claim k, begin k 1 1, workerExit k 0, kill k, claim again]],
  one "kill/promoting-then-absent"
    [toPromoting k 1 1, [kill k, kill k, converge 1, probed k 1 none, claim again, workerExit k 1, claim again]],
  one "kill/promoting-after-a-failure"
    [toPromoting k 1 1, [exit k 1, kill k, converge 1, probed k 1 none, converge 1]],
  one "kill/promoting-without-worker"
    [toPromoting k 1 1, [workerExit k 0, kill k, probed k 1 none, claim again]],
  one "kill/accepted" [toAccepted k 1 1 1, [kill k, clean k 1 1 1, converge 1, workerExit k 0, kill k]],
  one "kill/cleaned" [toCleaned k 1 1 1 1, [kill k, converge 1]],
  one "kill/failed" [[claim k, exit k 1, kill k]],
  one "kill/released" [[claim k, release k, kill k, release k, claim again, release again]]]

/-- An open task is abandoned. -/
def abandonedOpen : Scenario :=
  one "abandon/open" [[abandon 1 0, abandon 1 0, claim k, retry 1 0,
    see 1 0 (.shown .abandoned none), see 1 0 (.shown .open none), converge 1]]

/-- An abandonment between intent and acceptance. -/
def abandonedInFlight : Scenario :=
  one "abandon/promoting-then-accepted"
    [toPromoting k 1 1, [abandon 1 0, accept k 1 1 1, clean k 1 1 1]]

/-- Abandon in every phase. -/
def abandonments : List Scenario := [
  abandonedOpen,
  one "abandon/running" [[claim k, abandon 1 0, exit k 1, claim again, converge 1, workerExit k 1]],
  one "abandon/finishing" [[claim k, begin k 1 1, abandon 1 0, validate k 1 1]],
  one "abandon/validated" [toValidated k 1 1, [abandon 1 0, intend k 1 1]],
  one "abandon/promoting-then-absent"
    [toPromoting k 1 1, [abandon 1 0, abandon 1 0, probed k 1 none, claim again]],
  abandonedInFlight,
  one "abandon/accepted" [toAccepted k 1 1 1, [abandon 1 0, clean k 1 1 1]],
  one "abandon/cleaned" [toCleaned k 1 1 1 1, [abandon 1 0]],
  one "abandon/failed" [[claim k, exit k 1, abandon 1 0, exit k 1, retry 1 0, converge 1, workerExit k 1,
    accept k 1 1 1]],
  one "abandon/killed" [[claim k, kill k, abandon 1 0, reopen 1 0, workerExit k 1, claim next]],
  one "abandon/generations" [[claim k, workerExit k 1, retry 1 0, converge 1, abandon 1 0, abandon 1 2,
    abandon 1 1]]]

def all : List Scenario :=
  [causes, [afterFailure], inFlight, retries, kills, abandonments].flatten

end Lifecycle.Failure
