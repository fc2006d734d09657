import type { Rule } from "../finding.ts";

/** How an inline allow comment starts, after its `--`. */
export const ALLOW_MARK = "lean-gate:";

/** Input that is not Lean text; the scan reports it before it splits the text. */
export const encoding: Rule = {
  id: "encoding",
  severity: "error",
  explanation:
    "Lean sources are UTF-8 text. A NUL or an invalid byte means that the file is not what it seems, and tools may disagree about what follows.",
  fix: "Save the file as UTF-8 text, or keep it out of the sources.",
  good: 'def s : String := "é"\n',
  bad: "def s : Nat := 1\0\n",
  triggers: [],
  check() {},
};

/** Characters that nobody sees; the scan looks for them in the text as a whole. */
export const formatCharacter: Rule = {
  id: "format_character",
  severity: "error",
  explanation:
    "Format characters (Unicode category Cf), such as those that turn the direction of text, are not shown. With them a reader sees another text than Lean, in comments and strings, too.",
  fix: "Remove the character; in a string, write it as an escape such as '\\u200b'.",
  good: 'def s : String := "\\u202e"\n',
  bad: "-- checked\u202e \u2066 by nobody\ndef a : Nat := 1\n",
  triggers: [],
  check() {},
};

/** Inline allow comments that allow nothing; the scan reports them after it has matched them. */
export const allow: Rule = {
  id: "allow",
  severity: "error",
  explanation:
    "A comment '-- lean-gate: allow RULE reason' allows the findings of one rule on the next line. One that names no rule, gives no reason or matches no finding is out of date, and would hide the next finding there.",
  fix: "Correct the comment, or remove it.",
  good:
    "-- lean-gate: allow sorry the bound is proved in the next release\ntheorem a : 1 = 2 := sorry\n",
  bad:
    "-- lean-gate: allow sorry the bound is proved in the next release\ntheorem a : 1 = 1 := rfl\n",
  triggers: [ALLOW_MARK],
  check() {},
};
