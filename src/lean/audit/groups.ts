/** Which modules of a package Lean can hold at the same time. Pure. */
import { lex } from "../syntax/lexer.ts";
import { isWord, next } from "../syntax/tokens.ts";

/**
 * For each module that no other imports, itself and all that it imports: modules that Lean has held together
 * before. Two groups may be at odds, as two programs are that both have a `main`. Every module is in one.
 */
export function groupsOf(
  modules: readonly string[],
  importsOf: (module: string) => readonly string[],
): string[][] {
  const imported = new Set(modules.flatMap(importsOf));
  const groups: string[][] = [];
  const grouped = new Set<string>();
  const topsFirst = [...modules].sort((a, b) => Number(imported.has(a)) - Number(imported.has(b)));
  for (const top of topsFirst) {
    if (grouped.has(top)) continue;
    const reached = new Set([top]);
    // A set is walked to its end, whatever is added on the way.
    for (const module of reached) importsOf(module).forEach((it) => reached.add(it));
    const group = modules.filter((module) => reached.has(module));
    group.forEach((module) => grouped.add(module));
    groups.push(group);
  }
  return groups;
}

/** The groups as they are tried: all together, but for the second program and those behind it. */
export function bundlesOf(
  groups: readonly (readonly string[])[],
  textOf: (module: string) => string,
): (readonly string[])[][] {
  const [, ...others] = groups.filter((group) => group.some((it) => definesMain(textOf(it))));
  const together = groups.filter((group) => !others.includes(group));
  return [together, ...others.map((group) => [group])];
}

function definesMain(text: string): boolean {
  const tokens = lex(text);
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (isWord(tokens, i, "def") && isWord(tokens, next(tokens, i), "main")) return true;
  }
  return false;
}
