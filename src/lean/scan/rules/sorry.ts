import { identParts, literalParts } from "../../syntax/names.ts";
import { previous, type Tokens } from "../../syntax/tokens.ts";
import type { Rule } from "../finding.ts";
import { isPlainWord } from "../syntax/source.ts";
import { reportEscape } from "./escape.ts";

/** The `sorry` keyword, in terms and tactics. */
export const sorry: Rule = {
  id: "sorry",
  severity: "error",
  explanation:
    "'sorry' stands for a proof that is not there. Lean accepts it with a warning, and every theorem that uses the one it stands in is accepted without any.",
  fix: "Prove the statement, or state the gap as a hypothesis that callers must supply.",
  good: "theorem two : 1 + 1 = 2 := rfl\n",
  bad: "theorem two : 1 + 1 = 3 := sorry\n",
  triggers: ["sorry"],
  check(source, at, _word, report) {
    if (!isPlainWord(source, at, "sorry") && !isNode(source.tokens, at)) return;
    reportEscape(source, at, "'sorry' stands in for a missing proof or value", report);
  },
};

/** Whether the literal at token `at` is the kind of a syntax tree that is built there: ``mkNode ``Term.sorry``. */
function isNode(tokens: Tokens, at: number): boolean {
  const parts = literalParts(tokens, at);
  return parts.at(-1) === "sorry" && parts.at(-2) === "Term" &&
    /^(mkNode|node\d?)$/.test(identParts(tokens, previous(tokens, at)).at(-1) ?? "");
}
