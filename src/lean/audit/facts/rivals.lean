/-! ## Instances that rival those of the library

Lean is asked, with no instance of the package among those that it finds.
-/

/-- The package's constants with the classes and instances of all other modules, and without its own. -/
def withoutOwnInstances (env : Environment) (own : NameSet) : Environment × Std.HashSet Name := Id.run do
  let mut found := env
  let mut classes : Std.HashSet Name := {}
  for m in env.header.modules, data in env.header.moduleData do
    for entry in classesOf (entriesOf data.entries ``classExtension data.entries.size) do
      found := classExtension.addEntry found entry
    unless own.contains m.module do
      for entry in instancesOf (entriesOf data.entries `Lean.Meta.instanceExtension data.entries.size) do
        if let .global e := entry then
          found := Meta.instanceExtension.addCore found e .global .anonymous
          classes := classes.insert (headOf e.val)
          if let some c := e.globalName?.bind env.find? then classes := classes.insert (headOf c.type)
  return (found, classes)

/-- What answers questions about instances of the library. -/
structure Library where
  env : Environment
  own : NameSet
  /-- Classes that have an instance. -/
  classes : Std.HashSet Name

def Library.isOwn (l : Library) (n : Name) : Bool := l.own.contains (moduleOf l.env n)

def found? (type : Expr) : MetaM Bool := do
  return (← Meta.synthInstance? type).isSome

/-- Classes by which a term of one type is read as one of another. -/
def isCoercion (n : Name) : Bool :=
  match n with
  | .str .anonymous s => s.startsWith "Coe"
  | _ => false

/-- The class and the type of which the definition would be another instance; no type is told for a variable. -/
def rivalOf (l : Library) (c : ConstantInfo) : MetaM (Option (Name × Name)) := do
  let .defnInfo _ := c | return none
  let class' := headOf c.type
  if l.isOwn class' || !isClass l.env class' then return none
  Meta.forallTelescopeReducing c.type fun xs goal => do
    let goal ← Meta.transform goal fun e => do
      let unfolded ← Meta.whnfR e
      return if unfolded == e then .continue else .visit unfolded
    if goal.getAppFn.constName? != some class' || (← Meta.isProp goal) then return none
    let args := goal.getAppArgs
    let outParams := (getOutParamPositions? l.env class').getD #[]
    let isOwn (i : Nat) := !outParams.contains i && ((args.getD i (.bvar 0)).getUsedConstants.any l.isOwn)
    if (List.range args.size).any isOwn then return none
    let mut open' := args
    for i in outParams do
      if h : i < args.size then open' := open'.set! i (← Meta.mkFreshExprMVar (← Meta.inferType args[i]))
    let question := mkAppN goal.getAppFn open'
    let subject := ((args.find? fun a => !a.isSort && !a.isLit).map (·.getAppFn)).getD (.bvar 0)
    let type := subject.constName?.getD .anonymous
    -- Whatever decides a proposition decides it alike.
    if ← found? (← Meta.mkAppM ``Subsingleton #[goal]) then return none
    if ← found? question then return some (class', type)
    if isCoercion class' && args.size ≥ 2 then
      let some a := args[0]? | return none
      let some b := args.back? | return none
      let isRead ← Meta.withLocalDeclD `x a fun x => do
        try found? (← Meta.mkAppM ``CoeT #[a, x, b]) catch _ => return false
      if isRead then return some (class', type)
    -- Of every type, unless it asks for a class of the package's own.
    let asksOwn ← xs.anyM fun x => do
      return (← Meta.inferType x).getUsedConstants.any l.isOwn
    let isAny := args.all fun a => a.isFVar || a.isLit || a.isSort
    return if isAny && !asksOwn && !args.isEmpty && l.classes.contains class' then some (class', .anonymous) else none

/-- As `rivalOf`; what Lean could not answer counts as a rival. -/
def rivalIn (l : Library) (c : ConstantInfo) : IO (Option (Name × Name)) := do
  let context : Core.Context := { fileName := "", fileMap := default, maxHeartbeats := 200000 * 1000 }
  try
    let (rival, _) ← (rivalOf l c).run'.toIO context { env := l.env }
    return rival
  catch _ => return some (headOf c.type, .anonymous)
