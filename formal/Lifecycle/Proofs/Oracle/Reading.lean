import Lifecycle.Oracle.Json
/-!
# Reading

Proves that the oracle reads JSON text for what it is: what is written of a value whose texts need no
escape (`Json.written`) is read as that value, whatever stands behind it.

How Lean prints a natural number is out of its own proofs' reach: that the digits are decimal is a
hypothesis (`PrintsDecimal`).
-/

namespace Lifecycle.Oracle

/-- Lean prints natural numbers in decimal digits, without leading zeros. -/
def PrintsDecimal : Prop :=
  ∀ n : Nat, natural (toString n).toList = some n ∧ ∀ c ∈ (toString n).toList, isDigit c = true

mutual

/-- The text of a value whose texts need no escape. -/
noncomputable def Json.written : Json → List Char
  | .null => ['n', 'u', 'l', 'l']
  | .bool true => ['t', 'r', 'u', 'e']
  | .bool false => ['f', 'a', 'l', 's', 'e']
  | .natural n => (toString n).toList
  | .number text => text.toList
  | .text s => '"' :: (s.toList ++ ['"'])
  | .list vs => '[' :: (vs.written ++ [']'])
  | .object o => '{' :: (o.written ++ ['}'])

noncomputable def Items.written : Items → List Char
  | .nil => []
  | .cons v .nil => v.written
  | .cons v (.cons w vs) => v.written ++ ',' :: (Items.cons w vs).written

noncomputable def Members.written : Members → List Char
  | .nil => []
  | .cons name v .nil => '"' :: (name.toList ++ '"' :: ':' :: v.written)
  | .cons name v (.cons name' w vs) =>
    '"' :: (name.toList ++ '"' :: ':' :: (v.written ++ ',' :: (Members.cons name' w vs).written))

end

/-- A character that stands for itself in a text. -/
def plainChar (c : Char) : Prop := c ≠ '"' ∧ c ≠ '\\' ∧ ¬ c < ' '

def PlainText (s : String) : Prop := ∀ c ∈ s.toList, plainChar c

mutual

/-- Every number is natural, and no text needs an escape. -/
def Json.Plain : Json → Prop
  | .null | .bool _ | .natural _ => True
  | .number _ => False
  | .text s => PlainText s
  | .list vs => vs.Plain
  | .object o => o.Plain

def Items.Plain : Items → Prop
  | .nil => True
  | .cons v vs => v.Plain ∧ vs.Plain

def Members.Plain : Members → Prop
  | .nil => True
  | .cons name v vs => PlainText name ∧ v.Plain ∧ vs.Plain

end

/-- No number goes on here. -/
def Ends : List Char → Prop
  | [] => True
  | c :: _ => isNumeral c = false

/-! ## Characters -/

theorem reverseChars_eq (cs out : List Char) : reverseChars cs out = cs.reverse ++ out := by
  induction cs generalizing out with
  | nil => rfl
  | cons c cs ih => simp [reverseChars, ih]

theorem toList_pushChars (s : String) (cs : List Char) :
    (pushChars s cs).toList = s.toList ++ cs := by
  induction cs generalizing s with
  | nil => simp [pushChars]
  | cons c cs ih => simp [pushChars, ih]

theorem textOf_toList (s : String) : textOf s.toList = s := by
  apply String.ext
  simp [textOf, toList_pushChars]

theorem skipBlank_cons {c : Char} (h : c ≠ ' ' ∧ c ≠ '\t' ∧ c ≠ '\n' ∧ c ≠ '\r') (cs : List Char) :
    skipBlank (c :: cs) = c :: cs := by
  simp [skipBlank, h]

theorem readText_plain (cs before rest : List Char) (h : ∀ c ∈ cs, plainChar c) :
    readText before (cs ++ '"' :: rest) = .ok (.text (textOf (before.reverse ++ cs))) rest := by
  induction cs generalizing before with
  | nil => simp [readText, reverseChars_eq]
  | cons c cs ih =>
    obtain ⟨_, slash, control⟩ := h c (by simp)
    have next := ih (c :: before) (fun d hd => h d (by simp [hd]))
    simp [readText, slash, control, next]

theorem isNumeral_of_isDigit {c : Char} (h : isDigit c = true) : isNumeral c = true := by
  simp [isNumeral, h]

theorem readNumber_digits (cs before rest : List Char) (h : ∀ c ∈ cs, isDigit c = true)
    (ends : Ends rest) :
    readNumber before (cs ++ rest) = .ok (numberOf (before.reverse ++ cs)) rest := by
  induction cs generalizing before with
  | nil =>
    cases rest with
    | nil => simp [readNumber, reverseChars_eq]
    | cons c cs =>
      simp only [Ends] at ends
      simp [readNumber, reverseChars_eq, ends]
  | cons c cs ih =>
    have next := ih (c :: before) (fun d hd => h d (by simp [hd]))
    simp [readNumber, isNumeral_of_isDigit (h c (by simp)), next]

/-- A digit is no bracket, quote, blank or first letter of a word. -/
theorem digit_ne {c d : Char} (h : isDigit c = true) (hd : isDigit d = false) : c ≠ d := by
  intro same
  rw [same, hd] at h
  cases h

theorem readPlain_digits (cs rest : List Char) (h : ∀ c ∈ cs, isDigit c = true) (some : cs ≠ [])
    (ends : Ends rest) : readPlain (cs ++ rest) = .ok (numberOf cs) rest := by
  cases cs with
  | nil => exact absurd rfl some
  | cons c cs =>
    have digit := h c (by simp)
    have n : c ≠ 'n' := digit_ne digit (by decide)
    have t : c ≠ 't' := digit_ne digit (by decide)
    have f : c ≠ 'f' := digit_ne digit (by decide)
    have read := readNumber_digits (c :: cs) [] rest h ends
    simp only [List.cons_append, List.reverse_nil, List.nil_append] at read
    simp [readPlain, n, t, f, isNumeral_of_isDigit digit, read]

/-! ## Values -/

theorem printed_ne (printed : PrintsDecimal) (n : Nat) : (toString n).toList ≠ [] := by
  intro empty
  have := (printed n).1
  rw [empty] at this
  cases this

/-- What is written of a value begins neither with a blank nor with the end of a list. -/
theorem written_head (printed : PrintsDecimal) : (v : Json) → v.Plain →
    ∃ c cs, v.written = c :: cs ∧ (c ≠ ' ' ∧ c ≠ '\t' ∧ c ≠ '\n' ∧ c ≠ '\r') ∧ c ≠ ']'
  | .null, _ => ⟨_, _, rfl, by decide, by decide⟩
  | .bool true, _ => ⟨_, _, rfl, by decide, by decide⟩
  | .bool false, _ => ⟨_, _, rfl, by decide, by decide⟩
  | .natural n, _ => by
    have some := printed_ne printed n
    have digits := (printed n).2
    cases eq : (toString n).toList with
    | nil => exact absurd eq some
    | cons c cs =>
      have digit := digits c (by simp [eq])
      exact ⟨c, cs, by simp [Json.written, eq],
        ⟨digit_ne digit (by decide), digit_ne digit (by decide), digit_ne digit (by decide),
          digit_ne digit (by decide)⟩, digit_ne digit (by decide)⟩
  | .text _, _ => ⟨_, _, rfl, by decide, by decide⟩
  | .list _, _ => ⟨_, _, rfl, by decide, by decide⟩
  | .object _, _ => ⟨_, _, rfl, by decide, by decide⟩

theorem readValue_natural (printed : PrintsDecimal) (n fuel : Nat) (rest : List Char)
    (ends : Ends rest) :
    readValue (fuel + 1) ((toString n).toList ++ rest) = .ok (.natural n) rest := by
  have some := printed_ne printed n
  obtain ⟨value, digits⟩ := printed n
  have read := readPlain_digits (toString n).toList rest digits some ends
  have number : numberOf (toString n).toList = .natural n := by simp [numberOf, value]
  rw [number] at read
  cases eq : (toString n).toList with
  | nil => exact absurd eq some
  | cons c cs =>
    have digit := digits c (by simp [eq])
    rw [eq] at read
    have brace : c ≠ '{' := digit_ne digit (by decide)
    have bracket : c ≠ '[' := digit_ne digit (by decide)
    have quote : c ≠ '"' := digit_ne digit (by decide)
    have blank := skipBlank_cons (c := c) ⟨digit_ne digit (by decide), digit_ne digit (by decide),
      digit_ne digit (by decide), digit_ne digit (by decide)⟩ (cs ++ rest)
    simp only [List.cons_append] at read ⊢
    simp [readValue, blank, brace, bracket, quote, read]

theorem items_head (printed : PrintsDecimal) (v : Json) (vs : Items) (plain : v.Plain) :
    ∃ c cs, (Items.cons v vs).written = c :: cs ∧ (c ≠ ' ' ∧ c ≠ '\t' ∧ c ≠ '\n' ∧ c ≠ '\r') ∧
      c ≠ ']' := by
  obtain ⟨c, cs, eq, blank, bracket⟩ := written_head printed v plain
  cases vs with
  | nil => exact ⟨c, cs, by rw [Items.written, eq], blank, bracket⟩
  | cons w vs => exact ⟨c, _, by rw [Items.written, eq, List.cons_append], blank, bracket⟩

theorem members_head (name : String) (v : Json) (o : Members) :
    ∃ cs, (Members.cons name v o).written = '"' :: cs := by
  cases o with
  | nil => exact ⟨_, by rw [Members.written]⟩
  | cons name' w o => exact ⟨_, by rw [Members.written]⟩

theorem skipBlank_comma (cs : List Char) : skipBlank (',' :: cs) = ',' :: cs :=
  skipBlank_cons (by decide) cs

theorem skipBlank_colon (cs : List Char) : skipBlank (':' :: cs) = ':' :: cs :=
  skipBlank_cons (by decide) cs

theorem skipBlank_quote (cs : List Char) : skipBlank ('"' :: cs) = '"' :: cs :=
  skipBlank_cons (by decide) cs

theorem skipBlank_bracket (cs : List Char) : skipBlank (']' :: cs) = ']' :: cs :=
  skipBlank_cons (by decide) cs

theorem skipBlank_brace (cs : List Char) : skipBlank ('}' :: cs) = '}' :: cs :=
  skipBlank_cons (by decide) cs

theorem readName (name : String) (plain : PlainText name) (rest : List Char) :
    readText [] (name.toList ++ '"' :: rest) = .ok (.text name) rest := by
  have read := readText_plain name.toList [] rest plain
  rw [List.reverse_nil, List.nil_append, textOf_toList] at read
  exact read

mutual

/-- What is written of a value is read as that value. -/
theorem readValue_written (printed : PrintsDecimal) : (v : Json) → v.Plain →
    ∀ fuel rest, v.written.length < fuel → Ends rest →
      readValue fuel (v.written ++ rest) = .ok v rest
  | .null, _, fuel + 1, rest, _, _ => by simp [Json.written, readValue, skipBlank, readPlain]
  | .bool true, _, fuel + 1, rest, _, _ => by simp [Json.written, readValue, skipBlank, readPlain]
  | .bool false, _, fuel + 1, rest, _, _ => by simp [Json.written, readValue, skipBlank, readPlain]
  | .natural n, _, fuel + 1, rest, _, ends => by
    rw [Json.written]
    exact readValue_natural printed n fuel rest ends
  | .text s, plain, fuel + 1, rest, _, _ => by
    simp only [Json.Plain] at plain
    simp [Json.written, readValue, skipBlank_quote, readName s plain rest]
  | .list .nil, _, fuel + 1, rest, _, _ => by
    simp [Json.written, Items.written, readValue, skipBlank]
  | .list (.cons v vs), plain, fuel + 1, rest, enough, _ => by
    simp only [Json.Plain] at plain
    have head := items_head printed v vs (by simp only [Items.Plain] at plain; exact plain.1)
    have read := readItems_written printed (.cons v vs) plain (fun h => nomatch h) fuel .nil rest
      (by simp only [Json.written, List.length_cons, List.length_append, List.length_nil] at enough
          omega)
    obtain ⟨c, cs, eq, blank, bracket⟩ := head
    rw [Json.written]
    rw [eq] at read ⊢
    simp only [List.cons_append, List.append_assoc, List.nil_append] at read ⊢
    simp [readValue, skipBlank_cons (c := '[') (by decide), skipBlank_cons blank, bracket, read,
      reverseItems]
  | .object .nil, _, fuel + 1, rest, _, _ => by
    simp [Json.written, Members.written, readValue, skipBlank]
  | .object (.cons name v o), plain, fuel + 1, rest, enough, _ => by
    simp only [Json.Plain] at plain
    have read := readMembers_written printed (.cons name v o) plain (fun h => nomatch h) fuel .nil rest
      (by simp only [Json.written, List.length_cons, List.length_append, List.length_nil] at enough
          omega)
    obtain ⟨cs, eq⟩ := members_head name v o
    rw [Json.written]
    rw [eq] at read ⊢
    simp only [List.cons_append, List.append_assoc, List.nil_append] at read ⊢
    simp [readValue, skipBlank_cons (c := '{') (by decide), skipBlank_quote, read, reverseMembers]

theorem readItems_written (printed : PrintsDecimal) : (vs : Items) → vs.Plain → vs ≠ .nil →
    ∀ fuel before rest, vs.written.length + 1 < fuel →
      readItems fuel before (vs.written ++ ']' :: rest) =
        .ok (.list (reverseItems before vs)) rest
  | .nil, _, filled, _, _, _, _ => absurd rfl filled
  | .cons v .nil, plain, _, fuel + 1, before, rest, enough => by
    simp only [Items.Plain] at plain
    rw [Items.written] at enough ⊢
    have read := readValue_written printed v plain.1 fuel (']' :: rest) (by omega) rfl
    simp [readItems, read, skipBlank_bracket, reverseItems]
  | .cons v (.cons w vs), plain, _, fuel + 1, before, rest, enough => by
    rw [Items.Plain] at plain
    rw [Items.written, List.length_append, List.length_cons] at enough
    rw [Items.written, List.append_assoc, List.cons_append]
    have read := readValue_written printed v plain.1 fuel
      (',' :: ((Items.cons w vs).written ++ ']' :: rest)) (by omega) rfl
    have others := readItems_written printed (.cons w vs) plain.2 (fun h => nomatch h) fuel
      (.cons v before) rest (by omega)
    simp only [readItems, read, skipBlank_comma, others, reverseItems]

theorem readMembers_written (printed : PrintsDecimal) : (o : Members) → o.Plain → o ≠ .nil →
    ∀ fuel before rest, o.written.length + 1 < fuel →
      readMembers fuel before (o.written ++ '}' :: rest) =
        .ok (.object (reverseMembers before o)) rest
  | .nil, _, filled, _, _, _, _ => absurd rfl filled
  | .cons name v .nil, plain, _, fuel + 1, before, rest, enough => by
    simp only [Members.Plain] at plain
    simp only [Members.written, List.length_cons, List.length_append] at enough
    have read := readValue_written printed v plain.2.1 fuel ('}' :: rest) (by omega) rfl
    simp [Members.written, readMembers, skipBlank_quote, readName name plain.1, skipBlank_colon, read,
      skipBlank_brace, reverseMembers]
  | .cons name v (.cons name' w o), plain, _, fuel + 1, before, rest, enough => by
    rw [Members.Plain] at plain
    rw [Members.written] at enough ⊢
    simp only [List.length_cons, List.length_append] at enough
    have read := readValue_written printed v plain.2.1 fuel
      (',' :: ((Members.cons name' w o).written ++ '}' :: rest)) (by omega) rfl
    have others := readMembers_written printed (.cons name' w o) plain.2.2 (fun h => nomatch h) fuel
      (.cons name v before) rest (by omega)
    simp only [List.cons_append, List.append_assoc]
    simp only [readMembers, skipBlank_quote, readName name plain.1, skipBlank_colon, read,
      skipBlank_comma, others, reverseMembers]

end

/-- A line that is written of a value is read as that value, with a character of fuel to spare. -/
theorem parse_written (printed : PrintsDecimal) {v : Json} (plain : v.Plain) :
    parse (v.written.length + 1) v.written = .ok v [] := by
  have read := readValue_written printed v plain (v.written.length + 1) [] (by omega) trivial
  rw [List.append_nil] at read
  simp [parse, read, skipBlank]

end Lifecycle.Oracle
