import Lifecycle.Oracle.Json
import Lifecycle.Value
/-!
# Reading the parts of the wire format

Defines what a reader returns, and the readers of the parts that events are made of: each takes a
value and returns it typed, or says where and what is wrong there.
-/

namespace Lifecycle.Oracle

/-- What a reader returns: a value, or the path and the reason of what is wrong. -/
inductive Read (α : Type) where
  | ok (value : α)
  | wrong (path reason : String)

/-! ## Words for what stands there -/

/-- A hexadecimal digit. -/
def hexOf (n : Nat) : Char := if n < 10 then Char.ofNat (n + 48) else Char.ofNat (n + 87)

/-- A text with characters behind it, escaped as JSON wants it. -/
def pushEscaped (s : String) : List Char → String
  | [] => s
  | '"' :: cs => pushEscaped (s ++ "\\\"") cs
  | '\\' :: cs => pushEscaped (s ++ "\\\\") cs
  | c :: cs =>
    if c < ' ' then
      pushEscaped (((s ++ "\\u00").push (hexOf (c.toNat / 16))).push (hexOf (c.toNat % 16))) cs
    else pushEscaped (s.push c) cs

/-- The JSON text of any text. -/
def escaped (s : String) : String := (pushEscaped "\"" (chars s)).push '"'

/-- The first characters, and `…` for any others. -/
def clip : Nat → List Char → List Char
  | _, [] => []
  | 0, _ :: _ => ['…']
  | n + 1, c :: cs => c :: clip n cs

/-- At most 40 characters of a text. -/
def quote (s : String) : String := escaped (textOf (clip 40 (chars s)))

/-- What stands there, in a few words. -/
def describe : Json → String
  | .null => "null"
  | .bool true => "true"
  | .bool false => "false"
  | .natural n => toString n
  | .number text => text
  | .text s => quote s
  | .list _ => "a list"
  | .object _ => "an object"

/-- Something else was expected. -/
def expected (what : String) (v : Json) : String := "expected " ++ what ++ ", got " ++ describe v

/-! ## Readers -/

/-- An integer from 0 to 2^53 - 1. -/
def readNatural (path : String) : Json → Read Nat
  | .natural n =>
    if n ≤ maxInteger then .ok n
    else .wrong path (expected "an integer from 0 to 9007199254740991" (.natural n))
  | v => .wrong path (expected "an integer from 0 to 9007199254740991" v)

/-- An integer from 1 to 2^53 - 1. -/
def readCount (path : String) : Json → Read Nat
  | .natural n =>
    if 1 ≤ n ∧ n ≤ maxInteger then .ok n
    else .wrong path (expected "an integer from 1 to 9007199254740991" (.natural n))
  | v => .wrong path (expected "an integer from 1 to 9007199254740991" v)

/-- An integer from 0 to 2^53 - 1, or `null`. -/
def readMaybe (path : String) : Json → Read (Option Nat)
  | .null => .ok none
  | v =>
    match readNatural path v with
    | .ok n => .ok (some n)
    | .wrong path reason => .wrong path reason

def readBool (path : String) : Json → Read Bool
  | .bool b => .ok b
  | v => .wrong path (expected "true or false" v)

def readString (path : String) : Json → Read String
  | .text s => .ok s
  | v => .wrong path (expected "a text" v)

/-- How many items a list has, and `n` more. -/
def countItems (n : Nat) : Items → Nat
  | .nil => n
  | .cons _ vs => countItems (n + 1) vs

/-- The key of an attempt. -/
def readKey : Json → Read Key
  | .list (.cons graph (.cons task (.cons generation (.cons attempt (.cons fence .nil))))) =>
    match readNatural ".key[0]" graph, readNatural ".key[1]" task, readNatural ".key[2]" generation,
      readNatural ".key[3]" attempt, readNatural ".key[4]" fence with
    | .ok graph, .ok task, .ok generation, .ok attempt, .ok fence =>
      .ok { graph, task, generation, attempt, fence }
    | .wrong path reason, _, _, _, _ | _, .wrong path reason, _, _, _ | _, _, .wrong path reason, _, _
    | _, _, _, .wrong path reason, _ | _, _, _, _, .wrong path reason => .wrong path reason
  | .list vs => .wrong ".key" ("expected a list of 5 integers, got a list of " ++ toString (countItems 0 vs))
  | v => .wrong ".key" (expected "a list" v)

/-- The dependencies from the `i`th on, of which none may be among those `before`. -/
def readDepsFrom (i : Nat) (before : List Nat) : Items → Read (List Nat)
  | .nil => .ok []
  | .cons v vs =>
    match readNatural (".deps[" ++ toString i ++ "]") v with
    | .wrong path reason => .wrong path reason
    | .ok d =>
      match readDepsFrom (i + 1) (d :: before) vs with
      | .wrong path reason => .wrong path reason
      | .ok ds =>
        if before.contains d then
          .wrong (".deps[" ++ toString i ++ "]") ("repeated dependency " ++ toString d)
        else .ok (d :: ds)

/-- A list of dependencies, each once. -/
def readDeps : Json → Read (List Nat)
  | .list vs => readDepsFrom 0 [] vs
  | v => .wrong ".deps" (expected "a list" v)

def readContract : Json → Read Contract
  | .text "land" => .ok .land
  | .text "deliver" => .ok .deliver
  | .text "report" => .ok .report
  | v => .wrong ".contract" (expected "\"land\", \"deliver\" or \"report\"" v)

def readRole : Json → Read Role
  | .text "worker" => .ok .worker
  | .text "wrapper" => .ok .wrapper
  | v => .wrong ".role" (expected "\"worker\" or \"wrapper\"" v)

def readFault : Json → Read Fault
  | .text "timeout" => .ok .timeout
  | .text "unavailable" => .ok .unavailable
  | v => .wrong ".fault" (expected "\"timeout\" or \"unavailable\"" v)

def readStatus (path : String) : Json → Read Status
  | .text "open" => .ok .open
  | .text "active" => .ok .active
  | .text "done" => .ok .done
  | .text "failed" => .ok .failed
  | .text "abandoned" => .ok .abandoned
  | v => .wrong path (expected "\"open\", \"active\", \"done\", \"failed\" or \"abandoned\"" v)

/-! ## Fields -/

/-- The field of this name. -/
def findField (name : String) : Members → Option Json
  | .nil => none
  | .cons other v vs => if other = name then some v else findField name vs

/-- The field of this name; `null` where it is missing, which `wrongNames` has told before. -/
def fieldOf (o : Members) (name : String) : Json :=
  match findField name o with
  | some v => v
  | none => .null

/-- Whether the text is one of the list. -/
def memName (name : String) : List String → Bool
  | [] => false
  | n :: ns => if n = name then true else memName name ns

/-- The first of the names that no field has. -/
def lackingName (o : Members) : List String → Option String
  | [] => none
  | n :: ns =>
    match findField n o with
    | none => some n
    | some _ => lackingName o ns

/-- What is wrong with the first field that has none of the names, or that of one before it. -/
def strayName (names before : List String) : Members → Option String
  | .nil => none
  | .cons n _ vs =>
    if !memName n names then some ("unknown field " ++ quote n)
    else if memName n before then some ("repeated field " ++ quote n)
    else strayName names (n :: before) vs

/-- Whether the fields have exactly these names, in this order. -/
def areNamed : List String → Members → Bool
  | [], .nil => true
  | n :: ns, .cons m _ vs => if m = n then areNamed ns vs else false
  | _, _ => false

/-- What is wrong with the names of fields that should be exactly these, in any order. -/
def wrongNames (names : List String) (o : Members) : Option String :=
  if areNamed names o then none
  else
    match lackingName o names with
    | some n => some ("missing field " ++ quote n)
    | none => strayName names [] o

end Lifecycle.Oracle
