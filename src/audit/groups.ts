/** Which compiled modules can be looked at together: two programs with a `main` each cannot. Pure. */
import { parseHeader } from "../lean/header.ts";
import { lex } from "../lean/lexer.ts";
import { isWord, next } from "../lean/tokens.ts";

/** A module by name, and the text of its source. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Groups of modules, by their names: all but the second program and those behind it, then each of these
 * with what it imports from the package. Every module is in one group at least.
 */
export function groupsOf(modules: readonly NamedText[]): string[][] {
  const byName = new Map(modules.map((module) => [plain(module.name), module]));
  const [, ...others] = modules.filter(({ text }) => definesMain(text));
  const apart = new Set(others.map(({ name }) => name));
  return [
    modules.map(({ name }) => name).filter((name) => !apart.has(name)),
    ...others.map((program) => reachedFrom(program, byName)),
  ].filter((group) => group.length > 0);
}

function reachedFrom(program: NamedText, byName: ReadonlyMap<string, NamedText>): string[] {
  const reached = new Set<NamedText>();
  const visit = (module: NamedText | undefined): void => {
    if (module === undefined || reached.has(module)) return;
    reached.add(module);
    for (const { module: name } of parseHeader(module.text).imports) visit(byName.get(name));
  };
  visit(program);
  return [...reached].map(({ name }) => name).sort();
}

function definesMain(text: string): boolean {
  const tokens = lex(text);
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (isWord(tokens, i, "def") && isWord(tokens, next(tokens, i), "main")) return true;
  }
  return false;
}

/** As imports name it. */
function plain(name: string): string {
  return name.replaceAll(/[«»]/g, "");
}
