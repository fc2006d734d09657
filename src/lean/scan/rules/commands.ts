import type { Rule } from "../finding.ts";
import { LEFTOVER_COMMANDS } from "../../syntax/hash_commands.ts";
import { isColumn1 } from "../../syntax/commands.ts";
import { isWord, Kind, kindOf, previous, textOf } from "../../syntax/tokens.ts";

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
    if (kindOf(tokens, at) !== Kind.Hash || source.quotationAt(at) !== undefined) return;
    const command = textOf(tokens, at);
    if (!LEFTOVER_COMMANDS.includes(command)) return;
    // `#print_all` may be a command of a module that the file imports.
    if (kindOf(tokens, at + 1) === Kind.Ident && source.headerEnd() > 0) return;
    const placed = isColumn1(tokens, at) || isWord(tokens, previous(tokens, at), "in");
    if (CORE.has(command) || placed) {
      report(at, `The interactive command '${command}' was left in the file`);
    }
  },
};
