/**
 * Which of several requests in flight brought an engine down: they are asked again one at a time, so
 * that the finding names the one that is to blame and not the oldest. Pure but for its own state.
 */
import type { Diagnostic } from "../../platform/diagnostic.ts";

/** Requests that may include the culprit. */
export interface Suspicion {
  /** Whether the next request must go alone. */
  any(): boolean;
  /** The engine went down with the next `count` requests in flight; `doubt` says so. */
  raise(count: number, doubt: Diagnostic): void;
  /** The next suspect was answered. After the last one, what remains is the doubt. */
  clear(): Diagnostic | undefined;
  /** The next suspect is to blame, which leaves no doubt. */
  blame(): void;
}

/** Nothing went wrong yet. */
export function noSuspicion(): Suspicion {
  let suspects = 0;
  let doubt: Diagnostic | undefined;
  return {
    any: () => suspects > 0,
    raise(count, raised) {
      suspects = Math.max(suspects, count);
      doubt = raised;
    },
    clear() {
      if (suspects === 0) return undefined;
      suspects--;
      if (suspects > 0) return undefined;
      const remaining = doubt;
      doubt = undefined;
      return remaining;
    },
    blame() {
      doubt = undefined;
      if (suspects > 0) suspects--;
    },
  };
}
