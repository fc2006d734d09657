/** What a backend reports of work that took too long. */

/** The finding for work that took longer than it may. */
export function timedOut(what: string, deadlineMs: number, field = "deadlineMs") {
  return {
    code: "lean_timed_out",
    message: `${what} did not end within ${Math.round(deadlineMs / 1000)} s`,
    hint: `Give it more time by "${field}" of "formal" in the config.`,
  };
}
