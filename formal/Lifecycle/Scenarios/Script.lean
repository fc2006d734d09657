module
public import Lifecycle.Codec
/-!
# Scripts

Defines what a scenario is, the short words that scenarios are written in, and the text of a trace.
-/

@[expose] public section

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

/-- One list of bodies out of several. -/
def flow : List (List Body) → List Body
  | [] => []
  | part :: parts => join part (flow parts)
where
  join : List Body → List Body → List Body
    | [], rest => rest
    | body :: bodies, rest => body :: join bodies rest

/-- Bodies as events with consecutive `eid`s. -/
def number (eid : Nat) : List Body → List Event
  | [] => []
  | body :: bodies => { eid, body } :: number (eid + 1) bodies

/-- A scenario whose events are numbered from 1. -/
def scenario (id : String) (tags : List String) (parts : List (List Body)) (names : List Name := []) :
    Scenario :=
  { id, tags, names, events := number 1 (flow parts) }

/-- Each event delivered twice. -/
def twice : List Event → List Event
  | [] => []
  | e :: es => e :: e :: twice es

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

/-- From the claim to the validated candidate. -/
def toValidated (k : Key) (tx candidate : Nat) (contract : Contract := .land) : List Body :=
  [claim k, begin k tx candidate contract, validate k tx candidate]

/-- From the claim to the durable intent. -/
def toPromoting (k : Key) (tx candidate : Nat) (contract : Contract := .land) : List Body :=
  flow [toValidated k tx candidate contract, [intend k tx candidate]]

/-- From the claim to the durable acceptance. -/
def toAccepted (k : Key) (tx candidate receipt : Nat) (contract : Contract := .land) : List Body :=
  flow [toPromoting k tx candidate contract, [accept k tx candidate receipt]]

/-- From the claim to the recorded cleanup. -/
def toCleaned (k : Key) (tx candidate receipt cleanup : Nat) (contract : Contract := .land) :
    List Body :=
  flow [toAccepted k tx candidate receipt contract, [clean k tx receipt cleanup]]

/-! ## Traces -/

def jsonTags : List String → List String
  | [] => []
  | tag :: tags => quoted tag :: jsonTags tags

def jsonNames : List Name → List String
  | [] => []
  | n :: ns => field n.of (quoted n.text) :: jsonNames ns

/-- The line of the trace file: what the model decides on the scenario. -/
def Scenario.trace (s : Scenario) : String :=
  let start := initialState s.graph
  object [field "id" (quoted s.id), field "tags" (array (jsonTags s.tags)),
    field "names" (object (jsonNames s.names)), field "graph" (jsonNat s.graph),
    field "events" (array (jsonEvents s.events)),
    field "decisions" (array (jsonDecisions (decisions start s.events))),
    field "final" (finalState start s.events).json]

/-- The lines of the trace file. -/
def traces : List Scenario → List String
  | [] => []
  | s :: ss => s.trace :: traces ss

end Lifecycle
