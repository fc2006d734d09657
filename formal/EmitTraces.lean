module
public import Lifecycle.Scenarios
/-!
# The emitter

`lake exe emit-traces DIR` writes one NDJSON file of traces into the folder `DIR`, which must exist.
This is the only file of the package that touches the outside.
-/

public section

open Lifecycle

/-- Lines, each with its end. -/
def joinLines : List String → String → String
  | [], text => text
  | line :: lines, text => joinLines lines (text ++ line ++ "\n")

def main (args : List String) : IO UInt32 := do
  match args with
  | [dir] =>
    IO.FS.writeFile (System.FilePath.mk (dir ++ "/scenarios.ndjson")) (joinLines (traces scenarios) "")
    return 0
  | _ =>
    IO.eprintln "Usage: emit-traces DIR"
    return 2
