/-!
# JSON

Defines JSON values as they are written, and reads them from text. Numbers that are no plain natural
numbers, and names that come twice, stay visible: who reads the value refuses them, with their place.

Reading takes each character once. It recurs on `fuel`, of which every step takes one; a text has enough
with one for each of its characters, and one more (`Lifecycle.Proofs.Reading`).
-/

namespace Lifecycle.Oracle

mutual

/-- A JSON value. -/
inductive Json where
  | null
  | bool (value : Bool)
  | natural (value : Nat)
  /-- Any other number, as it is written. -/
  | number (text : String)
  | text (value : String)
  | list (items : Items)
  | object (members : Members)

/-- The items of a list. -/
inductive Items where
  | nil
  | cons (head : Json) (tail : Items)

/-- The fields of an object, as they stand. -/
inductive Members where
  | nil
  | cons (name : String) (value : Json) (tail : Members)

end

/-- A value and the text behind it, or what is wrong where. -/
inductive Parsed where
  | ok (value : Json) (rest : List Char)
  | wrong (reason : String) (rest : List Char)

/-! ## Characters

Embedded Lean 4.28.0-pre corrupts its memory in `String.toList` and `textOf`: these do without. -/

/-- The characters of a text in front of a place, and those behind it. -/
def charsBefore (s : String) : Nat → String.Pos.Raw → List Char → List Char
  | 0, _, behind => behind
  | n + 1, p, behind =>
    let q := p.prev s
    charsBefore s n q (q.get s :: behind)

/-- The characters of a text. -/
def chars (s : String) : List Char := charsBefore s s.length s.rawEndPos []

/-- A text with characters behind it. -/
def pushChars (s : String) : List Char → String
  | [] => s
  | c :: cs => pushChars (s.push c) cs

/-- The text of characters. -/
def textOf (cs : List Char) : String := pushChars "" cs

/-- Characters of one list, last first, in front of the other. -/
def reverseChars : List Char → List Char → List Char
  | [], out => out
  | c :: cs, out => reverseChars cs (c :: out)

/-- Items of one list, last first, in front of the other. -/
def reverseItems : Items → Items → Items
  | .nil, out => out
  | .cons v vs, out => reverseItems vs (.cons v out)

/-- Fields of one object, last first, in front of the other. -/
def reverseMembers : Members → Members → Members
  | .nil, out => out
  | .cons name v vs, out => reverseMembers vs (.cons name v out)

/-- The text without leading white space. -/
def skipBlank : List Char → List Char
  | c :: cs => if c = ' ' ∨ c = '\t' ∨ c = '\n' ∨ c = '\r' then skipBlank cs else c :: cs
  | [] => []

/-! ## Numbers -/

def isDigit (c : Char) : Bool := decide ('0' ≤ c) && decide (c ≤ '9')

/-- Whether a number may have this character. -/
def isNumeral (c : Char) : Bool :=
  isDigit c || decide (c = '-' ∨ c = '+' ∨ c = '.' ∨ c = 'e' ∨ c = 'E')

/-- The value of decimal digits behind those that make `n`; nothing when something else stands there. -/
def digits (n : Nat) : List Char → Option Nat
  | [] => some n
  | c :: cs => if isDigit c then digits (10 * n + (c.toNat - '0'.toNat)) cs else none

/-- A natural number without leading zeros. -/
def natural : List Char → Option Nat
  | [] => none
  | '0' :: cs => match cs with
    | [] => some 0
    | _ :: _ => none
  | cs => digits 0 cs

/-- The number that these characters write. -/
def numberOf (cs : List Char) : Json :=
  match natural cs with
  | some n => .natural n
  | none => .number (textOf cs)

/-- Reads a number, behind characters of it (last first). -/
def readNumber (before : List Char) : List Char → Parsed
  | [] => .ok (numberOf (reverseChars before [])) []
  | c :: cs =>
    if isNumeral c then readNumber (c :: before) cs
    else .ok (numberOf (reverseChars before [])) (c :: cs)

/-! ## Texts -/

/-- The value of a hexadecimal digit. -/
def hexDigit (c : Char) : Option Nat :=
  if isDigit c then some (c.toNat - '0'.toNat)
  else if 'a' ≤ c ∧ c ≤ 'f' then some (c.toNat - 'a'.toNat + 10)
  else if 'A' ≤ c ∧ c ≤ 'F' then some (c.toNat - 'A'.toNat + 10)
  else none

/-- The value of four hexadecimal digits. -/
def hexDigits (a b c d : Char) : Option Nat :=
  match hexDigit a, hexDigit b, hexDigit c, hexDigit d with
  | some a, some b, some c, some d => some (((a * 16 + b) * 16 + c) * 16 + d)
  | _, _, _, _ => none

/-- The character that an escape of one character stands for. -/
def shortEscape : Char → Option Char
  | '"' => some '"'
  | '\\' => some '\\'
  | '/' => some '/'
  | 'b' => some '\x08'
  | 'f' => some '\x0c'
  | 'n' => some '\n'
  | 'r' => some '\r'
  | 't' => some '\t'
  | _ => none

/-- Reads a text up to its closing quote, behind characters of it (last first). -/
def readText (before : List Char) : List Char → Parsed
  | [] => .wrong "the text has no end" []
  | '"' :: cs => .ok (.text (textOf (reverseChars before []))) cs
  | '\\' :: e :: cs =>
    match shortEscape e with
    | some c => readText (c :: before) cs
    | none =>
      match e, cs with
      | 'u', a :: b :: c :: d :: rest =>
        match hexDigits a b c d with
        | none => .wrong "not an escape" ('\\' :: e :: cs)
        | some n =>
          -- A character beyond the first 65,536 is written as two halves.
          if 0xd800 ≤ n ∧ n < 0xdc00 then
            match rest with
            | '\\' :: 'u' :: a' :: b' :: c' :: d' :: rest =>
              match hexDigits a' b' c' d' with
              | some m =>
                if 0xdc00 ≤ m ∧ m < 0xe000 then
                  readText (Char.ofNat (0x10000 + (n - 0xd800) * 0x400 + (m - 0xdc00)) :: before) rest
                else .wrong "half a character" ('\\' :: e :: cs)
              | none => .wrong "half a character" ('\\' :: e :: cs)
            | _ => .wrong "half a character" ('\\' :: e :: cs)
          else if 0xdc00 ≤ n ∧ n < 0xe000 then .wrong "half a character" ('\\' :: e :: cs)
          else readText (Char.ofNat n :: before) rest
      | _, _ => .wrong "not an escape" ('\\' :: e :: cs)
  | c :: cs =>
    if c < ' ' then .wrong "a control character in a text" (c :: cs) else readText (c :: before) cs

/-! ## Values -/

/-- Reads a word or a number. -/
def readPlain : List Char → Parsed
  | 'n' :: 'u' :: 'l' :: 'l' :: cs => .ok .null cs
  | 't' :: 'r' :: 'u' :: 'e' :: cs => .ok (.bool true) cs
  | 'f' :: 'a' :: 'l' :: 's' :: 'e' :: cs => .ok (.bool false) cs
  | c :: cs => if isNumeral c then readNumber [] (c :: cs) else .wrong "not a value" (c :: cs)
  | [] => .wrong "not a value" []

mutual

/-- Reads a value. -/
def readValue : Nat → List Char → Parsed
  | 0, cs => .wrong "not a value" cs
  | fuel + 1, cs =>
    match skipBlank cs with
    | '{' :: cs =>
      match skipBlank cs with
      | '}' :: cs => .ok (.object .nil) cs
      | cs => readMembers fuel .nil cs
    | '[' :: cs =>
      match skipBlank cs with
      | ']' :: cs => .ok (.list .nil) cs
      | cs => readItems fuel .nil cs
    | '"' :: cs => readText [] cs
    | cs => readPlain cs

/-- Reads the further items of a list, behind some (last first). -/
def readItems : Nat → Items → List Char → Parsed
  | 0, _, cs => .wrong "not a value" cs
  | fuel + 1, before, cs =>
    match readValue fuel cs with
    | .wrong reason rest => .wrong reason rest
    | .ok v rest =>
      match skipBlank rest with
      | ',' :: rest => readItems fuel (.cons v before) rest
      | ']' :: rest => .ok (.list (reverseItems (.cons v before) .nil)) rest
      | rest => .wrong "neither \",\" nor \"]\"" rest

/-- Reads the further fields of an object, behind some (last first). -/
def readMembers : Nat → Members → List Char → Parsed
  | 0, _, cs => .wrong "not a value" cs
  | fuel + 1, before, cs =>
    match skipBlank cs with
    | '"' :: cs =>
      match readText [] cs with
      | .wrong reason rest => .wrong reason rest
      | .ok (.text name) rest =>
        match skipBlank rest with
        | ':' :: rest =>
          match readValue fuel rest with
          | .wrong reason rest => .wrong reason rest
          | .ok v rest =>
            match skipBlank rest with
            | ',' :: rest => readMembers fuel (.cons name v before) rest
            | '}' :: rest => .ok (.object (reverseMembers (.cons name v before) .nil)) rest
            | rest => .wrong "neither \",\" nor \"}\"" rest
        | rest => .wrong "not a \":\"" rest
      | .ok _ rest => .wrong "not a name" rest
    | cs => .wrong "not a name" cs

end

/-- Reads text that is one value. What is left of a wrong one begins with what is wrong. -/
def parse (fuel : Nat) (cs : List Char) : Parsed :=
  match readValue fuel cs with
  | .wrong reason rest => .wrong reason rest
  | .ok v rest =>
    match skipBlank rest with
    | [] => .ok v []
    | rest => .wrong "something behind the value" rest

end Lifecycle.Oracle
