/** The service with the rule disabled that `LIFECYCLE_WITHOUT` names: a test build, never shipped. */
import { runProcess } from "../../../cli/process.ts";
import { runLifecycle } from "../../../cli/lifecycle/run.ts";
import { RULES, WITHOUT } from "./rules.ts";

const rule = RULES.find((rule) => rule === Deno.env.get("LIFECYCLE_WITHOUT"));
if (rule === undefined) throw new Error(`LIFECYCLE_WITHOUT must be one of ${RULES.join(", ")}`);
const reduce = WITHOUT[rule];
Deno.exit(await runProcess((context) => runLifecycle(Deno.args, { ...context, reduce })));
