/** What Lean's core library already means: names and operators. */

/** Types and propositions that statements are made of. */
export const CORE_NAMES: ReadonlySet<string> = new Set([
  "True",
  "False",
  "Not",
  "And",
  "Or",
  "Iff",
  "Eq",
  "Ne",
  "HEq",
  "Exists",
  "Nat",
  "Int",
  "Bool",
  "Char",
  "String",
  "Fin",
  "List",
  "Array",
  "Option",
  "Prod",
  "Sum",
  "Unit",
  "Empty",
  "Subtype",
  "Decidable",
  "DecidableEq",
  "LE",
  "LT",
  "HAdd",
  "HMul",
  "HSub",
  "BEq",
  "OfNat",
  "Membership",
]);

/** Commands that give a name a meaning which statements can be made of. */
export const DEFINERS: readonly string[] = [
  "def",
  "abbrev",
  "inductive",
  "structure",
  "class",
  "opaque",
  "irreducible_def",
];

/** Operators and words of core notation that carry meaning; brackets and separators do not. */
export const CORE_NOTATION: ReadonlySet<string> = new Set([
  "=",
  "≠",
  "==",
  "!=",
  "≍",
  "<",
  "≤",
  "<=",
  ">",
  "≥",
  ">=",
  "∧",
  "/\\",
  "∨",
  "\\/",
  "¬",
  "!",
  "→",
  "->",
  "↔",
  "<->",
  "∀",
  "∃",
  "∃!",
  "&&",
  "||",
  "∈",
  "∉",
  "⊆",
  "⊂",
  "∪",
  "∩",
  "+",
  "-",
  "*",
  "/",
  "%",
  "^",
  "∣",
  "++",
  "::",
  "×",
  "⊕",
  "∘",
  "∅",
  "True",
  "False",
  "Prop",
  "Type",
  "Sort",
  "Nat",
  "Int",
  "Bool",
  "rfl",
  "fun",
  "if",
  "match",
  "let",
  "have",
  "show",
  "by",
  "decide",
  "theorem",
  "lemma",
  "def",
  "example",
  "abbrev",
]);

/** Those of {@link CORE_NOTATION} that stand before their only argument. */
const PREFIXES: ReadonlySet<string> = new Set(["¬", "!", "∀", "∃", "∃!"]);

/**
 * Whether a token declared with arguments before it (`leads`) and after it (`trails`) is read where the
 * core reads it: `n !` leaves `!b` as it was.
 */
export function isCoreNotation(token: string, leads: boolean, trails: boolean): boolean {
  if (!CORE_NOTATION.has(token) && !CORE_NAMES.has(token)) return false;
  if (PREFIXES.has(token) || /^(\w+|∅)$/.test(token)) return !leads;
  return trails && (leads || token === "-");
}
