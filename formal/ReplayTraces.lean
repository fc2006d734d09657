module
public import Lifecycle.Oracle.Protocol
/-!
# The oracle

`lake exe replay-traces IN OUT` answers each line of the file `IN`, a request of the engine protocol,
with a line of the file `OUT`, which is written as a whole when all are answered. Besides the emitter, this is
the only file of the package that touches the outside.
-/

public section

open Lifecycle.Oracle

def main (args : List String) : IO UInt32 := do
  match args with
  | [requests, out] =>
    let text ← IO.FS.readFile (System.FilePath.mk requests)
    IO.FS.writeFile (System.FilePath.mk out) (answers "" (text.splitOn "\n"))
    return 0
  | _ =>
    IO.eprintln "Usage: replay-traces IN OUT"
    return 2
