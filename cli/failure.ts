/** What a command does with a failure that ends it: one diagnostic, the right exit code. */
import { EXIT_CODES, GateError } from "../src/diagnostic.ts";
import { type Context, wantsColor } from "./context.ts";
import { styleFor } from "./render/style.ts";
import { findingLines } from "./render/text.ts";

/** Runs a command's body; a GateError is shown on stderr and becomes the exit code. */
export async function withFailures(context: Context, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (cause) {
    if (!(cause instanceof GateError)) throw cause;
    showFailure(context, cause);
  }
}

/** Shows the failure on stderr and sets the exit code. */
export function showFailure(context: Context, failure: GateError): void {
  const style = styleFor(wantsColor(context, context.err));
  context.err.write(findingLines(failure.diagnostic, style) + "\n");
  context.process.exitCode = EXIT_CODES[failure.kind];
}
