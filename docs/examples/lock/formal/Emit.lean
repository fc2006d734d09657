import Lock

/-!
# The emitter

`emit DIR` writes the traces of the model into the folder `DIR`. The gate sorts them, and adds the header.
-/

namespace Lock

def Event.json : Event → String
  | .acquire client now => s!"\{\"type\":\"acquire\",\"client\":{client},\"now\":{now}}"
  | .release client => s!"\{\"type\":\"release\",\"client\":{client}}"
  | .write token => s!"\{\"type\":\"write\",\"token\":{token}}"

def Verdict.json : Verdict → String
  | .applied => "\"applied\""
  | .held => "\"rejected(held)\""
  | .notHolder => "\"rejected(notHolder)\""
  | .stale => "\"rejected(stale)\""
  | .unknown => "\"rejected(unknown)\""

def Effect.json : Effect → String
  | .granted client token => s!"\{\"type\":\"granted\",\"client\":{client},\"token\":{token}}"

def list (items : List String) : String := "[" ++ ",".intercalate items ++ "]"

def Decision.json (d : Decision) : String := list (d.verdict.json :: d.effects.map Effect.json)

def State.json (s : State) : String :=
  let holder := match s.holder with
    | some (client, ends) => s!"[{client},{ends}]"
    | none => "null"
  s!"\{\"holder\":{holder},\"token\":{s.token},\"seen\":{s.seen}}"

/-- The decisions on a sequence of events. -/
def decisions (s : State) : List Event → List Decision
  | [] => []
  | e :: es => let d := step s e; d :: decisions d.next es

/-- A trace as one line: what happened, what was decided, and how it ended. -/
def trace (id : String) (events : List Event) : String :=
  s!"\{\"id\":\"{id}\",\"tags\":[],\"names\":\{},\"graph\":0,\"events\":" ++
    list (events.map Event.json) ++ ",\"decisions\":" ++
    list ((decisions start events).map Decision.json) ++
    ",\"final\":" ++ (final start events).json ++ "}\n"

end Lock

open Lock

def main (args : List String) : IO UInt32 := do
  let [dir] := args | return 2
  IO.FS.writeFile (dir ++ "/lock.ndjson") <| String.join [
    trace "one-client" [.acquire 1 0, .write 1, .release 1],
    trace "waits-for-the-lease" [.acquire 1 0, .acquire 2 99, .acquire 2 100],
    trace "paused-holder-is-fenced" [.acquire 1 0, .acquire 2 150, .write 2, .write 1],
    trace "release-by-another" [.acquire 1 0, .release 2, .release 1, .release 1],
    trace "token-never-granted" [.write 1, .acquire 1 0, .write 2]]
  return 0
