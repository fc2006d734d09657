import type { Rule } from "../finding.ts";
import type { Source } from "../syntax/source.ts";
import { isSymbol, isWord, Kind, kindOf, next, previous, textOf } from "../../syntax/tokens.ts";
import { maySetTrue, mayStartTactic } from "../prefilter/raw_text.ts";
import { reportEscape } from "./escape.ts";

/** Tactics that always run compiled code to prove their goal. */
const NATIVE: readonly string[] = ["native_decide", "bv_decide", "bv_check"];

/** How many tokens `native` may stand after its tactic: room for a configuration record. */
const REACH = 16;

/** Proofs by running compiled code. */
export const nativeDecide: Rule = {
  id: "native_decide",
  severity: "error",
  explanation:
    "The tactic compiles the decision procedure, runs it, and takes the answer as a proof by an axiom. With 'implemented_by' or 'extern' that proves false statements.",
  fix: "Use 'decide', 'decide +kernel', or a proof.",
  good: "theorem small : (10 : Nat) < 20 := by\n  decide\n",
  bad: "theorem small : (10 : Nat) < 20 := by\n  native_decide\n",
  triggers: [...NATIVE, "native"],
  filter(bytes, offset, word) {
    if (word !== "native") return mayStartTactic(bytes, offset);
    return bytes[offset - 1] === 0x2b || maySetTrue(bytes, offset + word.length);
  },
  check(source, at, word, report) {
    const { tokens } = source;
    const tactic = word === "native" ? configured(source, at) : at;
    if (tactic < 0 || !source.isTactic(tactic)) return;
    if (word !== "native" && !isWord(tokens, tactic, word)) return;
    const shown = word === "native" ? `${textOf(tokens, tactic)} +native` : word;
    reportEscape(
      source,
      tactic,
      `The tactic '${shown}' takes compiled code's answer as a proof`,
      report,
    );
  },
};

/** The `decide` that `+native` or `native := true` at token `at` configures, or -1. */
function configured(source: Source, at: number): number {
  const { tokens } = source;
  if (!isWord(tokens, at, "native")) return -1;
  const value = next(tokens, at);
  const set = isSymbol(tokens, at - 1, "+") ||
    (isSymbol(tokens, value, ":=") && isWord(tokens, next(tokens, value), "true"));
  if (!set) return -1;
  let i = previous(tokens, at);
  for (let steps = 0; steps < REACH && i >= 0; steps++, i = previous(tokens, i)) {
    if (kindOf(tokens, i) === Kind.Ident && source.isTactic(i)) {
      return textOf(tokens, i).startsWith("decide") ? i : -1;
    }
  }
  return -1;
}
