import type { Report, Rule } from "../finding.ts";
import { isInPattern } from "../syntax/patterns.ts";
import { mayFollow } from "../prefilter/raw_text.ts";
import { identParts, refersTo } from "../../syntax/names.ts";
import { isDeclaredName, isField, type Source } from "../syntax/source.ts";
import { isSymbol, isWord, next, startOf } from "../../syntax/tokens.ts";

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

/** Commands that give code to `simp`, which runs it; the words name an attribute, too. */
const PROCEDURES: readonly string[] = ["simproc", "dsimproc", "simproc_decl", "dsimproc_decl"];

/** Keywords that run code when a later file imports this one. */
const INITIALIZERS: readonly string[] = ["initialize", "builtin_initialize"];

/** Functions that add declarations to an environment, under any receiver: `env.addDeclCore`. */
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
    ...PROCEDURES,
    ...INITIALIZERS,
    ...ADDERS,
    ...DECLARATIONS,
    ...ENVIRONMENT.keys(),
    ...HOOKS,
  ],
  filter: (bytes, offset, word) =>
    !HOOKS.includes(word) || mayFollow(bytes, offset, ["[", ",", "local", "scoped"]),
  check(source, at, word, report) {
    const isKeyword = RUNNERS.includes(word) || INITIALIZERS.includes(word) ||
      PROCEDURES.includes(word);
    if (HOOKS.includes(word)) {
      if (isWord(source.tokens, at, word) && source.isAttribute(at)) tell(at, word, report);
    } else if (isKeyword) {
      if (isUsedKeyword(source, at, word)) tell(at, word, report);
    } else if (isUsedFunction(source, at, word)) {
      const changes = entersExtension(source, at, word) ? { severity: "warning" } as const : {};
      report(at, `'${word}' runs code that can change what Lean has accepted`, changes);
    }
  },
};

function tell(at: number, word: string, report: Report): void {
  if (!INITIALIZERS.includes(word) && word !== "init" && word !== "builtin_init") {
    return report(at, `'${word}' runs code that can change what Lean has accepted`);
  }
  report(at, `'${word}' runs code when a later file imports this one`, { severity: "warning" });
}

function isUsedKeyword(source: Source, at: number, word: string): boolean {
  if (isDeclaredName(source, at) || !isWord(source.tokens, at, word)) return false;
  if (source.commandAt(at)?.at === at) return true;
  // It may stand in a term, unless it is a name: what Lean has after an import is none in a file without.
  return source.headerEnd() > 0 && !PROCEDURES.includes(word) && !isField(source, at) &&
    source.declaring(word) === undefined;
}

/** Whether the name at token `at` is Lean's function or constructor `word`, which nothing around it reports. */
function isUsedFunction(source: Source, at: number, word: string): boolean {
  const { tokens } = source;
  if (source.headerEnd() === 0 || isDeclaredName(source, at)) return false;
  const runner = source.commandAt(at)?.keyword ?? "";
  if (RUNNERS.includes(runner) || PROCEDURES.includes(runner)) return false;
  const parts = identParts(tokens, at);
  const homes = ENVIRONMENT.get(word);
  if (homes !== undefined) {
    return !isField(source, at) && homes.some((home) => refersTo(parts, home, word)) &&
      isLeans(source, parts, at);
  }
  if (parts.at(-1) !== word) return false;
  if (DECLARATIONS.includes(word)) {
    return !isInPattern(tokens, at, at) && !ADDING.test(textBefore(source, at)) &&
      (parts.at(-2) === "Declaration" || (parts.length === 1 && isSymbol(tokens, at - 1, ".")));
  }
  // A field that is declared or given is another one.
  const isNamed = [":", ":="].some((symbol) => isSymbol(tokens, next(tokens, at), symbol));
  if (parts.length === 1 && (isNamed || source.declaring(word) !== undefined)) return false;
  return isLeans(source, parts, at) && (word !== "addDecl" || isOfEnvironment(source, at, parts));
}

/** Whether a name of `Lean` can be meant: it has a prefix or a receiver, or the namespace is open. */
function isLeans(source: Source, parts: readonly string[], at: number): boolean {
  return parts.length > 1 || isField(source, at) || source.opens("Lean");
}

/** A function that adds declarations, in the same expression. */
const ADDING = new RegExp(`\\b(${ADDERS.join("|")})\\b[^;]*$`);

/** How much text around a name is looked at, in code units. */
const REACH = 400;

/** The text of the command before token `at`. */
function textBefore({ tokens, commandAt }: Source, at: number): string {
  const end = startOf(tokens, at);
  const start = startOf(tokens, commandAt(at)?.start ?? 0);
  return tokens.text.slice(Math.max(start, end - REACH), end);
}

/**
 * Whether what `addDecl` at token `at` is a function of can be an environment: other types have one, too. Then
 * the receiver is called so, or bound as one.
 */
function isOfEnvironment(source: Source, at: number, parts: readonly string[]): boolean {
  const before = textBefore(source, at);
  const [receiver] = parts.slice(-2, -1);
  if (receiver === undefined) return !/(\.|\|>\.?\s*)$/.test(before) || RECEIVER.test(before);
  if (receiver === "Lean" || /^(.*E|e)nv(ironment)?\d*$/.test(receiver)) return true;
  return new RegExp(`(^|[\\s(])${RegExp.escape(receiver)}\\s*(:|←|<-|:=)\\s*[\\w.]*[eE]nv`).test(
    before,
  );
}

/** `(← getEnv).`, `env |>.` */
const RECEIVER = /[eE]nv(ironment)?\d*\)?\s*(\.|\|>\.?\s*)$/;

/** What is done to an extension: `ext.addEntry`, or whatever else something called so can do. */
const ENTERING = /\b(addEntry|modifyState|setState)\b|[eE]xt(ension)?\.\w+/;
// With its dot first, as in `(.addDecl n)`, it is a constructor of the project.
const DECLARING = new RegExp(
  `(?<![\\s(]\\.)\\b(${ADDERS.join("|")})\\b|\\b(${DECLARATIONS.join("|")})\\b`,
);

/** Whether `modifyEnv` or `setEnv` at token `at` only changes what an extension keeps: on its line, or further right. */
function entersExtension(source: Source, at: number, word: string): boolean {
  if (word !== "modifyEnv" && word !== "setEnv") return false;
  const { text } = source.tokens;
  const start = startOf(source.tokens, at);
  const line = text.lastIndexOf("\n", start) + 1;
  const indent = /^ */.exec(text.slice(line, start))![0];
  // What follows is part of the expression as far as it is indented more.
  const rest = text.slice(start, start + REACH).split(
    new RegExp(`\n {0,${indent.length}}(?! )`),
  )[0]!;
  const expression = text.slice(Math.max(line, start - REACH), start) + rest;
  return ENTERING.test(expression) && !DECLARING.test(expression);
}
