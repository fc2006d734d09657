import type { Rule } from "../finding.ts";

/** Input that is not Lean text at all; the scan itself reports it, before there are tokens. */
export const encoding: Rule = {
  id: "encoding",
  severity: "error",
  explanation:
    "Lean sources are UTF-8 text. A NUL or an invalid byte means that the file is not what it seems, and tools may disagree about what follows.",
  fix: "Save the file as UTF-8 text, or keep it out of the sources.",
  good: 'def s : String := "é"\n',
  bad: "def s : Nat := 1\0\n",
  triggers: ["\0"],
  check() {},
};
