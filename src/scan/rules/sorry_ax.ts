import type { Rule } from "../finding.ts";
import { identParts, literalParts, refersTo } from "../../lean/names.ts";
import { previous } from "../../lean/tokens.ts";
import { reportEscape } from "./escape.ts";
import { isMention } from "./mention.ts";

/** Functions that build an expression from a name, so that the name stands for the constant. */
const BUILDERS: ReadonlySet<string> = new Set([
  "mkConst",
  "const",
  "mkAppM",
  "mkAppOptM",
  "mkCIdent",
  "mkIdent",
]);

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
      const built = literalParts(tokens, at);
      const named = parts[0] === word ||
        (built.length === 1 && built[0] === word &&
          isBuilder(identParts(tokens, previous(tokens, at))));
      if (named) reportEscape(source, at, "'sorryAx' proves any statement", report);
    } else if (refersTo(parts, ["Lean", "Meta"], word) && source.headerEnd() > 0) {
      reportEscape(source, at, `'${word}' builds a term that rests on 'sorryAx'`, report);
    }
  },
};

function isBuilder(parts: readonly string[]): boolean {
  return BUILDERS.has(parts.at(-1) ?? "");
}
