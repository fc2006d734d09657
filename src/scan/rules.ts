/** Every rule of the scan, by id. */
import type { Rule } from "./finding.ts";
import { admit } from "./rules/admit.ts";
import { csimp, extern, implementedBy } from "./rules/attributes.ts";
import { axiom } from "./rules/axiom.ts";
import { exit, leftover } from "./rules/commands.ts";
import { imports } from "./rules/import.ts";
import { allow, encoding } from "./rules/input.ts";
import { macroHidden } from "./rules/macro_hidden.ts";
import { meta } from "./rules/meta.ts";
import { opaque, partial, unsafe } from "./rules/modifiers.ts";
import { nativeDecide } from "./rules/native_decide.ts";
import { asSorry, skipKernel, warnOff } from "./rules/options.ts";
import { shadow } from "./rules/shadow.ts";
import { sorry } from "./rules/sorry.ts";
import { sorryAx } from "./rules/sorry_ax.ts";
import { searchTactic, stop } from "./rules/tactics.ts";
import { trustCompiler } from "./rules/trust_compiler.ts";
import { vacuous } from "./rules/vacuous.ts";

/** The rules in the order in which `lean-gate scan --rules` lists them. */
export const RULES: readonly Rule[] = [
  sorry,
  sorryAx,
  admit,
  axiom,
  nativeDecide,
  trustCompiler,
  skipKernel,
  asSorry,
  warnOff,
  macroHidden,
  meta,
  exit,
  stop,
  searchTactic,
  implementedBy,
  extern,
  csimp,
  unsafe,
  partial,
  opaque,
  shadow,
  vacuous,
  imports,
  leftover,
  encoding,
  allow,
];

/** The rule with this id, or undefined. */
export function findRule(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}
