/** Entry of the command line; the only place that ends the process. */
import { guardProcess } from "./guard.ts";
import { runProcess } from "./process.ts";
import { runCli } from "./run.ts";

if (import.meta.main) Deno.exit(await main());

/** Guarded to its end, also where what runs in this process never comes to one. */
async function main(): Promise<number> {
  using _guard = guardProcess();
  return await runProcess((context) => runCli(Deno.args, context));
}
