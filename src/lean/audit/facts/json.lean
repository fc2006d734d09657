/-! ## JSON -/

def putString (out text : String) : String := Json.renderString text out

/-- A component of a name, in which the marks before components are escaped. -/
def marked (word : String) : String := escaped "#" (escaped "." (escaped "\\" word))
where
  escaped (mark word : String) : String :=
    match word.splitOn mark with
    | [_] => word
    | parts => String.intercalate ("\\" ++ mark) parts

/-- Every component behind its mark, `.` for a word and `#` for a number. -/
def nameText : Name → String
  | .anonymous => ""
  | .str p s => nameText p ++ "." ++ marked s
  | .num p n => nameText p ++ "#" ++ toString n

def putName (out : String) (n : Name) : String := putString out (nameText n)

/-- Texts of names that were written before, as JSON: there are a few thousand, each written often. -/
abbrev NameTexts := Std.HashMap Name String

def NameTexts.add (texts : NameTexts) (names : List Name) : NameTexts :=
  names.foldl (fun texts n => if texts.contains n then texts else texts.insert n (putName "" n)) texts

def NameTexts.put (texts : NameTexts) (out : String) : List Name → String
  | [] => out
  | [n] => out ++ texts.getD n ""
  | n :: rest => texts.put ((out ++ texts.getD n "").push ',') rest

def putNames (out : String) : List Name → String
  | [] => out
  | [n] => putName out n
  | n :: rest => putNames ((putName out n).push ',') rest

def putWords (out : String) : List String → String
  | [] => out
  | [n] => putString out n
  | n :: rest => putWords ((putString out n).push ',') rest
