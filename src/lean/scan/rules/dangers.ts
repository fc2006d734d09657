/** Options of Lean that let pass what is not proved, wherever they are set. */

/** An option and the value at which it is dangerous. */
export interface Danger {
  /** Id of the rule that reports it. */
  readonly rule: string;
  readonly option: string;
  readonly value: "true" | "false";
  readonly effect: string;
}

/** An option as it is set. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

/** The dangerous options. */
export const DANGERS: readonly Danger[] = [
  {
    rule: "skip_kernel",
    option: "debug.skipKernelTC",
    value: "true",
    effect: "adds declarations that the kernel never checked",
  },
  ...["debug.byAsSorry", "debug.proofAsSorry", "debug.terminalTacticsAsSorry"].map((option) => ({
    rule: "as_sorry",
    option,
    value: "true" as const,
    effect: "replaces proofs by 'sorry'",
  })),
  {
    rule: "warn_off",
    option: "warn.sorry",
    value: "false",
    effect: "silences the warning for 'sorry'",
  },
];

/** What an argument `-Dname=value` of Lean sets, or the second half of `-D name=value`. */
export function argumentOption(argument: string): Setting | undefined {
  const [, name, value] = /^(?:-D\s*)?(?:weak\.)?([\w.]+)=(\w+)$/.exec(argument) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}
