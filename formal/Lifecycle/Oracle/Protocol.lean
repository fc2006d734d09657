module
public import Lifecycle.Oracle.Decode
public import Lifecycle.Codec
/-!
# The oracle's side of the engine protocol

Defines the answer to one line: what the model itself decides on the events of a request, or why it is
no request. It is the same `decisions` and `finalState` that the theorems are about.
-/

@[expose] public section

namespace Lifecycle.Oracle

/-- A list of events to replay from the empty graph. -/
structure Request where
  id : String
  graph : Nat
  events : List Event

/-- Why a line cannot be answered: the code of the protocol, and what is wrong where. -/
structure Problem where
  code : String
  message : String

/-- A line as it was read. -/
inductive Asked where
  | replay (request : Request)
  | wrong (problem : Problem)

/-- Something is wrong at the path; an empty one is left out. -/
def problemAt (code path reason : String) : Asked :=
  .wrong { code, message := if path = "" then reason else path ++ ": " ++ reason }

/-- What is asked by an object with the right fields. -/
def readReplay (o : Members) : Asked :=
  match readString "id" (fieldOf o "id"), readNatural "graph" (fieldOf o "graph"),
    fieldOf o "events" with
  | .wrong path reason, _, _ | _, .wrong path reason, _ => problemAt "malformed_request" path reason
  | .ok id, .ok graph, .list events =>
    match readEvents events with
    | .ok events => .replay { id, graph, events }
    | .wrong path reason => problemAt "malformed_event" path reason
  | _, _, v => problemAt "malformed_request" "events" (expected "a list" v)

/-- What a JSON value asks. -/
def readRequest : Json → Asked
  | .object o =>
    match findField "op" o with
    | none => problemAt "malformed_request" "" "missing field \"op\""
    | some (.text "replay") =>
      match wrongNames ["op", "id", "graph", "events"] o with
      | some reason => problemAt "malformed_request" "" reason
      | none => readReplay o
    | some v => problemAt "malformed_request" "op" (expected "\"replay\"" v)
  | v => problemAt "malformed_request" "" (expected "an object" v)

/-- The id of a request that may be wrong otherwise, as JSON. -/
def idOf : Json → String
  | .object o =>
    match findField "id" o with
    | some (.text id) => escaped id
    | _ => "null"
  | _ => "null"

/-- What the model decides. -/
def Request.answer (r : Request) : String :=
  let start := initialState r.graph
  object [field "id" (escaped r.id), field "decisions" (array (jsonDecisions (decisions start r.events))),
    field "final" (finalState start r.events).json]

/-- The answer to what cannot be replayed. -/
def Problem.answer (p : Problem) (id : String) : String :=
  object [field "id" id,
    field "error" (object [field "code" (escaped p.code), field "message" (escaped p.message)])]

/-- Characters of a list, and `n` more. -/
def countChars (n : Nat) : List Char → Nat
  | [] => n
  | _ :: cs => countChars (n + 1) cs

/-- The answer to a line. -/
def answer (line : String) : String :=
  match parse line with
  | .ok v _ =>
    match readRequest v with
    | .replay request => request.answer
    | .wrong problem => problem.answer (idOf v)
  | .wrong reason rest =>
    let column := line.length - countChars 0 rest + 1
    Problem.answer { code := "malformed_json", message := "column " ++ toString column ++ ": " ++ reason }
      "null"

/-- The answers to lines, each with its end, behind a text; an empty line asks nothing. -/
def answers (before : String) : List String → String
  | [] => before
  | line :: lines => answers (if line = "" then before else before ++ answer line ++ "\n") lines

end Lifecycle.Oracle
