/-! ## The run -/

/-- The modules' names; their components are no numbers, whatever they look like. -/
def modulesIn (request : String) : List Name :=
  (request.splitOn "\x00").dropLast.map fun name => (name.splitOn "/").foldl .str .anonymous

/-- All imported modules that are not the package's own. -/
def outside (env : Environment) (own : NameSet) : Array Import :=
  (env.header.modules.map (·.module)).filter (!own.contains ·) |>.map ({ module := · })

/-- Whether Lean's own library came without the bodies of its theorems, each of which is an axiom then. The
one asked about is in the first of its modules. -/
def hasStubs (env : Environment) (own : NameSet) : Bool :=
  match env.find? ``Eq.symm with
  | some (.axiomInfo _) => !own.contains (moduleOf env ``Eq.symm)
  | _ => false

end LeanGate.Audit

open Lean LeanGate.Audit in
def main (args : List String) : IO UInt32 := do
  match args with
  | [out, request] =>
    let names := (modulesIn (← IO.FS.readFile request)).reverse
    let own := NameSet.ofList names
    let env ← try importModules (names.toArray.map ({ module := ·, importAll := true })) {} 0 #[] false false .private
      catch e =>
        IO.eprintln (toString e)
        return (3 : UInt32)
    let base ← importModules (outside env own) {} 0 #[] false false .private
    IO.FS.withFile out .write fun file => do
      let stubs := hasStubs env own
      let grammar := grammarOf env own
      let (known, classes) := withoutOwnInstances env own
      let library : Library := { env := known, own, classes }
      let defaults := ownDefaults env own
      let walk ← visitModules { env, grammar, library, defaults, kernel := base.toKernelEnv, own, stubs, put := file.putStr }
      writeTerms walk
      file.putStr ("{\"stubs\":" ++ toString stubs ++ "}\n{\"count\":" ++ toString walk.count ++ "}\n")
    return 0
  | _ =>
    IO.eprintln "usage: Audit OUT REQUEST"
    return 2
