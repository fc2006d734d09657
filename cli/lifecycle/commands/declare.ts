/** `lifecycle declare`: adds a task. */
import { buildCommand } from "@stricli/core";
import { declare } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { natural, type StoreFlags, storeFlags } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

interface Flags extends StoreFlags {
  readonly after?: readonly string[];
  readonly retries: number;
}

/** The command. */
export const declareCommand = buildCommand<Flags, [string, ...string[]], LifecycleContext>({
  func(flags, name, ...command) {
    return withFailures(this, () => run(this, flags, name, command));
  },
  parameters: {
    flags: {
      after: {
        kind: "parsed",
        parse: String,
        variadic: true,
        optional: true,
        brief: "Task that must be Done first; may be given again",
        placeholder: "task",
      },
      retries: {
        kind: "parsed",
        parse: natural,
        default: "0",
        brief: "How often a failed task may be retried",
        placeholder: "number",
      },
      ...storeFlags,
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        brief: "Name of the task; its worker's command may follow, behind --",
        placeholder: "task -- command",
      },
    },
  },
  docs: {
    brief: "Declare a task, after others",
    fullDescription: [
      "A task is ready once every task it comes after is Done. The command is what run and supervise",
      "start as its worker, in the attempt's worktree.",
      "",
      "Examples:",
      "  lifecycle declare build --retries 2",
      "  lifecycle declare ship --after build --after test -- ./worker.sh ship",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: Flags,
  name: string,
  [program, ...args]: readonly string[],
): Promise<void> {
  const { after = [], retries } = flags;
  const worker = program === undefined ? {} : { command: [program, ...args] as const };
  const decision = await withService(
    context,
    flags,
    `declare ${name}`,
    (service) => declare(service, { name, after, retries, ...worker }),
  );
  expectApplied(context, `Failed to declare "${name}"`, decision);
}
