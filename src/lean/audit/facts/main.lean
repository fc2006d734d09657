/-! ## The run -/

/-- A module of the package. -/
structure Asked where
  name : Name
  /-- Whether the kernel has accepted each of its constants before. -/
  isAccepted : Bool

/-- The modules; the components of their names are no numbers, whatever they look like. -/
def modulesIn (request : String) : List Asked :=
  (request.splitOn "\x00").dropLast.map fun text =>
    match text.splitOn "/" with
    | "" :: parts => { name := parts.foldl .str .anonymous, isAccepted := true }
    | parts => { name := parts.foldl .str .anonymous, isAccepted := false }

/-- The imported modules by which the kernel starts: those that are not the package's own, and what it has accepted. -/
def givenModules (env : Environment) (own accepted : NameSet) : Array Import :=
  (env.header.modules.map (·.module)).filterMap fun module =>
    if accepted.contains module then some { module, importAll := true }
    else if own.contains module then none
    else some { module }

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
    let asked := (modulesIn (← IO.FS.readFile request)).reverse
    let names := asked.map (·.name)
    let own := NameSet.ofList names
    let accepted := NameSet.ofList ((asked.filter (·.isAccepted)).map (·.name))
    let env ← try importModules (names.toArray.map ({ module := ·, importAll := true })) {} 0 #[] false false .private
      catch e =>
        IO.eprintln (toString e)
        return (3 : UInt32)
    let base ← importModules (givenModules env own accepted) {} 0 #[] false false .private
    IO.FS.withFile out .write fun file => do
      let stubs := hasStubs env own
      let grammar := grammarOf env own
      let (known, classes) := withoutOwnInstances env own
      let library : Library := { env := known, own, classes }
      let defaults := ownDefaults env own
      let declared := declaredNames env own
      let kernel := base.toKernelEnv
      let walk ← visitModules
        { env, grammar, library, defaults, kernel, own, accepted, declared, stubs, put := file.putStr }
      writeTerms walk
      file.putStr ("{\"stubs\":" ++ toString stubs ++ "}\n{\"count\":" ++ toString walk.count ++ "}\n")
    return 0
  | _ =>
    IO.eprintln "usage: Audit OUT REQUEST"
    return 2
