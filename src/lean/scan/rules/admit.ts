import type { Rule } from "../finding.ts";
import { identParts } from "../../syntax/names.ts";
import { isDeclaredName, isField, type Source } from "../syntax/source.ts";
import { isWord } from "../../syntax/tokens.ts";
import { mayStartTactic } from "../prefilter/raw_text.ts";
import { reportEscape } from "./escape.ts";

/** The `admit` tactic; elsewhere the word is an ordinary name. */
export const admit: Rule = {
  id: "admit",
  severity: "error",
  explanation: "The tactic 'admit' closes its goal with 'sorry'.",
  fix: "Prove the goal.",
  good: "def admit : Nat := 3\ntheorem three : admit = 3 := by\n  rfl\n",
  bad: "theorem two : 1 + 1 = 3 := by\n  admit\n",
  triggers: ["admit"],
  // A dot is a bullet, or goes on with a name.
  filter: (bytes, offset) => bytes[offset - 1] === 0x2e || mayStartTactic(bytes, offset),
  check(source, at, _word, report) {
    if (isWord(source.tokens, at, "admit") && source.isTactic(at)) {
      reportEscape(source, at, "The tactic 'admit' closes its goal without a proof", report);
    } else if (admitsGoal(source, at)) {
      report(at, "The function 'admit' closes its goal without a proof");
    }
  },
};

/** Whether token `at` can be `MVarId.admit`, with a receiver or under its own name. */
function admitsGoal(source: Source, at: number): boolean {
  const parts = identParts(source.tokens, at);
  if (parts.at(-1) !== "admit" || source.headerEnd() === 0 || isDeclaredName(source, at)) {
    return false;
  }
  return parts.at(-2) === "MVarId" ||
    ((parts.length > 1 || isField(source, at)) && source.opens("Lean"));
}
