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
  /-- Those whose constants the kernel has accepted in an earlier run, and has from the start. -/
  accepted : NameSet
  /-- Whether Lean's own library came without the bodies of its theorems, each of which is an axiom then. -/
  stubs : Bool
  /-- Syntax, of the package and from elsewhere. -/
  grammar : Grammar
  /-- What the library has instances of. -/
  library : Library
  /-- Instances of the package that are tried where nothing is known of a type. -/
  defaults : NameSet
  /-- Constants that a source declares, and not Lean along with them. -/
  declared : NameSet
  /-- Writes a line. -/
  put : String → IO Unit
  seen : Std.HashSet Name := {}
  /-- Constants outside the package by which something comes to rest on an axiom that is no standard one. -/
  leading : Std.HashSet Name := {}
  /-- Definitions of the package that prove a proposition. -/
  claims : Std.HashSet Name := {}
  nameTexts : NameTexts := {}
  count : Nat := 0

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

/-- The kernel's judgement of a declaration. Lean 4.33 has one argument more: how deep a recursion may go. -/
def check (kernel : Kernel.Environment) (d : Declaration) : Except Kernel.Exception Kernel.Environment :=
  by first
    | exact kernel.addDeclCore 0 1000000 d none
    | exact kernel.addDeclCore 0 d none

/-- The statement as an axiom, so that what rests on a refused proof is judged by itself. -/
def assumed (kernel : Kernel.Environment) (n : Name) (levels : List Name) (type : Expr) : Kernel.Environment :=
  match check kernel (.axiomDecl { name := n, levelParams := levels, type, isUnsafe := false }) with
  | .error _ => kernel
  | .ok kernel => kernel

def declare (kernel : Kernel.Environment) (n : Name) (c : ConstantInfo) (d : Declaration) : Replayed :=
  match check kernel d with
  | .error e =>
    match c with
    | .thmInfo v => .refused (failureOf e) (assumed kernel n v.levelParams v.type)
    | .opaqueInfo v => .refused (failureOf e) (assumed kernel n v.levelParams v.type)
    | _ => .refused (failureOf e) kernel
  | .ok kernel =>
    match c with
    | .inductInfo _ => compared kernel n c
    | _ => .accepted kernel

/-- A name beside that of the constant, which no source can spell. -/
def nameFor (n : Name) : Name := .num (.str n "_audited") 0

/--
A theorem that the kernel knows already: Lean lets several modules state the same one, as it does for the
equations of a definition. The proof of this module is checked under another name.
-/
def declareAgain (kernel : Kernel.Environment) (n : Name) (v : TheoremVal) (known : ConstantInfo) : Replayed :=
  let again := nameFor n
  if !(known.type == v.type && sameNames known.levelParams v.levelParams) then
    .refused "the kernel knows another constant of this name" kernel
  else match check kernel (.thmDecl { v with name := again, all := [again] }) with
    | .error e => .refused (failureOf e) kernel
    | .ok _ => .accepted kernel

/-- Whether a definition could be a theorem. -/
def isProposition (kernel : Kernel.Environment) (n : Name) (v : DefinitionVal) : Bool :=
  let again := nameFor n
  let theorem' := { name := again, levelParams := v.levelParams, type := v.type, value := v.value, all := [again] }
  match check kernel (.thmDecl theorem') with
  | .error _ => false
  | .ok _ => true

def replay (w : Walk) (n : Name) (c : ConstantInfo) : Replayed :=
  if w.accepted.contains (moduleOf w.env n) then
    if c.isUnsafe || c.isPartial then .passedOver else .accepted w.kernel
  else match w.kernel.find? n with
  | some known =>
    match c with
    | .thmInfo v => declareAgain w.kernel n v known
    | _ => compared w.kernel n c
  | none =>
    if c.isUnsafe || c.isPartial then .passedOver
    else match declarationOf w.env c with
      | none => compared w.kernel n c
      | some d => declare w.kernel n c d
