import type { Rule } from "../finding.ts";
import { isPlainWord } from "../syntax/source.ts";
import { reportEscape } from "./escape.ts";
import { Kind, kindOf, next, textOf } from "../../syntax/tokens.ts";

/** An `axiom` declaration, whatever its modifiers, attributes or place. */
export const axiom: Rule = {
  id: "axiom",
  severity: "error",
  explanation:
    "An axiom is a statement that Lean takes as true. Anything can be proved from a false one, and Lean gives no warning for it.",
  fix: "Prove it as a theorem, or take it as a hypothesis of what needs it.",
  good: "theorem fact : 1 = 1 := rfl\n",
  bad: "axiom fact : 1 = 2\n",
  triggers: ["axiom"],
  check(source, at, _word, report) {
    if (!isPlainWord(source, at, "axiom")) return;
    const name = next(source.tokens, at);
    const declared = kindOf(source.tokens, name) === Kind.Ident
      ? ` '${textOf(source.tokens, name)}'`
      : "";
    reportEscape(source, at, `The axiom${declared} is assumed, not proved`, report);
  },
};
