import Lifecycle.Scenarios.Script
/-!
# Incidents

The two incidents that the lifecycle exists for, as scenarios, and what the kernel has checked of them:
each `…_decided` says that the reducer decides exactly what is written there.
-/

namespace Lifecycle.Incidents

/-! ## formalize-lifecycle-finish-lean4

Attempt 5 of generation 5 landed its commit; then the provider timed out and the graph said Failed.
-/

/-- A legacy record that failed, and the four attempts after it, each ended by its worker's exit. -/
def finishPrelude : List Body := [
  .legacyImported 1 [] 5 .failed false, .taskDeclared 2 [1] 0,
  retry 1 0, claim (attemptKey 1 1 1 1), workerExit (attemptKey 1 1 1 1) 1,
  retry 1 1, claim (attemptKey 1 2 2 2), workerExit (attemptKey 1 2 2 2) 1,
  retry 1 2, claim (attemptKey 1 3 3 3), workerExit (attemptKey 1 3 3 3) 1,
  retry 1 3, claim (attemptKey 1 4 4 4), workerExit (attemptKey 1 4 4 4) 1,
  retry 1 4]

/-- attempt-5-5 -/
def finishKey : Key := attemptKey 1 5 5 5

def finish : Scenario :=
  scenario "incident/formalize-lifecycle-finish-lean4" ["incident"]
    [finishPrelude, toCleaned finishKey 1 1 1 1,
      [fault finishKey .timeout,
        see 1 5 (.shown .failed none),
        see 1 5 (.shown .done (some 1)),
        see 1 5 (.shown .done (some 1))]]
    [⟨"task 1", "formalize-lifecycle-finish-lean4"⟩, ⟨"receipt 1", "347a1696"⟩]

/-- A failed attempt and the retry that opens the next generation. -/
def failedThenRetried (generation : Nat) : List Decision :=
  let k := attemptKey 1 generation generation generation
  [⟨.applied, []⟩,
    ⟨.applied, [.attemptFailed k .exit, .projectFailed 1 generation .exit]⟩,
    ⟨.applied, [.openGeneration 1 (generation + 1), .ready 1 (generation + 1)]⟩]

theorem finish_decided : decisions (initialState 1) finish.events =
    [⟨.applied, []⟩, ⟨.applied, []⟩, ⟨.applied, [.openGeneration 1 1, .ready 1 1]⟩] ++
    failedThenRetried 1 ++ failedThenRetried 2 ++ failedThenRetried 3 ++ failedThenRetried 4 ++
    [⟨.applied, []⟩,
      ⟨.applied, [.continueFinish finishKey 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.promote finishKey 1 1]⟩,
      ⟨.applied, [.succeeded finishKey .landed 1, .startCleanup finishKey 1]⟩,
      ⟨.applied, [.projectDone 1 5 .landed 1, .ready 2 0]⟩,
      ⟨.observed .afterSuccess, [.projectDone 1 5 .landed 1]⟩,
      ⟨.observed .projectionContradiction, [.projectDone 1 5 .landed 1]⟩,
      ⟨.observed .projectionAgrees, []⟩,
      ⟨.noop .agrees, []⟩] := by
  rfl

/-! ## fix-brokered-deliverable-preflight-worktree

Generation 0 landed and was cleaned; later commits, a provider failure and a retry came after it.
-/

/-- The attempt of generation 0. -/
def brokeredKey : Key := attemptKey 1 0 1 1

def brokeredNames : List Name := [
  ⟨"task 1", "fix-brokered-deliverable-preflight-worktree"⟩, ⟨"receipt 1", "c433cb68"⟩,
  ⟨"commit 2", "8488a7d2"⟩, ⟨"commit 3", "1005886f"⟩, ⟨"commit 4", "949b68b8"⟩,
  ⟨"commit 5", "fb42e265"⟩, ⟨"commit 6", "ccf51d90"⟩]

def brokered : Scenario :=
  scenario "incident/fix-brokered-deliverable-preflight-worktree" ["incident"]
    [[.taskDeclared 1 [] 2], toCleaned brokeredKey 1 1 1 1,
      [lateCommit brokeredKey 2, lateCommit brokeredKey 3, lateCommit brokeredKey 4,
        lateCommit brokeredKey 5, lateCommit brokeredKey 6,
        fault brokeredKey .unavailable, retry 1 0]]
    brokeredNames

theorem brokered_decided : decisions (initialState 1) brokered.events =
    [⟨.applied, [.ready 1 0]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.continueFinish brokeredKey 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.promote brokeredKey 1 1]⟩,
      ⟨.applied, [.succeeded brokeredKey .landed 1, .startCleanup brokeredKey 1]⟩,
      ⟨.applied, [.projectDone 1 0 .landed 1]⟩,
      ⟨.observed .lateCommit, []⟩,
      ⟨.observed .lateCommit, []⟩,
      ⟨.observed .lateCommit, []⟩,
      ⟨.observed .lateCommit, []⟩,
      ⟨.observed .lateCommit, []⟩,
      ⟨.observed .afterSuccess, [.projectDone 1 0 .landed 1]⟩,
      ⟨.rejected .alreadyAccepted, []⟩] := by
  rfl

/-- The receipt stays the landed commit, whatever came later. -/
theorem brokered_receipt : (findTask 1 (finalState (initialState 1) brokered.events).tasks).map
    (·.current) = some (some ⟨brokeredKey, .cleaned ⟨1, 1, .land⟩ 1 1, .present⟩) := by
  rfl

/-- Generation 0 fails while its promotion is in flight. -/
def failedInFlight : List Body :=
  .taskDeclared 1 [] 2 :: toPromoting brokeredKey 1 1 ++
    [workerExit brokeredKey 1, probed brokeredKey 1 none]

/-- What generation 0 still says when a later generation runs. -/
def lateWords : List Body := [
  accept brokeredKey 1 1 1, exit brokeredKey 1, probed brokeredKey 1 (some 1),
  probed brokeredKey 1 none]

/-- Generation 1 runs while generation 0 comes back. -/
def brokeredSecond : Scenario :=
  scenario "incident/fix-brokered-deliverable-preflight-worktree-generation-1" ["incident"]
    [failedInFlight, [retry 1 0, claim (attemptKey 1 1 2 2)], lateWords] brokeredNames

/-- What generation 0 says late: it blesses nothing and fails nothing; its acceptance calls the operator. -/
def lateDecided : List Decision :=
  [⟨.hold .acceptedAfterClose, []⟩, ⟨.observed .closed, []⟩,
    ⟨.hold .acceptedAfterClose, []⟩, ⟨.observed .closed, []⟩]

theorem brokeredSecond_decided : decisions (initialState 1) brokeredSecond.events =
    [⟨.applied, [.ready 1 0]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.continueFinish brokeredKey 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.promote brokeredKey 1 1]⟩,
      ⟨.applied, [.probe brokeredKey 1]⟩,
      ⟨.applied, [.attemptFailed brokeredKey .exit, .projectFailed 1 0 .exit]⟩,
      ⟨.applied, [.openGeneration 1 1, .ready 1 1]⟩,
      ⟨.applied, []⟩] ++ lateDecided := by
  rfl

/-- Generation 2 runs, generation 1 having failed too, while generation 0 comes back. -/
def brokeredThird : Scenario :=
  scenario "incident/fix-brokered-deliverable-preflight-worktree-generation-2" ["incident"]
    [failedInFlight,
      [retry 1 0, claim (attemptKey 1 1 2 2), workerExit (attemptKey 1 1 2 2) 1,
        retry 1 1, claim (attemptKey 1 2 3 3)],
      lateWords,
      [begin (attemptKey 1 2 3 3) 3 3, validate (attemptKey 1 2 3 3) 3 3]]
    brokeredNames

theorem brokeredThird_decided : decisions (initialState 1) brokeredThird.events =
    [⟨.applied, [.ready 1 0]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.continueFinish brokeredKey 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.promote brokeredKey 1 1]⟩,
      ⟨.applied, [.probe brokeredKey 1]⟩,
      ⟨.applied, [.attemptFailed brokeredKey .exit, .projectFailed 1 0 .exit]⟩,
      ⟨.applied, [.openGeneration 1 1, .ready 1 1]⟩,
      ⟨.applied, []⟩,
      ⟨.applied, [.attemptFailed (attemptKey 1 1 2 2) .exit, .projectFailed 1 1 .exit]⟩,
      ⟨.applied, [.openGeneration 1 2, .ready 1 2]⟩,
      ⟨.applied, []⟩] ++ lateDecided ++
    [⟨.applied, [.continueFinish (attemptKey 1 2 3 3) 3 3]⟩, ⟨.applied, []⟩] := by
  rfl

def all : List Scenario := [finish, brokered, brokeredSecond, brokeredThird]

end Lifecycle.Incidents
