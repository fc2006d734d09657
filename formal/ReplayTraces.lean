module
public import Lifecycle.Oracle.Protocol
/-!
# The oracle

`lake exe replay-traces` is an engine whose decisions are the model's own: it answers each line of stdin, a
request of the engine protocol, with a line on stdout, and ends with stdin. Besides the emitter, this is
the only file of the package that touches the outside.
-/

public section

open Lifecycle.Oracle

/-- Answers at most so many lines, which no run will reach. -/
def serve (requests replies : IO.FS.Stream) : Nat → IO Unit
  | 0 => pure ()
  | n + 1 => do
    let line ← requests.getLine
    -- Every line has its end, if it is not the end of the input.
    if line = "" then pure ()
    else
      match answer line with
      | none => serve requests replies n
      | some reply =>
        replies.putStr (reply ++ "\n")
        replies.flush
        serve requests replies n

def main (args : List String) : IO UInt32 := do
  match args with
  | [] =>
    serve (← IO.getStdin) (← IO.getStdout) 1000000000
    return 0
  | _ =>
    IO.eprintln "Usage: replay-traces < REQUESTS"
    return 2
