import Lifecycle.Scenarios.Script
/-!
# The alphabet of a universe

Defines, for a state, the bodies that the universe knows there: every kind of event, with current,
stale and future keys, with the right and a wrong transaction, candidate and receipt.
-/

namespace Lifecycle.Cover

/-! ## Acts on the current attempt -/

/-- Every act that names a transaction, rightly and wrongly: the right one is transaction 1 of
candidate 1, with receipt 1 and cleanup 1. -/
def namedActs : List Act := [
  .finishBegun 1 1 .land, .finishBegun 2 1 .land, .finishBegun 1 2 .land, .finishBegun 1 1 .deliver,
  .candidateValidated 1 1 true, .candidateValidated 1 1 false, .candidateValidated 2 1 true,
  .candidateValidated 1 2 true,
  .promotionIntended 1 1, .promotionIntended 2 1, .promotionIntended 1 2,
  .outcomeAccepted 1 1 1, .outcomeAccepted 1 1 2, .outcomeAccepted 2 1 1, .outcomeAccepted 1 2 1,
  .promotionProbed 1 none, .promotionProbed 1 (some 1), .promotionProbed 1 (some 2),
  .promotionProbed 2 none, .promotionProbed 2 (some 1),
  .cleanupRecorded 1 1 1, .cleanupRecorded 1 2 1, .cleanupRecorded 1 1 2, .cleanupRecorded 2 1 1]

/-- Every act that names no transaction. -/
def plainActs : List Act := [
  .attemptReleased, .failRequested, .processExited .worker 0, .processExited .worker 1,
  .processExited .wrapper 0, .processExited .wrapper 1,
  .providerFault .timeout, .providerFault .unavailable, .ownerLost, .lateCommitSeen 1, .killRequested]

/-- One act of each kind, for attempts that are not the current one. -/
def kindsOfActs : List Act := [
  .attemptReleased, .finishBegun 1 1 .land, .candidateValidated 1 1 true, .promotionIntended 1 1,
  .outcomeAccepted 1 1 1, .promotionProbed 1 none, .promotionProbed 1 (some 1),
  .cleanupRecorded 1 1 1, .failRequested, .processExited .worker 0, .processExited .wrapper 1,
  .providerFault .timeout, .ownerLost, .lateCommitSeen 1, .killRequested]

/-! ## Keys -/

/-- The key that a task's own counters make: that of the current attempt, if there is one. -/
def ownKey (t : Task) : Key := attemptKey t.id t.generation t.attempts t.fence

/-- Keys that are not the current attempt's: lower and higher in each part, another graph's, and that
of the attempt closed last. -/
def foreignKeys (t : Task) : List Key :=
  let k := ownKey t
  let lowered := [{ k with generation := k.generation - 1 }, { k with attempt := k.attempt - 1 },
    { k with fence := k.fence - 1 }]
  lowered.filter (· ≠ k) ++
    [{ k with generation := k.generation + 1 }, { k with attempt := k.attempt + 1 },
      { k with fence := k.fence + 1 }, { k with graph := 2 }] ++
    (t.closed.getLast?.map Attempt.key).toList

/-! ## Bodies -/

/-- Bodies of one key. -/
def actsOn (k : Key) (acts : List Act) : List Body := acts.map (.onAttempt k)

/-- The acts of every kind, spread over the keys: act `i` goes with key `i`, and round again. -/
def spread (keys : List Key) : List Key → List Act → List Body
  | _, [] => []
  | [], act :: acts =>
    match keys with
    | [] => []
    | k :: ks => .onAttempt k act :: spread keys ks acts
  | k :: ks, act :: acts => .onAttempt k act :: spread keys ks acts

/-- The list with its first `n` members moved behind the others, one after the other. -/
def rotate (n : Nat) (keys : List Key) : List Key :=
  let n := n % keys.length
  keys.drop n ++ keys.take n

/-- The acts of every kind with every key. -/
def everyPair (keys : List Key) (acts : List Act) : List Body := keys.flatMap (actsOn · acts)

/-- Claims: the next attempt's, and those that are off by one in each part. -/
def claims (t : Task) : List Body :=
  let k := attemptKey t.id t.generation (t.attempts + 1) (t.fence + 1)
  [claim k, claim { k with generation := t.generation + 1 }, claim { k with attempt := t.attempts },
    claim { k with attempt := t.attempts + 2 }, claim { k with fence := t.fence },
    claim { k with graph := 2 }]

/-- What the outside may be seen to show. -/
def projections : List Projection := [
  .missing, .shown .open none, .shown .active none, .shown .failed none, .shown .abandoned none,
  .shown .done (some 1), .shown .done (some 2)]

/-- What operators ask for. -/
def operatorActs (t : Task) : List TaskAct :=
  [.retriesGranted 1, .legacyTrusted, .dependencyWaived t.id] ++ t.deps.map .dependencyWaived ++
    [.holdCleared, .abandonRequested, .retryRequested, .reopenRequested]

/-- Requests and observations of this generation, and of the next. -/
def requests (t : Task) : List Body :=
  projections.map (.onTask t.id t.generation <| .projectionObserved ·) ++ [.convergeRequested t.id] ++
    (.projectionObserved (.shown .open none) :: operatorActs t).map (.onTask t.id (t.generation + 1)) ++
    (operatorActs t).map (.onTask t.id t.generation)

/-- Claims, requests and observations of the generation before, where there is one. -/
def staleRequests (t : Task) : List Body :=
  if t.generation = 0 then []
  else claim (attemptKey t.id (t.generation - 1) (t.attempts + 1) (t.fence + 1)) ::
    (.projectionObserved (.shown .open none) :: operatorActs t).map (.onTask t.id (t.generation - 1))

/-- How acts meet the keys that are not the current attempt's. -/
inductive Foreign where
  /-- Every act meets every key. -/
  | every
  /-- Every act meets one key, another one at each `turn`. -/
  | turning (turn : Nat)

def Foreign.bodies (f : Foreign) (t : Task) : List Body :=
  match f with
  | .every => everyPair (foreignKeys t) kindsOfActs
  | .turning turn =>
    let keys := rotate turn (foreignKeys t)
    spread keys keys kindsOfActs

/-- What the universe knows of one task. -/
def bodiesOf (foreign : Foreign) (t : Task) : List Body :=
  actsOn (ownKey t) namedActs ++ actsOn (ownKey t) plainActs ++ foreign.bodies t ++ claims t ++
    requests t ++ staleRequests t ++ [.taskDeclared t.id [] 0, .legacyImported t.id [] 0 .open true]

/-- What the universe knows of tasks that are not declared, and of declarations that cannot be. -/
def undeclared : List Body :=
  [.taskDeclared 9 [8] 0, .taskDeclared 9 [9] 0, .legacyImported 9 [8] 0 .open true,
    claim (attemptKey 8 0 1 1), see 8 0 .missing, abandon 8 0, retry 8 0, reopen 8 0, clearHold 8 0,
    grant 8 0 1, trust 8 0, waive 8 0 9, converge 8] ++ actsOn (attemptKey 8 0 1 1) kindsOfActs

/-- The alphabet at these tasks. -/
def alphabet (foreign : Foreign) (tasks : List Task) : List Body :=
  tasks.flatMap (bodiesOf foreign) ++ undeclared

end Lifecycle.Cover
