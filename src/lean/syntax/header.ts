/** The header of a Lean file: `module`, `prelude` and the imports. */
import { createLocator, type Position } from "../../platform/text/position.ts";
import { lex } from "./lexer.ts";
import { nameParts } from "./names.ts";
import { isWord, Kind, kindOf, next, startOf, textOf, type Tokens } from "./tokens.ts";

const BEFORE_IMPORT: ReadonlySet<string> = new Set(["public", "private", "meta"]);
const IMPORTING: ReadonlySet<string> = new Set([...BEFORE_IMPORT, "import"]);
const AFTER_IMPORT: ReadonlySet<string> = new Set(["all", "runtime"]);

/** One `import`; the position is that of the module's name. */
export interface Import extends Position {
  /** The imported module without its `«»`, e.g. `Lifecycle.Reduce`. */
  readonly module: string;
  /** Its file, seen from the folder of the sources, e.g. `Lifecycle/Reduce.lean`. */
  readonly path: string;
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
  const imports = names.map((name) => {
    const parts = nameParts(textOf(tokens, name));
    return {
      module: parts.join("."),
      path: `${parts.join("/")}.lean`,
      ...position(startOf(tokens, name)),
    };
  });
  return {
    isModule: words.includes("module"),
    isPrelude: words.includes("prelude"),
    imports,
    end: startOf(tokens, end),
  };
}

/** How much of a file's bytes is decoded for its imports first. */
const FIRST_BYTES = 4096;

/** The imports of a file, of which no more is read than its header. */
export function importsOf(bytes: Uint8Array): readonly Import[] {
  for (let size = FIRST_BYTES;; size *= 8) {
    const text = new TextDecoder().decode(bytes.subarray(0, size));
    const head = headerText(text);
    if (head.length < text.length || size >= bytes.length) return parseHeader(head).imports;
  }
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
    const after = next(tokens, findHeaderEnd(tokens) - 1);
    // The cut can only change the last token; code beyond the header must come before it. An import
    // that lacks its name may have lost it to the cut.
    if (after < tokens.count - 1 && !IMPORTING.has(textOf(tokens, after))) {
      return text.slice(0, size);
    }
  }
  return text;
}

function startsModule(tokens: Tokens, i: number): boolean {
  const word = textOf(tokens, i);
  return kindOf(tokens, i) === Kind.Ident && word !== "import" && !BEFORE_IMPORT.has(word);
}
