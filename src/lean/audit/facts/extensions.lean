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

unsafe def instancesImpl (entries : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry Meta.InstanceEntry) :=
  unsafeCast entries

/-- Entries of the extension behind `@[instance]`. -/
@[implemented_by instancesImpl]
def instancesOf (_ : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry Meta.InstanceEntry) := #[]

unsafe def defaultsImpl (entries : Array EnvExtensionEntry) : Array Meta.DefaultInstanceEntry := unsafeCast entries

/-- Entries of the extension behind `@[default_instance]`. -/
@[implemented_by defaultsImpl]
def defaultsOf (_ : Array EnvExtensionEntry) : Array Meta.DefaultInstanceEntry := #[]

/-- Instances of the package that are tried where nothing is known of a type. -/
def ownDefaults (env : Environment) (own : NameSet) : NameSet := Id.run do
  let mut found : NameSet := {}
  for m in env.header.modules, data in env.header.moduleData do
    if own.contains m.module then
      for e in defaultsOf (entriesOf data.entries `Lean.Meta.defaultInstanceExtension data.entries.size) do
        found := found.insert e.instanceName
  return found

unsafe def parsersImpl (entries : Array EnvExtensionEntry) :
    Array (ScopedEnvExtension.Entry Parser.ParserExtension.OLeanEntry) := unsafeCast entries

/-- Entries of the extension behind `syntax`. -/
@[implemented_by parsersImpl]
def parsersOf (_ : Array EnvExtensionEntry) : Array (ScopedEnvExtension.Entry Parser.ParserExtension.OLeanEntry) := #[]

unsafe def aliasesImpl (entries : Array EnvExtensionEntry) : Array AliasEntry := unsafeCast entries

/-- Entries of the extension behind `export`. -/
@[implemented_by aliasesImpl]
def aliasesOf (_ : Array EnvExtensionEntry) : Array AliasEntry := #[]

/-- Extensions behind the attributes that give syntax a meaning, and behind which they would hide it. -/
def elaboratorExtensions : List Name :=
  [`Lean.Elab.macroAttribute, `Lean.Elab.Term.termElabAttribute, `Lean.Elab.Command.commandElabAttribute]

/-- Constants of the package that a source declares. -/
def declaredNames (env : Environment) (own : NameSet) : NameSet := Id.run do
  let mut found : NameSet := {}
  for m in env.header.modules, data in env.header.moduleData do
    if own.contains m.module then
      for (n, _) in rangesOf (entriesOf data.entries ``declRangeExt data.entries.size) do
        if moduleOf env n == m.module then found := found.insert n
  return found

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
        putRanges env m data (putRange out r.range ++ "}\n") ranges i
      else if holds data.constNames n data.constNames.size then
        let out := putName (putName (out ++ "{\"again\":") n ++ ",\"module\":") m
        putRanges env m data (putStart out r ++ "}\n") ranges i
      else putRanges env m data out ranges i
    else out
where
  putRange (out : String) (r : DeclarationRange) : String :=
    out ++ s!",\"startLine\":{r.pos.line},\"startColumn\":{r.pos.column + 1},\"endLine\":{r.endPos.line}" ++
      s!",\"endColumn\":{r.endPos.column + 1}"
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
  | .app (.app (.const c _) p) (.lit (.strVal s)) =>
    if c == ``Name.str || c == ``Name.mkStr then .str (quotedName p) s else .anonymous
  | .app (.app (.const c _) p) n =>
    if c == ``Name.num || c == ``Name.mkNum then .num (quotedName p) (numberOf n) else .anonymous
  | _ => .anonymous

def labelIn (e : Expr) : Name :=
  match e.find? isLabelled with
  | some (.app _ label) => quotedName label
  | _ => .anonymous

/--
The label of a sorry in the constant: Lean puts its module, lines and columns there. `uses` are the constants of its
body.
-/
def labelOf (c : ConstantInfo) (uses : List Name) : Name :=
  if !uses.contains ``sorryAx then .anonymous else match c with
  | .defnInfo v => labelIn v.value
  | .thmInfo v => labelIn v.value
  | .opaqueInfo v => labelIn v.value
  | _ => .anonymous
