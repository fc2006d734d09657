/** Runs the lifecycle service's command line in a context, to an exit code. */
import { run } from "@stricli/core";
import { EXIT_CODES } from "../../src/diagnostic.ts";
import { app } from "./app.ts";
import type { LifecycleContext } from "./context.ts";

/** Runs the command that the arguments name, and returns the exit code for the process. */
export async function runLifecycle(
  args: readonly string[],
  context: LifecycleContext,
): Promise<number> {
  await run(app, args, context);
  if (context.host.signal.aborted) return EXIT_CODES.interrupted;
  // A code that nobody has set means that nothing was done.
  const code = Number(context.process.exitCode ?? EXIT_CODES.setup);
  // The command line's own negative codes all mean that it was used wrongly.
  return code < 0 ? EXIT_CODES.usage : code;
}
