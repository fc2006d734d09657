/** The command keywords and modifiers of Lean 4 and its usual libraries. */

import { createWordSet, type WordSet } from "./words.ts";

/** `reserved`: always a command. `positional`: a command only where one can start. */
export type CommandRole = "reserved" | "positional";

const RESERVED: readonly string[] = [
  "theorem",
  "def",
  "abbrev",
  "instance",
  "axiom",
  "opaque",
  "example",
  "inductive",
  "coinductive",
  "structure",
  "class",
  "variable",
  "universe",
  "namespace",
  "section",
  "end",
  "export",
  "attribute",
  "mutual",
  "macro",
  "macro_rules",
  "syntax",
  "notation",
  "infix",
  "infixl",
  "infixr",
  "prefix",
  "postfix",
  "elab",
  "elab_rules",
  "declare_syntax_cat",
  "init_quot",
  "#exit",
];

const POSITIONAL: readonly string[] = [
  "open",
  "set_option",
  "include",
  "omit",
  "lemma",
  "alias",
  "irreducible_def",
  "notation3",
  "initialize",
  "builtin_initialize",
  "run_cmd",
  "run_elab",
  "run_meta",
  "simproc",
  "dsimproc",
  "register_option",
  "add_decl_doc",
  "binder_predicate",
  "unif_hint",
  "deriving",
  "import",
  "prelude",
  "count_heartbeats",
  "#eval",
  "#check",
  "#print",
  "#reduce",
  "#synth",
  "#guard",
  "#guard_msgs",
];

const ROLES: ReadonlyMap<string, CommandRole> = new Map([
  ...RESERVED.map((word) => [word, "reserved"] as const),
  ...POSITIONAL.map((word) => [word, "positional"] as const),
]);

const MODIFIERS: ReadonlySet<string> = new Set([
  "private",
  "protected",
  "public",
  "noncomputable",
  "unsafe",
  "partial",
  "nonrec",
  "local",
  "scoped",
  "meta",
]);

/** A cheap first look for words that are keywords or modifiers. */
export const COMMAND_WORDS: WordSet = createWordSet([...ROLES.keys(), ...MODIFIERS]);

/** Role of a word as a command keyword, or undefined for any other word. */
export function roleOf(word: string): CommandRole | undefined {
  return ROLES.get(word);
}

/** Whether a word may stand before a declaration's keyword. */
export function isModifier(word: string): boolean {
  return MODIFIERS.has(word);
}

/** Commands whose body says what later text means. */
export const SYNTAX_COMMANDS: ReadonlySet<string> = new Set([
  "macro",
  "macro_rules",
  "syntax",
  "notation",
  "notation3",
  "infix",
  "infixl",
  "infixr",
  "prefix",
  "postfix",
  "elab",
  "elab_rules",
  "binder_predicate",
]);
