import type { Rule } from "../finding.ts";
import { isInPattern } from "../syntax/patterns.ts";
import { mayFollow } from "../prefilter/raw_text.ts";
import { identParts, refersTo } from "../../syntax/names.ts";
import { isDeclaredName, isField, type Source } from "../syntax/source.ts";
import { isSymbol, isWord } from "../../syntax/tokens.ts";

/** Keywords that run code while the file is being checked, wherever they stand. */
const RUNNERS: readonly string[] = [
  "by_elab",
  "run_tac",
  "run_cmd",
  "run_elab",
  "run_meta",
  "elab",
  "elab_rules",
];

/** Keywords that run code when a later file imports this one. */
const INITIALIZERS: readonly string[] = ["initialize", "builtin_initialize"];

/** Functions that add declarations, under any receiver: `env.addDeclCore`. */
const ADDERS: readonly string[] = [
  "addDecl",
  "addDeclCore",
  "addDeclWithoutChecking",
  "addAndCompile",
  "addAndCompileUnsafe",
];

/** Constructors of declarations that the functions above add. */
const DECLARATIONS: readonly string[] = ["axiomDecl", "thmDecl", "defnDecl", "opaqueDecl"];

/** Functions that replace the environment or run a command in it. */
const ENVIRONMENT: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ["modifyEnv", [["Lean"], ["Lean", "MonadEnv"]]],
  ["setEnv", [["Lean"], ["Lean", "MonadEnv"]]],
  ["elabCommand", [["Lean", "Elab", "Command"]]],
  ["elabCommandTopLevel", [["Lean", "Elab", "Command"]]],
]);

/** Attributes that hook code into the elaborator, and those that run it at import. */
const HOOKS: readonly string[] = ["command_elab", "term_elab", "tactic", "init", "builtin_init"];

/** Code that runs inside the checker and can change what it has accepted. */
export const meta: Rule = {
  id: "meta",
  severity: "error",
  explanation:
    "Code that runs while Lean checks the file can put declarations into the environment that the kernel never saw, axioms included. No word of it need stand in a proof.",
  fix:
    "Write a macro that expands to ordinary syntax, or keep such code in a reviewed package of its own.",
  good: 'local macro "by_refl" : tactic => `(tactic| rfl)\n\ntheorem a : 1 = 1 := by by_refl\n',
  bad: 'import Lean\n\nrun_cmd Lean.logInfo m!"hello"\n',
  triggers: [
    ...RUNNERS,
    ...INITIALIZERS,
    ...ADDERS,
    ...DECLARATIONS,
    ...ENVIRONMENT.keys(),
    ...HOOKS,
  ],
  filter: (bytes, offset, word) =>
    !HOOKS.includes(word) || mayFollow(bytes, offset, ["[", ",", "local", "scoped"]),
  check(source, at, word, report) {
    const late = INITIALIZERS.includes(word) || word === "init" || word === "builtin_init";
    const message = late
      ? `'${word}' runs code when a later file imports this one`
      : `'${word}' runs code that can change what Lean has accepted`;
    if (reaches(source, at, word)) report(at, message, late ? { severity: "warning" } : {});
  },
};

/** Whether the token at `at` is the keyword, attribute or function `word`, and not a name like it. */
function reaches(source: Source, at: number, word: string): boolean {
  const { tokens } = source;
  if (HOOKS.includes(word)) return isWord(tokens, at, word) && source.isAttribute(at);
  if (isDeclaredName(source, at)) return false;
  const parts = identParts(tokens, at);
  // What follows is known to Lean only after an import; in a file without one it is a name.
  if (source.headerEnd() === 0) return isCommand(source, at, word);
  if (ADDERS.includes(word)) return parts.at(-1) === word && isLeans(source, parts, at);
  const homes = ENVIRONMENT.get(word);
  if (homes !== undefined) {
    return !isField(source, at) && homes.some((home) => refersTo(parts, home, word)) &&
      isLeans(source, parts, at);
  }
  if (DECLARATIONS.includes(word)) {
    return parts.at(-1) === word && !isInPattern(tokens, at, at) &&
      (parts.at(-2) === "Declaration" || (parts.length === 1 && isSymbol(tokens, at - 1, ".")));
  }
  // Where it is a keyword, nothing can be declared under that name.
  return isCommand(source, at, word) ||
    (isWord(tokens, at, word) && !isField(source, at) && source.declaring(word) === undefined);
}

function isCommand(source: Source, at: number, word: string): boolean {
  return isWord(source.tokens, at, word) && source.commandAt(at)?.at === at;
}

/** Whether a name of `Lean` can be meant: it has a prefix or a receiver, or the namespace is open. */
function isLeans(source: Source, parts: readonly string[], at: number): boolean {
  return parts.length > 1 || isField(source, at) || source.opens("Lean");
}
