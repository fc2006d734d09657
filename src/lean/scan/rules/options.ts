import type { Rule, RuleText } from "../finding.ts";
import { identParts, literalParts } from "../../syntax/names.ts";
import { isDeclaredName, type Source } from "../syntax/source.ts";
import {
  isSymbol,
  isWord,
  Kind,
  kindOf,
  next,
  previous,
  startOf,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";
import { argumentOption, type Danger, DANGERS } from "./dangers.ts";
import { reportEscape } from "./escape.ts";

/** How many tokens a value may stand after an option's name in code: `` opts.setBool `name true ``. */
const REACH = 3;

/** Options that keep the kernel from checking. */
export const skipKernel: Rule = optionRule(
  {
    id: "skip_kernel",
    severity: "error",
    explanation:
      "With this option Lean adds declarations without the kernel's check, so a wrong proof is accepted without a warning and no axiom shows.",
    fix: "Remove the option.",
    good: "set_option debug.skipKernelTC false in\ntheorem a : 1 = 1 := rfl\n",
    bad: "set_option debug.skipKernelTC true in\ntheorem a : 1 = 2 := by decide +kernel\n",
  },
);

/** Options that replace proofs by `sorry`. */
export const asSorry: Rule = optionRule(
  {
    id: "as_sorry",
    severity: "error",
    explanation:
      "With this option Lean replaces proofs by 'sorry' before it looks at them; the word stands in no proof.",
    fix: "Remove the option.",
    good: "set_option debug.byAsSorry false in\ntheorem b : 2 = 2 := by rfl\n",
    bad: "set_option debug.byAsSorry true in\ntheorem a : 1 = 2 := by decide\n",
  },
);

/** Options that silence Lean's own warning. */
export const warnOff: Rule = optionRule(
  {
    id: "warn_off",
    severity: "error",
    explanation: "With this option a declaration that uses 'sorry' gives no warning.",
    fix: "Remove the option.",
    good: "set_option warn.sorry true\ntheorem a : 1 = 1 := rfl\n",
    bad: "set_option warn.sorry false\n",
  },
);

function optionRule(text: RuleText): Rule {
  const dangers = DANGERS.filter(({ rule }) => rule === text.id);
  return {
    ...text,
    triggers: dangers.map(({ option }) => option.slice(option.lastIndexOf(".") + 1)),
    check(source, at, word, report) {
      for (const danger of dangers) {
        if (!danger.option.endsWith(word) || !isSet(source, at, danger)) continue;
        reportEscape(source, at, `The option '${danger.option}' ${danger.effect}`, report);
      }
    },
  };
}

/** Whether the token at `at` sets the option to its dangerous value. */
function isSet(source: Source, at: number, danger: Danger): boolean {
  const { tokens } = source;
  // A lakefile hands options to Lean as command line arguments.
  if (kindOf(tokens, at) === Kind.Str) return isArgument(textOf(tokens, at), danger);
  // Most words here are a plain `sorry`, too short to be the option's name.
  if (tokens.ends[at]! - startOf(tokens, at) < danger.option.length) return false;
  const ident = identParts(tokens, at).join(".");
  if (ident === danger.option && isWord(tokens, previous(tokens, at), "set_option")) {
    return isWord(tokens, next(tokens, at), danger.value);
  }
  const literal = literalParts(tokens, at);
  if (literal.slice(literal[0] === "weak" ? 1 : 0).join(".") === danger.option) {
    return isGiven(tokens, at, danger.value) || isFollowedBy(source, at, danger.value);
  }
  const named = ident === danger.option || ident.startsWith(`${danger.option}.`);
  return named && !isDeclaredName(source, at) && isFollowedBy(source, at, danger.value);
}

function isArgument(literal: string, { option, value }: Danger): boolean {
  const set = argumentOption(literal.slice(1, -1));
  return set?.name === option && set.value === value;
}

/** Whether the option named at token `at` has `value` in a record: ``⟨`name, value⟩`` or ``{name := `name, value := .ofBool value}``. */
function isGiven(tokens: Tokens, at: number, value: string): boolean {
  let i = next(tokens, at);
  if (isSymbol(tokens, i, ",")) i = next(tokens, i);
  if (isWord(tokens, i, "value")) i = next(tokens, next(tokens, i));
  while (isSymbol(tokens, i, "(") || isSymbol(tokens, i, ".")) i = next(tokens, i);
  if (textOf(tokens, i).endsWith("ofBool")) i = next(tokens, i);
  return isWord(tokens, i, value);
}

function isFollowedBy(source: Source, at: number, value: string): boolean {
  const { tokens } = source;
  let i = at;
  for (let steps = 0; steps < REACH; steps++) {
    i = next(tokens, i);
    if (i >= tokens.count) return false;
    if (isWord(tokens, i, value)) return true;
    // A value on a later line belongs to something else.
    if (tokens.text.slice(tokens.ends[at]!, startOf(tokens, i)).includes("\n")) return false;
  }
  return false;
}
