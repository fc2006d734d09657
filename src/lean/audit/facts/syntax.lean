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

def isElaborator (type : Expr) : Bool :=
  type.isConstOf `Lean.Macro || type.isConstOf `Lean.Elab.Term.TermElab ||
    type.isConstOf `Lean.Elab.Command.CommandElab

/-- All names that are written out in the term. -/
def allLiteralNames (e : Expr) : Array Name := Id.run do
  let mut found := #[]
  let mut todo := #[e]
  let mut seen : Std.HashSet Expr := {}
  while h : todo.size > 0 do
    let e := todo[todo.size - 1]
    todo := todo.pop
    if seen.contains e then continue
    seen := seen.insert e
    let n := literalName e
    unless n.isAnonymous do found := found.push n
    match e with
    | .app f a => todo := (todo.push f).push a
    | .lam _ t b _ | .forallE _ t b _ => todo := (todo.push t).push b
    | .letE _ t v b _ => todo := ((todo.push t).push v).push b
    | .mdata _ e | .proj _ _ e => todo := todo.push e
    | _ => pure ()
  return found

/-- What is known of syntax outside the package. -/
structure Grammar where
  /-- By kind of syntax: its category. -/
  categories : Std.HashMap Name Name := {}
  tokens : Std.HashSet String := {}
  /-- First tokens of the syntax of a category, behind a first term (`true`) or without. -/
  firsts : Std.HashSet (Name × Bool × String) := {}
  /-- What syntax of a category looks like, but for the names of its kinds. -/
  forms : Std.HashSet (Name × String) := {}
  /-- By declaration of the package: what it expands or elaborates by an attribute, and its categories as a parser. -/
  attributed : Std.HashMap Name (List Name) := {}
  parsers : Std.HashMap Name (List (Name × Nat)) := {}
  /-- Kinds of syntax of the package. -/
  ownKinds : Std.HashSet Name := {}
  /-- Last parts of the names of the package's constants, and all names of one part outside of it. -/
  words : Std.HashSet String := {}

/-! ### What a source can say by a piece of syntax -/

/-- A token, or something that other syntax stands for. -/
abbrev Reading := List (Option String)

/-- More ways to say it are not looked at. -/
def mostReadings : Nat := 256

def combined (a b : List Reading) : List Reading :=
  (a.flatMap fun x => b.map fun y => x ++ y).take mostReadings

def trimmed (s : String) : String := s.trimAscii.toString

def stringOf : Expr → String
  | .lit (.strVal s) => s
  | _ => ""

/-- Every way to say it, as far as they are bounded. -/
partial def readings (env : Environment) (e : Expr) (depth : Nat := 8) : List Reading :=
  let here (e : Expr) := readings env e depth
  let args := e.getAppArgs
  let arg (i : Nat) : Expr := args.getD i (.bvar 0)
  match e.getAppFn.constName? with
  | some ``ParserDescr.symbol => [[some (trimmed (stringOf (arg 0)))]]
  | some ``ParserDescr.nonReservedSymbol => [[some (trimmed (stringOf (arg 0)))]]
  | some (.str _ "unicodeSymbol") =>
    [[some (trimmed (stringOf (arg 0)))], [some (trimmed (stringOf (arg 1)))]]
  | some ``ParserDescr.node => here (arg 2)
  | some ``ParserDescr.trailingNode => here (arg 3)
  | some ``ParserDescr.nodeWithAntiquot => here (arg 2)
  | some ``ParserDescr.cat => [[none]]
  | some ``ParserDescr.sepBy => [] :: here (arg 0)
  | some ``ParserDescr.sepBy1 => here (arg 0)
  | some ``ParserDescr.binary =>
    match literalName (arg 0) with
    | .str _ "andthen" => combined (here (arg 1)) (here (arg 2))
    | .str _ "orelse" => here (arg 1) ++ here (arg 2)
    | _ => [[none]]
  | some ``ParserDescr.unary =>
    match literalName (arg 0) with
    | .str _ n => if isIn n ["optional", "many"] then [] :: here (arg 1) else here (arg 1)
    | _ => [[none]]
  | some ``ParserDescr.const =>
    match literalName (arg 0) with
    | .str _ n => if isIn n ["ident", "num", "str", "char", "scientific", "name", "hole", "rawIdent"] then [[none]] else [[]]
    | _ => [[none]]
  | some ``ParserDescr.parser => if depth == 0 then [[none]] else named (literalName (arg 0))
  | some n => if depth == 0 then [[none]] else named n
  | none => [[none]]
where
  named (n : Name) : List Reading :=
    match env.find? n with
    | some (.defnInfo v) =>
      if v.type.isConstOf ``ParserDescr || v.type.isConstOf ``TrailingParserDescr then
        readings env v.value (depth - 1)
      else [[none]]
    | _ => [[none]]

/-- The piece of syntax without the names of kinds. -/
partial def formOf (e : Expr) : String :=
  let args := e.getAppArgs
  let arg (i : Nat) : Expr := args.getD i (.bvar 0)
  match e.getAppFn.constName? with
  | some ``ParserDescr.symbol => s!"'{trimmed (stringOf (arg 0))}'"
  | some ``ParserDescr.nonReservedSymbol => s!"'{trimmed (stringOf (arg 0))}'"
  | some ``ParserDescr.node => s!"node {numberOf (arg 1)} ({formOf (arg 2)})"
  | some ``ParserDescr.trailingNode => s!"trailing {numberOf (arg 1)} {numberOf (arg 2)} ({formOf (arg 3)})"
  | some ``ParserDescr.nodeWithAntiquot => formOf (arg 2)
  | some ``ParserDescr.cat => s!"{literalName (arg 0)}:{numberOf (arg 1)}"
  | some ``ParserDescr.binary => s!"{literalName (arg 0)} ({formOf (arg 1)}) ({formOf (arg 2)})"
  | some ``ParserDescr.unary => s!"{literalName (arg 0)} ({formOf (arg 1)})"
  | some ``ParserDescr.const => s!"{literalName (arg 0)}"
  | some ``ParserDescr.parser => s!"{literalName (arg 0)}"
  | some n => s!"constant {n}"
  | none => "?"

def isParser (c : ConstantInfo) : Bool :=
  c.type.isConstOf ``ParserDescr || c.type.isConstOf ``TrailingParserDescr

def isHandwrittenParser (c : ConstantInfo) : Bool :=
  c.type.isConstOf `Lean.Parser.Parser || c.type.isConstOf `Lean.Parser.TrailingParser

/-! ### Syntax outside the package -/

/-- As `formOf`. -/
partial def formOfDescr : ParserDescr → String
  | .symbol s => s!"'{trimmed s}'"
  | .nonReservedSymbol s _ => s!"'{trimmed s}'"
  | .node _ p d => s!"node {p} ({formOfDescr d})"
  | .trailingNode _ p q d => s!"trailing {p} {q} ({formOfDescr d})"
  | .nodeWithAntiquot _ _ d => formOfDescr d
  | .cat n p => s!"{n}:{p}"
  | .binary n a b => s!"{n} ({formOfDescr a}) ({formOfDescr b})"
  | .unary n a => s!"{n} ({formOfDescr a})"
  | .const n => s!"{n}"
  | .parser n => s!"{n}"
  | _ => "other"

unsafe def evaluatedForm (env : Environment) (n : Name) : Option String := do
  let c ← env.find? n
  guard (c.type.isConstOf ``ParserDescr || c.type.isConstOf ``TrailingParserDescr)
  let d ← (env.evalConst ParserDescr {} n).toOption
  return formOfDescr d

/-- Separates the parts of a line: no token has it. -/
def separator : String := "\t"

/-- What Lean itself can say: it is asked when this program is read, for it knows its own syntax then. -/
elab "lean_syntax%" : term => do
  let env ← getEnv
  let mut lines : Array String := #[]
  let line (parts : List String) := separator.intercalate parts
  for token in (Parser.getTokenTable env).values do lines := lines.push (line ["token", token])
  for (category, c) in (Parser.parserExtension.getState env).categories do
    for (kind, _) in c.kinds do
      lines := lines.push (line ["kind", category.toString, kind.toString (escape := false)])
      if let some form := unsafe evaluatedForm env kind then
        lines := lines.push (line ["form", category.toString, form])
    for (token, _) in c.tables.leadingTable do
      lines := lines.push (line ["leads", category.toString, token.toString (escape := false)])
    for (token, _) in c.tables.trailingTable do
      lines := lines.push (line ["trails", category.toString, token.toString (escape := false)])
  return mkStrLit ("\n".intercalate lines.toList)

def leanSyntax : String := lean_syntax%

/-- The name without escapes; no part of a kind of syntax is a number. -/
def plainName (s : String) : Name := (s.splitOn ".").foldl .str .anonymous

def withLine (g : Grammar) (line : String) : Grammar :=
  match line.splitOn separator with
  | ["token", token] => { g with tokens := g.tokens.insert token }
  | ["kind", category, kind] => { g with categories := g.categories.insert (plainName kind) (plainName category) }
  | ["form", category, form] => { g with forms := g.forms.insert (plainName category, form) }
  | ["leads", category, token] => { g with firsts := g.firsts.insert (plainName category, false, token) }
  | ["trails", category, token] => { g with firsts := g.firsts.insert (plainName category, true, token) }
  | _ => g

def withParser (env : Environment) (g : Grammar) (category n : Name) : Grammar := Id.run do
  let mut g := { g with categories := g.categories.insert n category }
  if let some (.defnInfo v) := env.find? n then
    if isParser (.defnInfo v) then
      let isTrailing := v.type.isConstOf ``TrailingParserDescr
      for reading in readings env v.value do
        if let some first := (reading.head?).bind id then
          g := { g with firsts := g.firsts.insert (category, isTrailing, first) }
      g := { g with forms := g.forms.insert (category, formOf v.value) }
  return g

/-- Whether no statement speaks of it. -/
def isProof : ConstantInfo → Bool
  | .thmInfo _ | .recInfo _ => true
  | _ => false

/-- What Lean itself and the modules outside the package can say, and what the package adds by attributes. -/
def grammarOf (env : Environment) (own : NameSet) : Grammar := Id.run do
  let mut g : Grammar := (leanSyntax.splitOn "\n").foldl withLine {}
  for m in env.header.modules, data in env.header.moduleData do
    let isOwn := own.contains m.module
    for entry in parsersOf (entriesOf data.entries `Lean.Parser.parserExtension data.entries.size) do
      let entry := match entry with
        | .global e => e
        | .scoped _ e => e
      match entry with
      | .token token => unless isOwn do g := { g with tokens := g.tokens.insert token }
      | .parser category n priority =>
        if isOwn then
          let known := g.parsers.getD n []
          g := { g with parsers := g.parsers.insert n ((category, priority) :: known) }
        else g := withParser env g category n
      | _ => pure ()
    if isOwn then
      for extension in elaboratorExtensions do
        for entry in keyedOf (entriesOf data.entries extension data.entries.size) do
          let e := match entry with
            | .global e => e
            | .scoped _ e => e
          g := { g with attributed := g.attributed.insert e.declName (e.key :: g.attributed.getD e.declName []) }
      for n in data.constNames do
        if let some c := env.find? n then
          if isParser c || isHandwrittenParser c then g := { g with ownKinds := g.ownKinds.insert n }
          -- What Lean makes of syntax and along with other things nobody calls by name.
          else if !n.isInternalDetail && !isProof c then
            if let .str _ s := n then g := { g with words := g.words.insert s }
    else
      for n in data.constNames do
        if let .str .anonymous s := n then g := { g with words := g.words.insert s }
      for (alias, _) in aliasesOf (entriesOf data.entries `Lean.aliasExtension data.entries.size) do
        if let .str .anonymous s := alias then g := { g with words := g.words.insert s }
  return g

/-! ### Syntax of the package -/

/-- As the name of what a macro is made of has the kind in it. -/
def mangled (kind : Name) : String := "_".intercalate ((kind.toString (escape := false)).splitOn ".")

/-- Whether Lean has named the definition after this kind, as one that gives it a meaning. -/
def isNamedAfter (n : Name) (kind : Name) : Bool :=
  match privateToUserName n with
  | .str _ s =>
    let stem := "_".intercalate ((s.splitOn "_").dropLast)
    let m := mangled kind
    stem.endsWith s!"___macroRules_{m}" || stem.endsWith s!"___elabRules_{m}" || stem.endsWith s!"___{m}_{m}"
  | _ => false

/-- The kinds to which the definition gives a meaning; none is known of one whose attribute is local. -/
def expandedKinds (g : Grammar) (n : Name) (c : ConstantInfo) : Option (List Name) :=
  if !isElaborator c.type then none
  else match g.attributed[n]? with
    | some kinds => some kinds
    | none =>
      let tested := match c with
        | .defnInfo v => allLiteralNames v.value
        | _ => #[]
      match tested.find? (isNamedAfter n) with
      | some kind => some [kind]
      | none =>
        match g.ownKinds.toList.find? (isNamedAfter n) with
        | some kind => some [kind]
        | none =>
          match g.categories.toList.find? (fun (kind, _) => isNamedAfter n kind) with
          | some (kind, _) => some [kind]
          | none => some []

/-- Whether it looks for syntax of the package in what it gives a meaning to. -/
def extendsOwn (g : Grammar) : ConstantInfo → Bool
  | .defnInfo v => (allLiteralNames v.value).any g.ownKinds.contains
  | _ => false

/-- Commands that run code when a module is built. -/
def running : List Name :=
  [`Lean.Parser.Command.eval, `Lean.Parser.Command.evalBang, `Lean.runCmd, `Lean.runElab, `Lean.runMeta,
   `Lean.Parser.Command.initialize, `Lean.Parser.Term.byElab, `Lean.Parser.Tactic.runTac]

/-- Such a command in what the macro makes. -/
def runningIn (c : ConstantInfo) : Option Name :=
  match c with
  | .defnInfo v => if isElaborator c.type then (allLiteralNames v.value).find? running.contains else none
  | _ => none

/-- The kind, none of the package's, of what a parser of the package reads. -/
def foreignKind (g : Grammar) (n : Name) (c : ConstantInfo) : Option Name :=
  match c with
  | .defnInfo v =>
    if isParser c then
      let kind := match v.value.getAppFn.constName? with
        | some ``ParserDescr.node | some ``ParserDescr.trailingNode => literalName (v.value.getAppArgs.getD 0 (.bvar 0))
        | _ => .anonymous
      if !kind.isAnonymous && kind != n && !g.ownKinds.contains kind && g.categories.contains kind then some kind
      else none
    else none
  | _ => none

/-- How a piece of syntax of the package can be taken for something else. -/
structure Likeness where
  /-- Its tokens. -/
  tokens : List String
  /-- What a source can say by it that is made of tokens from elsewhere only, and begins as syntax from elsewhere does. -/
  core : Option Reading := none
  /-- Whether syntax from elsewhere has the same form: then Lean tries both, and takes neither silently. -/
  isAlternative : Bool := false
  /-- A first token that is a name too. -/
  word : Option String := none
  /-- A token of its own that reads as several. -/
  several : Option String := none

def isWordToken (s : String) : Bool := !s.isEmpty && isIdFirst s.front

/-! A token can hold what a reader takes for several: `(1=2)`, `s.safe`, `=2`. -/

/-- The pieces of a token: words and numbers (`true`), and the signs between them. -/
def piecesOf (token : String) : List (Bool × String) :=
  (token.toList.foldl added []).reverse
where
  added (pieces : List (Bool × String)) (c : Char) : List (Bool × String) :=
    let isWord := c.isAlphanum || c == '_' || isLetterLike c
    match pieces with
    | (known, text) :: rest => if known == isWord then (known, text.push c) :: rest else (isWord, c.toString) :: pieces
    | [] => [(isWord, c.toString)]

/-- Signs beside a word in library tokens, as in `#find`, `binop%` and `grind?`. -/
def marks : List String := ["#", "@", "%", "!", "?", "'", ":", "[", "(", "{", "_"]

/-- Whether the token reads as several tokens or as a qualified name. -/
def isSeveral (tokens : Std.HashSet String) (token : String) : Bool :=
  match piecesOf token with
  | [] | [_] => false
  | [(true, _), (false, behind)] => isSign behind
  | [(false, before), (true, word)] => isSign before || startsWithDigit word
  | [(false, before), (true, word), (false, behind)] => isSign before || isSign behind || startsWithDigit word
  | pieces => pieces.any (·.1)
where
  isSign (s : String) : Bool := s == "." || (tokens.contains s && !isIn s marks)
  startsWithDigit (word : String) : Bool := (word.toList.head?.map Char.isDigit).getD false

def likenessOf (env : Environment) (g : Grammar) (n : Name) (c : ConstantInfo) : Option Likeness :=
  match c with
  | .defnInfo v =>
    if !isParser c then none
    else
      let known := g.parsers.getD n []
      -- Of a local one no category is known: these are what statements are made of.
      let categories := if known.isEmpty then [`term, `command] else known.map (·.1)
      let isTrailing := v.type.isConstOf ``TrailingParserDescr
      let all := (readings env v.value).filter (!·.isEmpty)
      let isCore (reading : Reading) := reading.all fun
        | some token => g.tokens.contains token
        | none => true
      let begins (reading : Reading) := categories.any fun category =>
        isStating category && match reading.head? with
          | some (some token) => g.firsts.contains (category, isTrailing, token)
          | _ => true
      let core := all.find? fun reading => isCore reading && (begins reading || isTrailing && isStop reading)
      let isAlternative := known.all (·.2 ≤ 1000) &&
        categories.any fun category => g.forms.contains (category, formOf v.value)
      let word := if categories.any isStating then
          (all.filterMap fun reading => (reading.head?).bind id).find? fun token =>
            isWordToken token && g.words.contains token
        else none
      let tokens := (all.flatten.filterMap id).eraseDups
      let several := if categories.any isStating then
          tokens.find? fun token => !g.tokens.contains token && isSeveral g.tokens token
        else none
      some { tokens, core, isAlternative, word, several }
  | _ => none
where
  isStating (category : Name) : Bool := category == `term || category == `command
  /-- Behind a statement nobody takes such a sign for a part of it. -/
  isStop : Reading → Bool
    | [some token] => isIn token [";", ",", ".", ":", ":=", "|", "=>", "by", "where", "in"]
    | _ => false

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
