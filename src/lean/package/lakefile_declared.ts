/**
 * A `lakefile.lean` that only declares, as TOML. It is a program, and where there is no Lake to run it what it
 * declares by literals can still be read: anything else in it, and it is left to Lake.
 */
import { lex } from "../syntax/lexer.ts";
import { identParts, literalParts } from "../syntax/names.ts";
import { isSymbol, isWord, Kind, kindOf, next, textOf, type Tokens } from "../syntax/tokens.ts";

/** Commands that declare, and the table that each stands for. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ["package", ""],
  ["lean_lib", "[[lean_lib]]"],
  ["lean_exe", "[[lean_exe]]"],
]);

/** Globs by their constructors. */
const GLOBS: ReadonlyMap<string, string> = new Map([
  ["one", ""],
  ["submodules", ".+"],
  ["andSubmodules", ".*"],
]);

/** What is read, and the token behind it. */
interface Read {
  readonly value: string;
  readonly after: number;
}

/** The TOML for the text; `undefined` where only Lake can say what it means. */
export function declaredLakefile(text: string): string | undefined {
  const tokens = lex(text);
  let at = next(tokens, -1);
  const tables: string[] = [];
  while (at < tokens.count) {
    const word = textOf(tokens, at);
    const table = TABLES.get(word);
    if (word === "import" || word === "open") at = afterNames(tokens, at);
    else if (isSymbol(tokens, at, "@") && isWord(tokens, at + 2, "default_target")) {
      at = next(tokens, at + 3);
    } else if (table !== undefined) {
      const read = declaration(tokens, at, table);
      if (read === undefined) return undefined;
      // The package's own fields come before the first table.
      if (table === "") tables.unshift(read.value);
      else tables.push(read.value);
      at = read.after;
    } else return undefined;
  }
  return tables.length === 0 ? undefined : tables.join("\n");
}

function afterNames(tokens: Tokens, at: number): number {
  let i = next(tokens, at);
  while (kindOf(tokens, i) === Kind.Ident && !isCommand(tokens, i)) i = next(tokens, i);
  return i;
}

function isCommand(tokens: Tokens, i: number): boolean {
  return TABLES.has(textOf(tokens, i)) || isWord(tokens, i, "import") || isWord(tokens, i, "open");
}

function declaration(tokens: Tokens, at: number, table: string): Read | undefined {
  const name = next(tokens, at);
  const isText = kindOf(tokens, name) === Kind.Str;
  const parts = identParts(tokens, name);
  if (!isText && parts.length === 0) return undefined;
  const spelled = isText ? textOf(tokens, name) : JSON.stringify(parts.join("."));
  const lines = [table, `name = ${spelled}`];
  let i = next(tokens, name);
  const isBraced = isSymbol(tokens, i, "{");
  if (isBraced || isWord(tokens, i, "where")) {
    i = next(tokens, i);
    while (kindOf(tokens, i) === Kind.Ident && isSymbol(tokens, next(tokens, i), ":=")) {
      const field = value(tokens, next(tokens, next(tokens, i)));
      if (field === undefined) return undefined;
      lines.push(`${textOf(tokens, i)} = ${field.value}`);
      i = isSymbol(tokens, field.after, ",") ? next(tokens, field.after) : field.after;
    }
    if (isBraced && !isSymbol(tokens, i, "}")) return undefined;
    if (isBraced) i = next(tokens, i);
  }
  return { value: `${lines.filter((line) => line !== "").join("\n")}\n`, after: i };
}

function value(tokens: Tokens, at: number): Read | undefined {
  if (!isSymbol(tokens, at, "#")) return literal(tokens, at);
  const elements: string[] = [];
  let i = next(tokens, next(tokens, at));
  while (!isSymbol(tokens, i, "]")) {
    const element = literal(tokens, i);
    if (element === undefined) return undefined;
    elements.push(element.value);
    i = isSymbol(tokens, element.after, ",") ? next(tokens, element.after) : element.after;
  }
  return { value: `[${elements.join(", ")}]`, after: next(tokens, i) };
}

function literal(tokens: Tokens, at: number): Read | undefined {
  const after = next(tokens, at);
  const kind = kindOf(tokens, at);
  const word = textOf(tokens, at);
  if (kind === Kind.Str) return { value: word, after };
  if (kind === Kind.Number || word === "true" || word === "false") return { value: word, after };
  if (kind === Kind.NameLit) return named(literalParts(tokens, at), after);
  if (isSymbol(tokens, at, "⟨")) return option(tokens, after);
  // `.submodules `A`, with or without its type.
  const glob = isSymbol(tokens, at, ".") ? after : at;
  const suffix = GLOBS.get(identParts(tokens, glob).at(-1) ?? "");
  const module = next(tokens, glob);
  if (suffix !== undefined && kindOf(tokens, module) === Kind.NameLit) {
    return named([literalParts(tokens, module).join(".") + suffix], next(tokens, module));
  }
  if (word === "v!" && kindOf(tokens, after) === Kind.Str) {
    return { value: textOf(tokens, after), after: next(tokens, after) };
  }
  return undefined;
}

/** ``⟨`name, value⟩``, whose first token is `at`. */
function option(tokens: Tokens, at: number): Read | undefined {
  const set = literal(tokens, next(tokens, next(tokens, at)));
  if (kindOf(tokens, at) !== Kind.NameLit || set === undefined) return undefined;
  if (!isSymbol(tokens, set.after, "⟩")) return undefined;
  const name = JSON.stringify(literalParts(tokens, at).join("."));
  return { value: `{ name = ${name}, value = ${set.value} }`, after: next(tokens, set.after) };
}

function named(parts: readonly string[], after: number): Read {
  return { value: JSON.stringify(parts.join(".")), after };
}
