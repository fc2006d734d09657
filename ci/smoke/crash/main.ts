/**
 * The service on a host that is killed at a durable step: a test build, never shipped.
 * `LIFECYCLE_CRASH_AT` is the step, counted from 1; beyond the last one, the number of steps is
 * written to the file `LIFECYCLE_CRASH_STEPS`.
 */
import { reduce } from "../../../src/lifecycle/reduce.ts";
import { crashing } from "../../../src/service/testing/crashing.ts";
import { runLifecycle } from "../../../cli/lifecycle/run.ts";
import { runProcess } from "../../../cli/process.ts";

function die(): never {
  Deno.kill(Deno.pid, "SIGKILL");
  throw new Error("This process is dead");
}

const at = Number(Deno.env.get("LIFECYCLE_CRASH_AT") ?? Infinity);
const steps = Deno.env.get("LIFECYCLE_CRASH_STEPS");
const code = await runProcess(async (context) => {
  // Half of the record has reached the disk when the process dies at an append.
  const { host, ...crash } = crashing(context.host, at, die, 0.5);
  const code = await runLifecycle(Deno.args, { ...context, host, reduce });
  if (steps !== undefined) await Deno.writeTextFile(steps, String(crash.steps()));
  return code;
});
Deno.exit(code);
