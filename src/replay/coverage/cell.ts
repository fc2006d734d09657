/** A cell of the model's table: which event, met by what standing where, gets which verdict. */

/**
 * What happens (the matrix's row), where what it happens to stands (its column), and the verdict.
 * To the gate they are words.
 */
export type Cell = readonly [event: string, standing: string, verdict: string];

/** A cell as one text: equal exactly when the cells are, and the form in which files have it. */
export function cellText(cell: Cell): string {
  return JSON.stringify(cell);
}

/** Order of cells: by event, then standing, then verdict, each in code-unit order. */
export function compareCells(a: Cell, b: Cell): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i]! !== b[i]!) return a[i]! < b[i]! ? -1 : 1;
  }
  return 0;
}
