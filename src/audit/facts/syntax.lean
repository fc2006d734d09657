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
