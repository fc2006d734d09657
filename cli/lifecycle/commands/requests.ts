/** `lifecycle kill`, `abandon` and `retry`: what people ask of a task. */
import { buildCommand } from "@stricli/core";
import type { Decision } from "../../../src/lifecycle/decision.ts";
import type { Service } from "../../../src/service/service.ts";
import { abandon, kill, retry } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { type StoreFlags, storeFlags, taskArgument } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

/** A command that asks one thing of one task. */
function requestCommand(
  verb: string,
  ask: (service: Service, name: string) => Promise<Decision>,
  docs: { readonly brief: string; readonly more: readonly string[] },
) {
  return buildCommand<StoreFlags, [string], LifecycleContext>({
    func(flags, name) {
      return withFailures(this, async () => {
        const purpose = `${verb} ${name}`;
        const decision = await withService(this, flags, purpose, (service) => ask(service, name));
        expectApplied(this, `Failed to ${verb} "${name}"`, decision);
      });
    },
    parameters: {
      flags: storeFlags,
      positional: taskArgument,
    },
    docs: {
      brief: docs.brief,
      fullDescription: [...docs.more, "", "Examples:", `  lifecycle ${verb} build`].join("\n"),
    },
  });
}

/** `lifecycle kill TASK` */
export const killCommand = requestCommand("kill", kill, {
  brief: "End a task's attempt; the task is ready again in the same generation",
  more: [
    "Its supervisor ends the worker. A promotion that is in flight is looked at first: if it has",
    "come about, the attempt has succeeded and cannot be killed any more.",
  ],
});

/** `lifecycle abandon TASK` */
export const abandonCommand = requestCommand("abandon", abandon, {
  brief: "Give a task up for good; what comes after it never becomes ready",
  more: ["A task that has succeeded cannot be abandoned."],
});

/** `lifecycle retry TASK` */
export const retryCommand = requestCommand("retry", retry, {
  brief: "Open the next generation of a failed task",
  more: [
    "Uses up one of the task's retries, and removes the failed attempt's worktree; commits in it",
    "are kept under refs/lifecycle/kept.",
  ],
});
