/** What Lean's core library already means: names, operators, and instances of the operators' classes. */

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

/**
 * Those of {@link CORE_NOTATION} with which a statement or what declares it begins: whatever follows them, the
 * core reads it, so that a rule for it changes what it says.
 */
export const STATING: ReadonlySet<string> = new Set([
  ...["theorem", "def", "example", "abbrev", "instance"],
  ...["∀", "∃", "∃!", "¬"],
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

const NUMBERS: readonly string[] = [
  "Nat",
  "Int",
  "Fin",
  "UInt8",
  "UInt16",
  "UInt32",
  "UInt64",
  "Float",
];
const ORDERED: readonly string[] = [...NUMBERS, "Char", "String", "Bool", "List", "Array"];
const COMPARED: readonly string[] = [...ORDERED, "Option", "Prod", "Unit"];
const ARITHMETIC: readonly string[] = ["Add", "Sub", "Mul", "Div", "Mod", "Pow", "NatPow", "Dvd"];

/**
 * Core types that already have an instance of each class. Classes that prove what they decide, such as
 * `DecidableEq`, are left out: another instance cannot mean something else.
 */
export const CORE_INSTANCES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...ARITHMETIC.flatMap((name) => [
    [name, new Set(NUMBERS)] as const,
    [`H${name}`, new Set(NUMBERS)] as const,
  ]),
  ["Neg", new Set(["Int", "Float"])],
  ["OfNat", new Set(NUMBERS)],
  ["LE", new Set(ORDERED)],
  ["LT", new Set(ORDERED)],
  ["Ord", new Set(ORDERED)],
  ["Max", new Set(NUMBERS)],
  ["Min", new Set(NUMBERS)],
  ["BEq", new Set(COMPARED)],
  ["Append", new Set(["String", "List", "Array"])],
  ["HAppend", new Set(["String", "List", "Array"])],
  ["Membership", new Set(["List", "Array"])],
]);

/** Every core type of {@link CORE_INSTANCES}. */
export const CORE_TYPES: ReadonlySet<string> = new Set(
  [...CORE_INSTANCES.values()].flatMap((types) => [...types]),
);
