/** Runs the command line in a context, to an exit code. */
import { app } from "./app.ts";
import { runApplication } from "./application.ts";
import type { Context } from "./context.ts";

/** Runs the command that the arguments name, and returns the exit code for the process. */
export function runCli(args: readonly string[], context: Context): Promise<number> {
  return runApplication(app, args, context);
}
