import Lifecycle.Oracle.Decode
import Lifecycle.Codec
/-!
# The model as an engine

Defines the answer to one line of the engine protocol: what the model itself decides on the events of a
request, or why it is none. It is the same `decisions` and `finalState` that the theorems are about.
-/

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
  | hello
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
    | some (.text "hello") =>
      match wrongNames ["op", "protocol"] o with
      | some reason => problemAt "malformed_request" "" reason
      | none => .hello
    | some (.text "replay") =>
      match wrongNames ["op", "id", "graph", "events"] o with
      | some reason => problemAt "malformed_request" "" reason
      | none => readReplay o
    | some v => problemAt "malformed_request" "op" (expected "\"hello\" or \"replay\"" v)
  | v => problemAt "malformed_request" "" (expected "an object" v)

/-- The id of a request that may be wrong otherwise, as JSON. -/
def idOf : Json → String
  | .object o =>
    match findField "id" o with
    | some (.text id) => escaped id
    | _ => "null"
  | _ => "null"

/-- What the oracle says of itself; the gate compares the protocols. -/
def hello : String :=
  object [field "protocol" (quoted "lean-gate/1"), field "engine" (quoted "lean"),
    field "version" (quoted "0.1.0")]

/-- What the model decides. -/
def Request.answer (r : Request) : String :=
  let start := initialState r.graph
  object [field "id" (escaped r.id), field "decisions" (array (jsonDecisions (decisions start r.events))),
    field "final" (finalState start r.events).json]

/-- The answer to what cannot be replayed. -/
def Problem.answer (p : Problem) (id : String) : String :=
  object [field "id" id,
    field "error" (object [field "code" (quoted p.code), field "message" (escaped p.message)])]

/-- The answer to what was read of a line. -/
def answerTo : Parsed → String
  | .ok v _ =>
    match readRequest v with
    | .hello => hello
    | .replay request => request.answer
    | .wrong problem => problem.answer (idOf v)
  | .wrong reason rest =>
    let message := reason ++ " at " ++ quote (textOf rest)
    Problem.answer { code := "malformed_json", message } "null"

/-- The answer to a line, if it is not blank. -/
def answer (line : String) : Option String :=
  match skipBlank (chars line) with
  | [] => none
  | c :: cs => some (answerTo (parse (line.length + 1) (c :: cs)))

end Lifecycle.Oracle
