/** The codes that the audit reports under; those that the scan knows too mean the same there. */

/** What to do about each. */
export const HINTS: Readonly<Record<string, string>> = {
  sorry: "Prove it, or leave it out.",
  sorry_ax: "Prove what it rests on.",
  axiom: "Prove the statement, or state it as a hypothesis of what needs it.",
  axiom_used: "Prove it without the axiom, or allow it in the config with a reason.",
  native_decide: "Prove it with the kernel alone, for example by `decide`.",
  trust_compiler: "Prove it with the kernel alone, for example by `decide`.",
  kernel_refused:
    "Declare it by an ordinary command: what meta code adds must pass the kernel too.",
  vacuous: "State it without a hypothesis that can never hold.",
  shadow: "Take a name or a type of your own.",
  own_command: "State it by a command of Lean's own.",
  implemented_by: "Let the code that is proved be the code that runs.",
  extern: "Let the code that is proved be the code that runs.",
  csimp: "Let the code that is proved be the code that runs.",
  unsafe: "Write it without `unsafe`.",
  partial: "Let it end provably: nothing can be proved of a partial function.",
  opaque: "Define it: of an opaque constant only its type is known.",
  meta: "Leave the set-up of the environment to Lean.",
  pin_foreign: 'Pin a release of "leanprover/lean4".',
  pin_outdated: "Move the pin to a newer Lean, or accept it in the config with a reason: " +
    '"audit": { "allow": [{ "rule": "pin_outdated", "reason": "…" }] }. Embedded Lean is 4.28 only.',
};

/** Codes of what proves nothing: each such declaration is accepted by its name, or not at all. */
export const UNPROVED_CODES: ReadonlySet<string> = new Set([
  "sorry",
  "sorry_ax",
  "axiom",
  "axiom_used",
  "native_decide",
  "trust_compiler",
  "kernel_refused",
]);

/** Codes that an entry of `audit.allow` may name. */
export const AUDIT_CODES: ReadonlySet<string> = new Set(Object.keys(HINTS));
