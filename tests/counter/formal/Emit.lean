module
public import Counter
/-!
# The emitter

`lake exe emit DIR` writes the traces of the counter into the folder `DIR`.
-/

public section

namespace Counter

def eventJson : Event → String
  | .add amount => "{\"type\":\"add\",\"amount\":" ++ toString amount ++ "}"
  | .reset => "{\"type\":\"reset\"}"

def verdictJson : Verdict → String
  | .applied => "[\"applied\"]"
  | .refused => "[\"refused\"]"

/-- Texts joined by commas. -/
def commas : List String → String
  | [] => ""
  | [x] => x
  | x :: xs => x ++ "," ++ commas xs

def eventsJson : List Event → List String
  | [] => []
  | e :: es => eventJson e :: eventsJson es

/-- The verdicts on a list of events, and the count after the last. -/
def run (count : Nat) : List Event → List String × Nat
  | [] => ([], count)
  | e :: es =>
    match step count e with
    | (verdict, next) =>
      match run next es with
      | (verdicts, final) => (verdictJson verdict :: verdicts, final)

def trace (id : String) (events : List Event) : String :=
  match run 0 events with
  | (verdicts, final) =>
    "{\"id\":\"" ++ id ++ "\",\"tags\":[],\"names\":{},\"graph\":0,\"events\":[" ++
    commas (eventsJson events) ++ "],\"decisions\":[" ++ commas verdicts ++ "],\"final\":" ++
    toString final ++ "}\n"

end Counter

open Counter

def main (args : List String) : IO UInt32 := do
  match args with
  | [dir] =>
    IO.FS.writeFile (System.FilePath.mk (dir ++ "/counter.ndjson"))
      (trace "up-to-the-limit" [.add 4, .add 6, .add 1] ++
        trace "reset" [.add 10, .reset, .add 3])
    return 0
  | _ => return 2
