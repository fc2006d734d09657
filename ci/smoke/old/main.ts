/**
 * The service with a rule disabled, the one that `LIFECYCLE_WITHOUT` names or the first: a test
 * build, never shipped.
 */
import { runProcess } from "../../../cli/process.ts";
import { runLifecycle } from "../../../cli/lifecycle/run.ts";
import { RULES, WITHOUT } from "./rules.ts";

const named = Deno.env.get("LIFECYCLE_WITHOUT") ?? RULES[0];
const rule = RULES.find((rule) => rule === named);
if (rule === undefined) throw new Error(`LIFECYCLE_WITHOUT must be one of ${RULES.join(", ")}`);
const reduce = WITHOUT[rule];
Deno.exit(await runProcess((context) => runLifecycle(Deno.args, { ...context, reduce })));
