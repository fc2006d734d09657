/** `lifecycle kill`, `abandon`, `retry` and their like: what people ask of a task. */
import { buildCommand } from "@stricli/core";
import type { Decision } from "../../../src/lifecycle/decision.ts";
import type { Service } from "../../../src/service/service.ts";
import { abandon, kill, request, retry } from "../../../src/service/tasks.ts";
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
  brief: "End a task's attempt; the task becomes ready again, with all its retries",
  more: [
    "Its supervisor ends the worker, and the task is ready once that has ended. A promotion that is",
    "in flight is looked at first: if it has come about, the attempt has succeeded.",
  ],
});

/** `lifecycle abandon TASK` */
export const abandonCommand = requestCommand("abandon", abandon, {
  brief: "Give a task up; what comes after it waits until it is reopened or waived",
  more: ["A task that has succeeded cannot be abandoned."],
});

/** `lifecycle reopen TASK` */
export const reopenCommand = requestCommand(
  "reopen",
  (service, name) => request(service, name, { type: "reopenRequested" }),
  {
    brief: "Open the next generation of an abandoned task",
    more: ["Costs no retry. It is ready once its last worker has ended."],
  },
);

/** `lifecycle clear-hold TASK` */
export const clearHoldCommand = requestCommand(
  "clear-hold",
  (service, name) => request(service, name, { type: "holdCleared" }),
  {
    brief: "Let a task go on that a late acceptance holds",
    more: [
      "A closed attempt was found to be accepted after all, so that another landing might be the",
      'second. Look first: "lifecycle status" names the attempt, and the log its receipt.',
    ],
  },
);

/** `lifecycle trust TASK` */
export const trustCommand = requestCommand(
  "trust",
  (service, name) => request(service, name, { type: "legacyTrusted" }),
  {
    brief: "Let dependents rely on a task that was imported as done",
    more: ["For a Done without a transaction that you have looked at."],
  },
);

/** `lifecycle retry TASK` */
export const retryCommand = requestCommand("retry", retry, {
  brief: "Open the next generation of a failed task",
  more: [
    "Uses up one of the task's retries, and removes the failed attempt's worktree; commits in it",
    "are kept under refs/lifecycle/kept.",
  ],
});
