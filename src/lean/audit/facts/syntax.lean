/-! ## Which syntax a macro gives a meaning to

An attribute can be local, and then leaves nothing in the module: what the macro asks of its argument is there.
-/

def nameOfParts (n : Name) : List Expr → Name
  | [] => n
  | .lit (.strVal s) :: rest => nameOfParts (.str n s) rest
  | _ => .anonymous

/-- The name that a term of type `Name` builds, also by the short ways. -/
def literalName (e : Expr) : Name :=
  match e.getAppFn with
  | .const (.str _ f) _ =>
    if isIn f ["mkSimple", "mkStr1", "mkStr2", "mkStr3", "mkStr4", "mkStr5", "mkStr6", "mkStr7", "mkStr8"] then
      nameOfParts .anonymous (argsOf e [])
    else quotedName e
  | _ => .anonymous

def isKindTest (e : Expr) : Bool := e.isAppOfArity `Lean.Syntax.isOfKind 2

def isElaborator (type : Expr) : Bool :=
  type.isConstOf `Lean.Macro || type.isConstOf `Lean.Elab.Term.TermElab ||
    type.isConstOf `Lean.Elab.Command.CommandElab

/-- The kind of syntax, none of the package's own, that the definition expands or elaborates. -/
def foreignSyntax (env : Environment) (own : NameSet) : ConstantInfo → Name
  | .defnInfo v =>
    if !isElaborator v.type then .anonymous
    else match v.value.find? isKindTest with
      | some (.app _ kind) =>
        let kind := literalName kind
        match env.find? kind with
        | some _ => if own.contains (moduleOf env kind) then .anonymous else kind
        | none => kind
      | _ => .anonymous
  | _ => .anonymous

def isSymbol (e : Expr) : Bool := e.isAppOfArity `Lean.ParserDescr.symbol 1

/-- The first token of its own in what the definition lets a source say, where nothing of the kind goes before. -/
def firstSymbol : ConstantInfo → String
  | .defnInfo v =>
    if !v.type.isConstOf `Lean.ParserDescr then ""
    else match v.value.find? isSymbol with
      | some (.app _ (.lit (.strVal s))) => s
      | _ => ""
  | _ => ""

/-! ## Names within names -/

def partsOf : Name → List Name → List Name
  | .anonymous, rest => rest
  | .str p s, rest => partsOf p (.str .anonymous s :: rest)
  | .num _ _, _ => []

def nameFrom (n : Name) : List Name → Name
  | [] => n
  | .str _ s :: rest => nameFrom (.str n s) rest
  | _ => .anonymous

def isForeign (env : Environment) (own : NameSet) (n : Name) : Bool :=
  match env.find? n with
  | some _ => !own.contains (moduleOf env n)
  | none => false

/--
The constant of a library, of a name with several parts, that the declaration's name ends in: in its namespace the
name means another thing. What belongs to a type of the package has its name from there.
-/
def hiddenName (env : Environment) (own : NameSet) (n : Name) : Name :=
  match n with
  | .str p _ =>
    match env.find? p with
    | some _ => .anonymous
    | none => endIn (partsOf (privateToUserName n) [])
  | _ => .anonymous
where
  endIn : List Name → Name
    | _ :: a :: b :: rest =>
      let shorter := nameFrom .anonymous (a :: b :: rest)
      if isForeign env own shorter then shorter else endIn (a :: b :: rest)
    | _ => .anonymous
