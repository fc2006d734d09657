/** Where `sorry`, `sorryAx` and `axiom` are code, and where they are not. */
import { testRows } from "./testing/rows.ts";

testRows("sorry", [
  ["after a number", "def a := f 1sorry\n", "sorry 1:13"],
  ["after a hex number", "def a := f 0x1fsorry\n", "sorry 1:16"],
  ["after a char literal", "def a := f 'c'sorry\n", "sorry 1:15"],
  ["after a number with a dot", "def a := f 1.sorry\n", "sorry 1:14"],
  ["before a projection by number", "def a := sorry.1\n", "sorry 1:10"],
  ["before a range", "def a := [sorry...x]\n", "sorry 1:11"],
  ["after a range", "def a := 0...sorry\n", "sorry 1:14"],
  ["after an array access", "def a := f xs[0]!sorry\n", "sorry 1:18"],
  [
    "as a bullet without a space",
    "theorem a : p := by\n  constructor\n  .sorry\n  ·sorry\n",
    "sorry 3:4",
    "sorry 4:4",
  ],
  [
    "as a constructor on a later line",
    "def a : M :=\n  f\n    .sorry\ndef b : M := f x\n  |>.sorry\n",
  ],
  [
    "as a constructor in a tactic's term",
    "theorem a : p := by\n  exact f\n    .sorry\n  cases .sorry\n",
  ],
  ["after a bare cdot", "def a := (·, sorry)\n", "sorry 1:14"],
  ["in a string gap's code", 'def a := "x \\\n  y" ++ sorry\n', "sorry 2:9"],
  ["after a raw string with hashes", 'def a := r#"\\"# ++ sorry\n', "sorry 1:20"],
  ["after an r that is a name", 'def a := r "\\" " ++ sorry\n', "sorry 1:21"],
  ["in a default argument", "def f (h : p := by sorry) : p := h\n", "sorry 1:20"],
  ["in a structure field", "structure S where\n  h : p := sorry\n", "sorry 2:12"],
  ["in a where clause", "theorem a : p := b\nwhere b : p := sorry\n", "sorry 2:16"],
  ["in an attribute's argument", "@[simp (h := by sorry)] theorem a : p := q\n", "sorry 1:17"],
  [
    "in a hole of every interpolation",
    'def a := s!"{sorry}"\ndef b := f!"{sorry}"\ndef c := do println! "{sorry}"\ndef d := dbg_trace "{sorry}"; 1\n',
    "sorry 1:14",
    "sorry 2:14",
    "sorry 3:24",
    "sorry 4:22",
  ],
  [
    "in library interpolation",
    'import Lean\ndef a := m!"{sorry}"\ndef b := throwErrorAt x.y "{sorry}"\ndef c := throwErrorAt (f x)[0] "{sorry}"\n',
    "sorry 2:14",
    "sorry 3:29",
    "sorry 4:34",
  ],
  [
    "in no other string",
    'import Lean\ndef a := throwError x "{sorry}"\ndef b := logInfo "{sorry}"\ndef c := f s! ++ "{sorry}"\n',
  ],
  [
    "in an interpolation the file declares",
    'syntax "say! " interpolatedStr(term) : term\ndef a := say! "{sorry}"\n',
    "sorry 2:17",
  ],
  [
    "in a name the library gives another file",
    'def throwError (s : String) := s\ndef a := throwError "{"\ndef b := sorry -- "\n',
    "sorry 3:10",
  ],
  [
    "past braces in a hole",
    'def a := s!"{({x := 1} : P).x + ({x := 2} : P).x} {sorry}"\n',
    "sorry 1:52",
  ],
  ["past a comment in a hole", 'def a := s!"{1 /- } " -/ + sorry}"\n', "sorry 1:28"],
  ["past a line comment in a hole", 'def a := s!"{1 -- } "\n + sorry}"\n', "sorry 2:4"],
  ["after an escaped backslash and quote", 'def a := s!"\\\\{sorry}\\""\n', "sorry 1:16"],
  ["after a closed doc comment", "/-- a -/ /- b -/ theorem a : p := sorry\n", "sorry 1:35"],
  ["after nested comments", "/- /- /-/ -/ -/ -/ theorem a : p := sorry\n", "sorry 1:37"],
  ["between comments", "theorem a : p :=/-x-/sorry/-y-/\n", "sorry 1:22"],
  [
    "after `<->` and `-->`",
    "theorem a : p <-> sorry := b\n-->\ntheorem c : p := sorry\n",
    "sorry 1:19",
    "sorry 3:18",
  ],
  [
    "after a lone carriage return",
    "-- a\rtheorem a : p := sorry\ntheorem b : p := sorry\n",
    "sorry 2:18",
  ],
  [
    "after vertical tab and U+0085",
    "-- a\u0085b\u000bsorry\ntheorem b : p := sorry\n",
    "sorry 2:18",
  ],
  ["behind a BOM", "\ufefftheorem a : p := sorry\n", "sorry 1:19"],
  [
    "behind astral characters and combining marks",
    "theorem 𝔸 : «e\u0301» = 𝔹 := sorry\n",
    "sorry 1:25",
  ],
  ["as a field after a projection", "def a := p.1.sorry + (f x).sorry + ⟨a⟩.sorry + xs[0].sorry\n"],
  ["quoted in a dotted name", "def a := Foo.«sorry» + «sorry».x + sorry.«x»\n"],
  [
    "as the pattern of a match on syntax",
    "macro_rules\n  | `(sorry) => `(1)\n  | `(tactic| sorry) | ``(sorry) => `(tactic| rfl)\n",
  ],
  [
    "as what a macro rule produces",
    "macro_rules\n  | `(foo) => `(sorry)\n  | `(bar) => `(1)\n",
    "macro_hidden 2:17",
  ],
  ["in a notation", 'notation "done" => (sorry : _)\n', "macro_hidden 1:21"],
  [
    "in an elaborator's quotation",
    "import Lean\ndef m : Lean.MacroM Lean.Syntax := `(by sorry)\n",
    "macro_hidden 2:41",
  ],
  ["as name literals", "def a := [`sorry, ``sorry, `a.sorry]\n"],
]);

testRows("axiom", [
  ["after a number", "def n := 1axiom x : False\n", "axiom 1:11"],
  ["after attributes and modifiers", "@[simp, inline] private axiom x : False\n", "axiom 1:25"],
  ["in a mutual block", "mutual\naxiom x : False\nend\n", "axiom 2:1"],
  [
    "after a namespace on the line",
    "namespace A axiom x : p end A axiom y : p\n",
    "axiom 1:13",
    "axiom 1:31",
  ],
  ["with a quoted name", "axiom «x y» : False\n", "axiom 1:1"],
  ["with universe parameters", "axiom choice.{u} {α : Sort u} : α\n", "axiom 1:1"],
  ["behind a public section", "public section\npublic axiom x : False\n", "axiom 2:8"],
]);

testRows("sorryAx", [
  ["from the root", "def a := _root_.sorryAx Nat\n", "sorry_ax 1:10"],
  ["explicit", "def a := @sorryAx Nat false\n", "sorry_ax 1:11"],
  ["quoted", "def a := «sorryAx» Nat false\n", "sorry_ax 1:10"],
  ["as an argument", "theorem a : p := id sorryAx\n", "sorry_ax 1:21"],
  ["built by name", "import Lean\ndef a := Lean.mkConst ``sorryAx\n", "sorry_ax 2:23"],
  ["only compared with", "import Lean\ndef a (n : Lean.Name) := n == ``sorryAx\n"],
  ["in another namespace", "def a := Foo.sorryAx + x.sorryAx\n"],
]);
