/** Runs the lifecycle service's command line in a context, to an exit code. */
import { runApplication } from "../application.ts";
import { app } from "./app.ts";
import type { LifecycleContext } from "./context.ts";

/** Runs the command that the arguments name, and returns the exit code for the process. */
export function runLifecycle(args: readonly string[], context: LifecycleContext): Promise<number> {
  return runApplication(app, args, context);
}
