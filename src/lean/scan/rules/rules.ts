/** Every rule of the scan, by id. */
import type { Rule } from "../finding.ts";
import { admit } from "./admit.ts";
import { csimp, extern, implementedBy } from "./attributes.ts";
import { axiom } from "./axiom.ts";
import { claimDropped, exit, leftover } from "./commands.ts";
import { imports } from "./import.ts";
import { allow, encoding, formatCharacter } from "./input.ts";
import { lookAlike } from "./look_alike.ts";
import { macroHidden } from "./macro_hidden.ts";
import { meta } from "./meta.ts";
import { opaque, partial, unsafe } from "./modifiers.ts";
import { nativeDecide } from "./native_decide.ts";
import { asSorry, skipKernel, warnOff } from "./options.ts";
import { shadow } from "./shadow.ts";
import { sorry } from "./sorry.ts";
import { sorryAx } from "./sorry_ax.ts";
import { searchTactic, stop } from "./tactics.ts";
import { trustCompiler } from "./trust_compiler.ts";
import { vacuous } from "./vacuous.ts";

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
  claimDropped,
  stop,
  searchTactic,
  implementedBy,
  extern,
  csimp,
  unsafe,
  partial,
  opaque,
  shadow,
  lookAlike,
  formatCharacter,
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
