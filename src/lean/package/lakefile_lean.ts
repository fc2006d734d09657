/**
 * What a `lakefile.lean` names, as far as its text tells. Only Lake can say what it means: it is a
 * program.
 */
import { lex } from "../syntax/lexer.ts";
import { identParts, literalParts } from "../syntax/names.ts";
import { isSymbol, isWord, Kind, kindOf, next, textOf, type Tokens } from "../syntax/tokens.ts";

/** Names that stand where a package declares what it has and what it needs. */
export interface LakefileNames {
  /** First parts of modules: names of libraries and executables, and all name literals. */
  readonly roots: readonly string[];
  /** Names of required packages. */
  readonly requires: readonly string[];
}

/** Reads the names in the text of a `lakefile.lean`. */
export function readLakefileLean(text: string): LakefileNames {
  const tokens = lex(text);
  const roots: string[] = [];
  const requires: string[] = [];
  for (let i = 0; i < tokens.count; i++) {
    const literal = literalParts(tokens, i)[0];
    if (literal !== undefined) roots.push(literal);
    const name = next(tokens, i);
    if (isWord(tokens, i, "lean_lib") || isWord(tokens, i, "lean_exe")) {
      roots.push(...nameOf(tokens, name).slice(0, 1));
    } else if (isWord(tokens, i, "require")) {
      // `require "scope" / "name"`, or a name alone.
      const scoped = isSymbol(tokens, next(tokens, name), "/");
      requires.push(nameOf(tokens, scoped ? next(tokens, next(tokens, name)) : name).join("."));
    }
  }
  return { roots, requires: requires.filter((name) => name !== "") };
}

function nameOf(tokens: Tokens, at: number): string[] {
  if (kindOf(tokens, at) === Kind.Str) return [textOf(tokens, at).slice(1, -1)];
  return identParts(tokens, at);
}
