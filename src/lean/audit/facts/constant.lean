/-! ## What a constant is -/

def moduleOf (env : Environment) (n : Name) : Name :=
  match env.getModuleIdxFor? n with
  | none => .anonymous
  | some i => if h : i.toNat < env.header.modules.size then env.header.modules[i.toNat].module else .anonymous

def argsOf : Expr → List Expr → List Expr
  | .app f a, rest => argsOf f (a :: rest)
  | _, rest => rest

def usesOf (e : Expr) : List Name := e.getUsedConstants.toList

def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "definition"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque"
  | .quotInfo _ => "quotient"
  | .inductInfo _ => "inductive"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

/-- What the body is made of; the constructors of a type and the types of a constructor belong to it. -/
def bodyUses : ConstantInfo → List Name
  | .axiomInfo _ => []
  | .defnInfo v => usesOf v.value
  | .thmInfo v => usesOf v.value
  | .opaqueInfo v => usesOf v.value
  | .quotInfo _ => []
  | .inductInfo v => v.ctors
  | .ctorInfo v => [v.induct]
  | .recInfo v => v.rules.foldl (fun found r => usesOf r.rhs ++ found) v.all

def withoutData : Expr → Expr
  | .mdata _ e => withoutData e
  | e => e

/-- Whether a hypothesis of the statement, or a field of the constructor, is `False` itself. -/
def assumesFalse : Expr → Bool
  | .forallE _ t b _ => (withoutData t).isConstOf ``False || assumesFalse b
  | .letE _ _ _ b _ => assumesFalse b
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

/-- What a type ends in. -/
def conclusionOf : Expr → Expr
  | .forallE _ _ b _ => conclusionOf b
  | .letE _ _ _ b _ => conclusionOf b
  | .mdata _ e => conclusionOf e
  | e => e

/-- Implicit types in front of a statement: who meant to name one that exists may have misspelt it. -/
def implicitTypes : Expr → List Name
  | .forallE n (.sort _) b .implicit => n :: implicitTypes b
  | .forallE _ _ b .implicit => implicitTypes b
  | _ => []

def isIn (s : String) : List String → Bool
  | [] => false
  | n :: rest => s == n || isIn s rest

def coreNameSet : Std.HashSet String := .ofList coreNames

/-- A variable that the type binds by the name of something in Lean's core: the name means another thing there. -/
def boundCoreName (type : Expr) : Name :=
  match type.find? (fun e => coreNameSet.contains (binderOf e)) with
  | some e => .str .anonymous (binderOf e)
  | none => .anonymous
where
  binderOf : Expr → String
    | .forallE (.str .anonymous s) _ _ _ => s
    | .lam (.str .anonymous s) _ _ _ => s
    | .letE (.str .anonymous s) _ _ _ _ => s
    | _ => ""

/-- Whether instances are found through it, as if its body stood in its place. -/
def isReducible (env : Environment) (n : Name) (c : ConstantInfo) : Bool :=
  match c with
  | .defnInfo _ => getReducibilityStatusCore env n == .reducible
  | _ => false

def flagsOf (env : Environment) (n : Name) (c : ConstantInfo) : List String :=
  let flags := if c.isUnsafe then ["unsafe"] else []
  let flags := if c.isPartial then "partial" :: flags else flags
  let flags := if (Compiler.getImplementedBy? env n).isSome then "implemented_by" :: flags else flags
  let flags := if isExtern env n then "extern" :: flags else flags
  let flags := if isIOUnitInitFn env n || (getInitFnNameFor? env n).isSome then "init" :: flags else flags
  let flags := if isProtected env n then "protected" :: flags else flags
  let flags := if isReducible env n c then "reducible" :: flags else flags
  if assumesFalse c.type then "assumes_false" :: flags else flags
