import type { Rule } from "../finding.ts";
import { identParts, refersTo } from "../../syntax/names.ts";
import { reportEscape } from "./escape.ts";
import { isBuilt, isMention } from "./mention.ts";

/** Functions of `Lean.Meta` that return a sorry. */
const MAKERS: readonly string[] = ["mkSorry", "mkLabeledSorry", "mkUniqueSorry"];

/** The axiom behind `sorry`, used by its own name. */
export const sorryAx: Rule = {
  id: "sorry_ax",
  severity: "error",
  explanation:
    "'sorryAx' is the axiom that 'sorry' expands to. Named directly it proves anything, and a theorem that wraps it spreads it under an innocent name.",
  fix: "Prove the statement instead of taking it from 'sorryAx'.",
  good: "theorem fine (p : Prop) (h : p) : p := h\n",
  bad: "theorem oops (p : Prop) : p := sorryAx p true\n",
  triggers: ["sorryAx", ...MAKERS],
  check(source, at, word, report) {
    const { tokens } = source;
    if (isMention(source, at)) return;
    const parts = identParts(tokens, at);
    if (word === "sorryAx") {
      if (parts[0] === word || isBuilt(tokens, at, word)) {
        reportEscape(source, at, "'sorryAx' proves any statement", report);
      }
    } else if (refersTo(parts, ["Lean", "Meta"], word) && source.headerEnd() > 0) {
      reportEscape(source, at, `'${word}' builds a term that rests on 'sorryAx'`, report);
    }
  },
};
