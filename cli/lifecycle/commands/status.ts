/** `lifecycle status`: the status of every task. */
import { buildCommand } from "@stricli/core";
import { readJournal } from "../../../src/service/journal.ts";
import { overview } from "../../../src/service/overview.ts";
import { findStore } from "../../../src/service/store.ts";
import { terminalSize, wantsColor } from "../../context.ts";
import { withFailures } from "../../failure.ts";
import { styleFor } from "../../render/style.ts";
import type { LifecycleContext } from "../context.ts";
import { storeFlag } from "../flags.ts";
import { statusText } from "../status_text.ts";
import { whileChanging } from "../watch.ts";

interface Flags {
  readonly store?: string;
  readonly json: boolean;
  readonly watch: boolean;
}

/** The command. */
export const statusCommand = buildCommand<Flags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      json: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "One JSON document, for programs; schema/status.json describes it",
      },
      watch: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Show it again whenever it changes, until Ctrl-C",
      },
      store: storeFlag,
    },
  },
  docs: {
    brief: "Show the status of every task",
    fullDescription: [
      "Read from the journal, not from graph.jsonl. Takes no lock and writes nothing. Waiting tasks",
      "become ready by themselves; blocked ones need an operator, and what blocks them is named.",
      "",
      "Examples:",
      "  lifecycle status",
      "  lifecycle status --watch",
      "  lifecycle status --json",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  { store: named, json, watch }: Flags,
): Promise<void> {
  const { host, out } = context;
  const store = await findStore(host, named);
  const style = styleFor(wantsColor(context, out));
  const columns = () => out.isTerminal ? terminalSize().columns : Infinity;
  let shown = "";
  const show = async () => {
    const { ledger, recovery } = await readJournal(host, store, context.reduce);
    const status = await overview(host, store, ledger, recovery);
    const text = json
      ? JSON.stringify(status, null, 2) + "\n"
      : statusText(status, style, columns());
    if (text === shown) return;
    shown = text;
    out.write((watch && !json && out.isTerminal ? "\x1b[H\x1b[J" : "") + text);
  };
  await show();
  if (watch) await whileChanging(host, show);
  context.process.exitCode = 0;
}
