/** `lean-gate explain`: one rule of the scan, with what to write instead. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../src/platform/diagnostic.ts";
import { RULES } from "../../src/lean/scan/rules/rules.ts";
import { type Context, wantsColor } from "../context.ts";
import { withFailures } from "../failure.ts";
import { indent, styleFor } from "../render/style.ts";

/** The command. */
export const explainCommand = buildCommand<Record<never, never>, [string], Context>({
  func(_flags, id) {
    return withFailures(this, () => explain(this, id));
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Id of the rule",
        placeholder: "rule",
        proposeCompletions: () => RULES.map(({ id }) => id),
      }],
    },
  },
  docs: {
    brief: "Explain a rule of the scan: why it is there, what to write instead, examples",
    fullDescription:
      "Examples:\n  lean-gate explain sorry\n  lean-gate scan --rules    list the rules",
  },
});

function explain(context: Context, id: string): Promise<void> {
  const rule = RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) {
    throw new GateError("usage", {
      code: "rule_unknown",
      message: `There is no rule "${id}"`,
      hint: `Rules: ${RULES.map(({ id }) => id).join(", ")}`,
    });
  }
  const style = styleFor(wantsColor(context, context.out));
  context.out.write([
    `${style.bold(rule.id)} (${rule.severity})`,
    "",
    rule.explanation,
    "",
    `Instead: ${rule.fix}`,
    "",
    style.bad("refused"),
    indent(rule.bad.trimEnd(), "  "),
    "",
    style.good("accepted"),
    indent(rule.good.trimEnd(), "  "),
    "",
  ].join("\n"));
  return Promise.resolve();
}
