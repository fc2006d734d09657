/** Every rule of the scan, by id. */
import type { Rule } from "../finding.ts";
import { axiom, sorry, sorryAx, trustCompiler } from "./axioms.ts";
import { claimDropped, exit, leftover } from "./commands.ts";
import { imports } from "./import.ts";
import { allow, encoding, formatCharacter } from "./input.ts";
import { csimp, extern, implementedBy, opaque, partial, unsafe } from "./marks.ts";
import { meta } from "./meta.ts";
import { lookAlike, macroHidden, shadow } from "./notation.ts";
import { asSorry, skipKernel, warnOff } from "./options.ts";
import { admit, nativeDecide, searchTactic, stop } from "./tactics.ts";
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
