/** Options in a lakefile that let Lean pass what is not proved. Pure. */
import { parse } from "smol-toml";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import { createLocator } from "../../platform/text/position.ts";

interface Danger {
  readonly code: string;
  readonly option: string;
  readonly value: string;
  readonly effect: string;
}

/** Codes are those under which the scan reports the same option in a source. */
const DANGERS: readonly Danger[] = [
  {
    code: "skip_kernel",
    option: "debug.skipKernelTC",
    value: "true",
    effect: "adds declarations that the kernel never checked",
  },
  ...["debug.byAsSorry", "debug.proofAsSorry", "debug.terminalTacticsAsSorry"].map((option) => ({
    code: "as_sorry",
    option,
    value: "true",
    effect: "replaces proofs by 'sorry'",
  })),
  {
    code: "warn_off",
    option: "warn.sorry",
    value: "false",
    effect: "silences the warning for 'sorry'",
  },
];

/**
 * The findings for the content of a `lakefile.toml` that can be parsed, wherever in it an option is set: in
 * tables of options, as `name` and `value`, or as an argument of Lean.
 */
export function dangerousOptions(content: string, file: string): Diagnostic[] {
  const set = new Set(settings(parse(content), []).map(withoutWeak));
  const locate = createLocator(content);
  return DANGERS.flatMap(({ code, option, value, effect }) => {
    if (!set.has(`${option}=${value}`)) return [];
    const at = content.indexOf(option.slice(option.lastIndexOf(".") + 1));
    return [error(code, `The option "${option}" ${effect}, in every module`, {
      location: { file, ...(at < 0 ? {} : locate(at)) },
      hint: "Remove the option.",
    })];
  });
}

/** Everything that the value could set, as `name=value`; `path` are the keys that lead to it. */
function settings(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => settings(item, path));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const { name, value: own } = value as Record<string, unknown>;
    return [
      ...(typeof name === "string" ? [`${name}=${own}`] : []),
      ...entries.flatMap(([key, item]) => settings(item, [...path, ...key.split(".")])),
    ];
  }
  const argument = /^-D\s*(.*)$/s.exec(String(value));
  if (argument !== null) return [argument[1]!];
  // `-D` and the setting may be two arguments.
  return [String(value), ...path.map((_, start) => `${path.slice(start).join(".")}=${value}`)];
}

/** Lean passes over a weak option that it does not know; those it knows it sets. */
function withoutWeak(setting: string): string {
  return setting.replace(/^weak\./, "");
}
