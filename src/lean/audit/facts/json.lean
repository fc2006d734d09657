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

def putNames (out : String) : List Name → String
  | [] => out
  | [n] => putName out n
  | n :: rest => putNames ((putName out n).push ',') rest

def putWords (out : String) : List String → String
  | [] => out
  | [n] => putString out n
  | n :: rest => putWords ((putString out n).push ',') rest
