/** Counts what a value does not share with another. */

/** Every object that a value is made of. */
export function objects(value: unknown, seen: Set<unknown> = new Set()): ReadonlySet<unknown> {
  if (typeof value === "object" && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const part of Object.values(value)) objects(part, seen);
  }
  return seen;
}

/** How many objects of `next` are not in `old`. */
export function unshared(old: unknown, next: unknown): number {
  const known = objects(old);
  return [...objects(next)].filter((object) => !known.has(object)).length;
}
