/** Reads the header of a Lean file: the part before its first command, where the imports stand. */

/** A place in the file, both 1-based, columns counted in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One `import` line. */
export interface Import extends Position {
  /** The imported module, e.g. `Lifecycle.Reduce`; position is that of the name. */
  readonly module: string;
}

/** The header of a Lean file. */
export interface Header {
  /** Whether the file begins with `module`. */
  readonly isModule: boolean;
  /** Whether the file begins with `prelude`, hence does not import `Init` implicitly. */
  readonly isPrelude: boolean;
  readonly imports: readonly Import[];
  /** Offset behind its last word, in code units. */
  readonly end: number;
}

interface Token extends Position {
  readonly text: string;
  /** Offset behind the token, in code units. */
  readonly end: number;
}

const IDENTIFIER =
  /(?:«[^»\n]+»|[\p{L}_][\p{L}\p{N}_!?'₀-₉]*)(?:\.(?:«[^»\n]+»|[\p{L}_][\p{L}\p{N}_!?'₀-₉]*))*/uy;

/**
 * Parses the header. Whatever is not part of a header ends it, as in Lean; whether the text behind it
 * is well-formed is for Lean to say.
 */
export function parseHeader(source: string): Header {
  let at = 0;
  const peek = () => nextToken(source, at);
  const accept = (word: string): boolean => {
    const token = peek();
    if (token?.text !== word) return false;
    at = token.end;
    return true;
  };

  const isModule = accept("module");
  const isPrelude = accept("prelude");
  const imports: Import[] = [];
  let end = at;
  for (;;) {
    accept("public");
    accept("meta");
    if (!accept("import")) break;
    accept("all");
    const name = peek();
    if (name === undefined) break;
    at = end = name.end;
    imports.push({ module: unquoted(name.text), line: name.line, column: name.column });
  }
  return { isModule, isPrelude, imports, end };
}

function nextToken(source: string, from: number): Token | undefined {
  const start = skipBlank(source, from);
  IDENTIFIER.lastIndex = start;
  const match = IDENTIFIER.exec(source);
  return match === null
    ? undefined
    : { text: match[0], end: IDENTIFIER.lastIndex, ...positionOf(source, start) };
}

/** Skips white space and comments. Doc comments are no white space: they belong to a command. */
function skipBlank(source: string, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(source.charAt(at))) at++;
    else if (source.startsWith("--", at)) at = endOfLine(source, at);
    else if (source.startsWith("/-", at) && !/[-!]/.test(source.charAt(at + 2))) {
      at = endOfBlockComment(source, at);
    } else return at;
  }
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

/** Block comments nest; one that never ends swallows the rest of the file. */
function endOfBlockComment(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source.startsWith("/-", at)) {
      depth++;
      at++;
    } else if (source.startsWith("-/", at)) {
      depth--;
      at++;
      if (depth === 0) return at + 1;
    }
  }
  return source.length;
}

function positionOf(source: string, offset: number): Position {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return {
    line: before.split("\n").length,
    column: [...before.slice(lineStart)].length + 1,
  };
}

function unquoted(name: string): string {
  return name.replace(/[«»]/g, "");
}
