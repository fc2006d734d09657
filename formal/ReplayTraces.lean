import Lifecycle.Oracle.Protocol
/-!
# The oracle

`lake exe replay-traces` is an engine whose decisions are the model's own: it answers each line of stdin, a
request of the engine protocol, with a line on stdout, and ends with stdin. Besides the emitter, this is
the only file of the package that touches the outside.
-/

open Lifecycle.Oracle

/-- Answers every line of the input. -/
def serve (requests replies : IO.FS.Stream) : IO Unit := do
  let line ← requests.getLine
  -- Every line has its end, if it is not the end of the input.
  unless line = "" do
    if let some reply := answer line then
      replies.putStr (reply ++ "\n")
      replies.flush
    serve requests replies
partial_fixpoint

def main (args : List String) : IO UInt32 := do
  match args with
  | [] =>
    serve (← IO.getStdin) (← IO.getStdout)
    return 0
  | _ =>
    IO.eprintln "Usage: replay-traces < REQUESTS"
    return 2
