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

/--
Whether an argument of the class, none that follows from the others, is a type of the package. `List Task` is a type of
the library, whatever `Task` is.
-/
def Library.isOfOwnType (l : Library) (outParams : Array Nat) (args : Array Expr) : Bool :=
  (List.range args.size).any fun i =>
    !outParams.contains i && ((args.getD i (.bvar 0)).getAppFn.constName?.map l.isOwn).getD false

/-- The term with all that is reducible unfolded. -/
def unfoldedAll (e : Expr) : MetaM Expr :=
  Meta.transform e fun e => do
    let unfolded ← Meta.whnfR e
    return if unfolded == e then .continue else .visit unfolded

/-- Classes by which a term of one type is read as one of another. -/
def isCoercion (n : Name) : Bool :=
  match n with
  | .str .anonymous s => s.startsWith "Coe"
  | _ => false

/-- The question for an instance, whatever follows from the other arguments. -/
def withoutOutParams (outParams : Array Nat) (goal : Expr) : MetaM Expr := do
  let mut args := goal.getAppArgs
  for i in outParams do
    if h : i < args.size then args := args.set! i (← Meta.mkFreshExprMVar (← Meta.inferType args[i]))
  return mkAppN goal.getAppFn args

/-- The class and the type of which the definition would be another instance; no type is told for a variable. -/
def rivalOf (l : Library) (c : ConstantInfo) : MetaM (Option (Name × Name)) := do
  let .defnInfo _ := c | return none
  let class' := headOf c.type
  if l.isOwn class' || !isClass l.env class' then return none
  Meta.forallTelescopeReducing c.type fun xs goal => do
    let goal ← unfoldedAll goal
    if goal.getAppFn.constName? != some class' || (← Meta.isProp goal) then return none
    let args := goal.getAppArgs
    let outParams := (getOutParamPositions? l.env class').getD #[]
    -- What stands for things of the package may be another one's choice: it matters where a statement has it.
    if args.zipIdx.any fun (a, i) => !outParams.contains i && a.getUsedConstants.any l.isOwn then return none
    let question ← withoutOutParams outParams goal
    let subject := ((args.find? fun a => !a.isSort && !a.isLit).map (·.getAppFn)).getD (.bvar 0)
    let type := subject.constName?.getD .anonymous
    -- Whatever decides a proposition decides it alike.
    if ← found? (← Meta.mkAppM ``Subsingleton #[goal]) then return none
    if let some known ← Meta.synthInstance? question then
      let same ← Meta.withNewMCtxDepth (Meta.isDefEq known (mkAppN (.const c.name (c.levelParams.map .param)) xs))
      return if same then none else some (class', type)
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

/-! ### In use

Whatever made the package's instance the one that Lean took, and whether or not that left a trace: a statement has it
in the place of an instance.
-/

/-- Constants of the package that make a term of a library class. -/
def ownInstances (l : Library) : Std.HashSet Name := Id.run do
  let mut found := {}
  for m in l.env.header.modules, data in l.env.header.moduleData do
    if l.own.contains m.module then
      for n in data.constNames do
        if let some c := l.env.find? n then
          let class' := headOf c.type
          if isClass l.env class' && !l.isOwn class' then found := found.insert n
  return found

/-- Whether the type asks for an instance. -/
def asksInstance : Expr → Bool
  | .forallE _ _ b i => i.isInstImplicit || asksInstance b
  | .mdata _ e | .letE _ _ _ e _ => asksInstance e
  | _ => false

/-- Whether the constant makes an instance of a class. -/
def makesInstance (env : Environment) (n : Name) : Bool :=
  match env.find? n with
  | some (.ctorInfo v) => isClass env v.induct
  | _ => false

/-- Whether the last argument of the application is an instance that Lean has found. -/
def isInstanceArgument (env : Environment) (f : Expr) : Bool :=
  match f.getAppFn with
  | .const n _ => ((env.find? n).map fun c => binderAt c.type f.getAppNumArgs).getD false
  | _ => false
where
  binderAt : Expr → Nat → Bool
    | .forallE _ _ _ i, 0 => i.isInstImplicit
    | .forallE _ _ b _, n + 1 => binderAt b n
    | _, _ => false

/-- Class and type, if the library has an instance for them that means another thing. -/
def rivalFor (l : Library) (f a : Expr) : MetaM (Option (Name × Name)) := do
  let goal ← unfoldedAll (← Meta.whnf (← Meta.inferType f)).bindingDomain!
  let some class' := goal.getAppFn.constName? | return none
  if !isClass l.env class' || l.isOwn class' || class' == ``Decidable then return none
  let args := goal.getAppArgs
  let outParams := (getOutParamPositions? l.env class').getD #[]
  if l.isOfOwnType outParams args || (← Meta.isProp goal) then return none
  -- What is assumed of a variable is what the theorem is about.
  if a.getAppFn.isFVar && args.any (·.getAppFn.isFVar) then return none
  let question ← withoutOutParams outParams goal
  let hasOther ← Meta.withLCtx (← getLCtx) #[] do
    match ← Meta.synthInstance? question with
    | none => return false
    | some known => return !(← Meta.withNewMCtxDepth (Meta.isDefEq known a))
  if !hasOther || (← found? (← Meta.mkAppM ``Subsingleton #[goal])) then return none
  let subject := ((args.find? fun a => !a.isSort && !a.isLit).map (·.getAppFn)).getD (.bvar 0)
  return some (class', subject.constName?.getD .anonymous)

/--
Whether the instance is not one of the library's own. One of these may be made of the package's, which are arguments of
their own then.
-/
def isSuspect (l : Library) (own : Std.HashSet Name) (a : Expr) : Bool :=
  match a.getAppFn with
  | .const n _ =>
    let isOfLibrary := ((l.env.find? n).map fun c => isClass l.env (headOf c.type)).getD false
    own.contains n || makesInstance l.env n || (!isOfLibrary && hasOwn)
  | .fvar _ => true
  | _ => hasOwn
where
  hasOwn : Bool := (a.find? fun c => c.isConst && own.contains c.constName!).isSome

/-- The first rival instance in the term. -/
def rivalIn? (l : Library) (own : Std.HashSet Name) (e : Expr) : MetaM (Option (Name × Name)) := do
  let found ← IO.mkRef (none : Option (Name × Name))
  Meta.forEachExpr' e fun e => do
    if (← found.get).isSome then return false
    let .app f a := e | return true
    if isSuspect l own a && isInstanceArgument l.env f then found.set (← rivalFor l f a)
    return true
  found.get

/--
The first rival in the parts of a constant, as `rivalIn?` finds it.

What Lean could not answer counts as a rival.
-/
def rivalUse (l : Library) (own : Std.HashSet Name) (parts : List Expr) : IO (Option (Name × Name)) := do
  let context : Core.Context := { fileName := "", fileMap := default, maxHeartbeats := 200000 * 1000 }
  for e in parts do
    unless asksInstance e || e.getUsedConstants.any (fun n => own.contains n || makesInstance l.env n) do continue
    try
      let (rival, _) ← (rivalIn? l own e).run'.toIO context { env := l.env }
      if rival.isSome then return rival
    catch _ => return some (.anonymous, .anonymous)
  return none
