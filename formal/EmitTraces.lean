module
public import Lifecycle.Scenarios
public import Lifecycle.Cover.Cells
public import Lifecycle.Cover.Traces
/-!
# The emitter

`lake exe emit-traces DIR` writes into the folder `DIR`, which must exist: the traces of the named scenarios,
those that cover the universes, and the cells of the table that the model can reach, one a line.
Only this file and the oracle's, `ReplayTraces`, touch the outside.
-/

public section

open Lifecycle

/-- Lines, each with its end. -/
def joinLines : List String → String → String
  | [], text => text
  | line :: lines, text => joinLines lines (text ++ line ++ "\n")

/-- Writes a file of these lines. -/
def writeLines (dir name : String) (lines : List String) : IO Unit :=
  IO.FS.writeFile (System.FilePath.mk (dir ++ "/" ++ name)) (joinLines lines "")

def main (args : List String) : IO UInt32 := do
  match args with
  | [dir] =>
    writeLines dir "scenarios.ndjson" (traces scenarios)
    writeLines dir "cover.ndjson" Cover.coverLines
    writeLines dir "cells.txt" Cover.reachableCells
    return 0
  | _ =>
    IO.eprintln "Usage: emit-traces DIR"
    return 2
