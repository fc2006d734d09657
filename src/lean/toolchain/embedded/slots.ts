/** Bounds how much work runs at once. */

/** Runs work when one of the slots is free, in the order of the calls. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates `count` slots, at least 1. */
export function slots(count: number): Slots {
  let free = Math.max(1, Math.floor(count));
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
