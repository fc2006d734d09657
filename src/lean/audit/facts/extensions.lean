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

unsafe def keyedImpl (entries : Array EnvExtensionEntry) :
    Array (ScopedEnvExtension.Entry KeyedDeclsAttribute.OLeanEntry) := unsafeCast entries

/-- Entries of the extensions behind `@[macro]` and its like. -/
@[implemented_by keyedImpl]
def keyedOf (_ : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry KeyedDeclsAttribute.OLeanEntry) := #[]

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

/-- Kinds of syntax that definitions expand or elaborate. -/
def putKeyed (out : String) (entries : Array (ScopedEnvExtension.Entry KeyedDeclsAttribute.OLeanEntry)) (i : Nat) :
    String :=
  match i with
  | 0 => out
  | i + 1 =>
    if h : i < entries.size then
      let e := match entries[i] with
        | .global e => e
        | .scoped _ e => e
      let out := putName (putName (out ++ "{\"expands\":") e.key ++ ",\"by\":") e.declName
      putKeyed (out ++ "}\n") entries i
    else out

def putElaborators (out : String) (m : ModuleData) : List Name → String
  | [] => out
  | n :: rest =>
    let entries := keyedOf (entriesOf m.entries n m.entries.size)
    putElaborators (putKeyed out entries entries.size) m rest

/-- Places and attributes that a module records; of a module outside the package, only its classes. -/
def putEntries (env : Environment) (name : Name) (m : ModuleData) (own : Bool) : String :=
  let count := m.entries.size
  let classes := classesOf (entriesOf m.entries ``classExtension count)
  let out := putClasses "" classes classes.size
  if own then
    let ranges := rangesOf (entriesOf m.entries ``declRangeExt count)
    let lemmas := csimpOf (entriesOf m.entries ``Compiler.CSimp.ext count)
    let out := (putName (out ++ "{\"audited\":") name) ++ "}\n"
    let out := putElaborators out m
      [`Lean.Elab.macroAttribute, `Lean.Elab.Term.termElabAttribute, `Lean.Elab.Command.commandElabAttribute]
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
