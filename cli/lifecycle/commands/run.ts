/** `lifecycle run`: works on whatever is ready. */
import { buildCommand } from "@stricli/core";
import { tasksOf } from "../../../src/lifecycle/state.ts";
import { CLASSES } from "../../../src/lifecycle/value.ts";
import { interrupted } from "../../../src/platform/host/interrupt.ts";
import { GateError } from "../../../src/platform/diagnostic.ts";
import { readConfig } from "../../../src/service/config.ts";
import type { Argv } from "../../../src/service/facts.ts";
import { readJournal } from "../../../src/service/journal.ts";
import { commandOf, runAll } from "../../../src/service/run.ts";
import { findStore, type Store } from "../../../src/service/store.ts";
import { wantsColor } from "../../context.ts";
import { styleFor } from "../../render/style.ts";
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
        brief: "Retry a failed task as long as it has retries, whatever its failure",
      },
      ...storeFlags,
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "Worker of tasks declared without one (default: that of the store's config.json)",
        placeholder: "command",
      },
    },
  },
  docs: {
    brief: "Claim ready tasks and supervise them, until nothing is left to do",
    fullDescription: [
      "Each worker is supervised as by supervise, and finds its task in LIFECYCLE_TASK. It is the command",
      "that the task was declared with, or the one given here; a task without either is left to others.",
      "Several runs may work on one store.",
      "",
      "Ctrl-C lets the workers end and begins no other. A second Ctrl-C ends them and kills their",
      "attempts, which keep their retries. The log is on stdout; on stderr is what workers write, behind",
      "the name of the task.",
      "",
      "Exit code 0 when every task is done by then, 1 when some is not, 130 after Ctrl-C.",
      "",
      "Examples:",
      "  lifecycle run --jobs 4",
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
  const worker = program === undefined ? {} : { argv: [program, ...rest] as const };
  await refuseIdle(context, store, flags.jobs, worker);
  const drain = context.drainFirst?.() ?? new AbortController().signal;
  drain.addEventListener("abort", () => {
    err.write("Draining: no further worker begins. Ctrl-C again ends those at work\n");
  });
  const style = styleFor(wantsColor(context, err));
  const { undone } = await runAll(host, store, openingOf(context, "run", flags), {
    jobs: flags.jobs,
    retry: flags.retry ? CLASSES : config.retry ?? [],
    drain,
    ...worker,
    ...limitsOf(config, {}),
    onLine: (task, line) => err.write(`${style.dim(`${task}:`)} ${line}\n`),
    onRecorded: (service) => showRecorded(context, service, context.out),
  });
  if (undone.length > 0 && (drain.aborted || host.signal.aborted)) throw interrupted();
  if (undone.length > 0) {
    const named = undone.slice(0, 5).join(", ") + (undone.length > 5 ? ", …" : "");
    throw refused("Not every task is done", named, '"lifecycle status" names what keeps each.');
  }
  context.process.exitCode = 0;
}

/** Throws GateError `worker_missing` (usage) when no task could be begun, whatever became of others. */
async function refuseIdle(
  { host, reduce }: LifecycleContext,
  store: Store,
  jobs: number,
  worker: { readonly argv?: Argv },
): Promise<void> {
  const { ledger } = await readJournal(host, store, reduce);
  const idle = tasksOf(ledger.state).every((t) =>
    t.status === "done" || commandOf(ledger, t, worker) === undefined
  );
  const isEmpty = tasksOf(ledger.state).every((t) => t.status === "done");
  if (jobs >= 1 && (isEmpty || !idle)) return;
  throw new GateError("usage", {
    code: "worker_missing",
    message: jobs < 1
      ? "--jobs 0 would run nothing"
      : "There is no worker to run: no task was declared with one",
    hint: "For example: lifecycle run --jobs 4 -- ./worker.sh",
  });
}
