import type { Rule } from "../finding.ts";
import { identParts, refersTo } from "../../syntax/names.ts";
import { reportEscape } from "./escape.ts";
import { isBuilt, isMention } from "./mention.ts";

/** Names that mean the axiom where `Lean` is open. */
const AXIOMS: readonly string[] = ["trustCompiler", "ofReduceBool", "ofReduceNat"];

/** Functions that the kernel evaluates by running compiled code; common enough to want their namespace. */
const FUNCTIONS: readonly string[] = ["reduceBool", "reduceNat"];

/** The axioms that make compiled code a proof. */
export const trustCompiler: Rule = {
  id: "trust_compiler",
  severity: "error",
  explanation:
    "'Lean.trustCompiler', 'Lean.ofReduceBool' and 'Lean.ofReduceNat' take the result of compiled code as a proof. The compiler, 'implemented_by' and 'extern' are then part of what must be right.",
  fix: "Use 'decide' or a proof that the kernel checks.",
  good: "theorem small : (10 : Nat) < 20 := by\n  decide\n",
  bad: "theorem a : True := Lean.trustCompiler\n",
  triggers: [...AXIOMS, ...FUNCTIONS],
  check(source, at, word, report) {
    if (isMention(source, at)) return;
    const parts = identParts(source.tokens, at);
    const qualified = (parts[0] === "Lean" && parts[1] === word) ||
      isBuilt(source.tokens, at, `Lean.${word}`);
    const opened = !FUNCTIONS.includes(word) && refersTo(parts, ["Lean"], word) &&
      source.opens("Lean");
    if (!qualified && !opened) return;
    reportEscape(source, at, `'${word}' takes the result of compiled code as a proof`, report);
  },
};
