/-! ## Characters

Embedded Lean corrupts its memory in `String.toList` and `String.ofList` when it interprets: these do
without. -/

/-- The characters of a text in front of a place, and those behind it. -/
def charsBefore (s : String) : Nat → String.Pos.Raw → List Char → List Char
  | 0, _, behind => behind
  | n + 1, p, behind =>
    let q := p.prev s
    charsBefore s n q (q.get s :: behind)

def charsOf (s : String) : List Char := charsBefore s s.length s.rawEndPos []

def textOf (text : String) : List Char → String
  | [] => text
  | c :: rest => textOf (text.push c) rest

/-! ## JSON -/

/-- The digit of a number below 16. -/
def hexDigit (n : Nat) : Char := if n < 10 then Char.ofNat (48 + n) else Char.ofNat (87 + n)

def putChars (out : String) : List Char → String
  | [] => out
  | c :: rest =>
    if c == '"' then putChars (out ++ "\\\"") rest
    else if c == '\\' then putChars (out ++ "\\\\") rest
    else if c.toNat < 32 then
      putChars (((out ++ "\\u00").push (hexDigit (c.toNat / 16))).push (hexDigit (c.toNat % 16))) rest
    else putChars (out.push c) rest

def putString (out text : String) : String := (putChars (out.push '"') (charsOf text)).push '"'

/-- Whether the character would be taken for the mark before a component. -/
def isMark (c : Char) : Bool := c == '.' || c == '#' || c == '\\'

def markChars (out : String) : List Char → String
  | [] => out
  | c :: rest => markChars (if isMark c then (out.push '\\').push c else out.push c) rest

/-- Every component behind its mark, `.` for a word and `#` for a number; marks in a word are escaped. -/
def nameText : Name → String
  | .anonymous => ""
  | .str p s => markChars ((nameText p).push '.') (charsOf s)
  | .num p n => (nameText p).push '#' ++ toString n

def putName (out : String) (n : Name) : String := putString out (nameText n)

def putNames (out : String) : List Name → String
  | [] => out
  | [n] => putName out n
  | n :: rest => putNames ((putName out n).push ',') rest

def putWords (out : String) : List String → String
  | [] => out
  | [n] => putString out n
  | n :: rest => putWords ((putString out n).push ',') rest
