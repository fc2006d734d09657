/** `lifecycle converge`: carries on what is unfinished. */
import { buildCommand } from "@stricli/core";
import { converge, convergeAll } from "../../../src/service/converge.ts";
import { taskNamed } from "../../../src/service/ledger.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { type StoreFlags, storeFlags } from "../flags.ts";
import { refused, withService } from "../session.ts";

/** The command. */
export const convergeCommand = buildCommand<StoreFlags, [string?], LifecycleContext>({
  func(flags, task) {
    return withFailures(this, () => run(this, flags, task));
  },
  parameters: {
    flags: storeFlags,
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Ask for everything of this task again, also for what is told already",
        placeholder: "task",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "After a crash, or in doubt: carry on what is unfinished, and nothing else",
    fullDescription: [
      "Drops a torn last record, carries transactions on to their end, ends the workers whose",
      "supervisor is gone, and brings graph.jsonl to show what holds. When nothing is unfinished, it",
      "records nothing. Safe to run at any time, and as often as you like.",
      "",
      "Examples:",
      "  lifecycle converge",
      "  lifecycle converge build",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: StoreFlags,
  task: string | undefined,
): Promise<void> {
  const { holds, unfinished, quiet } = await withService(
    context,
    flags,
    "converge",
    async (service) => {
      await converge(service);
      if (task !== undefined) await convergeAll(service, taskNamed(service.ledger, task));
      return {
        holds: service.recorded.filter(({ decision }) => decision.verdict.type === "hold"),
        unfinished: service.unfinished,
        quiet: service.recorded.length === 0,
      };
    },
  );
  if (quiet) context.out.write("Nothing is unfinished\n");
  if (holds.length > 0 || unfinished.length > 0) {
    throw refused(
      "Not everything has converged",
      holds.length > 0
        ? `record ${holds.map(({ seq }) => seq).join(", ")} is on hold`
        : unfinished[0]!,
      "A hold is for you to look into; what is unfinished, another run carries on.",
    );
  }
  context.process.exitCode = 0;
}
