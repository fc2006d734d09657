/** Counts as a reader says them. */

/** `1 trace`, `2 traces`. The noun forms its plural by an s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
