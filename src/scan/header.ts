/** The header of a Lean file: `module`, `prelude` and the imports. */
import { lex } from "./lexer.ts";
import { isWord, Kind, kindOf, next, textOf, type Tokens } from "./tokens.ts";

const BEFORE_IMPORT: ReadonlySet<string> = new Set(["public", "private", "meta"]);
const AFTER_IMPORT: ReadonlySet<string> = new Set(["all", "runtime"]);

/** Index of the token after the header's last one. */
export function findHeaderEnd(tokens: Tokens): number {
  let i = next(tokens, -1);
  let end = 0;
  for (const word of ["module", "prelude"]) {
    if (!isWord(tokens, i, word)) continue;
    end = i + 1;
    i = next(tokens, i);
  }
  for (;;) {
    while (kindOf(tokens, i) === Kind.Ident && BEFORE_IMPORT.has(textOf(tokens, i))) {
      i = next(tokens, i);
    }
    if (!isWord(tokens, i, "import")) return end;
    const name = importedModule(tokens, i);
    if (name < 0) return end;
    end = name + 1;
    i = next(tokens, name);
  }
}

/** Token of the module that the `import` at token `at` names, or -1. */
export function importedModule(tokens: Tokens, at: number): number {
  const first = next(tokens, at);
  const second = next(tokens, first);
  // A module may itself be called `all`: it is a modifier only before a name.
  const modified = AFTER_IMPORT.has(textOf(tokens, first)) && startsModule(tokens, second);
  const name = modified ? second : first;
  return kindOf(tokens, name) === Kind.Ident ? name : -1;
}

/** How much of a file is looked at for its header first. */
const FIRST_LOOK = 256;

/** The start of `text` that holds its whole header; little of a long file has to be split for that. */
export function headerText(text: string): string {
  for (let size = FIRST_LOOK; size < text.length; size *= 4) {
    const tokens = lex(text.slice(0, size));
    // The cut can only change the last token; code beyond the header must come before it.
    if (next(tokens, findHeaderEnd(tokens) - 1) < tokens.count - 1) return text.slice(0, size);
  }
  return text;
}

function startsModule(tokens: Tokens, i: number): boolean {
  const word = textOf(tokens, i);
  return kindOf(tokens, i) === Kind.Ident && word !== "import" && !BEFORE_IMPORT.has(word);
}
