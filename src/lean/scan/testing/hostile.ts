/** Hostile sources for fuzz tests: whatever they are, the scan must cope. */
import type { Random } from "./random.ts";

/** Pieces that open, close or name something; random runs of them reach every state of the lexer. */
const PIECES: readonly string[] = [
  ..."\"'`«»{}()[]⟨⟩\\/-#?!|.,:;@$\n\r\t\0 ",
  ...[
    "/-",
    "-/",
    "--",
    "/--",
    "/-!",
    '\\"',
    's!"',
    'm!"',
    "{{",
    'r#"',
    '"#',
    'r"',
    "''",
    "«a",
    "b»",
  ],
  ...[
    "sorry",
    "admit",
    "axiom",
    "by",
    "theorem",
    "def",
    "namespace",
    "end",
    "macro",
    "notation",
    "=>",
  ],
  ...[
    ":=",
    "`(",
    "`(tactic|",
    "macro_rules",
    "syntax",
    "interpolatedStr",
    "instance",
    "False",
    "Nat",
  ],
  ...[
    "set_option",
    "debug.skipKernelTC",
    "true",
    "@[",
    "extern",
    "csimp",
    "attribute [",
    "import",
    "prelude",
  ],
  ...[
    "#exit",
    "#eval",
    "exact?",
    "simp?",
    "native",
    "decide",
    "+native",
    "cases",
    "with",
    "first",
    "fun",
  ],
  ...[
    "match",
    "if",
    "then",
    "else",
    "·",
    "<;>",
    "∀",
    "→",
    "𝔸",
    "é",
    "\ud800",
    "\udc00",
    "\ufeff",
    "\u2028",
  ],
  ...[
    "-- lean-gate: allow sorry x",
    "-- lean-gate:",
    "run_cmd",
    "initialize",
    "stop",
    "@[local ",
    "attribute [scoped ",
    "tactic",
    "command_elab",
    "infixl",
    "prefix:max",
    "native :=",
    "Fact",
    ": False)",
    "→ False",
    "| stop =>",
    "theorem a (h : ",
    "-- x\n",
    "/- y -/",
    "iterate 3",
    "try",
    "init",
    "elab",
    "structure",
    "_root_.Nat",
    "Add",
    '"sorry"',
    '"⊢a"',
    "unsafe",
    "0x1f",
    "1.5e",
    "λ",
  ],
  ...[
    "(disch := ",
    "∃ x, ",
    "else if",
    "by\n  simp,\n  ",
    "match x, y with",
    "variable [A]",
    "in\n",
    ": False :=",
    "_root_.False",
    "«False»",
    '"[sorry]"',
    "[sorry]",
    "...<--",
    "⊕'",
    "trace[a]",
    "warn.sorry",
    "`warn.sorry, false",
    "have h := ",
    "let rec f",
    "do ",
    "; admit",
    "\n  | ",
  ],
];

/** A run of random pieces. */
export function soup(random: Random): string {
  const pieces: string[] = [];
  for (let left = random.below(24); left >= 0; left--) {
    pieces.push(random.pick(PIECES));
    if (random.below(3) === 0) pieces.push(" ");
  }
  return pieces.join("");
}

/** A clean file with a few characters removed, doubled, replaced or moved. */
export function mutation(random: Random, text: string): string {
  let mutated = text;
  for (let left = random.below(4); left >= 0; left--) {
    const at = random.below(mutated.length + 1);
    const to = Math.min(mutated.length, at + random.below(6));
    const middle = [
      "",
      mutated.slice(at, to).repeat(2),
      random.pick(PIECES),
      random.pick(PIECES) + mutated.slice(at, to),
    ];
    mutated = mutated.slice(0, at) + random.pick(middle) + mutated.slice(to);
  }
  return mutated;
}
