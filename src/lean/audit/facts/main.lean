/-! ## The run -/

/-- The modules' names; they are no numbers, whatever they look like. -/
def modulesIn (name : Name) (part : List Char) (found : List Name) : List Char → List Name
  | [] => found
  | c :: rest =>
    if c == '/' then modulesIn (.str name (wordOf part)) [] found rest
    else if c == '\x00' then modulesIn .anonymous [] (.str name (wordOf part) :: found) rest
    else modulesIn name (c :: part) found rest
where
  wordOf (part : List Char) : String := textOf "" (reverse part [])
  reverse : List Char → List Char → List Char
    | [], b => b
    | c :: a, b => reverse a (c :: b)

def importsOf : List Name → Array Import → Array Import
  | [], found => found
  | m :: rest, found => importsOf rest (found.push { module := m, importAll := true })

def nameSetOf : List Name → NameSet → NameSet
  | [], found => found
  | m :: rest, found => nameSetOf rest (found.insert m)

def join (out : String) : List String → String
  | [] => out
  | line :: rest => join (out ++ line) rest
where
  reverse : List String → List String → List String
    | [], b => b
    | a :: as, b => reverse as (a :: b)

/-- All imported modules that are not the package's own. -/
def outside (env : Environment) (own : NameSet) (i : Nat) : Array Import :=
  match i with
  | 0 => #[]
  | i + 1 =>
    let found := outside env own i
    if h : i < env.header.modules.size then
      let m := env.header.modules[i].module
      if own.contains m then found else found.push { module := m }
    else found

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
    let names := modulesIn .anonymous [] [] (charsOf (← IO.FS.readFile request))
    let own := nameSetOf names {}
    let env ← try importModules (importsOf names #[]) {} 0 #[] false false .private
      catch e =>
        IO.eprintln (toString e)
        return (3 : UInt32)
    let base ← importModules (outside env own env.header.modules.size) {} 0 #[] false false .private
    let walk := visitModules { env, kernel := base.toKernelEnv, own } env.header.modules.size
    let lines := join "" (join.reverse walk.lines [])
    let tail := "{\"stubs\":" ++ toString (hasStubs env own) ++ "}\n{\"count\":" ++ toString walk.count ++ "}\n"
    IO.FS.writeFile out (lines ++ tail)
    return 0
  | _ =>
    IO.eprintln "usage: Audit OUT REQUEST"
    return 2
