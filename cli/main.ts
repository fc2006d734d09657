/** Entry of the command line; the only place that ends the process. */
import { guardProcess } from "./guard.ts";
import { runProcess } from "./process.ts";
import { runCli } from "./run.ts";

if (import.meta.main) {
  const code = await runProcess(async (context) => {
    using _guard = guardProcess();
    return await runCli(Deno.args, context);
  });
  Deno.exit(code);
}
