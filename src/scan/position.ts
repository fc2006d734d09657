/** From code unit offsets to lines and columns, in one forward pass. */

/** A place in a text: 1-based, columns in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns a locator of `text` whose offsets must not decrease from call to call. */
export function createLocator(text: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  let nextBreak = text.indexOf("\n");
  // Where the columns counted so far end: long lines with many findings stay linear.
  let counted = 0;
  let column = 1;
  return (offset) => {
    while (nextBreak >= 0 && nextBreak < offset) {
      line++;
      lineStart = nextBreak + 1;
      nextBreak = text.indexOf("\n", lineStart);
    }
    if (counted < lineStart) {
      counted = lineStart;
      column = 1;
    }
    column += codePoints(text, counted, offset);
    counted = offset;
    return { line, column };
  };
}

/** Number of code points in `text.slice(from, to)`; a lone surrogate counts as one. */
export function codePoints(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; count++) {
    i += text.codePointAt(i)! > 0xffff ? 2 : 1;
  }
  return count;
}
