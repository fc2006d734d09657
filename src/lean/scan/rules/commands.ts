import type { Rule } from "../finding.ts";
import { LEFTOVER_COMMANDS } from "../../syntax/hash_commands.ts";
import { isGuarded } from "../syntax/source.ts";
import { isColumn1 } from "../../syntax/commands.ts";
import { isSymbol, isWord, Kind, kindOf, next, previous, textOf } from "../../syntax/tokens.ts";

/** Commands that Lean itself defines, which are keywords wherever they stand. */
const CORE: ReadonlySet<string> = new Set([
  "#eval",
  "#eval!",
  "#check",
  "#check_failure",
  "#print",
  "#reduce",
  "#synth",
]);

/** Those that run code. */
const RUNNING: ReadonlySet<string> = new Set(["#eval", "#eval!", "#reduce"]);

/** Commands that claim something. */
const CLAIMS: ReadonlySet<string> = new Set(["theorem", "lemma", "example", "instance", "def"]);

/** Claims whose failure is not shown. */
export const claimDropped: Rule = {
  id: "claim_dropped",
  severity: "error",
  explanation:
    "Under '#guard_msgs (drop error)' a claim that Lean refuses looks like one that it has checked: nothing shows the error.",
  fix: "Remove '#guard_msgs', or write the error that is expected into its comment.",
  good: "/-- error: expected -/\n#guard_msgs (error, drop info) in\nexample : 1 = 2 := by decide\n",
  bad: "#guard_msgs (drop error) in\nexample : 1 = 2 := rfl\n",
  triggers: ["#guard_msgs"],
  check(source, at, _word, report) {
    const { tokens } = source;
    if (kindOf(tokens, at) !== Kind.Hash || source.quotationAt(at) !== undefined) return;
    const claim = source.commandAt(at);
    if (claim === undefined || !CLAIMS.has(claim.keyword)) return;
    const open = next(tokens, at);
    if (!isSymbol(tokens, open, "(")) return;
    for (let i = next(tokens, open); i < claim.at; i = next(tokens, i)) {
      if (isSymbol(tokens, i, ")")) return;
      if (!isWord(tokens, i, "drop")) continue;
      const dropped = next(tokens, i);
      // `(drop)` alone drops all.
      if (isWord(tokens, dropped, "error") || isWord(tokens, dropped, "all")) {
        return report(at, `Nothing shows whether Lean accepts this '${claim.keyword}'`);
      }
    }
  },
};

/** The `#exit` command. */
export const exit: Rule = {
  id: "exit",
  severity: "error",
  explanation: "Lean reads nothing after '#exit': what stands there is not checked at all.",
  fix: "Remove '#exit' and what follows it.",
  good: "def exit : Nat := 0\n-- #exit\n",
  bad: "theorem a : 1 = 1 := rfl\n#exit\ntheorem b : 1 = 2 := rfl\n",
  triggers: ["#exit"],
  check(source, at, word, report) {
    if (kindOf(source.tokens, at) !== Kind.Hash || textOf(source.tokens, at) !== word) return;
    report(at, "Lean reads nothing after '#exit'");
  },
};

/** Interactive commands left in a file. */
export const leftover: Rule = {
  id: "leftover",
  severity: "warning",
  explanation:
    "Commands such as '#eval' and '#check' are for working on a file. Left in, they run code at every build and drown what matters in output.",
  fix: "Remove the command, or turn it into an 'example'.",
  good: "example : 1 + 1 = 2 := rfl\n",
  bad: "#eval 1 + 1\n",
  triggers: LEFTOVER_COMMANDS,
  check(source, at, _word, report) {
    const { tokens } = source;
    if (kindOf(tokens, at) !== Kind.Hash || isGuarded(source, at)) return;
    const command = textOf(tokens, at);
    if (!LEFTOVER_COMMANDS.includes(command)) return;
    // `#print_all` may be a command of the file, or of a module that it imports.
    const isLonger = kindOf(tokens, at + 1) === Kind.Ident;
    if (isLonger && source.headerEnd() > 0) return;
    if (isLonger && source.declares(command + textOf(tokens, at + 1))) return;
    const quotation = source.quotationAt(at);
    if (quotation !== undefined) {
      if (quotation.pattern || !RUNNING.has(command)) return;
      const message = `A macro, notation or quotation expands to '${command}', which runs code`;
      return report(at, message, { rule: "macro_hidden", severity: "error" });
    }
    const placed = isColumn1(tokens, at) || isWord(tokens, previous(tokens, at), "in");
    if (CORE.has(command) || placed) {
      report(at, `The interactive command '${command}' was left in the file`);
    }
  },
};
