/** Tells errors that only embedded Lean has from those of the project. */
import type { Diagnostic } from "../../../platform/diagnostic.ts";

/**
 * Lean's words for a function without code to interpret. Embedded Lean has none for functions of a `module`
 * file while it compiles an ordinary one, and loads no native libraries; Lean itself does both.
 */
const NO_CODE = /Could not find native implementation of external declaration '([^']*)'/;

/** The finding, with a code of its own if it is a limit of embedded Lean. */
export function namedLimit(finding: Diagnostic): Diagnostic {
  const [, name] = NO_CODE.exec(finding.message) ?? [];
  if (name === undefined || finding.severity !== "error") return finding;
  return {
    ...finding,
    code: "embedded_limit",
    message: `Embedded Lean has no code of "${name}" to run while it compiles this file`,
    detail: finding.message,
    hint: "Use native Lean (--lean native), which may run it, or move the command to a program.",
  };
}
