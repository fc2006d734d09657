module
public import Lean.Compiler.CSimpAttr
public import Lean.Compiler.ExternAttr
public import Lean.Compiler.ImplementedByAttr
public import Lean.Compiler.InitAttr
public import Lean.Class
public import Lean.DeclarationRange
public import Lean.ScopedEnvExtension
public import Lean.Util.FoldConsts
/-!
# Facts for the audit

Reads the compiled modules of a package from outside, in a process in which none of their code runs, and
writes facts about every constant that they hold or rest on: kind, uses, attributes, and whether the
kernel accepts it once more. What the facts mean is judged elsewhere.

Called with two files: the first gets one JSON object a line, the last of them with the count of the
constants; the second names the package's modules, each ended by a NUL, their components parted by `/`.
Ends with 3 when the modules cannot be imported together.

The functions are monomorphic and recurse by themselves, for Lean as WebAssembly can compile no other.
-/

public section

namespace LeanGate.Audit

open Lean

/-! ## JSON -/

/-- The digit of a number below 16. -/
def hexDigit (n : Nat) : Char := if n < 10 then Char.ofNat (48 + n) else Char.ofNat (87 + n)

def putChars (out : String) : List Char → String
  | [] => out
  | c :: rest =>
    if c == '"' then putChars (out ++ "\\\"") rest
    else if c == '\\' then putChars (out ++ "\\\\") rest
    else if c.toNat < 32 then
      putChars (((out ++ "\\u00").push (hexDigit (c.toNat / 16))).push (hexDigit (c.toNat % 16))) rest
    else putChars (out.push c) rest

def putString (out text : String) : String := (putChars (out.push '"') text.toList).push '"'

/-- Whether the character would be taken for the mark before a component. -/
def isMark (c : Char) : Bool := c == '.' || c == '#' || c == '\\'

def markChars (out : String) : List Char → String
  | [] => out
  | c :: rest => markChars (if isMark c then (out.push '\\').push c else out.push c) rest

/-- Every component behind its mark, `.` for a word and `#` for a number; marks in a word are escaped. -/
def nameText : Name → String
  | .anonymous => ""
  | .str p s => markChars ((nameText p).push '.') s.toList
  | .num p n => (nameText p).push '#' ++ toString n

def putName (out : String) (n : Name) : String := putString out (nameText n)

def putNames (out : String) : List Name → String
  | [] => out
  | [n] => putName out n
  | n :: rest => putNames ((putName out n).push ',') rest

def putWords (out : String) : List String → String
  | [] => out
  | [n] => putString out n
  | n :: rest => putWords ((putString out n).push ',') rest

/-! ## What a constant is -/

def arrayToList (names : Array Name) (i : Nat) (found : List Name) : List Name :=
  match i with
  | 0 => found
  | i + 1 => if h : i < names.size then arrayToList names i (names[i] :: found) else found

def usesOf (e : Expr) : List Name :=
  let names := e.getUsedConstants
  arrayToList names names.size []

def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "definition"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque"
  | .quotInfo _ => "quotient"
  | .inductInfo _ => "inductive"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

def rhsUses : List RecursorRule → List Name → List Name
  | [], found => found
  | r :: rest, found => rhsUses rest (appendNames (usesOf r.rhs) found)
where
  appendNames : List Name → List Name → List Name
    | [], b => b
    | n :: a, b => n :: appendNames a b

/-- What the body is made of; the constructors of a type and the types of a constructor belong to it. -/
def bodyUses : ConstantInfo → List Name
  | .axiomInfo _ => []
  | .defnInfo v => usesOf v.value
  | .thmInfo v => usesOf v.value
  | .opaqueInfo v => usesOf v.value
  | .quotInfo _ => []
  | .inductInfo v => v.ctors
  | .ctorInfo v => [v.induct]
  | .recInfo v => rhsUses v.rules v.all

/-- Whether a hypothesis of the statement, or a field of the constructor, is `False` itself. -/
def assumesFalse : Expr → Bool
  | .forallE _ t b _ => t.isConstOf ``False || assumesFalse b
  | .mdata _ e => assumesFalse e
  | _ => false

/-- The constant in front of what a type ends in. -/
def headOf : Expr → Name
  | .forallE _ _ b _ => headOf b
  | .letE _ _ _ b _ => headOf b
  | .mdata _ e => headOf e
  | .app f _ => headOf f
  | .const n _ => n
  | _ => .anonymous

/-- Implicit types in front of a statement: who meant to name one that exists may have misspelt it. -/
def implicitTypes : Expr → List Name
  | .forallE n (.sort _) b .implicit => n :: implicitTypes b
  | .forallE _ _ b .implicit => implicitTypes b
  | _ => []

def flagsOf (env : Environment) (n : Name) (c : ConstantInfo) : List String :=
  let flags := if c.isUnsafe then ["unsafe"] else []
  let flags := if c.isPartial then "partial" :: flags else flags
  let flags := if (Compiler.getImplementedBy? env n).isSome then "implemented_by" :: flags else flags
  let flags := if isExtern env n then "extern" :: flags else flags
  let flags := if isIOUnitInitFn env n || (getInitFnNameFor? env n).isSome then "init" :: flags else flags
  if assumesFalse c.type then "assumes_false" :: flags else flags

/-! ## Kernel replay -/

def failureOf : Kernel.Exception → String
  | .unknownConstant _ n => "unknown constant " ++ nameText n
  | .alreadyDeclared _ n => "already declared " ++ nameText n
  | .declTypeMismatch .. => "the body is not of the declared type"
  | .declHasMVars .. => "it holds metavariables"
  | .declHasFVars .. => "it holds free variables"
  | .funExpected .. => "a function was expected"
  | .typeExpected .. => "a type was expected"
  | .letTypeMismatch .. => "the type of a let is wrong"
  | .exprTypeMismatch .. => "the type of a term is wrong"
  | .appTypeMismatch .. => "the type of an argument is wrong"
  | .invalidProj .. => "a projection is wrong"
  | .thmTypeIsNotProp .. => "the statement of the theorem is no proposition"
  | .other msg => msg
  | .deterministicTimeout => "the kernel needed too long"
  | .excessiveMemory => "the kernel needed too much memory"
  | .deepRecursion => "the recursion of the kernel went too deep"
  | .interrupted => "the kernel was interrupted"

/-- Walking the constants, each behind what it rests on. -/
structure Walk where
  /-- The modules as compiled. -/
  env : Environment
  /-- What the kernel accepted anew, on top of the modules outside the package. -/
  kernel : Kernel.Environment
  /-- Modules of the package. -/
  own : NameSet
  seen : NameSet := {}
  /-- The lines, last first: one long string would be copied with every line. -/
  lines : List String := []
  count : Nat := 0

def moduleOf (env : Environment) (n : Name) : Name :=
  match env.getModuleIdxFor? n with
  | none => .anonymous
  | some i => if h : i.toNat < env.header.modules.size then env.header.modules[i.toNat].module else .anonymous

def ctorTypes (env : Environment) : List Name → List Constructor
  | [] => []
  | n :: rest =>
    match env.find? n with
    | some (.ctorInfo v) => { name := n, type := v.type } :: ctorTypes env rest
    | _ => ctorTypes env rest

def inductiveTypes (env : Environment) : List Name → List InductiveType
  | [] => []
  | n :: rest =>
    match env.find? n with
    | some (.inductInfo v) =>
      { name := n, type := v.type, ctors := ctorTypes env v.ctors } :: inductiveTypes env rest
    | _ => inductiveTypes env rest

def sameNames : List Name → List Name → Bool
  | [], [] => true
  | a :: as, b :: bs => a == b && sameNames as bs
  | _, _ => false

def sameRules : List RecursorRule → List RecursorRule → Bool
  | [], [] => true
  | a :: as, b :: bs => a.ctor == b.ctor && a.nfields == b.nfields && a.rhs == b.rhs && sameRules as bs
  | _, _ => false

/-- Whether the kernel made, of its own, the constant that the module holds. -/
def sameMade : ConstantInfo → ConstantInfo → Bool
  | .inductInfo a, .inductInfo b =>
    a.isUnsafe == b.isUnsafe &&
    a.type == b.type && sameNames a.levelParams b.levelParams && a.numParams == b.numParams &&
    a.numIndices == b.numIndices && sameNames a.all b.all && sameNames a.ctors b.ctors &&
    a.numNested == b.numNested && a.isRec == b.isRec && a.isReflexive == b.isReflexive
  | .ctorInfo a, .ctorInfo b =>
    a.isUnsafe == b.isUnsafe &&
    a.type == b.type && sameNames a.levelParams b.levelParams && a.induct == b.induct &&
    a.cidx == b.cidx && a.numParams == b.numParams && a.numFields == b.numFields
  | .recInfo a, .recInfo b =>
    a.isUnsafe == b.isUnsafe &&
    a.type == b.type && sameNames a.levelParams b.levelParams && sameNames a.all b.all &&
    a.numParams == b.numParams && a.numIndices == b.numIndices && a.numMotives == b.numMotives &&
    a.numMinors == b.numMinors && a.k == b.k && sameRules a.rules b.rules
  | _, _ => false

def declarationOf (env : Environment) : ConstantInfo → Option Declaration
  | .axiomInfo v => some (.axiomDecl v)
  | .defnInfo v => some (.defnDecl v)
  | .thmInfo v => some (.thmDecl v)
  | .opaqueInfo v => some (.opaqueDecl v)
  | .inductInfo v => some (.inductDecl v.levelParams v.numParams (inductiveTypes env v.all) false)
  | _ => none

/-- What became of giving a constant to the kernel once more. -/
inductive Replayed where
  /-- The kernel takes no unsafe or partial code for true, so nothing proved can rest on it. -/
  | passedOver
  | accepted (kernel : Kernel.Environment)
  | refused (why : String) (kernel : Kernel.Environment)

def compared (kernel : Kernel.Environment) (n : Name) (c : ConstantInfo) : Replayed :=
  match kernel.find? n with
  | none => .refused "the kernel made no such constant" kernel
  | some made =>
    if sameMade made c then .accepted kernel
    else .refused "the kernel made another constant of this name" kernel

/-- The statement as an axiom, so that what rests on a refused proof is judged by itself. -/
def assumed (kernel : Kernel.Environment) (n : Name) (levels : List Name) (type : Expr) : Kernel.Environment :=
  match kernel.addDeclCore 0 (.axiomDecl { name := n, levelParams := levels, type, isUnsafe := false }) none with
  | .error _ => kernel
  | .ok kernel => kernel

def declare (kernel : Kernel.Environment) (n : Name) (c : ConstantInfo) (d : Declaration) : Replayed :=
  match kernel.addDeclCore 0 d none with
  | .error e =>
    match c with
    | .thmInfo v => .refused (failureOf e) (assumed kernel n v.levelParams v.type)
    | .opaqueInfo v => .refused (failureOf e) (assumed kernel n v.levelParams v.type)
    | _ => .refused (failureOf e) kernel
  | .ok kernel =>
    match c with
    | .inductInfo _ => compared kernel n c
    | _ => .accepted kernel

/--
A theorem that the kernel knows already: Lean lets several modules state the same one, as it does for the
equations of a definition. The proof of this module is checked under another name.
-/
def declareAgain (kernel : Kernel.Environment) (n : Name) (v : TheoremVal) (known : ConstantInfo) : Replayed :=
  let again := Name.str n "_audited"
  if !(known.type == v.type && sameNames known.levelParams v.levelParams) then
    .refused "the kernel knows another constant of this name" kernel
  else match kernel.addDeclCore 0 (.thmDecl { v with name := again, all := [again] }) none with
    | .error e => .refused (failureOf e) kernel
    | .ok _ => .accepted kernel

def replay (w : Walk) (n : Name) (c : ConstantInfo) : Replayed :=
  match w.kernel.find? n with
  | some known =>
    match c with
    | .thmInfo v => declareAgain w.kernel n v known
    | _ => compared w.kernel n c
  | none =>
    if c.isUnsafe || c.isPartial then .passedOver
    else match declarationOf w.env c with
      | none => compared w.kernel n c
      | some d => declare w.kernel n c d

/-! ## Order -/

/-- The sibling types of an inductive type and all their constructors, whose uses come first. -/
def groupUses (env : Environment) : List Name → List Name
  | [] => []
  | n :: rest =>
    match env.find? n with
    | some (.inductInfo v) => addTypes (ctorTypes env v.ctors) (addUses (usesOf v.type) (groupUses env rest))
    | _ => groupUses env rest
where
  addUses : List Name → List Name → List Name
    | [], b => b
    | n :: a, b => n :: addUses a b
  addTypes : List Constructor → List Name → List Name
    | [], b => b
    | c :: a, b => addUses (usesOf c.type) (addTypes a b)

/-! ## What the extensions of a module say

Their states are not built, for that would run code of the audited modules: their entries are read as
they are stored.
-/

def entriesOf (entries : Array (Name × Array EnvExtensionEntry)) (n : Name) (i : Nat) : Array EnvExtensionEntry :=
  match i with
  | 0 => #[]
  | i + 1 =>
    if h : i < entries.size then
      if entries[i].1 == n then entries[i].2 else entriesOf entries n i
    else #[]

unsafe def rangesImpl (entries : Array EnvExtensionEntry) : Array (Name × DeclarationRanges) := unsafeCast entries

/-- Entries of `declRangeExt`. -/
@[implemented_by rangesImpl]
def rangesOf (_ : Array EnvExtensionEntry) : Array (Name × DeclarationRanges) := #[]

unsafe def classesImpl (entries : Array EnvExtensionEntry) : Array ClassEntry := unsafeCast entries

/-- Entries of `classExtension`. -/
@[implemented_by classesImpl]
def classesOf (_ : Array EnvExtensionEntry) : Array ClassEntry := #[]

unsafe def csimpImpl (entries : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry Compiler.CSimp.Entry) :=
  unsafeCast entries

/-- Entries of the extension behind `@[csimp]`. -/
@[implemented_by csimpImpl]
def csimpOf (_ : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry Compiler.CSimp.Entry) := #[]

def holds (names : Array Name) (n : Name) (i : Nat) : Bool :=
  match i with
  | 0 => false
  | i + 1 => if h : i < names.size then names[i] == n || holds names n i else false

/--
Places of constants of the module `m`: one that it records for another module's is not to be believed. A theorem
that another module states too counts as that one's; its place here is told apart.
-/
def putRanges (env : Environment) (m : Name) (data : ModuleData) (out : String)
    (ranges : Array (Name × DeclarationRanges)) (i : Nat) : String :=
  match i with
  | 0 => out
  | i + 1 =>
    if h : i < ranges.size then
      let n := ranges[i].1
      let r := ranges[i].2
      if moduleOf env n == m then
        let out := putStart (putName (out ++ "{\"place\":") n) r
        putRanges env m data (out ++ ",\"endLine\":" ++ toString r.range.endPos.line ++ "}\n") ranges i
      else if holds data.constNames n data.constNames.size then
        let out := putName (putName (out ++ "{\"again\":") n ++ ",\"module\":") m
        putRanges env m data (putStart out r ++ "}\n") ranges i
      else putRanges env m data out ranges i
    else out
where
  putStart (out : String) (r : DeclarationRanges) : String :=
    let out := out ++ ",\"line\":" ++ toString r.selectionRange.pos.line
    out ++ ",\"column\":" ++ toString (r.selectionRange.pos.column + 1)

def putClasses (out : String) (classes : Array ClassEntry) (i : Nat) : String :=
  match i with
  | 0 => out
  | i + 1 =>
    if h : i < classes.size then
      putClasses ((putName (out ++ "{\"class\":") classes[i].name) ++ "}\n") classes i
    else out

def csimpTheorem : ScopedEnvExtension.Entry Compiler.CSimp.Entry → Name
  | .global e => e.thmName
  | .scoped _ e => e.thmName

def putCsimp (out : String) (lemmas : Array (ScopedEnvExtension.Entry Compiler.CSimp.Entry)) (i : Nat) : String :=
  match i with
  | 0 => out
  | i + 1 =>
    if h : i < lemmas.size then
      putCsimp ((putName (out ++ "{\"csimp\":") (csimpTheorem lemmas[i])) ++ "}\n") lemmas i
    else out

/-- Places and attributes that a module records; of a module outside the package, only its classes. -/
def putEntries (env : Environment) (name : Name) (m : ModuleData) (own : Bool) : String :=
  let count := m.entries.size
  let classes := classesOf (entriesOf m.entries ``classExtension count)
  let out := putClasses "" classes classes.size
  if own then
    let ranges := rangesOf (entriesOf m.entries ``declRangeExt count)
    let lemmas := csimpOf (entriesOf m.entries ``Compiler.CSimp.ext count)
    let out := (putName (out ++ "{\"audited\":") name) ++ "}\n"
    putCsimp (putRanges env name m out ranges ranges.size) lemmas lemmas.size
  else out

/-! ## Where a sorry was written -/

def isLabelled (e : Expr) : Bool := e.isAppOfArity ``sorryAx 3

def numberOf : Expr → Nat
  | .lit (.natVal n) => n
  | .app (.app (.app _ _) n) _ => numberOf n
  | _ => 0

/-- The name that a term of type `Name` builds. -/
def quotedName : Expr → Name
  | .app (.app (.const c _) p) (.lit (.strVal s)) => if c == ``Name.str then .str (quotedName p) s else .anonymous
  | .app (.app (.const c _) p) n => if c == ``Name.num then .num (quotedName p) (numberOf n) else .anonymous
  | _ => .anonymous

def labelIn (e : Expr) : Name :=
  match e.find? isLabelled with
  | some (.app _ label) => quotedName label
  | _ => .anonymous

/-- The label of a sorry in the constant: Lean puts its module, lines and columns there. -/
def labelOf : ConstantInfo → Name
  | .defnInfo v => labelIn v.value
  | .thmInfo v => labelIn v.value
  | .opaqueInfo v => labelIn v.value
  | _ => .anonymous

/-! ## The walk -/

def factOf (w : Walk) (n : Name) (c : ConstantInfo) (own : Bool) (replayed : String) : String :=
  let out := putName "{\"name\":" n
  let out := putName (out ++ ",\"module\":") (moduleOf w.env n)
  let out := putString (out ++ ",\"kind\":") (kindOf c)
  let out := (putNames (out ++ ",\"type\":[") (usesOf c.type)) ++ "],\"body\":["
  let out := (putNames out (bodyUses c)) ++ "]"
  let out := if own then
      let out := (putWords (out ++ ",\"flags\":[") (flagsOf w.env n c)) ++ "]"
      let out := putName (out ++ ",\"head\":") (headOf c.type)
      let out := (putNames (out ++ ",\"implicit\":[") (implicitTypes c.type)) ++ "]"
      let out := match labelOf c with
        | .anonymous => out
        | label => putName (out ++ ",\"label\":") label
      putString (out ++ ",\"replay\":") replayed
    else out
  out ++ "}\n"

def putFact (w : Walk) (n : Name) (c : ConstantInfo) (own : Bool) (replayed : String) : Walk :=
  { w with lines := factOf w n c own replayed :: w.lines, count := w.count + 1 }

def judge (w : Walk) (n : Name) (c : ConstantInfo) : Walk :=
  if w.own.contains (moduleOf w.env n) then
    match replay w n c with
    | .passedOver => putFact w n c true "passed over"
    | .accepted kernel => putFact { w with kernel := kernel } n c true "accepted"
    | .refused why kernel => putFact { w with kernel := kernel } n c true ("refused: " ++ why)
  else putFact w n c false ""

/-- What the walk has yet to do. -/
inductive Step where
  | visit (n : Name)
  | judge (n : Name) (c : ConstantInfo)

/-- In no particular order: what a constant rests on has all to come before it, and nothing more. -/
def visitsBefore (steps : List Step) : List Name → List Step
  | [] => steps
  | n :: rest => visitsBefore (.visit n :: steps) rest

/-- The steps for a constant: first what it rests on, and behind it the constructors, which the kernel makes. -/
def stepsOf (env : Environment) (n : Name) (c : ConstantInfo) (steps : List Step) : List Step :=
  let steps := match c with
    | .inductInfo v => visitsBefore (.judge n c :: visitsBefore steps v.ctors) (groupUses env v.all)
    | _ => visitsBefore (.judge n c :: steps) (bodyUses c)
  visitsBefore steps (usesOf c.type)

/-- Takes the steps one by one; a list of them, for no chain of lemmas may be too long for the stack. -/
partial def walk (w : Walk) : List Step → Walk
  | [] => w
  | .judge n c :: steps => walk (judge w n c) steps
  | .visit n :: steps =>
    if w.seen.contains n then walk w steps
    else
      let w := { w with seen := w.seen.insert n }
      match w.env.find? n with
      | none => walk w steps
      | some c => walk w (stepsOf w.env n c steps)

/-- Visits every constant of the package's modules. -/
def visitModules (w : Walk) (i : Nat) : Walk :=
  match i with
  | 0 => w
  | i + 1 =>
    let w := visitModules w i
    if h : i < w.env.header.modules.size then
      let name := w.env.header.modules[i].module
      let own := w.own.contains name
      if h : i < w.env.header.moduleData.size then
        let m := w.env.header.moduleData[i]
        let w := { w with lines := putEntries w.env name m own :: w.lines }
        if own then walk w (visitsBefore [] (arrayToList m.constNames m.constNames.size [])) else w
      else w
    else w

/-! ## The run -/

/-- The modules' names; they are no numbers, whatever they look like. -/
def modulesIn (name : Name) (part : List Char) (found : List Name) : List Char → List Name
  | [] => found
  | c :: rest =>
    if c == '/' then modulesIn (.str name (wordOf part)) [] found rest
    else if c == '\x00' then modulesIn .anonymous [] (.str name (wordOf part) :: found) rest
    else modulesIn name (c :: part) found rest
where
  wordOf (part : List Char) : String := String.ofList (reverse part [])
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
    let names := modulesIn .anonymous [] [] (← IO.FS.readFile request).toList
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
