/** `lifecycle grant-retries`, `waive` and `exited`: what operators tell about tasks. */
import { buildCommand } from "@stricli/core";
import { exited, request, waive } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { keyFlag, keyOf, natural, type StoreFlags, storeFlags, taskArgument } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

interface GrantFlags extends StoreFlags {
  readonly count: number;
}

/** `lifecycle grant-retries TASK` */
export const grantRetriesCommand = buildCommand<GrantFlags, [string], LifecycleContext>({
  func(flags, name) {
    return withFailures(this, async () => {
      const grant = { type: "retriesGranted", count: flags.count } as const;
      const purpose = `grant-retries ${name}`;
      const decision = await withService(
        this,
        flags,
        purpose,
        (service) => request(service, name, grant),
      );
      expectApplied(this, `Failed to grant retries to "${name}"`, decision);
    });
  },
  parameters: {
    flags: {
      count: {
        kind: "parsed",
        parse: positive,
        default: "1",
        brief: "How many",
        placeholder: "number",
      },
      ...storeFlags,
    },
    positional: taskArgument,
  },
  docs: {
    brief: "Give a task more retries",
    fullDescription: [
      "For a task whose retries are exhausted; retry then opens its next generation.",
      "",
      "Examples:",
      "  lifecycle grant-retries build --count 2",
    ].join("\n"),
  },
});

function positive(text: string): number {
  const value = natural(text);
  if (value >= 1) return value;
  throw new Error(`Expected a number from 1 on, got "${text}"`);
}

interface WaiveFlags extends StoreFlags {
  readonly dependency: string;
}

/** `lifecycle waive TASK --dependency TASK` */
export const waiveCommand = buildCommand<WaiveFlags, [string], LifecycleContext>({
  func(flags, name) {
    return withFailures(this, async () => {
      const { dependency } = flags;
      const purpose = `waive ${name}`;
      const decision = await withService(
        this,
        flags,
        purpose,
        (service) => waive(service, name, dependency),
      );
      expectApplied(this, `Failed to waive "${dependency}" for "${name}"`, decision);
    });
  },
  parameters: {
    flags: {
      dependency: {
        kind: "parsed",
        parse: String,
        brief: "The task that it need not wait for",
        placeholder: "task",
      },
      ...storeFlags,
    },
    positional: taskArgument,
  },
  docs: {
    brief: "Let a task begin without one of its dependencies",
    fullDescription: [
      "For a dependency that was abandoned or has failed, and whose result is not needed.",
      "",
      "Examples:",
      "  lifecycle waive ship --dependency build",
    ].join("\n"),
  },
});

interface ExitedFlags extends StoreFlags {
  readonly code: number;
  readonly key?: string;
}

/** `lifecycle exited` */
export const exitedCommand = buildCommand<ExitedFlags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, async () => {
      const key = keyOf(this.host, flags.key);
      const decision = await withService(this, flags, "exited", async (service) => {
        return await exited(service, key, flags.code);
      });
      const { verdict } = decision;
      if (verdict.type === "rejected") expectApplied(this, "Failed to report the exit", decision);
      this.process.exitCode = 0;
    });
  },
  parameters: {
    flags: {
      code: {
        kind: "parsed",
        parse: natural,
        default: "0",
        brief: "Its exit code",
        placeholder: "number",
      },
      key: keyFlag,
      ...storeFlags,
    },
  },
  docs: {
    brief: "Report that a worker which you run yourself has ended",
    fullDescription: [
      "Supervise does so by itself. Until the end of a worker is known, its worktree is kept, and its",
      "task is not given to another.",
      "",
      "Examples:",
      '  claimed=$(lifecycle claim build) && eval "$claimed" && ./worker.sh; lifecycle exited --code $?',
    ].join("\n"),
  },
});
