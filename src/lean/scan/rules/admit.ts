import type { Rule } from "../finding.ts";
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
  filter: mayStartTactic,
  check(source, at, _word, report) {
    if (!isWord(source.tokens, at, "admit") || !source.isTactic(at)) return;
    reportEscape(source, at, "The tactic 'admit' closes its goal without a proof", report);
  },
};
