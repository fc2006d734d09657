module
public import Lifecycle.Scenarios.Script
/-!
# Scenarios of failure and cancellation

Before a durable acceptance a genuine failure stays one; while a promotion is in flight it waits for
the probe; a closed attempt is never blessed.
-/

@[expose] public section

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
        accept k 1 1 1, probed k 1 (some 1), claim again, .convergeRequested 1,
        .projectionObserved 1 0 (.shown .failed none), .projectionObserved 1 0 (.shown .open none),
        .projectionObserved 1 0 .missing, .projectionObserved 1 0 (.shown .done (some 1))]]

/-- An end that arrives between intent and acceptance waits for the word of the transaction. -/
def inFlight : List Scenario := [
  one "failure/exit-between-intent-and-acceptance-then-accepted"
    [toPromoting k 1 1, [exit k 1, accept k 1 1 1, clean k 1 1 1]],
  one "failure/exit-between-intent-and-acceptance-then-found"
    [toPromoting k 1 1, [exit k 1, probed k 1 (some 1), clean k 1 1 1]],
  one "failure/exit-between-intent-and-acceptance-then-absent"
    [toPromoting k 1 1, [exit k 1, probed k 1 none, accept k 1 1 1]],
  one "failure/each-class-deferred-fault" [toPromoting k 1 1, [fault k .timeout, probed k 1 none]],
  one "failure/each-class-deferred-lost" [toPromoting k 1 1, [lose k, probed k 1 none]],
  one "failure/each-class-deferred-requested" [toPromoting k 1 1, [failTask k, probed k 1 none]],
  one "failure/first-deferred-reason-stays"
    [toPromoting k 1 1,
      [exit k 1, kill k, .abandonRequested 1 0, fault k .timeout, exit k 0, lateCommit k 2,
        validate k 1 1 false, release k, .retryRequested 1 0, claim again,
        .projectionObserved 1 0 (.shown .active none), .projectionObserved 1 0 (.shown .done none),
        probed k 1 none]]]

def retries : List Scenario := [
  one "failure/retry-after-failure"
    [[claim k, exit k 1, .retryRequested 1 0], toCleaned next 2 2 2 2],
  one "failure/retries-exhausted"
    [[claim k, exit k 1, .retryRequested 1 0, claim next, exit next 1, .retryRequested 1 1]],
  one "failure/retry-refused"
    [[.retryRequested 1 0, claim k, .retryRequested 1 0, .retryRequested 1 1, exit k 1,
      .retryRequested 1 0, .retryRequested 1 0]],
  one "failure/accepted-after-close"
    [toPromoting k 1 1, [exit k 1, probed k 1 none, .retryRequested 1 0, accept k 1 1 1,
      probed k 1 (some 1), probed k 1 none, claim next, accept k 1 1 1]]]

/-- Kill in every phase. -/
def kills : List Scenario := [
  one "kill/before-claim" [[kill k, claim k]],
  one "kill/running" [[claim k, kill k, kill k, exit k 1, claim again]],
  one "kill/finishing" [[claim k, begin k 1 1, kill k, validate k 1 1, claim again]],
  one "kill/validated" [toValidated k 1 1, [kill k, intend k 1 1, claim again]],
  one "kill/promoting-then-absent" [toPromoting k 1 1, [kill k, kill k, probed k 1 none, claim again]],
  one "kill/promoting-then-accepted" [toPromoting k 1 1, [kill k, accept k 1 1 1, clean k 1 1 1]],
  one "kill/accepted" [toAccepted k 1 1 1, [kill k, clean k 1 1 1]],
  one "kill/cleaned" [toCleaned k 1 1 1 1, [kill k]],
  one "kill/failed" [[claim k, exit k 1, kill k]],
  one "kill/released" [[claim k, release k, kill k, release k, claim again, release again]]]

/-- Abandon in every phase. -/
def abandonments : List Scenario := [
  one "abandon/open" [[.abandonRequested 1 0, .abandonRequested 1 0, claim k, .retryRequested 1 0,
    .projectionObserved 1 0 (.shown .abandoned none), .projectionObserved 1 0 (.shown .open none),
    .convergeRequested 1]],
  one "abandon/running" [[claim k, .abandonRequested 1 0, exit k 1, claim again]],
  one "abandon/finishing" [[claim k, begin k 1 1, .abandonRequested 1 0, validate k 1 1]],
  one "abandon/validated" [toValidated k 1 1, [.abandonRequested 1 0, intend k 1 1]],
  one "abandon/promoting-then-absent"
    [toPromoting k 1 1, [.abandonRequested 1 0, .abandonRequested 1 0, probed k 1 none, claim again]],
  one "abandon/promoting-then-accepted"
    [toPromoting k 1 1, [.abandonRequested 1 0, accept k 1 1 1, clean k 1 1 1]],
  one "abandon/accepted" [toAccepted k 1 1 1, [.abandonRequested 1 0, clean k 1 1 1]],
  one "abandon/cleaned" [toCleaned k 1 1 1 1, [.abandonRequested 1 0]],
  one "abandon/failed" [[claim k, exit k 1, .abandonRequested 1 0, exit k 1, .retryRequested 1 0]],
  one "abandon/generations" [[claim k, exit k 1, .retryRequested 1 0, .abandonRequested 1 0,
    .abandonRequested 1 2, .abandonRequested 1 1]]]

def all : List (List Scenario) :=
  [causes, [afterFailure], inFlight, retries, kills, abandonments]

end Lifecycle.Failure
