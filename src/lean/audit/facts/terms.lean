/-! ## Terms

Statements, and the definitions of the package that they unfold to, as the kernel has them: node by node, each
node once. A node is a list of numbers; those before its end are nodes, texts or plain numbers:
`0 i` a bound variable, `1 t` a sort, `2 t n l…` a constant with its levels, `3 f a` an application, `4 k t A b` a
function and `5 k t A B` its type with binder `k`, `6 t A v b` a `let`, `7 t` and `8 t` literals, `9 t i e` a projection.
-/

/-- What has been written: nodes and texts by number. -/
structure Terms where
  nodes : Std.HashMap ExprStructEq Nat := {}
  texts : Std.HashMap String Nat := {}
  /-- Those of the texts that are names. -/
  names : Std.HashMap Name Nat := {}
  /-- New since the last line: as written, and last first. -/
  newNodes : String := ""
  newTexts : List String := []

abbrev TermM := StateM Terms

def textId (text : String) : TermM Nat := do
  let s ← get
  match s.texts[text]? with
  | some id => return id
  | none =>
    let id := s.texts.size
    set { s with texts := s.texts.insert text id, newTexts := text :: s.newTexts }
    return id

def nameId (n : Name) : TermM Nat := do
  match (← get).names[n]? with
  | some id => return id
  | none =>
    let id ← textId (nameText n)
    modify fun s => { s with names := s.names.insert n id }
    return id

/-- A level, with `n` added to it. -/
def levelText (l : Level) (n : Nat := 0) : String :=
  match l with
  | .zero => toString n
  | .succ l => levelText l (n + 1)
  | .max a b => added s!"(max {levelText a} {levelText b})"
  | .imax a b => added s!"(imax {levelText a} {levelText b})"
  | .param p => added (nameText p)
  | .mvar _ => "?"
where
  added (text : String) : String := if n == 0 then text else s!"{text}+{n}"

def binderCode : BinderInfo → Nat
  | .default => 0
  | .implicit => 1
  | .strictImplicit => 2
  | .instImplicit => 3

/-- Numbers behind those that are there. -/
def putNumbers (out : String) (numbers : List Nat) : String :=
  numbers.foldl (fun out n => (if out.isEmpty then out else out.push ',') ++ toString n) out

partial def nodeId (e : Expr) : TermM Nat := do
  match e with
  | .mdata _ e => nodeId e
  | _ =>
    if let some id := (← get).nodes[(⟨e⟩ : ExprStructEq)]? then return id
    let node ← match e with
      | .bvar i => pure [0, i]
      | .sort l => return ← add e [1, ← textId (levelText l)]
      | .const n ls => do
        let levels ← ls.mapM fun l => textId (levelText l)
        pure (2 :: (← nameId n) :: ls.length :: levels)
      | .app f a => pure [3, ← nodeId f, ← nodeId a]
      | .lam n t b i => pure [4, binderCode i, ← nameId n, ← nodeId t, ← nodeId b]
      | .forallE n t b i => pure [5, binderCode i, ← nameId n, ← nodeId t, ← nodeId b]
      | .letE n t v b _ => pure [6, ← nameId n, ← nodeId t, ← nodeId v, ← nodeId b]
      | .lit (.natVal n) => pure [7, ← textId (toString n)]
      | .lit (.strVal s) => pure [8, ← textId s]
      | .proj n i b => pure [9, ← nameId n, i, ← nodeId b]
      -- No constant that the kernel accepts has these.
      | .fvar _ | .mvar _ | .mdata .. => pure [7, ← textId "?"]
    add e node
where
  add (e : Expr) (node : List Nat) : TermM Nat := do
    let s ← get
    let id := s.nodes.size
    set { s with nodes := s.nodes.insert ⟨e⟩ id, newNodes := putNumbers s.newNodes node }
    return id

/--
How the arguments of a constant are shown, a letter for each: `e` explicit, `c` an instance, `h` implicit and told by
an explicit one behind it, `i` implicit otherwise.
-/
def shapeOf (type : Expr) : String :=
  String.ofList (letters type)
where
  letters : Expr → List Char
    | .forallE _ _ b i =>
      (match i with
        | .default => 'e'
        | .instImplicit => 'c'
        | _ => if isTold b 0 then 'h' else 'i') :: letters b
    | .mdata _ e => letters e
    | _ => []
  /-- Whether the type of an explicit argument has the variable. -/
  isTold : Expr → Nat → Bool
    | .forallE _ t b i, v => (i.isExplicit && t.hasLooseBVar v) || isTold b (v + 1)
    | .mdata _ e, v => isTold e v
    | _, _ => false

/-- Whether the constant is a claim of the package: a theorem, or a definition that proves a proposition. -/
def isClaim (w : Walk) (n : Name) : ConstantInfo → Bool
  | .thmInfo _ => !w.env.isProjectionFn n
  | .defnInfo _ => w.claims.contains n
  | _ => false

/-- The part of a constant that gives statements their meaning: of what proves something, only what it proves. -/
def meaningOf (w : Walk) (n : Name) (c : ConstantInfo) : Expr × Option Expr :=
  match c with
  | .defnInfo v => if isClaim w n c then (v.type, none) else (v.type, some v.value)
  | c => (c.type, none)

def constantsOf (w : Walk) (n : Name) (c : ConstantInfo) : Array Name :=
  let (type, value) := meaningOf w n c
  let used := type.getUsedConstants ++ (value.map (·.getUsedConstants)).getD #[]
  match c with
  | .inductInfo v => used ++ v.ctors.toArray
  | .ctorInfo v => used.push v.induct
  | .recInfo v => used ++ v.all.toArray
  | _ => used

/-- The lines of one constant: what of its nodes is new, and which are its type and value. -/
def termLine (w : Walk) (terms : Terms) (n : Name) (c : ConstantInfo) (isRoot : Bool) : String × Terms :=
  let (type, value) := meaningOf w n c
  let run : TermM (Nat × Option Nat) := do
    let type ← nodeId type
    match value with
    | some value => return (type, some (← nodeId value))
    | none => return (type, none)
  let ((type, value), terms) := run.run terms
  let out := putWords "{\"texts\":[" terms.newTexts.reverse
  let out := out ++ "],\"nodes\":[" ++ terms.newNodes
  let out := putName (out ++ "],\"term\":") n
  let out := putNames (out ++ ",\"levels\":[") c.levelParams
  let out := out ++ "],\"claim\":" ++ toString isRoot ++ ",\"typeNode\":" ++ toString type
  let out := match value with
    | some value => out ++ ",\"valueNode\":" ++ toString value
    | none => out
  (out ++ "}\n", { terms with newNodes := "", newTexts := [] })

def shapeLine (n : Name) (c : ConstantInfo) (isInstance : Bool) : String :=
  let out := putName "{\"shape\":" n
  let out := putString (out ++ ",\"arguments\":") (shapeOf c.type)
  out ++ ",\"instance\":" ++ toString isInstance ++ "}\n"

/-- The instances that Lean finds without the package; those of a namespace that is to be opened are left out. -/
def libraryInstances (w : Walk) : Std.HashSet Name := Id.run do
  let mut found := {}
  for m in w.env.header.modules, data in w.env.header.moduleData do
    unless w.own.contains m.module do
      for entry in instancesOf (entriesOf data.entries `Lean.Meta.instanceExtension data.entries.size) do
        if let .global { globalName? := some n, .. } := entry then found := found.insert n
  return found

/-- Writes the claims of the package and all that they unfold to; of what lies outside, how it is shown. -/
partial def writeTerms (w : Walk) : IO Unit := do
  let put := w.put
  let instances := libraryInstances w
  let own := ownInstances w.library
  let mut terms : Terms := {}
  let mut seen : Std.HashSet Name := {}
  let mut todo : Array (Name × Bool) := #[]
  for m in w.env.header.modules, data in w.env.header.moduleData do
    if w.own.contains m.module then
      for n in data.constNames do
        if let some c := w.env.find? n then
          if isClaim w n c then
            todo := todo.push (n, true)
            seen := seen.insert n
  while h : todo.size > 0 do
    let (n, isRoot) := todo[todo.size - 1]
    todo := todo.pop
    let some c := w.env.find? n | continue
    put (shapeLine n c (instances.contains n))
    unless w.own.contains (moduleOf w.env n) do continue
    let (line, rest) := termLine w terms n c isRoot
    terms := rest
    put line
    let (type, value) := meaningOf w n c
    if let some (class', type) ← rivalUse w.library own (type :: value.toList) then
      put ((putName (putName (putName "{\"rivalIn\":" n ++ ",\"class\":") class' ++ ",\"type\":") type) ++ "}\n")
    for used in constantsOf w n c do
      unless seen.contains used do
        seen := seen.insert used
        todo := todo.push (used, false)
