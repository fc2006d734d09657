/** Entry of the lifecycle service; the only place that ends its process. */
import { reduce } from "../../src/lifecycle/reduce.ts";
import { runProcess } from "../process.ts";
import { runLifecycle } from "./run.ts";

if (import.meta.main) {
  Deno.exit(await runProcess((context) => runLifecycle(Deno.args, { ...context, reduce })));
}
