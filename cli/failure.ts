/** What a command does with a failure that ends it: one diagnostic, the right exit code. */
import { asGateError, EXIT_CODES, type GateError } from "../src/platform/diagnostic.ts";
import type { Context } from "./context.ts";
import { styleOf } from "./render/style.ts";
import { findingLines } from "./render/text.ts";

/**
 * Runs a command's body; what it throws becomes the exit code, and is shown on stderr. A command whose
 * stdout is a document gives `document`, which replaces the result of an expected failure.
 */
export async function withFailures(
  context: Context,
  body: () => Promise<void>,
  document?: (failure: GateError) => string,
): Promise<void> {
  try {
    await body();
  } catch (cause) {
    const failure = asGateError(cause);
    if (document !== undefined) context.out.write(document(failure));
    // An unexpected failure is shown on stderr as well.
    if (document === undefined || cause !== failure) showFailure(context, failure);
    context.process.exitCode = EXIT_CODES[failure.kind];
  }
}

/** Shows the failure on stderr and sets the exit code. */
export function showFailure(context: Context, failure: GateError): void {
  const style = styleOf(context, context.err);
  context.err.write(findingLines(failure.diagnostic, style) + "\n");
  context.process.exitCode = EXIT_CODES[failure.kind];
}
