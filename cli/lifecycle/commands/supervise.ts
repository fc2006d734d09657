/** `lifecycle supervise`: runs a worker on a task. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../../src/platform/diagnostic.ts";
import { readConfig } from "../../../src/service/config.ts";
import { readJournal } from "../../../src/service/journal.ts";
import { taskNamed } from "../../../src/service/ledger.ts";
import { findStore } from "../../../src/service/store.ts";
import { supervise, type Supervised } from "../../../src/service/supervise.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { seconds, type StoreFlags, storeFlags } from "../flags.ts";
import { meaningOf } from "../reasons.ts";
import { limitsOf } from "../limits.ts";
import { openingOf, refused, showRecorded } from "../session.ts";

interface Flags extends StoreFlags {
  readonly deadline?: number;
  readonly heartbeat?: number;
}

/** The command. */
export const superviseCommand = buildCommand<Flags, string[], LifecycleContext>({
  func(flags, ...args) {
    return withFailures(this, () => run(this, flags, args));
  },
  parameters: {
    flags: {
      deadline: {
        kind: "parsed",
        parse: seconds,
        optional: true,
        brief: "End the worker after so many seconds, and report a provider timeout",
        placeholder: "seconds",
      },
      heartbeat: {
        kind: "parsed",
        parse: seconds,
        optional: true,
        brief: "End a worker that shows no life for so many seconds: its provider is unavailable",
        placeholder: "seconds",
      },
      ...storeFlags,
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        brief: "Name of the task, then -- and the worker's command (default: as it was declared)",
        placeholder: "task -- command",
      },
    },
  },
  docs: {
    brief: "Claim a task, run a worker in a worktree of its own, and report how it exits",
    fullDescription: [
      "The worker finds its attempt in LIFECYCLE_KEY, the store in LIFECYCLE_STORE and its folder",
      "in LIFECYCLE_WORKTREE, where it is started. It calls finish or fail itself. What it writes",
      "goes to stderr here, and is kept for logs; stdout has what was recorded. Each line it writes",
      'is a sign of life, and so is: touch "$LIFECYCLE_HEARTBEAT". Defaults of both limits are in the',
      "store's config.json.",
      "",
      "Ctrl-C ends the worker and kills the attempt: the task is ready again, with all its retries.",
      "",
      "Exit code 0 when the attempt has succeeded durably, however the worker exits afterwards; 1",
      "when it has not.",
      "",
      "Examples:",
      "  lifecycle supervise build -- ./worker.sh --fast",
      "  lifecycle supervise build --deadline 600 -- ./worker.sh",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: Flags,
  [task, program, ...args]: readonly string[],
): Promise<void> {
  const { host, err } = context;
  const store = await findStore(host, flags.store);
  const { ledger } = await readJournal(host, store, context.reduce);
  const argv = program === undefined
    ? ledger.commands.get(taskNamed(ledger, task!).id)
    : [program, ...args] as const;
  if (argv === undefined) {
    throw new GateError("usage", {
      code: "worker_missing",
      message: "There is no worker to run",
      hint: "Name the task, then -- and the command: lifecycle supervise build -- ./worker.sh",
    });
  }
  const result = await supervise(host, store, openingOf(context, `supervise ${task}`, flags), {
    task: task!,
    argv,
    ...limitsOf(await readConfig(host, store), flags),
    onLine: (_stream, line) => err.write(line + "\n"),
    onRecorded: (service) => showRecorded(context, service, context.out),
  });
  judge(context, task!, result);
}

function judge(context: LifecycleContext, task: string, result: Supervised): void {
  const { refused: decision, phase } = result;
  if (decision !== undefined && decision.verdict.type !== "applied") {
    const { verdict } = decision;
    throw refused(
      `Failed to claim "${task}"`,
      `${verdict.type}(${verdict.why})`,
      meaningOf(verdict),
    );
  }
  if (phase === "accepted" || phase === "cleaned") {
    context.process.exitCode = 0;
    return;
  }
  throw unsuccessful(task, result);
}

/** The failure of a supervision whose attempt has not succeeded, or not yet. */
export function unsuccessful(task: string, { exit, phase, failure }: Supervised): GateError {
  const ended = failure === "noCompletion"
    ? "ended without calling finish or fail"
    : `ended with exit code ${exit?.code}`;
  const pending = phase === "finishing" || phase === "promoting";
  return new GateError("verdict", {
    code: pending ? "attempt_pending" : "attempt_failed",
    message: `The attempt at "${task}" did not succeed${pending ? " yet" : ""}: it is ${
      phase ?? "closed"
    }, and its worker ${ended}`,
    hint: `Look at "lifecycle log --task ${task}"; ${
      pending
        ? '"lifecycle converge" carries the attempt on.'
        : `"lifecycle retry ${task}" opens the next generation of a failed task.`
    }`,
  });
}
