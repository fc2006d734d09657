/**
 * The one shape every stage reports in.
 *
 * A diagnostic says what failed, the value, where, and what to do about it. Renderers only serialise
 * it; they add no judgement of their own.
 */

/** `error` makes the verdict no; `warning` is only shown. */
export type Severity = "error" | "warning";

/** A place in a file. Lines and columns are 1-based and count code points. */
export interface Location {
  /** Path relative to the project root, with `/` separators. */
  readonly file: string;
  /** Where it starts. */
  readonly line?: number;
  /** Where it starts in that line. */
  readonly column?: number;
  /** Where it ends; the line it starts on unless given. */
  readonly endLine?: number;
  /** The first column behind it. */
  readonly endColumn?: number;
}

/** One finding of one stage. */
export interface Diagnostic {
  /** Stable identifier in `lower_snake_case`, e.g. `trace_reordered`; never reused for another meaning. */
  readonly code: string;
  /** Whether it makes the verdict no. */
  readonly severity: Severity;
  /** One sentence: upper-case start, no final period, values quoted. */
  readonly message: string;
  /** Where it was found. */
  readonly location?: Location;
  /** What the reader can do next. */
  readonly hint?: string;
  /** Further lines shown as they are: a side-by-side diff, an engine's last stderr lines. */
  readonly detail?: string;
}

/**
 * Which exit code a failure that ends the run leads to:
 * `verdict` 1, `usage` 2 (wrong flags or config), `setup` 3 (a tool is missing or would not start),
 * `interrupted` 130.
 */
export type FailureKind = "verdict" | "usage" | "setup" | "interrupted";

/** Exit code of each kind of failure. */
export const EXIT_CODES: Readonly<Record<FailureKind, number>> = {
  verdict: 1,
  usage: 2,
  setup: 3,
  interrupted: 130,
};

/** A failure that ends the current stage: nothing later in it can be judged. */
export class GateError extends Error {
  /** Always `GateError`. */
  override readonly name = "GateError";
  /** Which exit code the failure leads to. */
  readonly kind: FailureKind;
  /** The finding that says what failed. */
  readonly diagnostic: Diagnostic;

  /** Makes the failure of an error with this diagnostic. */
  constructor(kind: FailureKind, diagnostic: Omit<Diagnostic, "severity">) {
    super(diagnostic.message);
    this.kind = kind;
    this.diagnostic = { severity: "error", ...diagnostic };
  }
}

/** Builds an `error` diagnostic. */
export function error(code: string, message: string, rest: Extra = {}): Diagnostic {
  return { code, severity: "error", message, ...rest };
}

/** Builds a `warning` diagnostic. */
export function warning(code: string, message: string, rest: Extra = {}): Diagnostic {
  return { code, severity: "warning", message, ...rest };
}

/** Turns every warning into an error. */
export function denied<F extends { readonly severity: Severity }>(findings: readonly F[]): F[] {
  return findings.map((finding) => ({ ...finding, severity: "error" }));
}

/** The optional parts of a diagnostic. */
export type Extra = Partial<Pick<Diagnostic, "location" | "hint" | "detail">>;

/** What was thrown, in its own words. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * What was thrown, as a failure that can be shown. What no stage has foreseen is a failure of the
 * set-up: either the system refused a file, or lean-gate itself is wrong, and then its stack is shown.
 */
export function asGateError(cause: unknown): GateError {
  if (cause instanceof GateError) return cause;
  const message = messageOf(cause);
  if (cause instanceof Error && /^E[A-Z0-9]+$/.test(String((cause as { code?: unknown }).code))) {
    return new GateError("setup", {
      code: "system_error",
      message,
      hint: "Correct the path that is named, or its permissions.",
    });
  }
  if (cause instanceof Error && cause.name === "NotCapable") {
    return new GateError("setup", {
      code: "permission_missing",
      message,
      hint: "Name another path, or give lean-gate the permission.",
    });
  }
  return new GateError("setup", {
    code: "internal_error",
    message,
    hint: "This is a defect of lean-gate: please report it with these lines.",
    ...(cause instanceof Error && cause.stack !== undefined ? { detail: cause.stack } : {}),
  });
}
