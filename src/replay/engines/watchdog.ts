/**
 * A deadline on waiting that only counts time in which this process could have noticed an answer.
 *
 * A plain timer would blame the engine for a long computation of our own, or for a suspended
 * machine: the timer is late by as much as the answer, and fires first. So time is counted in short
 * ticks, and a stalled event loop counts as one tick however long it was stalled.
 */
const TICK_MS = 25;
/** The most that one tick counts. */
const MOST_PER_TICK_MS = 100;

/** A deadline that counts while something is awaited. */
export interface Watchdog {
  /** Counts from zero towards `ms` milliseconds. */
  arm(ms: number): void;
  /** Stops counting. */
  rest(): void;
  /** Frees the timer for good. */
  dispose(): void;
}

/** Calls `expire` each time an armed deadline has passed. `now` gives milliseconds. */
export function watchdog(now: () => number, expire: () => void): Watchdog {
  let deadline = Infinity;
  let waited = 0;
  let last = now();
  const timer = setInterval(() => {
    const elapsed = now() - last;
    last += elapsed;
    waited += Math.min(elapsed, MOST_PER_TICK_MS);
    if (waited < deadline) return;
    deadline = Infinity;
    expire();
  }, TICK_MS);
  return {
    arm(ms) {
      // The tick under way began before the wait, so it counts for nothing yet.
      waited = last - now();
      deadline = ms;
    },
    rest() {
      deadline = Infinity;
    },
    dispose: () => clearInterval(timer),
  };
}

/** Waits for `event`, but at most `ms` milliseconds; tells whether it happened. */
export async function within(ms: number, event: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), ms));
  try {
    return await Promise.race([event.then(() => true, () => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
