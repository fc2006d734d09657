/-! ## Order -/

/-- The sibling types of an inductive type and all their constructors, whose uses come first. -/
def groupUses (env : Environment) : List Name → List Name
  | [] => []
  | n :: rest =>
    match env.find? n with
    | some (.inductInfo v) => addTypes (ctorTypes env v.ctors) (addUses (usesOf v.type) (groupUses env rest))
    | _ => groupUses env rest
where
  addUses : List Name → List Name → List Name
    | [], b => b
    | n :: a, b => n :: addUses a b
  addTypes : List Constructor → List Name → List Name
    | [], b => b
    | c :: a, b => addUses (usesOf c.type) (addTypes a b)

/-! ## The walk -/

/-- What is said of hypotheses matters where something is claimed, be it as a theorem or as a definition. -/
def claimFlags (w : Walk) (n : Name) (c : ConstantInfo) (flags : List String) : List String :=
  let never := assumesNever w.env w.own c.type
  let flags := if never then "assumes_never" :: flags else flags
  match c with
  | .defnInfo v =>
    if (never || assumesFalse c.type) && isProposition w.kernel n v then "claim" :: flags else flags
  | _ => flags

/--
What a type ends in: the constant in front and, for a definition, which may be an instance, those in front of its
arguments, and all of them.
-/
def putGoal (out : String) (c : ConstantInfo) (goal : Expr) : String :=
  let out := putName (out ++ ",\"head\":") (headOf goal)
  match c with
  | .defnInfo _ =>
    let out := (putNames (out ++ ",\"args\":[") (headsOf (argsOf goal []))) ++ "]"
    (putNames (out ++ ",\"goal\":[") (usesOf goal)) ++ "]"
  | _ => out
where
  headsOf : List Expr → List Name
    | [] => []
    | a :: rest =>
      (match a.getAppFn with
        | .const n _ => n
        | _ => .anonymous) :: headsOf rest

def factOf (w : Walk) (n : Name) (c : ConstantInfo) (own : Bool) (replayed : String) : String :=
  let out := putName "{\"name\":" n
  let out := putName (out ++ ",\"module\":") (moduleOf w.env n)
  let out := putString (out ++ ",\"kind\":") (kindOf c)
  let out := (putNames (out ++ ",\"type\":[") (usesOf c.type)) ++ "],\"body\":["
  let out := (putNames out (bodyUses c)) ++ "]"
  let out := if own then
      let out := (putWords (out ++ ",\"flags\":[") (claimFlags w n c (flagsOf w.env n c))) ++ "]"
      let out := putGoal out c (conclusionOf c.type)
      let out := (putNames (out ++ ",\"implicit\":[") (implicitTypes c.type)) ++ "]"
      let out := match neverFields w.env w.own c with
        | [] => out
        | fields => (putNames (out ++ ",\"never\":[") fields) ++ "]"
      let out := match boundCoreName c.type with
        | .anonymous => out
        | bound => putName (out ++ ",\"binds\":") bound
      let out := match hiddenName w.env w.own n with
        | .anonymous => out
        | hidden => putName (out ++ ",\"hides\":") hidden
      let out := match firstSymbol c with
        | "" => out
        | symbol => putString (out ++ ",\"symbol\":") symbol
      let out := match foreignSyntax w.env w.own c with
        | .anonymous => out
        | kind => putName (out ++ ",\"syntax\":") kind
      let out := match labelOf c with
        | .anonymous => out
        | label => putName (out ++ ",\"label\":") label
      putString (out ++ ",\"replay\":") replayed
    else out
  out ++ "}\n"

def putFact (w : Walk) (n : Name) (c : ConstantInfo) (own : Bool) (replayed : String) : Walk :=
  { w with lines := factOf w n c own replayed :: w.lines, count := w.count + 1 }

def judge (w : Walk) (n : Name) (c : ConstantInfo) : Walk :=
  if w.own.contains (moduleOf w.env n) then
    match replay w n c with
    | .passedOver => putFact w n c true "passed over"
    | .accepted kernel => putFact { w with kernel := kernel } n c true "accepted"
    | .refused why kernel => putFact { w with kernel := kernel } n c true ("refused: " ++ why)
  else putFact w n c false ""

/-- What the walk has yet to do. -/
inductive Step where
  | visit (n : Name)
  | judge (n : Name) (c : ConstantInfo)

/-- In no particular order: what a constant rests on has all to come before it, and nothing more. -/
def visitsBefore (steps : List Step) : List Name → List Step
  | [] => steps
  | n :: rest => visitsBefore (.visit n :: steps) rest

/-- The steps for a constant: first what it rests on, and behind it the constructors, which the kernel makes. -/
def stepsOf (env : Environment) (n : Name) (c : ConstantInfo) (steps : List Step) : List Step :=
  let steps := match c with
    | .inductInfo v => visitsBefore (.judge n c :: visitsBefore steps v.ctors) (groupUses env v.all)
    | _ => visitsBefore (.judge n c :: steps) (bodyUses c)
  visitsBefore steps (usesOf c.type)

/-- Takes the steps one by one; a list of them, for no chain of lemmas may be too long for the stack. -/
partial def walk (w : Walk) : List Step → Walk
  | [] => w
  | .judge n c :: steps => walk (judge w n c) steps
  | .visit n :: steps =>
    if w.seen.contains n then walk w steps
    else
      let w := { w with seen := w.seen.insert n }
      match w.env.find? n with
      | none => walk w steps
      | some c => walk w (stepsOf w.env n c steps)

/-- Visits every constant of the package's modules. -/
def visitModules (w : Walk) (i : Nat) : Walk :=
  match i with
  | 0 => w
  | i + 1 =>
    let w := visitModules w i
    if h : i < w.env.header.modules.size then
      let name := w.env.header.modules[i].module
      let own := w.own.contains name
      if h : i < w.env.header.moduleData.size then
        let m := w.env.header.moduleData[i]
        let w := { w with lines := putEntries w.env name m own :: w.lines }
        if own then walk w (visitsBefore [] m.constNames.toList) else w
      else w
    else w
