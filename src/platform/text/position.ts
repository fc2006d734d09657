/**
 * From code unit offsets to lines and columns.
 *
 * Lines end at a line feed only, as in Lean.
 */

/** A place in a text: 1-based, columns in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Place of one offset.
 *
 * It reads the text up to there; for many offsets there is {@link createLocator}.
 */
export function placeOf(text: string, offset: number): Position {
  return createLocator(text)(Math.min(offset, text.length));
}

/** Column of an offset within one line; an offset past its end counts as the end. */
export function columnAt(line: string, offset: number): number {
  return codePoints(line, 0, Math.min(offset, line.length)) + 1;
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
