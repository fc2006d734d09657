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
  let never := w.declared.contains n && assumesNever w.env w.own c.type
  let flags := if never then "assumes_never" :: flags else flags
  if w.claims.contains n then "claim" :: flags else flags

def defaultFlags (w : Walk) (n : Name) (flags : List String) : List String :=
  if w.defaults.contains n then "default_instance" :: flags else flags

/-- Which syntax it gives a meaning to, and what a source can say by it. -/
def putSyntax (out : String) (env : Environment) (g : Grammar) (n : Name) (c : ConstantInfo) : String :=
  let out := match expandedKinds g n c with
    | none => out
    | some kinds =>
      let known := kinds.map fun kind => "[" ++ putName "" kind ++ "," ++ putName "" (g.categories.getD kind .anonymous) ++ "]"
      out ++ s!",\"extends\":{extendsOwn g c},\"expands\":[" ++ ",".intercalate known ++ "]"
  let out := match runningIn c with
    | none => out
    | some kind => putName (out ++ ",\"runs\":") kind
  let out := match foreignKind g n c with
    | none => out
    | some kind => putName (out ++ ",\"reads\":") kind
  let out := if isHandwrittenParser c then out ++ ",\"handwritten\":true" else out
  match likenessOf env g n c with
  | none => out
  | some { tokens, core, isAlternative, word, several } =>
    let isLocal := !g.parsers.contains n
    let out := putWords (out ++ s!",\"isLocal\":{isLocal},\"tokens\":[") tokens ++ "]"
    let out := putWords (out ++ ",\"newTokens\":[") (tokens.filter (!g.tokens.contains ·)) ++ "]"
    let out := match core with
      | none => out
      | some reading =>
        let text := " ".intercalate (reading.map fun token => token.getD "…")
        putString (out ++ s!",\"alternative\":{isAlternative},\"core\":") text
    let out := match several with
      | none => out
      | some token => putString (out ++ ",\"several\":") token
    match word with
    | none => out
    | some token => putString (out ++ ",\"word\":") token

/-- What the reader of a source is told of the constant's statement and name. -/
def putDeclared (out : String) (w : Walk) (n : Name) (c : ConstantInfo) : String :=
  let out := (putNames (out ++ ",\"implicit\":[") (implicitTypes c.type)) ++ "]"
  let out := match neverFields w.env w.own c with
    | [] => out
    | fields => (putNames (out ++ ",\"never\":[") fields) ++ "]"
  let out := match boundCoreName c.type with
    | .anonymous => out
    | bound => putName (out ++ ",\"binds\":") bound
  match hiddenName w.env w.own n with
  | .anonymous => out
  | hidden => putName (out ++ ",\"hides\":") hidden

/-- The constants that its type and its body name; their texts are known to the walk. -/
def factOf (w : Walk) (n : Name) (c : ConstantInfo) (inType inBody : List Name) (own : Bool) (replayed : String)
    (rival : Option (Name × Name) := none) : String :=
  let out := putName "{\"name\":" n
  let out := putName (out ++ ",\"module\":") (moduleOf w.env n)
  let out := putString (out ++ ",\"kind\":") (kindOf c)
  let out := (w.nameTexts.put (out ++ ",\"type\":[") inType) ++ "],\"body\":["
  let out := (w.nameTexts.put out inBody) ++ "]"
  let out := if own then
      let out := (putWords (out ++ ",\"flags\":[") (claimFlags w n c (defaultFlags w n (flagsOf w.env n c)))) ++ "]"
      let out := putName (out ++ ",\"head\":") (headOf c.type)
      let out := if w.declared.contains n then putDeclared out w n c else out ++ ",\"implicit\":[]"
      let out := putSyntax out w.env w.grammar n c
      let out := match rival with
        | none => out
        | some (class', type) => (putNames (out ++ ",\"rival\":[") [class', type]) ++ "]"
      let out := match labelOf c inBody with
        | .anonymous => out
        | label => putName (out ++ ",\"label\":") label
      putString (out ++ ",\"replay\":") replayed
    else out
  out ++ "}\n"

/-- Knows the texts of the names. -/
def withTexts (w : Walk) (names : List Name) : Walk :=
  -- The table is taken out, so that it is changed and not copied.
  let texts := w.nameTexts
  let w := { w with nameTexts := {} }
  { w with nameTexts := texts.add names }

/-- What the walk has yet to do. -/
inductive Step where
  | visit (n : Name)
  | judge (n : Name) (c : ConstantInfo)

/--
Of what lies outside the package only that is written by which something comes to rest on an axiom: the axioms
themselves and, but for the standard ones, on which nearly everything rests, what leads to them.
-/
def outsideFact (w : Walk) (n : Name) (c : ConstantInfo) : Option String × Walk :=
  let inType := usesOf c.type
  let inBody := bodyUses c
  let uses := inType ++ inBody
  let leads := isAxiom && !isStandard || w.leading.contains n || uses.any w.leading.contains
  let w := if leads then { w with leading := w.leading.insert n } else w
  if isAxiom || leads then
    let w := withTexts w uses
    (some (factOf w n c inType inBody false ""), w)
  else (none, w)
where
  isAxiom := match c with
    | .axiomInfo _ => !w.stubs || isIn (nameText n) libraryAxioms
    | _ => false
  isStandard := n == ``propext || n == ``Classical.choice || n == ``Quot.sound

def judge (w : Walk) (n : Name) (c : ConstantInfo) : IO Walk := do
  let own := w.own.contains (moduleOf w.env n)
  let rival ← if own then rivalIn w.library c else pure none
  let (line, w) := if own then
      let (replayed, kernel) := match replay w n c with
        | .passedOver => ("passed over", w.kernel)
        | .accepted kernel => ("accepted", kernel)
        | .refused why kernel => ("refused: " ++ why, kernel)
      let isClaim := match c with
        | .defnInfo v => isProposition kernel n v
        | _ => false
      let w := { w with kernel, claims := if isClaim then w.claims.insert n else w.claims }
      let inType := usesOf c.type
      let inBody := bodyUses c
      let w := withTexts w (inType ++ inBody)
      (some (factOf w n c inType inBody true replayed rival), w)
    else outsideFact w n c
  match line with
  | none => return w
  | some line =>
    w.put line
    return { w with count := w.count + 1 }

/-- In no particular order: what a constant rests on has all to come before it, and nothing more. -/
def visitsBefore (steps : List Step) (names : List Name) : List Step :=
  names.foldl (fun steps n => .visit n :: steps) steps

/-- The steps for a constant: first what it rests on, and behind it the constructors, which the kernel makes. -/
def stepsOf (env : Environment) (n : Name) (c : ConstantInfo) (steps : List Step) : List Step :=
  let steps := match c with
    | .inductInfo v => visitsBefore (.judge n c :: visitsBefore steps v.ctors) (groupUses env v.all)
    | _ => visitsBefore (.judge n c :: steps) (bodyUses c)
  visitsBefore steps (usesOf c.type)

/-- Takes the steps one by one; a list of them, for no chain of lemmas may be too long for the stack. -/
partial def walk (w : Walk) : List Step → IO Walk
  | [] => return w
  | .judge n c :: steps => do walk (← judge w n c) steps
  | .visit n :: steps =>
    if w.seen.contains n then walk w steps
    else
      let w := { w with seen := w.seen.insert n }
      match w.env.find? n with
      | none => walk w steps
      | some c => walk w (stepsOf w.env n c steps)

/-- Visits every constant of the package's modules. -/
def visitModules (w : Walk) : IO Walk := do
  let mut w := w
  for m in w.env.header.modules, data in w.env.header.moduleData do
    let own := w.own.contains m.module
    w.put (putEntries w.env m.module data own)
    if own then w ← walk w (visitsBefore [] data.constNames.toList)
  return w
