/** `lifecycle declare`: adds a task. */
import { buildCommand } from "@stricli/core";
import { declare } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { natural, type StoreFlags, storeFlags, taskArgument } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

interface Flags extends StoreFlags {
  readonly after?: readonly string[];
  readonly retries: number;
}

/** The command. */
export const declareCommand = buildCommand<Flags, [string], LifecycleContext>({
  func(flags, name) {
    return withFailures(this, () => run(this, flags, name));
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
    positional: taskArgument,
  },
  docs: {
    brief: "Declare a task, after others",
    fullDescription: [
      "A task is ready once every task it comes after is Done.",
      "",
      "Examples:",
      "  lifecycle declare build --retries 2",
      "  lifecycle declare ship --after build --after test",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: Flags,
  name: string,
): Promise<void> {
  const { after = [], retries } = flags;
  const decision = await withService(
    context,
    flags,
    `declare ${name}`,
    (service) => declare(service, { name, after, retries }),
  );
  expectApplied(context, `Failed to declare "${name}"`, decision);
}
