/** `lean-gate explain`: what a code means, and what to do about it. */
import { GateError } from "../../src/platform/diagnostic.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import {
  explain,
  EXPLAINED,
  type Explanation,
  similarCodes,
  summaryOf,
} from "../explain/explanations.ts";
import { withFailures } from "../failure.ts";
import { indent, type Style, styleOf } from "../render/style.ts";

/** The command. */
export const explainCommand = buildCommand<Record<never, never>, [string?], Context>({
  func(_flags, code) {
    return withFailures(this, () => {
      const style = styleOf(this, this.out);
      this.out.write(code === undefined ? listOf(style) : textOf(known(code), style));
      this.process.exitCode = 0;
      return Promise.resolve();
    });
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Code of a finding, or rule of the scan; without it, all codes are listed",
        placeholder: "code",
        optional: true,
        proposeCompletions: () => EXPLAINED,
      }],
    },
  },
  docs: {
    brief: "Explain a code that a finding has: what it means, and what to do",
    fullDescription: [
      "Explains any code that lean-gate prints, such as the word in error[divergence].",
      "",
      "Examples:",
      "  lean-gate explain               list all codes",
      "  lean-gate explain divergence",
      "  lean-gate explain sorry         a rule of the scan, with examples",
    ].join("\n"),
  },
});

function known(code: string): Explanation {
  const explained = explain(code);
  if (explained !== undefined) return explained;
  const similar = similarCodes(code);
  throw new GateError("usage", {
    code: "code_unknown",
    message: `Unknown code "${code}"`,
    hint: similar.length > 0
      ? `Did you mean ${similar.map((name) => `"${name}"`).join(", ")}?`
      : 'List all codes with "lean-gate explain".',
  });
}

function textOf(explained: Explanation, style: Style): string {
  if (explained.type === "code") {
    const { code, meaning, remedy } = explained;
    return [style.bold(code), "", style.wrap(meaning), "", style.wrap(`What to do: ${remedy}`), ""]
      .join("\n");
  }
  const { id, severity, explanation, fix, bad, good } = explained.rule;
  return [
    `${style.bold(id)} (${severity})`,
    "",
    style.wrap(explanation),
    "",
    style.wrap(`Instead: ${fix}`),
    "",
    style.bad("refused"),
    indent(bad.trimEnd(), "  "),
    "",
    style.good("accepted"),
    indent(good.trimEnd(), "  "),
    "",
  ].join("\n");
}

function listOf(style: Style): string {
  const width = Math.max(...EXPLAINED.map((code) => code.length));
  return EXPLAINED.map((code) => style.wrap(`${code.padEnd(width)}  ${summaryOf(code)}`) + "\n")
    .join("");
}
