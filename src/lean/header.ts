/** The header of a Lean file: `module`, `prelude` and the imports. */
import { createLocator, type Position } from "../text/position.ts";
import { lex } from "./lexer.ts";
import { isWord, Kind, kindOf, next, startOf, textOf, type Tokens } from "./tokens.ts";

const BEFORE_IMPORT: ReadonlySet<string> = new Set(["public", "private", "meta"]);
const AFTER_IMPORT: ReadonlySet<string> = new Set(["all", "runtime"]);

/** One `import`; the position is that of the module's name. */
export interface Import extends Position {
  /** The imported module without its `«»`, e.g. `Lifecycle.Reduce`. */
  readonly module: string;
}

/** The header of a Lean file. */
export interface Header {
  /** Whether the file begins with `module`. */
  readonly isModule: boolean;
  /** Whether the file has `prelude`, hence does not import `Init` implicitly. */
  readonly isPrelude: boolean;
  readonly imports: readonly Import[];
  /** Offset behind its last word, in code units. */
  readonly end: number;
}

/** Reads the header of a file. What is no part of a header ends it, as in Lean. */
export function parseHeader(source: string): Header {
  const tokens = lex(headerText(source));
  const { words, names, end } = readHeader(tokens);
  const position = createLocator(tokens.text);
  const imports = names.map((name) => ({
    module: textOf(tokens, name).replace(/[«»]/g, ""),
    ...position(startOf(tokens, name)),
  }));
  return {
    isModule: words.includes("module"),
    isPrelude: words.includes("prelude"),
    imports,
    end: startOf(tokens, end),
  };
}

/** Index of the token after the header's last one. */
export function findHeaderEnd(tokens: Tokens): number {
  return readHeader(tokens).end;
}

/** The header's first words, the tokens of the imported names, and the token after its last one. */
interface HeaderTokens {
  readonly words: readonly string[];
  readonly names: readonly number[];
  readonly end: number;
}

function readHeader(tokens: Tokens): HeaderTokens {
  const words: string[] = [];
  const names: number[] = [];
  let i = follow(tokens, -1);
  let end = 0;
  for (const word of ["module", "prelude"]) {
    if (!isWord(tokens, i, word)) continue;
    words.push(word);
    end = i + 1;
    i = follow(tokens, i);
  }
  for (;;) {
    while (kindOf(tokens, i) === Kind.Ident && BEFORE_IMPORT.has(textOf(tokens, i))) {
      i = follow(tokens, i);
    }
    const name = isWord(tokens, i, "import") ? importedModule(tokens, i) : -1;
    if (name < 0) return { words, names, end };
    names.push(name);
    end = name + 1;
    i = follow(tokens, name);
  }
}

/** The next token after `i` but for white space and comments; a doc comment belongs to a command. */
function follow(tokens: Tokens, i: number): number {
  let k = i + 1;
  while (k < tokens.count && tokens.kinds[k]! <= Kind.BlockComment) k++;
  return k;
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
