import Lifecycle.Scenarios.Script
/-!
# Scenarios of success

After a durable acceptance nothing fails; crashes and late words converge to Done.
-/

namespace Lifecycle.Success

def k : Key := attemptKey 1 0 1 1

/-- A task and one that depends on it. -/
def pair : List Body := [.taskDeclared 1 [] 1, .taskDeclared 2 [1] 0]

def one (id : String) (parts : List (List Body)) : Scenario :=
  scenario id ["success"] (pair :: parts)

/-- Each contract comes to its own disposition. -/
def contracts : List Scenario := [
  one "success/land" [toCleaned k 1 1 1 1 .land],
  one "success/deliver" [toCleaned k 1 1 1 1 .deliver],
  one "success/report" [toCleaned k 1 1 1 1 .report]]

def lateDiagnostics : List Scenario := [
  one "success/then-nonzero-exit" [toAccepted k 1 1 1, [exit k 1], [clean k 1 1 1]],
  one "success/exit-between-acceptance-and-cleanup"
    [toAccepted k 1 1 1, [exit k 137 .worker, exit k 0], [clean k 1 1 1]],
  one "success/cleaned-then-timeout" [toCleaned k 1 1 1 1, [fault k .timeout]],
  one "success/cleaned-worker-stays" [toCleaned k 1 1 1 1,
    [kill k, exit k 0, converge 1, see 1 0 (.shown .done (some 1)), converge 1, workerExit k 0, converge 1]],
  one "success/cleaned-then-everything"
    [toCleaned k 1 1 1 1,
      [exit k 1, exit k 0 .worker, fault k .unavailable, lose k, failTask k, kill k, release k,
        lateCommit k 7, validate k 1 1 false, probed k 1 none, probed k 1 (some 1),
        begin k 1 1, validate k 1 1, intend k 1 1, accept k 1 1 1, clean k 1 1 1,
        claim (attemptKey 1 0 2 2), abandon 1 0, retry 1 0,
        converge 1]],
  one "success/accepted-then-everything"
    [toAccepted k 1 1 1,
      [exit k 1, exit k 0 .worker, fault k .unavailable, lose k, failTask k, kill k, release k,
        lateCommit k 7, validate k 1 1 false, probed k 1 none, probed k 1 (some 1),
        begin k 1 1, validate k 1 1, intend k 1 1, accept k 1 1 1,
        claim (attemptKey 1 0 2 2), abandon 1 0, retry 1 0,
        converge 1]]]

/-- A crash between acceptance and cleanup, resumed by convergence. -/
def crashes : List Scenario := [
  one "success/crash-between-acceptance-and-cleanup"
    [toAccepted k 1 1 1, [lose k, converge 1, clean k 1 1 1, converge 1]],
  one "success/crash-between-intent-and-acceptance"
    [toPromoting k 1 1, [converge 1, probed k 1 none, converge 1,
      probed k 1 (some 1), clean k 1 1 1]]]

/-- The outside shows a failure of a cleaned task. -/
def contradicted : Scenario :=
  one "success/projection-failed-after-cleaned"
    [toCleaned k 1 1 1 1, [see 1 0 (.shown .failed none), converge 1, see 1 0 (.shown .done (some 1))]]

/-- What the graph shows is corrected towards the durable transaction. -/
def projections : List Scenario := [
  one "success/projection-missing-after-cleaned"
    [toCleaned k 1 1 1 1, [see 1 0 .missing, converge 1, see 1 0 (.shown .done (some 1)), converge 1]],
  contradicted,
  one "success/projection-active-after-cleaned"
    [toCleaned k 1 1 1 1, [see 1 0 (.shown .active none), converge 1, see 1 0 (.shown .done (some 1))]],
  one "success/projection-with-another-receipt-after-cleaned"
    [toCleaned k 1 1 1 1, [see 1 0 (.shown .done (some 2)), converge 1]],
  one "success/projection-before-cleanup"
    [toAccepted k 1 1 1,
      [see 1 0 (.shown .active none), see 1 0 (.shown .active none), see 1 0 (.shown .failed none),
        see 1 0 (.shown .done (some 1)), clean k 1 1 1, see 1 0 (.shown .done (some 1))]]]

def conflicts : List Scenario := [
  one "success/receipt-conflict-accepted"
    [toAccepted k 1 1 1, [accept k 1 1 2, probed k 1 (some 2), clean k 1 2 1, clean k 1 1 1]],
  one "success/receipt-conflict-cleaned"
    [toCleaned k 1 1 1 1, [accept k 1 1 2, probed k 1 (some 2), clean k 1 2 1, clean k 1 1 2]]]

/-- Every event of a landing is delivered twice. -/
def duplicates : Scenario :=
  { id := "success/duplicate-delivery", tags := ["success"]
    events := twice (number 1 (pair ++ toCleaned k 1 1 1 1 ++ [fault k .timeout])) }

/-- A task that depends on two others, which finish in both orders. -/
def joined (id : String) (first second : Nat) : Scenario :=
  scenario id ["success"]
    [[.taskDeclared 1 [] 0, .taskDeclared 2 [] 0, .taskDeclared 3 [1, 2] 0, .taskDeclared 4 [3] 0],
      toCleaned (attemptKey first 0 1 1) 1 1 1 1,
      [converge first],
      toCleaned (attemptKey second 0 1 1) 2 2 2 2,
      [converge second, converge 3]]

def dependencies : List Scenario := [
  joined "success/two-dependencies-first-then-second" 1 2,
  joined "success/two-dependencies-second-then-first" 2 1,
  scenario "success/one-dependency-of-two" ["success"]
    [[.taskDeclared 1 [] 0, .taskDeclared 2 [1] 0, .taskDeclared 3 [1] 0],
      [claim (attemptKey 2 0 1 1)], toCleaned k 1 1 1 1]]

def all : List Scenario :=
  [contracts, lateDiagnostics, crashes, projections, conflicts, [duplicates], dependencies].flatten

end Lifecycle.Success
