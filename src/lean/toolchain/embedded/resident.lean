import Lean.Elab.Frontend
import Lean.Data.Json
/-!
# A resident Lean

Compiles files one after the other in one process, as `lean --json -o` does each of them. A line of standard
input is a job, as JSON: the `token` that its answer ends with, the `file` with the text, the `shown` name of it,
the parts of the `module`'s name, the `olean` to write, and `options` as pairs. Lean's messages come on standard
output as they do from `lean --json`, then a line with the token.
-/
open Lean

def optionsOf (pairs : Array (Array String)) : Options :=
  -- As texts: the front end validates them, for more options may be registered by imports.
  pairs.foldl (fun opts pair => opts.insert pair[0]!.toName (.ofString pair[1]!)) {}

def nameOf (parts : Array String) : Name := parts.foldl .str .anonymous

def compile (job : Json) : IO Bool := do
  let field (α : Type) [FromJson α] (key : String) : IO α := IO.ofExcept (job.getObjValAs? α key)
  let text ← IO.FS.readFile (← field String "file")
  let env? ← Elab.runFrontend text (optionsOf (← field (Array (Array String)) "options"))
    (← field String "shown") (nameOf (← field (Array String) "module")) (trustLevel := 1024)
    (oleanFileName? := some (← field String "olean")) (jsonOutput := true)
  return env?.isSome

partial def serve (stdin : IO.FS.Stream) : IO Unit := do
  let line ← stdin.getLine
  if line.isEmpty then return
  let job ← IO.ofExcept (Json.parse line)
  let ok ← try compile job catch e => IO.eprintln (toString e); pure false
  let token := job.getObjValD "token"
  IO.println (Json.mkObj [("token", token), ("ok", ok)]).compress
  (← IO.getStdout).flush
  serve stdin

unsafe def main : IO Unit := do
  initSearchPath ""
  enableInitializersExecution
  serve (← IO.getStdin)
