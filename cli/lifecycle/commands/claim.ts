/** `lifecycle claim`: begins an attempt for a worker that somebody else runs. */
import { buildCommand } from "@stricli/core";
import { taskNamed } from "../../../src/service/ledger.ts";
import { claim, nextKey } from "../../../src/service/tasks.ts";
import { environmentOf } from "../../../src/service/worker.ts";
import { worktreeOf } from "../../../src/service/worktree.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { type StoreFlags, storeFlags, taskArgument } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

/** The command. */
export const claimCommand = buildCommand<StoreFlags, [string], LifecycleContext>({
  func(flags, name) {
    return withFailures(this, () => run(this, flags, name));
  },
  parameters: {
    flags: storeFlags,
    positional: taskArgument,
  },
  docs: {
    brief: "Begin an attempt, and print the environment that its worker needs",
    fullDescription: [
      "For a worker that you run yourself; supervise does the same and runs it. Nobody notices when",
      "such a worker ends: report it with exited. Until then its worktree is kept.",
      "",
      "Examples:",
      '  claimed=$(lifecycle claim build) && eval "$claimed" && ./worker.sh; lifecycle exited --code $?',
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: StoreFlags,
  name: string,
): Promise<void> {
  const { out, err, host } = context;
  const body = async (service: Parameters<typeof claim>[0]) => {
    const key = nextKey(service, taskNamed(service.ledger, name));
    const decision = await claim(service, key, false);
    const own = worktreeOf(service, key);
    const worktree = await host.files.exists(own) ? own : undefined;
    return { decision, environment: environmentOf(service.store, key, name, worktree) };
  };
  // The record goes to stderr: a script takes the environment from stdout.
  const { decision, environment } = await withService(context, flags, `claim ${name}`, body, err);
  expectApplied(context, `Failed to claim "${name}"`, decision);
  for (const [variable, value] of Object.entries(environment)) {
    out.write(`export ${variable}=${quoted(value)}\n`);
  }
}

/** A value as a shell takes it. */
function quoted(value: string): string {
  return /^[\w./,:@+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
