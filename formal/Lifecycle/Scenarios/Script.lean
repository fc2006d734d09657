import Lifecycle.Codec
/-!
# Scripts

Defines what a scenario is, the short words that scenarios are written in, and the text of a trace.
-/

namespace Lifecycle

/-- What a number of a scenario stands for outside the model. -/
structure Name where
  of : String
  text : String

/-- A named list of events, replayed from an empty graph. -/
structure Scenario where
  id : String
  tags : List String
  names : List Name := []
  graph : Nat := 1
  events : List Event

/-- Bodies as events with consecutive `eid`s. -/
def number (eid : Nat) : List Body → List Event
  | [] => []
  | body :: bodies => { eid, body } :: number (eid + 1) bodies

/-- A scenario whose events are numbered from 1. -/
def scenario (id : String) (tags : List String) (parts : List (List Body)) (names : List Name := []) :
    Scenario :=
  { id, tags, names, events := number 1 parts.flatten }

/-- Each event delivered twice. -/
def twice (events : List Event) : List Event := events.flatMap fun e => [e, e]

/-! ## Words: `k` names an attempt at a task of graph 1 -/

def attemptKey (task generation attempt fence : Nat) : Key :=
  { graph := 1, task, generation, attempt, fence }

def claim (k : Key) : Body := .attemptClaimed k

def begin (k : Key) (tx candidate : Nat) (contract : Contract := .land) : Body :=
  .onAttempt k (.finishBegun tx candidate contract)

def validate (k : Key) (tx candidate : Nat) (passed : Bool := true) : Body :=
  .onAttempt k (.candidateValidated tx candidate passed)

def intend (k : Key) (tx candidate : Nat) : Body := .onAttempt k (.promotionIntended tx candidate)

def accept (k : Key) (tx candidate receipt : Nat) : Body :=
  .onAttempt k (.outcomeAccepted tx candidate receipt)

def probed (k : Key) (tx : Nat) (found : Option Nat) : Body := .onAttempt k (.promotionProbed tx found)

def clean (k : Key) (tx receipt cleanup : Nat) : Body :=
  .onAttempt k (.cleanupRecorded tx receipt cleanup)

def exit (k : Key) (code : Nat) (role : Role := .wrapper) : Body :=
  .onAttempt k (.processExited role code)

def fault (k : Key) (fault : Fault) : Body := .onAttempt k (.providerFault fault)

def failTask (k : Key) : Body := .onAttempt k .failRequested

def lose (k : Key) : Body := .onAttempt k .ownerLost

def release (k : Key) : Body := .onAttempt k .attemptReleased

def kill (k : Key) : Body := .onAttempt k .killRequested

def lateCommit (k : Key) (commit : Nat) : Body := .onAttempt k (.lateCommitSeen commit)

/-- The worker exits. -/
def workerExit (k : Key) (code : Nat) : Body := exit k code .worker

/-! ## Words about a generation of a task -/

def see (task generation : Nat) (projection : Projection) : Body :=
  .onTask task generation (.projectionObserved projection)

def abandon (task generation : Nat) : Body := .onTask task generation .abandonRequested

def retry (task generation : Nat) : Body := .onTask task generation .retryRequested

def reopen (task generation : Nat) : Body := .onTask task generation .reopenRequested

def clearHold (task generation : Nat) : Body := .onTask task generation .holdCleared

def grant (task generation count : Nat) : Body := .onTask task generation (.retriesGranted count)

def trust (task generation : Nat) : Body := .onTask task generation .legacyTrusted

def waive (task generation dep : Nat) : Body := .onTask task generation (.dependencyWaived dep)

def converge (task : Nat) : Body := .convergeRequested task

/-! ## Stretches of a landing -/

/-- From the claim to the validated candidate. -/
def toValidated (k : Key) (tx candidate : Nat) (contract : Contract := .land) : List Body :=
  [claim k, begin k tx candidate contract, validate k tx candidate]

/-- From the claim to the durable intent. -/
def toPromoting (k : Key) (tx candidate : Nat) (contract : Contract := .land) : List Body :=
  toValidated k tx candidate contract ++ [intend k tx candidate]

/-- From the claim to the durable acceptance. -/
def toAccepted (k : Key) (tx candidate receipt : Nat) (contract : Contract := .land) : List Body :=
  toPromoting k tx candidate contract ++ [accept k tx candidate receipt]

/-- From the claim to the recorded cleanup. -/
def toCleaned (k : Key) (tx candidate receipt cleanup : Nat) (contract : Contract := .land) :
    List Body :=
  toAccepted k tx candidate receipt contract ++ [clean k tx receipt cleanup]

/-! ## Traces -/

/-- The line of the trace file: what the model decides on the scenario. -/
def Scenario.trace (s : Scenario) : String :=
  let start := initialState s.graph
  object [field "id" (quoted s.id), field "tags" (array (s.tags.map quoted)),
    field "names" (object (s.names.map fun n => field n.of (quoted n.text))), field "graph" (jsonNat s.graph),
    field "events" (array (jsonEvents s.events)),
    field "decisions" (array (jsonDecisions (decisions start s.events))),
    field "final" (finalState start s.events).json]

/-- The lines of the trace file. -/
def traces (scenarios : List Scenario) : List String := scenarios.map Scenario.trace

end Lifecycle
