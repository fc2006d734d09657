/** `lifecycle status`: where every task stands. */
import { buildCommand } from "@stricli/core";
import { counted } from "../../../src/platform/text/counted.ts";
import { type Task, tasksOf } from "../../../src/lifecycle/state.ts";
import { encodeState } from "../../../src/lifecycle/codec.ts";
import { rowOf } from "../../../src/service/graph.ts";
import { readJournal } from "../../../src/service/journal.ts";
import type { Ledger } from "../../../src/service/ledger.ts";
import { findStore } from "../../../src/service/store.ts";
import { wantsColor } from "../../context.ts";
import { withFailures } from "../../failure.ts";
import { type Style, styleFor } from "../../render/style.ts";
import type { LifecycleContext } from "../context.ts";
import { storeFlag } from "../flags.ts";
import { short } from "../render.ts";

interface Flags {
  readonly store?: string;
  readonly json: boolean;
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
        brief: "One JSON document, for programs",
      },
      store: storeFlag,
    },
  },
  docs: {
    brief: "Show where every task stands",
    fullDescription: [
      "Read from the journal, not from graph.jsonl. Takes no lock and writes nothing.",
      "",
      "Examples:",
      "  lifecycle status",
      "  lifecycle status --json",
    ].join("\n"),
  },
});

async function run(context: LifecycleContext, { store: named, json }: Flags): Promise<void> {
  const store = await findStore(context.host, named);
  const { ledger, recovery: { entries, torn } } = await readJournal(
    context.host,
    store,
    context.reduce,
  );
  const style = styleFor(wantsColor(context, context.out));
  context.out.write(
    json ? asJson(ledger, entries, torn) : asText(ledger, entries, torn, style),
  );
  context.process.exitCode = 0;
}

function asJson(ledger: Ledger, records: number, torn: number): string {
  const { tasks } = encodeState(ledger.state);
  const document = {
    schema: "lifecycle/status/1",
    graph: ledger.graph,
    records,
    torn,
    tasks: tasksOf(ledger.state).map((t, at) => ({ ...tasks[at], ...rowOf(ledger, t) })),
  };
  return JSON.stringify(document, null, 2) + "\n";
}

const HEAD = ["TASK", "STATUS", "PHASE", "GENERATION", "ATTEMPTS", "RETRIES", "AFTER", "RESULT"];

function asText(ledger: Ledger, records: number, torn: number, style: Style): string {
  const tasks = tasksOf(ledger.state);
  const { branch } = ledger.settings;
  const title = `graph ${ledger.graph}: ${counted(tasks.length, "task")}, ${
    counted(records, "record")
  }${branch === null ? "" : `, landing on ${branch.replace("refs/heads/", "")}`}`;
  const tail = torn === 0 ? [] : [
    style.warn(
      `The journal ends in a torn record of ${torn} bytes, or in one that is being written`,
    ),
  ];
  const rows = [HEAD, ...tasks.map((t) => cellsOf(ledger, t))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row, at) => {
    const text = row.map((cell, column) => cell.padEnd(widths[column]!));
    if (at === 0) return style.dim(text.join("  ").trimEnd());
    text[1] = paint(tasks[at - 1]!, style)(text[1]!);
    return text.join("  ").trimEnd();
  });
  return [style.bold(title), ...tasks.length === 0 ? [] : lines, ...tail].join("\n") + "\n";
}

function cellsOf(ledger: Ledger, t: Task): string[] {
  const { status, ready, deps, result } = rowOf(ledger, t);
  const { origin, current } = t;
  const legacy = origin.type === "legacy" && t.attempts === 0
    ? ` (legacy${origin.trusted ? ", trusted" : ""})`
    : "";
  return [
    ledger.taskNames.get(t.id) ?? String(t.id),
    `${ready ? "ready" : status === "open" ? "waiting" : status}${legacy}`,
    current === null ? "-" : phaseText(current.phase),
    String(t.generation),
    String(t.attempts),
    String(t.retries),
    deps.join(", ") || "-",
    result === null ? "-" : short(result),
  ];
}

function phaseText(phase: NonNullable<Task["current"]>["phase"]): string {
  return phase.type === "failed" ? `failed: ${phase.class}` : phase.type;
}

function paint({ status, ready }: Task, style: Style): (text: string) => string {
  switch (status) {
    case "done":
      return style.good;
    case "failed":
    case "abandoned":
      return style.bad;
    case "active":
      return style.warn;
    case "open":
      return ready ? style.bold : style.dim;
  }
}
