/-! ## What can never hold

Seen through the package's own definitions, and through propositions whose every constructor asks for what
never holds. Nothing is computed: that a predicate is `False` in one case of many is what a lemma may say.
-/

def applied : Expr → List Expr → Expr
  | .lam _ _ b _, a :: rest => applied (b.instantiate1 a) rest
  | f, a :: rest => applied (.app f a) rest
  | f, [] => f

/--
What a definition of the package in front stands for. Universe levels stay as they are in the definition: they
make no difference to what is asked here.
-/
def unfolded (env : Environment) (own : NameSet) (e : Expr) : Option Expr :=
  match e.getAppFn with
  | .lam n t b i => some (applied (.lam n t b i) (argsOf e []))
  | .const n _ =>
    match env.find? n with
    | some (.defnInfo v) =>
      if own.contains (moduleOf env n) then some (applied v.value (argsOf e [])) else none
    | _ => none
  | _ => none

def endsInProp : Expr → Bool
  | .forallE _ _ b _ => endsInProp b
  | .sort .zero => true
  | _ => false

/-- Types that are as empty as what they wrap. -/
def isWrapper (n : Name) : Bool :=
  n == ``Subtype || n == ``PLift || n == ``ULift || n == ``Inhabited || n == ``Fin

def literalOf : Expr → Option Literal
  | .lit l => some l
  | .app (.app (.app (.const c _) (.const t _)) (.lit l)) _ =>
    if c == ``OfNat.ofNat && t == ``Nat then some l else none
  | _ => none

def isZero (e : Expr) : Bool :=
  match literalOf e with
  | some (.natVal n) => n == 0
  | _ => false

def isConstructor (env : Environment) (n : Name) : Bool :=
  match env.find? n with
  | some (.ctorInfo _) => true
  | _ => false

/-- Whether the terms are different literals, or made by different constructors. -/
def areDistinct (env : Environment) (a b : Expr) : Bool :=
  match literalOf a, literalOf b with
  | some m, some n => !(m == n)
  | none, none =>
    match a.getAppFn, b.getAppFn with
    | .const m _, .const n _ =>
      m != n && (isConstructor env m && isConstructor env n ||
        (m == ``True && n == ``False) || (m == ``False && n == ``True))
    | _, _ => false
  | _, _ => false

/-- The type of a constructor behind its parameters. -/
def behindParams : Expr → Nat → List Expr → Expr
  | .forallE _ _ b _, n + 1, a :: rest => behindParams (b.instantiate1 a) n rest
  | type, _, _ => type

mutual

/-- Whether the type never holds or, for `never = false`, always does, as far as `depth` steps show. -/
partial def isSettled (env : Environment) (own : NameSet) (never : Bool) (depth : Nat) (e : Expr) : Bool :=
  if depth == 0 then false
  else
    let settled := isSettled env own
    match e with
    | .mdata _ e => settled never depth e
    | .letE _ _ v b _ => settled never depth (b.instantiate1 v)
    | .forallE _ t b _ =>
      if never then (t.isSort && b == .bvar 0) || (settled false (depth - 1) t && settled true (depth - 1) b)
      else settled true (depth - 1) t || settled false (depth - 1) b
    | .const ``True _ => !never
    | .app (.const ``Not _) p => settled (!never) (depth - 1) p
    | .app (.app (.const ``id _) _) p => settled never (depth - 1) p
    | .app (.app (.app (.const ``Eq _) _) a) b => if never then areDistinct env a b else a == b
    | .app (.app (.app (.const ``Ne _) _) a) b => if never then a == b else areDistinct env a b
    | .app (.app (.app (.app (.const ``LT.lt _) (.const ``Nat _)) _) a) b => never && (a == b || isZero b)
    | _ =>
      match unfolded env own e with
      | some e => settled never (depth - 1) e
      | none => never && isEmptyType env own depth e

/-- Whether no constructor can be used. -/
partial def isEmptyType (env : Environment) (own : NameSet) (depth : Nat) (e : Expr) : Bool :=
  match e.getAppFn with
  | .const n _ =>
    match env.find? n with
    | some (.inductInfo { ctors := [], .. }) => true
    | some (.inductInfo v) =>
      (endsInProp v.type || isWrapper n) && !isReported env own depth n v &&
        areUseless env own depth (argsOf e []) v.ctors
    | _ => false
  | _ => false

/-- Whether it has a field by which it is never met, whatever its parameters: that is reported where it stands. -/
partial def isReported (env : Environment) (own : NameSet) (depth : Nat) (n : Name) (v : InductiveVal) : Bool :=
  own.contains (moduleOf env n) &&
    match v.ctors with
    | [c] => areUseless env own depth [] [c]
    | _ => false

partial def areUseless (env : Environment) (own : NameSet) (depth : Nat) (args : List Expr) :
    List Name → Bool
  | [] => true
  | n :: rest =>
    match env.find? n with
    | some (.ctorInfo v) =>
      hasNever env own (depth - 1) (behindParams v.type v.numParams args) &&
        areUseless env own depth args rest
    | _ => false

partial def hasNever (env : Environment) (own : NameSet) (depth : Nat) : Expr → Bool
  | .forallE _ t b _ => isSettled env own true depth t || hasNever env own depth b
  | _ => false

end

/-- How far is looked. -/
def deep : Nat := 6

/-- Whether it is a type of data: what is said of the elements of an empty one may well be meant. -/
def isData (env : Environment) (e : Expr) : Bool :=
  match e.getAppFn with
  | .const n _ =>
    match env.find? n with
    | some (.inductInfo v) => !endsInProp v.type
    | _ => false
  | _ => false

/-- Whether the statement ends in `False`, or in whatever one likes: its hypotheses are what it refutes. -/
def isRefutation : Expr → Bool
  | .forallE _ _ b _ => isRefutation b
  | .letE _ _ _ b _ => isRefutation b
  | .mdata _ e => isRefutation e
  | e => e.isConstOf ``False || e.getAppFn.isBVar

/-- Whether a hypothesis of the statement can never hold. -/
partial def assumesNever (env : Environment) (own : NameSet) : Expr → Bool
  | .mdata _ e => assumesNever env own e
  | .letE _ _ v b _ => assumesNever env own (b.instantiate1 v)
  | .forallE _ t b _ =>
    (isSettled env own true deep t && !isRefutation b && !(isData env t && b.hasLooseBVar 0)) ||
      assumesNever env own b
  | e =>
    match unfolded env own e with
    | some e => assumesNever env own e
    | none => false

/-- Fields that can never be filled, as of type `False`: what has one can never be made. -/
def neverFields (env : Environment) (own : NameSet) : ConstantInfo → List Name
  | .inductInfo { ctors := [n], .. } =>
    match env.find? n with
    | some (.ctorInfo v) => fieldsIn v.type v.numParams
    | _ => []
  | _ => []
where
  fieldsIn : Expr → Nat → List Name
    | .forallE _ _ b _, params + 1 => fieldsIn b params
    | .forallE n t b _, 0 =>
      if isSettled env own true deep t then n :: fieldsIn b 0 else fieldsIn b 0
    | _, _ => []
