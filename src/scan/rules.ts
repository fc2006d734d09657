/** Every rule of the scan, by id. */
import type { Rule } from "./finding.ts";
import { admit } from "./rules/admit.ts";
import { axiom } from "./rules/axiom.ts";
import { sorry } from "./rules/sorry.ts";

/** The rules in the order in which `lean-gate scan --rules` lists them. */
export const RULES: readonly Rule[] = [sorry, admit, axiom];

/** The rule with this id, or undefined. */
export function findRule(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}
