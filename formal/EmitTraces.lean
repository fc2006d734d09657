import Lifecycle.Cover.Cells
/-!
# The emitter

`lake exe emit-traces DIR` writes into the folder `DIR`, which must exist: the traces of the named scenarios,
those that cover the universes, and the cells of the table that the model can reach, one a line.
Only this file and the oracle's, `ReplayTraces`, touch the outside.
-/

open Lifecycle

/-- Writes a file of these lines. -/
def writeLines (dir name : String) (lines : List String) : IO Unit :=
  IO.FS.writeFile (System.FilePath.mk dir / name) (String.join (lines.map (· ++ "\n")))

def main (args : List String) : IO UInt32 := do
  match args with
  | [dir] =>
    writeLines dir "scenarios.ndjson" (traces scenarios)
    let (notes, pairs) := Cover.coverPairs
    let (cells, further) := Cover.searchCells pairs
    writeLines dir "cover.ndjson" (notes :: traces (pairs ++ further))
    writeLines dir "cells.txt" cells.toList
    return 0
  | _ =>
    IO.eprintln "Usage: emit-traces DIR"
    return 2
