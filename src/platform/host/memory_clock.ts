/** A clock that moves only when told to. */

/** The clock of the in-memory host. */
export interface MemoryClock {
  /** Milliseconds since the clock was made. */
  now(): number;
  /** Calls `fire` when the clock passes `ms` from now; returns what takes the timer back. */
  after(ms: number, fire: () => void): () => void;
  /** Moves the clock on, and fires the timers that fall due, each at its own time. */
  advance(ms: number): void;
}

/** Creates a clock at 0. */
export function memoryClock(): MemoryClock {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  return {
    now: () => now,
    after(ms, fire) {
      const timer = { at: now + ms, fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.fire();
      }
      now = until;
    },
  };
}
