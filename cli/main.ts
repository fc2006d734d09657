/** Entry of the command line; the only place that ends the process. */
import { runProcess } from "./process.ts";
import { runCli } from "./run.ts";

if (import.meta.main) {
  Deno.exit(await runProcess((context) => runCli(Deno.args, context), { guarded: true }));
}
