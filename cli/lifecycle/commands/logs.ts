/** `lifecycle logs`: what a worker has written. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../../src/platform/diagnostic.ts";
import { readJournal } from "../../../src/service/journal.ts";
import { attemptName, taskNamed } from "../../../src/service/ledger.ts";
import { readOutput } from "../../../src/service/output.ts";
import { findStore } from "../../../src/service/store.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { natural, storeFlag, taskArgument } from "../flags.ts";
import { whileChanging } from "../watch.ts";

interface Flags {
  readonly store?: string;
  readonly attempt?: number;
  readonly follow: boolean;
}

/** The command. */
export const logsCommand = buildCommand<Flags, [string], LifecycleContext>({
  func(flags, task) {
    return withFailures(this, () => run(this, flags, task));
  },
  parameters: {
    flags: {
      attempt: {
        kind: "parsed",
        parse: natural,
        optional: true,
        brief: "Number of the attempt (default: the last)",
        placeholder: "number",
      },
      follow: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Show what is added, until Ctrl-C",
      },
      store: storeFlag,
    },
    positional: taskArgument,
  },
  docs: {
    brief: "Show what the worker of an attempt has written",
    fullDescription: [
      "Both of its streams, as lines came. Only the newest are kept: 1 MiB an attempt, unless",
      '"output" in the store\'s config.json says otherwise.',
      "",
      "Examples:",
      "  lifecycle logs build",
      "  lifecycle logs build --attempt 1",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  { store: named, attempt, follow }: Flags,
  name: string,
): Promise<void> {
  const { host, out } = context;
  const store = await findStore(host, named);
  const { ledger } = await readJournal(host, store, context.reduce);
  const t = taskNamed(ledger, name);
  const number = attempt ?? t.attempts;
  if (number < 1 || number > t.attempts) {
    throw new GateError("usage", {
      code: "attempt_missing",
      message: `Task "${name}" has no attempt ${number}`,
      hint: `It has had ${t.attempts}: "lifecycle log --task ${name}" shows them.`,
    });
  }
  const key = { graph: ledger.graph, task: t.id, generation: 0, attempt: number, fence: 0 };
  let shown = "";
  const show = async () => {
    const text = await readOutput(host, store, attemptName(ledger, key)) ?? "";
    out.write(added(shown, text));
    shown = text;
  };
  await show();
  if (follow) await whileChanging(host, show);
  context.process.exitCode = 0;
}

/** What was added to a text whose beginning may have been dropped. */
function added(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length);
  const last = before.slice(-200);
  const at = now.lastIndexOf(last);
  return at === -1 ? now : now.slice(at + last.length);
}
