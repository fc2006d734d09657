/** A cell of the model's table: an event in a phase gets a verdict. */

/**
 * What happens (the matrix's row), where what it happens to stands (its column), and the verdict.
 * To the gate they are words.
 */
export type Cell = readonly [event: string, phase: string, verdict: string];

/**
 * A cell as one text.
 *
 * Equal exactly when the cells are, and the form in which files have it.
 */
export function cellText(cell: Cell): string {
  return JSON.stringify(cell);
}

/** Order of cells: by event, then phase, then verdict, each in code-unit order. */
export function compareCells(a: Cell, b: Cell): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i]! !== b[i]!) return a[i]! < b[i]! ? -1 : 1;
  }
  return 0;
}
