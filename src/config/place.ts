/** Places in a text. */

/** 1-based line and column (in code points) of an offset in code units. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: [...before.at(-1) ?? ""].length + 1 };
}
