/** What the doctor says of one thing that a run needs. */

/** One thing, as it is on this machine. */
export interface Check {
  /** E.g. `deno`, `engine rust: cargo`. */
  readonly subject: string;
  /** `warning`: a run goes on without it, though not as well. */
  readonly status: "ok" | "warning" | "missing";
  /** What there is, on one line: a version and a path, or that there is nothing. */
  readonly found: string;
  /** What to do about it; there for everything that is not `ok`. */
  readonly fix?: string;
}

/** Builds a check that is well. */
export function ok(subject: string, found: string): Check {
  return { subject, status: "ok", found };
}

/** Builds a check of something that a run does not go on without. */
export function missing(subject: string, found: string, fix: string): Check {
  return { subject, status: "missing", found, fix };
}

/** Builds a check of something that should be otherwise. */
export function doubtful(subject: string, found: string, fix: string): Check {
  return { subject, status: "warning", found, fix };
}
