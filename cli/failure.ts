/** What a command does with a failure that ends it: one diagnostic, the right exit code. */
import { asGateError, EXIT_CODES, type GateError } from "../src/diagnostic.ts";
import { type Context, wantsColor } from "./context.ts";
import { styleFor } from "./render/style.ts";
import { findingLines } from "./render/text.ts";

/** Runs a command's body; what it throws is shown on stderr and becomes the exit code. */
export async function withFailures(context: Context, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (cause) {
    showFailure(context, asGateError(cause));
  }
}

/** Shows the failure on stderr and sets the exit code. */
export function showFailure(context: Context, failure: GateError): void {
  const style = styleFor(wantsColor(context, context.err));
  context.err.write(findingLines(failure.diagnostic, style) + "\n");
  context.process.exitCode = EXIT_CODES[failure.kind];
}
