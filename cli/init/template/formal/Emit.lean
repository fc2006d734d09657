module
public import Turnstile
/-!
# The emitter

`emit DIR` writes the traces of the model into the folder `DIR`: for each, the events, and what the model
decided on them. The gate sorts them, and adds the header.
-/

public section

namespace Turnstile

def eventJson : Event → String
  | .coin => "{\"type\":\"coin\"}"
  | .push => "{\"type\":\"push\"}"

def verdictJson : Verdict → String
  | .applied => "[\"applied\"]"
  | .refused => "[\"refused\"]"

def stateJson (s : State) : String :=
  "{\"locked\":" ++ (if s.locked then "true" else "false") ++ ",\"coins\":" ++ toString s.coins ++
    ",\"passed\":" ++ toString s.passed ++ "}"

/-- Texts joined by commas. -/
def commas : List String → String
  | [] => ""
  | [x] => x
  | x :: xs => x ++ "," ++ commas xs

def eventsJson : List Event → List String
  | [] => []
  | e :: es => eventJson e :: eventsJson es

/-- The decisions on a list of events, and the state after the last. -/
def run (s : State) : List Event → List String × State
  | [] => ([], s)
  | e :: es =>
    match step s e with
    | (verdict, next) =>
      match run next es with
      | (verdicts, final) => (verdictJson verdict :: verdicts, final)

def trace (id : String) (events : List Event) : String :=
  match run start events with
  | (verdicts, final) =>
    "{\"id\":\"" ++ id ++ "\",\"tags\":[],\"names\":{},\"graph\":0,\"events\":[" ++
    commas (eventsJson events) ++ "],\"decisions\":[" ++ commas verdicts ++ "],\"final\":" ++
    stateJson final ++ "}\n"

end Turnstile

open Turnstile

def main (args : List String) : IO UInt32 := do
  match args with
  | [dir] =>
    IO.FS.writeFile (System.FilePath.mk (dir ++ "/turnstile.ndjson"))
      (trace "pay-and-pass" [.coin, .push] ++
        trace "pay-once-pass-once" [.coin, .push, .push] ++
        trace "pay-twice" [.coin, .coin, .push] ++
        trace "push-first" [.push, .coin, .push])
    return 0
  | _ => return 2
