import { mayLeadTo } from "../prefilter/raw_text.ts";
import { hidesText, OPERATOR_STARTS, readSyntax } from "../syntax/declared_syntax.ts";
import type { Rule } from "../finding.ts";
import { MIXFIX, SYNTAX_COMMANDS } from "../../syntax/keywords.ts";

/**
 * Macros that expand to an escape. The rules for the escapes themselves report those, under this id;
 * what is judged here are declared tokens that make code look like a comment or a string.
 */
export const macroHidden: Rule = {
  id: "macro_hidden",
  severity: "error",
  explanation:
    "A macro, notation or elaborator that expands to an escape hides it from whoever reads its uses. A token that contains a comment opener or a quote hides code from every tool that does not know it.",
  fix:
    "Remove the macro, or prove what it stands for; declare tokens without '--', '/-' and quotes.",
  good: 'local macro "by_refl" : tactic => `(tactic| rfl)\n',
  bad: 'local macro "finish" : tactic => `(tactic| sorry)\n',
  triggers: [...SYNTAX_COMMANDS],
  filter: (bytes, offset, word) =>
    !MIXFIX.has(word) || mayLeadTo(bytes, offset + word.length, OPERATOR_STARTS),
  check(source, at, _word, report) {
    const command = source.commandAt(at);
    if (command?.at !== at || !SYNTAX_COMMANDS.has(command.keyword)) return;
    for (const atom of readSyntax(source.tokens, command, source.endOf(command)).atoms) {
      if (hidesText(atom.value)) {
        report(atom.at, `The token '${atom.value}' makes code look like a comment or a string`);
      }
    }
  },
};
