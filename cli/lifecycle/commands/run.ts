/** `lifecycle run`: works on whatever is ready. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../../src/platform/diagnostic.ts";
import { readConfig } from "../../../src/service/config.ts";
import { runAll } from "../../../src/service/run.ts";
import { findStore } from "../../../src/service/store.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { natural, type StoreFlags, storeFlags } from "../flags.ts";
import { limitsOf } from "../limits.ts";
import { openingOf, refused, showRecorded } from "../session.ts";

interface Flags extends StoreFlags {
  readonly jobs: number;
  readonly retry: boolean;
}

/** The command. */
export const runCommand = buildCommand<Flags, string[], LifecycleContext>({
  func(flags, ...args) {
    return withFailures(this, () => run(this, flags, args));
  },
  parameters: {
    flags: {
      jobs: {
        kind: "parsed",
        parse: natural,
        default: "1",
        brief: "How many workers run at once",
        placeholder: "number",
      },
      retry: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Retry a failed task as long as it has retries",
      },
      ...storeFlags,
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "The worker's command (default: \"command\" of the store's config.json)",
        placeholder: "command",
      },
    },
  },
  docs: {
    brief: "Claim ready tasks and supervise them, until nothing is left to do",
    fullDescription: [
      "Each worker is supervised as by supervise, and finds its task in LIFECYCLE_TASK. Several runs may",
      "work on one store. Ctrl-C ends the workers and kills their attempts, which keep their retries.",
      "Exit code 0 when every task is done by then, 1 when some is not.",
      "",
      "Examples:",
      "  lifecycle run --jobs 4 --retry -- ./worker.sh",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: Flags,
  args: readonly string[],
): Promise<void> {
  const { host, err } = context;
  const store = await findStore(host, flags.store);
  const config = await readConfig(host, store);
  const [program, ...rest] = args.length > 0 ? args : config.command ?? [];
  if (program === undefined || flags.jobs < 1) {
    throw new GateError("usage", {
      code: "worker_missing",
      message: program === undefined ? "There is no worker to run" : "--jobs 0 would run nothing",
      hint: "For example: lifecycle run --jobs 4 -- ./worker.sh",
    });
  }
  const { undone } = await runAll(host, store, openingOf(context, "run", flags), {
    jobs: flags.jobs,
    retry: flags.retry,
    argv: [program, ...rest],
    ...limitsOf(config, {}),
    onLine: (_stream, line) => err.write(line + "\n"),
    onRecorded: (service) => showRecorded(context, service, context.out),
  });
  if (undone.length > 0) {
    const named = undone.slice(0, 5).join(", ") + (undone.length > 5 ? ", …" : "");
    throw refused("Not every task is done", named, '"lifecycle status" names what keeps each.');
  }
  context.process.exitCode = 0;
}
