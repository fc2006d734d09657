/** Gathers what comes at nearly the same time. */

/** Longest gap between events that belong together, in milliseconds. */
const GAP_MS = 80;

/** The events in batches: each ends when nothing has come for a moment. */
export async function* debounced<T>(
  events: AsyncIterable<T>,
  gapMs: number = GAP_MS,
): AsyncGenerator<readonly T[]> {
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  for (let first = await next; first.done !== true; first = await next) {
    const batch = [first.value];
    next = iterator.next();
    for (;;) {
      const came = await Promise.race([next, pause(gapMs)]);
      if (came === undefined || came.done === true) break;
      batch.push(came.value);
      next = iterator.next();
    }
    yield batch;
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
