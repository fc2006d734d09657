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
  "simproc_decl",
  "dsimproc_decl",
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

const MODIFIERS: readonly string[] = [
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
];

/** Commands that may stand before `in` and so belong to the declaration that follows. */
const PREFIXES: ReadonlySet<string> = new Set([
  "set_option",
  "open",
  "variable",
  "include",
  "omit",
  "universe",
  "attribute",
  "deriving",
  "#guard_msgs",
  "count_heartbeats",
]);

const DECLARERS: ReadonlySet<string> = new Set([
  "theorem",
  "lemma",
  "def",
  "abbrev",
  "instance",
  "axiom",
  "opaque",
  "inductive",
  "coinductive",
  "structure",
  "class",
  "irreducible_def",
  "initialize",
  "builtin_initialize",
  "alias",
]);

/** A word that starts a command, or stands before one. */
export interface Keyword {
  readonly word: string;
  /** Its role as a command; undefined for a modifier of one. */
  readonly role: CommandRole | undefined;
  /** Whether a name that it declares follows. */
  readonly declares: boolean;
  /** Whether it may stand before `in` and so belong to the declaration that follows. */
  readonly prefixes: boolean;
}

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...RESERVED.map((word) => keyword(word, "reserved")),
  ...POSITIONAL.map((word) => keyword(word, "positional")),
  ...MODIFIERS.map((word) => keyword(word, undefined)),
]);

function keyword(word: string, role: CommandRole | undefined): [string, Keyword] {
  return [word, { word, role, declares: DECLARERS.has(word), prefixes: PREFIXES.has(word) }];
}

/** A cheap first look for keywords. */
export const COMMAND_WORDS: WordSet = createWordSet(KEYWORDS.keys());

/** The keyword that `word` is, or undefined for any other word. */
export function keywordOf(word: string): Keyword | undefined {
  return KEYWORDS.get(word);
}

/** Those of {@link SYNTAX_COMMANDS} that name one operator, after a precedence, options or neither. */
export const MIXFIX: ReadonlySet<string> = new Set([
  "infix",
  "infixl",
  "infixr",
  "prefix",
  "postfix",
]);

/** Commands whose body says what later text means. */
export const SYNTAX_COMMANDS: ReadonlySet<string> = new Set([
  ...MIXFIX,
  "macro",
  "macro_rules",
  "syntax",
  "notation",
  "notation3",
  "elab",
  "elab_rules",
  "binder_predicate",
]);
